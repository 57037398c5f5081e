//! The relief that water runs over: smooth noise, higher away from walls.

use undercroft_grid::{BitGrid, Cell};

use crate::value_noise::ValueNoise;

/// Distance of the lattice points of the broad noise; the fine one has half of it. [Unit: cells]
const SPACING: i32 = 12;
/// Walls farther away than this make no difference. [Unit: cells]
const FAR: i32 = 3;
/// The range of the noise, where a cell of distance from the nearest wall counts one quarter.
const NOISE_RANGE: i32 = 16;

/// Heights of cells, any of which can be asked for.
#[derive(Clone, Debug)]
pub struct Relief {
    broad: ValueNoise,
    fine: ValueNoise,
    /// The cells that lie farther than 1, 2, … from the nearest wall.
    away: [BitGrid; FAR as usize - 1],
}

impl Relief {
    pub fn new(seed: u64, walkable: &BitGrid) -> Self {
        let [broad, fine] = [ValueNoise::new(seed, SPACING), ValueNoise::new(!seed, SPACING / 2)];
        let inner = eroded(walkable);
        let away = [eroded(&inner), inner];
        Self { broad, fine, away }
    }

    /// The height of a walkable cell: noise of two octaves, and a quarter of the distance to the nearest wall.
    pub fn height(&self, cell: Cell) -> i32 {
        let (x, y) = (i64::from(cell.x), i64::from(cell.y));
        let noise = (2 * self.broad.at(x, y) + self.fine.at(x, y)) / 3;
        noise + self.wall_distance(cell) * (ValueNoise::LIMIT / NOISE_RANGE / 4)
    }

    /// How far it is to the nearest cell that no one can walk on, as the larger of |dx| and |dy|.
    fn wall_distance(&self, cell: Cell) -> i32 {
        1 + self.away.iter().filter(|away| away.contains(cell)).count() as i32
    }
}

/// The cells whose nine cells around are all in the set.
fn eroded(cells: &BitGrid) -> BitGrid {
    cells.map_neighborhood(|[[nw, n, ne], [w, c, e], [sw, s, se]]| nw & n & ne & w & c & e & sw & s & se)
}

#[cfg(test)]
mod tests {
    use undercroft_grid::{Rect, Size};

    use super::*;
    use crate::seed::Stream;

    #[test]
    fn walls_are_as_far_away_as_a_search_of_all_cells_finds() {
        for seed in 0..50 {
            let mut stream = Stream::new(seed, "relief");
            let size = Size::of(stream.range(9..90), stream.range(9..30));
            let mut walkable = BitGrid::new(size);
            for _ in 0..6 {
                let corner = Cell::new(stream.range(0..size.width()), stream.range(0..size.height()));
                walkable.fill_rect(Rect::at(corner, stream.range(1..12), stream.range(1..12)));
            }
            let relief = Relief::new(seed, &walkable);
            for cell in walkable.iter() {
                let has_wall = |by: &i32| Rect::at(cell, 1, 1).grow(*by).cells().any(|near| !walkable.contains(near));
                assert_eq!(relief.wall_distance(cell), (1..FAR).find(has_wall).unwrap_or(FAR), "{cell}");
            }
        }
    }
}
