//! The four orthogonal directions.

use std::ops::{Add, Sub};

use crate::Cell;

/// One of the four orthogonal directions, clockwise from north.
///
/// ```
/// use undercroft_grid::Dir;
///
/// assert_eq!(Dir::North.right(), Dir::East);
/// assert_eq!(Dir::East.opposite(), Dir::West);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Dir {
    /// Towards smaller `y`.
    North,
    /// Towards greater `x`.
    East,
    /// Towards greater `y`.
    South,
    /// Towards smaller `x`.
    West,
}

impl Dir {
    /// All directions, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// 0 for north, then clockwise.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction with this [`index`](Self::index), modulo four.
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index % 4]
    }

    /// The step of one cell.
    pub const fn delta(self) -> Cell {
        match self {
            Self::North => Cell::new(0, -1),
            Self::East => Cell::new(1, 0),
            Self::South => Cell::new(0, 1),
            Self::West => Cell::new(-1, 0),
        }
    }

    /// The direction of a step between orthogonal neighbours, or `None` for any other difference.
    pub fn from_delta(delta: Cell) -> Option<Self> {
        Self::ALL.into_iter().find(|dir| dir.delta() == delta)
    }

    /// A quarter turn clockwise.
    pub const fn right(self) -> Self {
        Self::from_index(self.index() + 1)
    }

    /// A half turn.
    pub const fn opposite(self) -> Self {
        Self::from_index(self.index() + 2)
    }

    /// A quarter turn anticlockwise.
    pub const fn left(self) -> Self {
        Self::from_index(self.index() + 3)
    }

    /// East or west.
    pub const fn is_horizontal(self) -> bool {
        matches!(self, Self::East | Self::West)
    }
}

impl Cell {
    /// The place `distance` cells away in direction `dir`.
    pub fn step(self, dir: Dir, distance: i32) -> Self {
        let delta = dir.delta();
        Self::new(self.x + delta.x * distance, self.y + delta.y * distance)
    }

    /// The four orthogonal neighbours: north, east, south, west.
    pub fn neighbors4(self) -> [Self; 4] {
        Dir::ALL.map(|dir| self + dir)
    }
}

impl Add<Dir> for Cell {
    type Output = Self;
    fn add(self, dir: Dir) -> Self {
        self + dir.delta()
    }
}

impl Sub<Dir> for Cell {
    type Output = Self;
    fn sub(self, dir: Dir) -> Self {
        self - dir.delta()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_right_turns_lead_back() {
        for dir in Dir::ALL {
            assert_eq!(dir.right().right(), dir.opposite());
            assert_eq!(dir.right().left(), dir);
            assert_eq!(dir.opposite().delta(), -dir.delta());
            assert_eq!(Dir::from_delta(dir.delta()), Some(dir));
        }
        assert_eq!(Dir::from_delta(Cell::new(1, 1)), None);
    }
}
