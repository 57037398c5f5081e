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

    /// One walk of `pace` units straight towards the target, never beyond it.
    ///
    /// The components are rounded to whole units; the longer one is at least 0.7 of the pace, so that no walk is empty.
    pub const fn step_towards(self, target: Self, pace: u16) -> Self {
        let pace = pace as i64;
        let squared = self.distance_squared(target);
        if squared <= pace * pace {
            return target;
        }
        let length = squared.isqrt();
        Self { x: self.x + share(target.x - self.x, pace, length), y: self.y + share(target.y - self.y, pace, length) }
    }
}

/// `part · pace / length`, rounded to the nearest whole number, halves away from zero.
const fn share(part: i32, pace: i64, length: i64) -> i32 {
    let size = ((part as i64).abs() * pace * 2 + length) / (2 * length);
    size as i32 * part.signum()
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_walk_comes_nearer_and_none_goes_beyond(
            x in -1000..1000i32, y in -1000..1000i32, pace in 1..2000u16,
        ) {
            let target = Position { x, y };
            let mut at = Position { x: 0, y: 0 };
            let mut left = at.distance_squared(target);
            while at != target {
                let next = at.step_towards(target, pace);
                prop_assert!(next.distance_squared(target) < left);
                // Rounding the length adds less than a unit, rounding two components at most √½ of one.
                prop_assert!(at.distance_squared(next) < i64::from(pace + 2) * i64::from(pace + 2));
                (at, left) = (next, next.distance_squared(target));
            }
        }
    }
}
