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

mod beam;
mod body;
mod case;
mod clear;
mod corner;
mod corner_graph;
mod corner_index;
mod descent;
mod edit;
mod fan;
mod field;
mod floor;
mod glimpse;
mod goals;
mod length;
mod level;
mod observer;
pub mod oracle;
mod outlook;
mod path;
mod picture;
mod radius;
mod ray;
mod relevel;
mod sight;
mod sizes;
mod taut;
mod view;
mod way_search;
mod words;

pub use body::inflate;
pub use case::{CaseReport, Expectation, Failure, FovCase, FovCaseError, Thoroughness};
pub use corner::{Corners, Diagonal};
pub use corner_graph::CornerGraph;
pub use floor::Floor;
pub use goals::distances;
pub use length::LENGTH_UNITS;
pub use observer::{Footprint, FootprintError, Observer, OutsideError};
pub use path::{Endpoint, Path, PathError, path};
pub use picture::{FovGlyphs, FovText};
pub use radius::Radius;
pub use sight::{Fov, FovKind, FovKindError, exact_fov};
pub use sizes::{LineOfSight, Survey, survey, view_sizes};
pub use view::View;
pub use way_search::PathSearch;
