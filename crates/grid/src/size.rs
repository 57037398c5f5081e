//! How large a map is, and how large it may be.

use std::fmt;

use crate::{Cell, Rect};

/// The longest side of a map. [Unit: cells]
///
/// With both sides at most 2^14 a cell id fits `u32`, and products of two coordinate differences stay below 2^30,
/// so that cross products of slopes are exact in `i64` with room to spare.
pub const MAX_SIDE: i32 = 1 << 14;

/// Width and height of a map. [Unit: cells] [Limits: `1..=MAX_SIDE` each]
///
/// ```
/// use undercroft_grid::{Cell, Size};
///
/// let size = Size::of(80, 50);
/// assert_eq!(size.id(Cell::new(3, 2)), 163);
/// assert!(Size::new(0, 50).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: i32,
    height: i32,
}

/// A map cannot have this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a map is 1 to {MAX_SIDE} cells wide and high, this one would be {width}×{height}")]
pub struct SizeError {
    /// The width that was asked for.
    pub width: i64,
    /// The height that was asked for.
    pub height: i64,
}

impl Size {
    /// A size within the limits.
    ///
    /// # Errors
    /// When a side is not in `1..=MAX_SIDE`. Nothing has been allocated by then.
    pub fn new(width: i64, height: i64) -> Result<Self, SizeError> {
        let allowed = 1..=i64::from(MAX_SIDE);
        if allowed.contains(&width) && allowed.contains(&height) {
            Ok(Self { width: width as i32, height: height as i32 })
        } else {
            Err(SizeError { width, height })
        }
    }

    /// A size whose sides the caller has already checked; for sizes written in code.
    ///
    /// # Panics
    /// When a side is not in `1..=MAX_SIDE`.
    pub fn of(width: i32, height: i32) -> Self {
        Self::new(width.into(), height.into()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Cells from west to east.
    pub const fn width(self) -> i32 {
        self.width
    }

    /// Cells from north to south.
    pub const fn height(self) -> i32 {
        self.height
    }

    /// Number of cells.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the cell lies on the map.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        // A negative coordinate is a huge u32: one comparison per axis.
        (cell.x as u32) < self.width as u32 && (cell.y as u32) < self.height as u32
    }

    /// The cell's id, `x + y·width`. The cell must lie on the map.
    #[inline]
    pub const fn id(self, cell: Cell) -> usize {
        debug_assert!(self.contains(cell));
        cell.x as usize + cell.y as usize * self.width as usize
    }

    /// The cell with this id.
    #[inline]
    pub const fn cell(self, id: usize) -> Cell {
        Cell::new((id % self.width as usize) as i32, (id / self.width as usize) as i32)
    }

    /// The whole map as a rectangle.
    pub const fn rect(self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// Every cell, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        self.rect().cells()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_sizes_are_refused_before_anything_is_allocated() {
        for (w, h) in [(0, 5), (5, 0), (-1, 5), (1 << 20, 1 << 20), (i64::MAX, i64::MAX), (16_385, 1)] {
            assert_eq!(Size::new(w, h), Err(SizeError { width: w, height: h }));
        }
        assert!(Size::new(16_384, 16_384).is_ok());
    }

    #[test]
    fn ids_count_along_rows() {
        let size = Size::of(7, 3);
        for (id, cell) in size.cells().enumerate() {
            assert_eq!((size.id(cell), size.cell(id)), (id, cell));
        }
        assert!(!size.contains(Cell::new(-1, 0)) && !size.contains(Cell::new(7, 0)) && !size.contains(Cell::new(0, 3)));
    }
}
