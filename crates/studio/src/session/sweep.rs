//! The cells that a body sweeps on a straight line.

use undercroft::grid::{BitGrid, Cell};
use undercroft::sight::{Footprint, Observer};

/// Adds the cells whose inside a body touches that moves in a straight line.
///
/// A unit square sweeps over cell B exactly when B lies in the bounding box of the line and |dx·ry − dy·rx| < |dx| + |dy|,
/// as in fields of view; a larger body is several squares. Both ends lie on the map.
pub fn sweep(from: Cell, to: Cell, shape: Footprint, swept: &mut BitGrid) {
    for part in Observer::new(Cell::new(0, 0), shape).cells() {
        sweep_square(from + part, to + part, swept);
    }
}

fn sweep_square(from: Cell, to: Cell, swept: &mut BitGrid) {
    // From the north to the south, so that dy is not negative.
    let (from, to) = if to.y < from.y { (to, from) } else { (from, to) };
    let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let (left, right) = (i64::from(from.x.min(to.x)), i64::from(from.x.max(to.x)));
    let reach = dx.abs() + dy;
    for y in from.y..=to.y {
        let (mut first, mut last) = (left, right);
        if dy > 0 {
            let middle = dx * i64::from(y - from.y);
            let x = i64::from(from.x);
            first = first.max(x + (middle - reach).div_euclid(dy) + 1);
            last = last.min(x - (-(middle + reach)).div_euclid(dy) - 1);
        }
        if first <= last {
            swept.fill(y, first as i32..last as i32 + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft::grid::Size;
    use undercroft::sight::oracle::hides;

    use super::*;

    proptest! {
        #[test]
        fn a_band_is_what_hides_by_the_definition(
            ax in 0..24i32, ay in 0..24i32, bx in 0..24i32, by in 0..24i32, shape in 0..4usize,
        ) {
            let (from, to, shape) = (Cell::new(ax, ay), Cell::new(bx, by), Footprint::ALL[shape]);
            let size = Size::of(26, 26);
            let mut swept = BitGrid::new(size);
            sweep(from, to, shape, &mut swept);
            let parts: Vec<Cell> = Observer::new(Cell::new(0, 0), shape).cells().collect();
            let slow = BitGrid::from_fn(size, |cell| {
                parts.iter().any(|&part| hides(cell, from + part, to + part) || (from == to && cell == from + part))
            });
            prop_assert_eq!(swept, slow);
        }
    }
}
