//! Places on the sub-cell grid, and places between them.

use std::fmt;

use undercroft_grid::Cell;

/// Fixed-point units in one sub-cell.
pub const SUBCELL_UNITS: i32 = 256;

/// A sub-cell by its flat coordinates: cell `(x, y)` of a sub-cell grid with n sub-cells a side begins at `(x·n, y·n)`.
///
/// In JSON a sub-cell is the pair `[x, y]`.
///
/// ```
/// use undercroft_crowd::{Position, SUBCELL_UNITS, SubCell};
///
/// assert_eq!(SubCell::new(2, 1).center(), Position { x: 2 * SUBCELL_UNITS, y: SUBCELL_UNITS });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct SubCell(pub Cell);

impl SubCell {
    /// The sub-cell in this column and row of the sub-cell grid.
    pub const fn new(x: i32, y: i32) -> Self {
        Self(Cell::new(x, y))
    }

    /// The position of its centre.
    pub const fn center(self) -> Position {
        Position { x: self.0.x * SUBCELL_UNITS, y: self.0.y * SUBCELL_UNITS }
    }
}

/// The distance between the centres of two neighbours: a sub-cell, or its diagonal, 256·√2 rounded.
pub(crate) const fn step_length(from: SubCell, to: SubCell) -> u16 {
    const DIAGONAL: u16 = 362;
    let is_diagonal = from.0.x != to.0.x && from.0.y != to.0.y;
    if is_diagonal { DIAGONAL } else { SUBCELL_UNITS as u16 }
}

impl fmt::Display for SubCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Where a body is, in [`SUBCELL_UNITS`] of a sub-cell; the centre of sub-cell `(x, y)` is `(SUBCELL_UNITS·x, SUBCELL_UNITS·y)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "[i32; 2]", into = "[i32; 2]")
)]
pub struct Position {
    /// To the east.
    pub x: i32,
    /// To the south.
    pub y: i32,
}

impl Position {
    /// The square of the distance, exact.
    pub const fn distance_squared(self, other: Self) -> i64 {
        let (dx, dy) = ((other.x - self.x) as i64, (other.y - self.y) as i64);
        dx * dx + dy * dy
    }
}

impl From<[i32; 2]> for Position {
    fn from([x, y]: [i32; 2]) -> Self {
        Self { x, y }
    }
}

impl From<Position> for [i32; 2] {
    fn from(position: Position) -> Self {
        [position.x, position.y]
    }
}
