//! A cone: all rays between two edges, both included, on one side of the observer's column.
//!
//! ```text
//!   O                    Columns are counted outward from the observer's, in the east and in the west alike, so that both
//!   |\ \                 edges lean outward. Two neighbouring columns that are free in both rows of a strip are an
//!   | \   \              open *face*; rays pass a strip over its open faces, and over nothing else, as only the upright
//!   |##\...  \           ray can stay in a single column. So a cone that has shrunk to one ray goes on, and windows of
//!   |   \       \        one column, of which a map of scattered walls is full, vanish in one shift of a word.
//! ```
//!
//! A wall that ends at column c leaves the part of the cone between its inner edge and c, which the *far* row decides; one
//! that begins after c leaves the part beyond c, which the *near* row decides.

use super::ray::Ray;

/// The rays from `inner` to `outer`, at a row that is `row` rows away from the observer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cone {
    /// The edge towards the observer's column.
    pub(crate) inner: Ray,
    pub(crate) outer: Ray,
    pub(crate) row: i32,
}

impl Cone {
    /// All rays from the upright one to that through a column, at its row.
    #[inline]
    pub(crate) fn up_to(column: i32, row: i32) -> Self {
        Self { inner: Ray::upright(0), outer: Ray::outward(column, row, row), row }
    }

    /// The cone at the next row, nothing lost.
    #[inline]
    pub(crate) const fn next(self) -> Self {
        Self { inner: self.inner.next(), outer: self.outer.next(), row: self.row + 1 }
    }

    /// The part of a cone at this row that a wall beyond a column leaves; `None` when no ray passes it.
    ///
    /// A strip that is closed at the observer's column leaves none: the upright ray is looked at apart.
    #[inline]
    pub(crate) fn within(self, column: i32) -> Option<Self> {
        let passes = column > 0 && self.inner.ceil() <= column;
        passes.then(|| Self { outer: Ray::outward(column, self.row, self.row), ..self })
    }

    /// The part of a cone at this row that begins at a column of the row before.
    #[inline]
    pub(crate) fn beyond(self, column: i32) -> Self {
        Self { inner: Ray::outward(column, self.row - 1, self.row), ..self }
    }
}
