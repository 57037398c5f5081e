//! Shortest ways at any angle, exactly.
//!
//! ```text
//!     A . . . . .      The centre of a body of one cell stays out of the open 2×2 squares round solid cells. The corners
//!     . . # # 1 .      of these squares are the corner cells, so a shortest way is a chain of straight legs between
//!     . . # # . .      start, corners and destination, each in clear sight of the next, and each turn is taut.
//!     . . . . B .      Searching those chains finds it: no smoothing and no tolerance.
//! ```
//!
//! [`path`] looks around from every corner that it takes up, and needs no preparation. For many questions to one floor
//! build a [`CornerGraph`](crate::CornerGraph); its answers are the same, waypoint by waypoint. A way exists exactly when
//! the two cells hang together by orthogonal steps.
//!
//! Of ways of equal length the one wins whose last waypoint before the destination has the lowest cell id; among those
//! the one whose waypoint before that has, and so on.

mod corner;
mod corner_index;
mod distance;
mod edge;
mod edge_levels;
mod expand;
mod graph;
mod inflate;
mod length;
mod search;
mod taut;
mod update;
mod update_levels;
mod visible_corners;

use undercroft_grid::{Cell, Size};

pub use self::corner::{Corners, Diagonal};
pub use self::distance::distances;
pub use self::graph::CornerGraph;
pub use self::inflate::inflate;
pub use self::length::LENGTH_UNITS;
pub use self::search::PathSearch;

use self::search::LazyExpansion;
use crate::floor::Floor;

/// A way from one cell to another by straight legs.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    waypoints: Vec<Cell>,
}

/// Why there is no answer: one of the ends is not a place to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// An end lies outside the map.
    #[error("the {end} {cell} lies outside the {size} map")]
    Outside {
        /// Which end.
        end: Endpoint,
        /// The cell that was asked for.
        cell: Cell,
        /// The map's size.
        size: Size,
    },
    /// An end is solid, or the body does not fit there.
    #[error("the {end} {cell} is solid or has no room for the body")]
    Solid {
        /// Which end.
        end: Endpoint,
        /// The cell that was asked for.
        cell: Cell,
    },
}

/// One of the two ends of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// Where it begins.
    Start,
    /// Where it leads.
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

/// The shortest way of a body of one cell, without preparation; `None` when there is none.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Size};
/// use undercroft_sight::{Floor, path};
///
/// let mut solid = BitGrid::new(Size::of(5, 5));
/// solid.fill_rect(undercroft_grid::Rect::new(1, 1, 4, 4));
/// let way = path(&Floor::new(&solid), Cell::new(0, 2), Cell::new(4, 2))?.expect("one can walk round");
/// assert_eq!(way.waypoints(), [[0, 2], [0, 0], [4, 0], [4, 2]].map(Cell::from));
/// assert_eq!(way.length(), 8.0);
/// # Ok::<(), undercroft_sight::PathError>(())
/// ```
///
/// # Errors
/// When one of the ends is solid or lies outside the map.
pub fn path(floor: &Floor, from: Cell, to: Cell) -> Result<Option<Path>, PathError> {
    PathSearch::new().find(&mut LazyExpansion::new(floor), floor, from, to)
}

impl Path {
    pub(crate) const fn new(waypoints: Vec<Cell>) -> Self {
        Self { waypoints }
    }

    /// Start, turns and destination. A way that leads nowhere else is one cell.
    pub fn waypoints(&self) -> &[Cell] {
        &self.waypoints
    }

    /// The sum of the legs, each rounded up, which is the same in any order: to compare ways. [Unit: 1/[`LENGTH_UNITS`] cells]
    ///
    /// [`LENGTH_UNITS`]: crate::LENGTH_UNITS
    pub fn units(&self) -> u64 {
        self.waypoints.windows(2).map(|leg| length::leg(leg[1] - leg[0])).sum()
    }

    /// The sum of the legs, from the start on. [Unit: cells]
    pub fn length(&self) -> f64 {
        self.waypoints.windows(2).fold(0.0, |sum, leg| sum + length::cells(leg[1] - leg[0]))
    }
}

/// Accepts two ends that are free cells of the floor.
pub(crate) fn check_ends(floor: &Floor, from: Cell, to: Cell) -> Result<(), PathError> {
    for (end, cell) in [(Endpoint::Start, from), (Endpoint::Destination, to)] {
        if !floor.size().contains(cell) {
            return Err(PathError::Outside { end, cell, size: floor.size() });
        }
        if !floor.is_free(cell) {
            return Err(PathError::Solid { end, cell });
        }
    }
    Ok(())
}
