//! Questions to a finished floor: what a body sees from where it stands, where the corners are, and how it gets from
//! one place to another by the shortest way.
//!
//! *Clear* sight is exact: a cell is visible when a body of one cell could move to it in a straight line without
//! touching the inside of a wall. It is reciprocal, and the edge relation of shortest paths. *Glimpse* sight is
//! symmetric shadowcasting, for display and fog of war. Both read sets of solid cells and nothing else.
//!
//! ```
//! use undercroft_grid::{BitGrid, Cell, Size};
//! use undercroft_sight::{Floor, Observer, Fov, View};
//!
//! let mut solid = BitGrid::new(Size::of(9, 5));
//! solid.insert(Cell::new(4, 2));
//! let floor = Floor::new(&solid);
//! let (mut fov, mut view) = (Fov::new(), View::new(floor.size()));
//! fov.exact(&floor, Observer::one(Cell::new(2, 2)), None, &mut view)?;
//! assert!(view.contains(Cell::new(3, 2)) && !view.contains(Cell::new(5, 2)));
//! # Ok::<(), undercroft_sight::OutsideError>(())
//! ```

mod case;
mod floor;
mod fov;
mod path;

pub use case::{CaseReport, Expectation, Failure, FovCase, FovCaseError, Thoroughness};
pub use floor::Floor;
pub use fov::{
    Footprint, FootprintError, Fov, FovGlyphs, FovKind, FovKindError, FovText, LineOfSight, Observer, OutsideError,
    Radius, Survey, View, exact_fov, oracle, survey, view_sizes,
};
pub use path::{
    CornerGraph, Corners, Diagonal, Endpoint, LENGTH_UNITS, Path, PathError, PathSearch, distances, inflate, path,
};
