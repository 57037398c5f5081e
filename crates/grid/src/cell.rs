//! A place on the grid.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub};

/// A place on the grid, or the difference of two places. `x` grows to the east, `y` to the south.
///
/// Sums and differences must fit `i32`, which those of cells on or near a map always do ([`MAX_SIDE`](crate::MAX_SIDE)).
/// Cells are ordered by rows: first by `y`, then by `x`, which is the order of their ids on any map.
/// In JSON a cell is the pair `[x, y]`.
///
/// ```
/// use undercroft_grid::{Cell, Dir};
///
/// let cell = Cell::new(3, 4);
/// assert_eq!(cell + Dir::North, Cell::new(3, 3));
/// assert_eq!((cell.manhattan(Cell::new(0, 0)), cell.distance_squared(Cell::new(0, 0))), (7, 25));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "[i32; 2]", into = "[i32; 2]"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "[i32; 2]"))]
pub struct Cell {
    /// Column, growing to the east.
    pub x: i32,
    /// Row, growing to the south.
    pub y: i32,
}

impl Cell {
    /// The place `x` columns east and `y` rows south of the north-west corner.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The eight neighbours, row by row from the north-west.
    pub fn neighbors8(self) -> [Self; 8] {
        [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
            .map(|(dx, dy)| Self::new(self.x + dx, self.y + dy))
    }

    /// |dx| + |dy|.
    pub fn manhattan(self, other: Self) -> i32 {
        (self.x - other.x).abs() + (self.y - other.y).abs()
    }

    /// The larger of |dx| and |dy|.
    pub fn chebyshev(self, other: Self) -> i32 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    /// dx² + dy², exact for coordinates up to 2^30 in both directions.
    pub fn distance_squared(self, other: Self) -> i64 {
        let dx = i64::from(self.x) - i64::from(other.x);
        let dy = i64::from(self.y) - i64::from(other.y);
        dx * dx + dy * dy
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<[i32; 2]> for Cell {
    fn from([x, y]: [i32; 2]) -> Self {
        Self::new(x, y)
    }
}

impl From<Cell> for [i32; 2] {
    fn from(cell: Cell) -> Self {
        [cell.x, cell.y]
    }
}

impl Add for Cell {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl AddAssign for Cell {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Cell {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Cell {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dir;

    #[test]
    fn cells_are_ordered_row_by_row() {
        assert!(Cell::new(9, 0) < Cell::new(0, 1));
        assert!(Cell::new(0, 1) < Cell::new(1, 1));
    }

    #[test]
    fn south_is_down_and_east_is_right() {
        assert_eq!(Cell::new(3, 3) + Dir::South, Cell::new(3, 4));
        assert_eq!(Cell::new(3, 3).step(Dir::East, 5), Cell::new(8, 3));
        assert_eq!(Cell::new(3, 3) - Dir::North, Cell::new(3, 4));
    }

    #[test]
    fn squared_distances_are_exact_up_to_their_limit() {
        let (a, b) = (Cell::new(-(1 << 30), -(1 << 30)), Cell::new((1 << 30) - 1, (1 << 30) - 1));
        assert_eq!(a.distance_squared(b), 2 * i64::from(i32::MAX).pow(2));
    }

    #[test]
    fn in_json_a_cell_is_a_pair() {
        let pair: [i32; 2] = Cell::new(3, -4).into();
        assert_eq!((pair, Cell::from(pair)), ([3, -4], Cell::new(3, -4)));
    }

    #[test]
    fn neighbours_are_the_cells_at_distance_one() {
        let (home, around) = (Cell::new(5, 5), crate::Rect::new(3, 3, 8, 8));
        let near = |distance: fn(Cell, Cell) -> i32| -> Vec<Cell> {
            around.cells().filter(|&c| distance(home, c) == 1).collect()
        };
        assert_eq!(home.neighbors8().to_vec(), near(Cell::chebyshev));
        let mut four = home.neighbors4();
        four.sort();
        assert_eq!(four.to_vec(), near(Cell::manhattan));
    }
}
