//! Questions to a finished floor: what a body sees from where it stands, where the corners are, and how it gets from
//! one place to another by the shortest way.
//!
//! *Clear* sight is exact: a cell is visible when a body of one cell could move to it in a straight line without
//! touching the inside of a wall. It is reciprocal, and the edge relation of shortest paths. *Glimpse* sight is
//! symmetric shadowcasting, for display and fog of war. Both read sets of solid cells and nothing else.
//!
//! ```
//! use undercroft_grid::{BitGrid, Cell, Size};
//! use undercroft_sight::{Floor, Observer, Sight, View};
//!
//! let mut solid = BitGrid::new(Size::of(9, 5));
//! solid.insert(Cell::new(4, 2));
//! let floor = Floor::new(&solid);
//! let (mut sight, mut view) = (Sight::new(), View::new(floor.size()));
//! sight.clear(&floor, Observer::one(Cell::new(2, 2)), None, &mut view)?;
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

pub use body::grown;
pub use case::{Case, CaseError, CaseReport, Claim, Failure, Thoroughness};
pub use corner::{Corners, Diagonal};
pub use corner_graph::CornerGraph;
pub use floor::Floor;
pub use goals::distances;
pub use length::UNITS;
pub use observer::{Observer, OutsideError, Shape, ShapeError};
pub use path::{End, Path, PathError, path};
pub use picture::{Letters, Picture};
pub use radius::Radius;
pub use sight::{Sight, clear_view};
pub use sizes::{SightLine, Survey, survey, view_sizes};
pub use view::View;
pub use way_search::WaySearch;
