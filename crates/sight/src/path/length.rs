//! Lengths that add up the same in any order.
//!
//! A search compares sums of square roots. As floats their sums depend on the order of adding, so two searches that find
//! the same path from different ends, or in larger steps, would disagree about ties. Here an edge is a whole number of
//! units of 2⁻³⁴ cells, rounded up, and sums are exact: same edges, same length.
//!
//! The rounding is always upwards, by at most three units, and a *bound* is rounded down. So a straight edge is always
//! shorter than the same one in two parts, and a bound never grows by more than the edge that was walked: with it A*
//! is exact and never takes up a corner again. What is lost: of two paths whose lengths differ by less than three
//! units an edge (about 2·10⁻¹⁰ cells) the wrong one may win.

use undercroft_grid::Cell;

/// Units in a cell.
pub const LENGTH_UNITS: u64 = 1 << 34;

/// The length of a straight edge, in units of 2⁻³⁴ cells.
///
/// On the largest map a path has fewer than 2²⁸ cells, so that sums stay below 2⁶³.
#[inline]
pub(crate) fn edge(step: Cell) -> u64 {
    bound(step) + 3
}

/// A length that no path over this distance falls short of.
#[inline]
pub(crate) fn bound(step: Cell) -> u64 {
    units(cells(step))
}

/// The length of a straight edge whose step is counted in half cells; that of [`edge`] when the step is even.
#[inline]
pub(crate) fn half_edge(step: Cell) -> u64 {
    units(half_cells(step)) + 3
}

/// Whole units of a distance, rounded down. Signed, as processors turn floats into signed numbers in one instruction.
#[inline]
fn units(cells: f64) -> u64 {
    (cells * LENGTH_UNITS as f64) as i64 as u64
}

/// The straight distance in cells of a step that is counted in half cells.
#[inline]
pub(crate) fn half_cells(step: Cell) -> f64 {
    cells(step) / 2.0
}

/// The straight distance in cells: one exact sum and one correctly rounded root, so the same everywhere.
#[inline]
pub(crate) fn cells(step: Cell) -> f64 {
    let (x, y) = (f64::from(step.x), f64::from(step.y));
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft_grid::MAX_SIDE;

    use super::*;

    fn steps() -> impl Strategy<Value = Cell> {
        let side = prop_oneof![-9..=9i32, -MAX_SIDE / 2..=MAX_SIDE / 2];
        (side.clone(), side).prop_map(|(x, y)| Cell::new(x, y))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100_000))]
        #[test]
        fn a_bound_never_grows_by_as_much_as_the_leg_that_was_walked(walked in steps(), rest in steps()) {
            prop_assert!(bound(walked + rest) < edge(walked) + bound(rest));
        }

        #[test]
        fn a_length_in_half_cells_is_that_in_cells(step in steps()) {
            let twice = Cell::new(2 * step.x, 2 * step.y);
            prop_assert_eq!((half_edge(twice), half_cells(twice)), (edge(step), cells(step)));
        }

        #[test]
        fn a_straight_leg_is_shorter_than_its_parts(step in steps(), parts in 2..5i32) {
            let whole = Cell::new(step.x / parts * parts, step.y / parts * parts);
            let part = Cell::new(whole.x / parts, whole.y / parts);
            prop_assert!(edge(whole) < edge(part) + edge(whole - part));
        }
    }
}
