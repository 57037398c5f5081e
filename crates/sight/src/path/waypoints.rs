//! The answer to a path question: waypoints and their length, or which endpoint is wrong.

use undercroft_grid::{Cell, Size};

use super::length;
use crate::floor::Floor;
use crate::fov::{Footprint, Observer};

/// A path from one cell to another by straight segments.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Size};
/// use undercroft_sight::{Floor, path};
///
/// let floor = Floor::new(&BitGrid::new(Size::of(4, 5)));
/// let straight = path(&floor, Cell::new(0, 0), Cell::new(3, 4))?.expect("nothing is in between");
/// assert_eq!((straight.waypoints().len(), straight.length()), (2, 5.0));
/// # Ok::<(), undercroft_sight::PathError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    waypoints: Vec<Cell>,
    /// The cells in whose middle the body begins.
    start: Footprint,
}

/// Why there is no answer: one of the endpoints is not a free cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// An endpoint lies outside the map.
    #[error("the {end} {cell} lies outside the {size} map")]
    Outside {
        /// Which one.
        end: Endpoint,
        /// The cell that was asked for.
        cell: Cell,
        /// The map's size.
        size: Size,
    },
    /// An endpoint is solid, or the body does not fit there.
    #[error("the {end} {cell} is solid or has no room for the body")]
    Solid {
        /// Which one.
        end: Endpoint,
        /// The cell that was asked for.
        cell: Cell,
    },
}

/// One of the two ends of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// Where it begins.
    Start,
    /// Where it ends.
    Destination,
}

impl std::fmt::Display for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Destination => "destination",
        })
    }
}

impl Path {
    pub(crate) const fn new(waypoints: Vec<Cell>, start: Footprint) -> Self {
        Self { waypoints, start }
    }

    /// Start, turns and destination. A path that ends where it starts is one cell. A path that starts between cells
    /// begins with the north-west one of them.
    pub fn waypoints(&self) -> &[Cell] {
        &self.waypoints
    }

    /// The middle of the body at the start, the turns and the destination. A cell is at twice its column and row, and
    /// between two cells is one more. [Unit: half cells]
    pub fn centers(&self) -> impl ExactSizeIterator<Item = Cell> + Clone {
        let start = Cell::new(self.start.width() - 1, self.start.height() - 1);
        let off = move |i: usize| if i == 0 { start } else { Cell::new(0, 0) };
        self.waypoints.iter().enumerate().map(move |(i, cell)| Cell::new(2 * cell.x, 2 * cell.y) + off(i))
    }

    /// The straight segments. [Unit: half cells]
    fn steps(&self) -> impl Iterator<Item = Cell> {
        self.centers().zip(self.centers().skip(1)).map(|(from, to)| to - from)
    }

    /// The sum of the segments, each rounded up, which is the same in any order: to compare paths.
    /// [Unit: 1/[`LENGTH_UNITS`] cells]
    ///
    /// [`LENGTH_UNITS`]: crate::LENGTH_UNITS
    pub fn units(&self) -> u64 {
        self.steps().map(length::half_edge).sum()
    }

    /// The sum of the segments, from the start on. [Unit: cells]
    pub fn length(&self) -> f64 {
        self.steps().fold(0.0, |sum, step| sum + length::half_cells(step))
    }
}

/// Accepts a start whose cells are free, and a destination that is.
pub(crate) fn check_ends(floor: &Floor, from: Observer, to: Cell) -> Result<(), PathError> {
    for (end, cell) in from.cells().map(|cell| (Endpoint::Start, cell)).chain([(Endpoint::Destination, to)]) {
        if !floor.size().contains(cell) {
            return Err(PathError::Outside { end, cell, size: floor.size() });
        }
        if !floor.is_free(cell) {
            return Err(PathError::Solid { end, cell });
        }
    }
    Ok(())
}
