//! What becomes of seen cells.

use undercroft_grid::BitGrid;

use super::bit_runs::fill;

/// Takes note of seen cells. Some are told more than once.
pub(crate) trait Notes {
    /// Takes note that the columns from `left` to `right` of a row are seen; none when `left` is beyond `right`.
    fn note(&mut self, y: i32, left: i32, right: i32);
}

/// Seen cells as bits, and the columns that they span.
pub(crate) struct ViewMarks<'a> {
    seen: &'a mut BitGrid,
    pub(crate) left: i32,
    pub(crate) right: i32,
}

impl<'a> ViewMarks<'a> {
    /// Adds to a set, from a column on.
    pub(crate) const fn new(seen: &'a mut BitGrid, column: i32) -> Self {
        Self { seen, left: column, right: column }
    }
}

impl Notes for ViewMarks<'_> {
    #[inline]
    fn note(&mut self, y: i32, left: i32, right: i32) {
        if left <= right {
            (self.left, self.right) = (self.left.min(left), self.right.max(right));
            fill(self.seen.row_mut(y), left, right);
        }
    }
}
