//! Rectangles of cells.

use crate::Cell;

/// A half-open rectangle: `left` and `top` belong to it, `right` and `bottom` do not.
///
/// A rectangle whose right is not beyond its left, or whose bottom is not beyond its top, is empty.
/// Widths, heights and sums of two edges must fit `i32`, which those of rectangles on or near a map always do.
///
/// ```
/// use undercroft_grid::{Cell, Rect};
///
/// let room = Rect::at(Cell::new(2, 1), 4, 3);
/// assert_eq!((room.area(), room.center()), (12, Cell::new(3, 2)));
/// assert!(room.contains(Cell::new(5, 3)) && !room.contains(Cell::new(6, 3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rect {
    /// First column.
    pub left: i32,
    /// First row.
    pub top: i32,
    /// The column after the last.
    pub right: i32,
    /// The row after the last.
    pub bottom: i32,
}

impl Rect {
    /// The cells with `left <= x < right` and `top <= y < bottom`.
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self { left, top, right, bottom }
    }

    /// The rectangle of this width and height whose north-west cell is `at`.
    pub const fn at(at: Cell, width: i32, height: i32) -> Self {
        Self::new(at.x, at.y, at.x + width, at.y + height)
    }

    /// The smallest rectangle that holds all the cells, or `None` for no cells.
    pub fn around(cells: impl IntoIterator<Item = Cell>) -> Option<Self> {
        let single = |c: Cell| Self::at(c, 1, 1);
        cells.into_iter().map(single).reduce(Self::hull)
    }

    /// Columns; 0 when empty.
    pub const fn width(self) -> i32 {
        if self.is_empty() { 0 } else { self.right - self.left }
    }

    /// Rows; 0 when empty.
    pub const fn height(self) -> i32 {
        if self.is_empty() { 0 } else { self.bottom - self.top }
    }

    /// Number of cells.
    pub const fn area(self) -> i64 {
        self.width() as i64 * self.height() as i64
    }

    /// Whether there is no cell in it.
    pub const fn is_empty(self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    /// The north-west cell.
    pub const fn min(self) -> Cell {
        Cell::new(self.left, self.top)
    }

    /// The cell nearest to the middle, the north-western one on ties.
    pub const fn center(self) -> Cell {
        Cell::new((self.left + self.right - 1).div_euclid(2), (self.top + self.bottom - 1).div_euclid(2))
    }

    /// Whether the cell lies in it.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.left <= cell.x && cell.x < self.right && self.top <= cell.y && cell.y < self.bottom
    }

    /// Whether every cell of `other` lies in it.
    #[inline]
    pub const fn contains_rect(self, other: Self) -> bool {
        other.is_empty()
            || (self.left <= other.left
                && other.right <= self.right
                && self.top <= other.top
                && other.bottom <= self.bottom)
    }

    /// Whether the two share a cell.
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        !self.intersection(other).is_empty()
    }

    /// The cells of both.
    #[inline]
    pub fn intersection(self, other: Self) -> Self {
        Self::new(
            self.left.max(other.left),
            self.top.max(other.top),
            self.right.min(other.right),
            self.bottom.min(other.bottom),
        )
    }

    /// The smallest rectangle around both. An empty one adds nothing.
    #[inline]
    pub fn hull(self, other: Self) -> Self {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Self::new(
            self.left.min(other.left),
            self.top.min(other.top),
            self.right.max(other.right),
            self.bottom.max(other.bottom),
        )
    }

    /// Moved outwards by `margin` on all four sides; a negative margin moves inwards.
    pub const fn grow(self, margin: i32) -> Self {
        Self::new(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)
    }

    /// Moved as a whole.
    pub const fn shift(self, by: Cell) -> Self {
        Self::new(self.left + by.x, self.top + by.y, self.right + by.x, self.bottom + by.y)
    }

    /// Every cell, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (self.top..self.bottom).flat_map(move |y| (self.left..self.right).map(move |x| Cell::new(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    prop_compose! {
        fn rects()(left in -6..6, top in -6..6, width in -2..6, height in -2..6) -> Rect {
            Rect::new(left, top, left + width, top + height)
        }
    }

    proptest! {
        #[test]
        fn set_operations_agree_with_the_cells(a in rects(), b in rects()) {
            let both: Vec<Cell> = a.cells().filter(|&c| b.contains(c)).collect();
            prop_assert_eq!(a.intersection(b).cells().collect::<Vec<_>>(), both.clone());
            prop_assert_eq!(a.overlaps(b), !both.is_empty());
            prop_assert_eq!(a.contains_rect(b), b.cells().all(|c| a.contains(c)));
            prop_assert_eq!(a.area() as usize, a.cells().count());
            prop_assert_eq!(a.is_empty(), a.cells().next().is_none());
            let around = Rect::around(a.cells().chain(b.cells()));
            prop_assert_eq!(around, Some(a.hull(b)).filter(|hull| !hull.is_empty()));
            if !a.is_empty() { prop_assert!(a.contains(a.center())); }
        }
    }
}
