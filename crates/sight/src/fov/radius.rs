//! How far an observer looks.

use undercroft_grid::Cell;

/// The greatest Euclidean distance at which a cell is seen, kept as its square so that it is exact.
///
/// ```
/// use undercroft_grid::Cell;
/// use undercroft_sight::Radius;
///
/// let (center, diagonal) = (Cell::new(0, 0), Cell::new(1, 1));
/// assert!(!Radius::cells(1).reaches(center, diagonal) && Radius::squared(2).reaches(center, diagonal));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Radius {
    squared: u32,
}

impl Radius {
    /// A whole number of cells. Anything beyond 65,535 is farther than the largest map is wide.
    pub const fn cells(cells: u16) -> Self {
        Self::squared(cells as u32 * cells as u32)
    }

    /// The radius with this square: `squared(2)` reaches the diagonal neighbours and no farther.
    pub const fn squared(squared: u32) -> Self {
        Self { squared }
    }

    /// The radius in whole cells, rounded down.
    pub const fn in_cells(self) -> u32 {
        self.squared.isqrt()
    }

    /// Whether the distance between the two cells is within it.
    pub fn reaches(self, from: Cell, to: Cell) -> bool {
        from.distance_squared(to) <= i64::from(self.squared)
    }

    /// How many columns it spans to either side, `rows` rows away; `None` where it does not reach.
    pub(crate) fn half_width(self, rows: i32) -> Option<i32> {
        let rows = i64::from(rows);
        let left = i64::from(self.squared) - rows * rows;
        (left >= 0).then(|| left.isqrt() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_half_width_is_the_last_column_that_is_reached() {
        for radius in (0..400).map(Radius::squared).chain([Radius::cells(u16::MAX)]) {
            for rows in -21..=21 {
                let reached = |x: i32| radius.reaches(Cell::new(0, 0), Cell::new(x, rows));
                match radius.half_width(rows) {
                    Some(x) => assert!(reached(x) && reached(-x) && !reached(x + 1)),
                    None => assert!(!reached(0)),
                }
            }
        }
    }
}
