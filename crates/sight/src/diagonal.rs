//! The four diagonal directions.

use undercroft_grid::Cell;

/// A direction between two orthogonal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Diagonal {
    /// Up and left.
    NorthWest,
    /// Up and right.
    NorthEast,
    /// Down and left.
    SouthWest,
    /// Down and right.
    SouthEast,
}

impl Diagonal {
    /// All four, row by row.
    pub const ALL: [Self; 4] = [Self::NorthWest, Self::NorthEast, Self::SouthWest, Self::SouthEast];

    /// The step of one column and one row.
    pub const fn delta(self) -> Cell {
        match self {
            Self::NorthWest => Cell::new(-1, -1),
            Self::NorthEast => Cell::new(1, -1),
            Self::SouthWest => Cell::new(-1, 1),
            Self::SouthEast => Cell::new(1, 1),
        }
    }
}
