//! Exact any-angle shortest paths.
//!
//! ```text
//!     A . . . . .      The center of a body of one cell stays out of the open 2×2 squares round solid cells. The corners
//!     . . # # 1 .      of these squares are the corner cells, so a shortest path is a chain of straight segments between
//!     . . # # . .      start, corners and destination, each visible from the one before, and each turn is taut.
//!     . . . . B .      Searching those chains finds it: no smoothing and no tolerance.
//! ```
//!
//! [`path`] computes the view of every corner that it expands, and needs no preparation. For many questions to one floor
//! build a [`CornerGraph`]; its answers are the same, waypoint by waypoint. A path exists exactly when the two cells are
//! connected by orthogonal steps.
//!
//! Of paths of equal length the one wins whose last waypoint before the destination has the lowest cell id; among those
//! the one whose waypoint before that has, and so on.

mod corner;
mod corner_index;
mod corner_progress;
mod distance;
mod edge;
mod edge_levels;
mod expand;
mod graph;
mod inflate;
mod length;
mod open_corners;
mod search;
mod taut;
mod through_edges;
mod turn;
mod update;
mod update_levels;
mod visible_corners;
mod waypoints;

use undercroft_grid::Cell;

pub use self::corner::Corners;
pub use self::distance::distances;
pub use self::graph::CornerGraph;
pub use self::inflate::inflate;
pub use self::length::LENGTH_UNITS;
pub use self::search::PathSearch;
pub use self::waypoints::{Endpoint, Path, PathError};

use self::expand::LazyExpansion;
use crate::floor::Floor;
use crate::fov::Observer;

/// The shortest path of a body of one cell, without preparation; `None` when there is none.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Size};
/// use undercroft_sight::{Floor, path};
///
/// let mut solid = BitGrid::new(Size::of(5, 5));
/// solid.fill_rect(undercroft_grid::Rect::new(1, 1, 4, 4));
/// let found = path(&Floor::new(&solid), Cell::new(0, 2), Cell::new(4, 2))?.expect("there is a detour");
/// assert_eq!(found.waypoints(), [[0, 2], [0, 0], [4, 0], [4, 2]].map(Cell::from));
/// assert_eq!(found.length(), 8.0);
/// # Ok::<(), undercroft_sight::PathError>(())
/// ```
///
/// # Errors
/// When one of the endpoints is solid or lies outside the map.
pub fn path(floor: &Floor, from: Cell, to: Cell) -> Result<Option<Path>, PathError> {
    straddled_path(floor, Observer::one(from), to)
}

/// The shortest path of a body of one cell whose center starts in the middle of these cells, and which then stands on
/// cells; `None` when there is none. The floor is that of a body of one cell, not inflated.
///
/// A shortest path turns only where the center of the body touches a corner of the squares round walls, and all of these are
/// cells. So the start alone can be between cells.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Size};
/// use undercroft_sight::{Floor, Footprint, Observer, straddled_path};
///
/// // A door one cell wide, and a start between two rows.
/// let solid = BitGrid::from_fn(Size::of(4, 3), |cell| cell.x == 2 && cell.y != 1);
/// let start = Observer::new(Cell::new(0, 0), Footprint::Tall);
/// let found = straddled_path(&Floor::new(&solid), start, Cell::new(3, 1))?.expect("the door is wide enough");
/// assert_eq!(found.waypoints(), [[0, 0], [1, 1], [3, 1]].map(Cell::from));
/// assert_eq!(found.centers().next(), Some(Cell::new(0, 1)), "half a row below its first cell");
/// # Ok::<(), undercroft_sight::PathError>(())
/// ```
///
/// # Errors
/// When the destination or a cell of the start is solid or lies outside the map.
pub fn straddled_path(floor: &Floor, from: Observer, to: Cell) -> Result<Option<Path>, PathError> {
    PathSearch::new().find(&mut LazyExpansion::new(floor), floor, from, to)
}
