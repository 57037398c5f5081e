//! A beam: all rays between two edges, both included, as they pass through the rows.

use super::ray::Ray;

/// The rays from `low` to `high`, at a row that is `row` rows away from the observer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beam {
    pub(crate) low: Ray,
    pub(crate) high: Ray,
    pub(crate) row: i32,
}

/// Columns that are free in both rows of a strip: a maximal run, or its part within a beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) left: i32,
    pub(crate) right: i32,
}

impl Beam {
    /// The rays between two edges.
    #[inline]
    pub(crate) const fn between(low: Ray, high: Ray, row: i32) -> Self {
        Self { low, high, row }
    }

    /// The beam at the next row, nothing lost.
    #[inline]
    pub(crate) const fn next(self) -> Self {
        Self { low: self.low.next(), high: self.high.next(), row: self.row + 1 }
    }
}
