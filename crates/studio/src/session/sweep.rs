//! The cells that a body sweeps on a straight line.

use undercroft::grid::{BitGrid, Cell};
use undercroft::sight::{Footprint, Observer};

/// Adds the cells whose inside a body touches that moves in a straight line.
///
/// A unit square sweeps over cell B exactly when B lies in the bounding box of the line and |dx·ry − dy·rx| < |dx| + |dy|,
/// as in fields of view; a larger body is several squares. Both ends lie on the map.
pub fn sweep(from: Cell, to: Cell, shape: Footprint, swept: &mut BitGrid) {
    sweep_halves(Cell::new(2 * from.x, 2 * from.y), Cell::new(2 * to.x, 2 * to.y), shape, swept);
}

/// The same from and to the middle of the north-west cell, which may be between cells. [Unit: half cells]
pub fn sweep_halves(from: Cell, to: Cell, shape: Footprint, swept: &mut BitGrid) {
    for Cell { x, y } in Observer::new(Cell::new(0, 0), shape).cells() {
        let part = Cell::new(2 * x, 2 * y);
        sweep_square(from + part, to + part, swept);
    }
}

/// In half cells a wall's square reaches two to each side of its center, and so twice as far across the line.
fn sweep_square(from: Cell, to: Cell, swept: &mut BitGrid) {
    // From the north to the south, so that dy is not negative.
    let (from, to) = if to.y < from.y { (to, from) } else { (from, to) };
    let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let (left, right) = between(from.x.min(to.x), from.x.max(to.x));
    let (top, bottom) = between(from.y, to.y);
    let reach = 2 * (dx.abs() + dy);
    for y in top..=bottom {
        let (mut first, mut last) = (left, right);
        if dy > 0 {
            let middle = i64::from(from.x) * dy + dx * (2 * y - i64::from(from.y));
            first = first.max((middle - reach).div_euclid(2 * dy) + 1);
            last = last.min(-(-(middle + reach)).div_euclid(2 * dy) - 1);
        }
        if first <= last {
            swept.fill(y as i32, first as i32..last as i32 + 1);
        }
    }
}

/// The first and the last cell nearer than a cell to a range. [Unit: half cells to cells]
fn between(low: i32, high: i32) -> (i64, i64) {
    (i64::from(low - 2).div_euclid(2) + 1, -i64::from(-(high + 2)).div_euclid(2) - 1)
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

        #[test]
        fn a_band_from_between_cells_is_what_the_moving_square_overlaps(
            ax in 0..24i32, ay in 0..24i32, bx in 0..24i32, by in 0..24i32,
        ) {
            let (from, to, size) = (Cell::new(ax, ay), Cell::new(bx, by), Size::of(14, 14));
            let mut swept = BitGrid::new(size);
            sweep_halves(from, to, Footprint::One, &mut swept);
            let slow = BitGrid::from_fn(size, |cell| {
                let (d, r) = (to - from, Cell::new(2 * cell.x, 2 * cell.y) - from);
                let near = |d: i32, r: i32| d.min(0) - 2 < r && r < d.max(0) + 2;
                let across = (d.x * r.y - d.y * r.x).abs() < 2 * (d.x.abs() + d.y.abs());
                near(d.x, r.x) && near(d.y, r.y) && (across || from == to)
            });
            prop_assert_eq!(swept, slow);
        }
    }
}
