//! Hard rock: half of the ground, in patches, by a hash of the place. Corridors that avoid it wind.

use undercroft_grid::{Cell, mix};

/// Side length of a patch. [Unit: cells]
const PATCH: i32 = 3;

/// Which rock is hard.
#[derive(Clone, Copy, Debug)]
pub struct Noise(pub u64);

impl Noise {
    /// Whether the cell lies in a hard patch.
    pub const fn is_hard(self, cell: Cell) -> bool {
        // Every second row of patches is moved by half a patch, so that no straight line runs between them.
        let row = cell.y.div_euclid(PATCH);
        let column = (cell.x + (row & 1) * (PATCH / 2 + 1)).div_euclid(PATCH);
        let place = ((row as u32 as u64) << 32 | column as u32 as u64) ^ self.0;
        mix(place) >> 63 == 1
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Size;

    use super::*;

    #[test]
    fn about_half_of_the_rock_is_hard_and_another_half_with_another_seed() {
        let size = Size::of(300, 300);
        let hard = |seed: u64| size.cells().filter(|&cell| Noise(seed).is_hard(cell)).count();
        let differs = size.cells().filter(|&cell| Noise(1).is_hard(cell) != Noise(2).is_hard(cell)).count();
        for count in [hard(1), hard(2), differs] {
            assert!((43_000..47_000).contains(&count), "{count} of 90,000");
        }
    }
}
