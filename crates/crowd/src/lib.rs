//! Crowds on sub-cells: many bodies move at once on a lattice finer than the cells and never collide, because each owns
//! the ground before it steps on it.
//!
//! A [`Crowd`] has a map of solid cells, [`Settings`] and [`Actor`]s. Give orders, then call [`Crowd::step`] once a
//! tick; the [`TickReport`] says who moved, waited and why, arrived, or was sent elsewhere. Seven [`Mode`]s share the
//! lattice by different rules; [`Mode::Flow`] is the one for large crowds.
//!
//! ```
//! use undercroft_crowd::{Crowd, Mode, CrowdSettings, StepNavigator};
//! use undercroft_grid::{BitGrid, Cell, Size};
//!
//! let map = BitGrid::new(Size::of(8, 2));
//! let mut crowd = Crowd::new(map, CrowdSettings::new(Mode::Flow))?;
//! let (west, east) = (Cell::new(0, 0), Cell::new(7, 0));
//! for (from, to) in [(west, east), (east, west)] {
//!     let start = crowd.anchor(from).expect("the cell is free");
//!     let actor = crowd.spawn(start, 64)?;
//!     crowd.order(actor, to)?;
//! }
//! let mut routes = StepNavigator::default();
//! while !crowd.is_settled() {
//!     crowd.step(&mut routes);
//! }
//! assert_eq!(crowd.summary().arrived, 2);
//! # Ok::<(), undercroft_crowd::CrowdError>(())
//! ```
//!
//! A run is a pure function of map, actors, settings, seed and requests: no clock, no float, no hash order decides
//! anything. A refused request is a [`CrowdError`] and leaves the crowd as it was. Ways across the map come from a
//! [`Navigator`]. What this crate does not know: doors, rooms, files and drawing.

mod actor;
mod crowd;
mod error;
mod exact_navigator;
mod file_header;
mod flow;
mod flow_step;
mod map_rows;
mod mode;
mod navigator;
mod nearest;
mod open_moves;
mod order;
mod replay;
mod report;
mod reservations;
mod save;
mod settings;
mod step;
mod subcell;
mod subcell_grid;
mod tie_break;

pub use actor::{Actor, ActorId, Goal};
pub use crowd::{Crowd, MAX_PACE};
pub use error::CrowdError;
pub use exact_navigator::ExactNavigator;
pub use flow_step::PlanResult;
pub use navigator::{Navigator, StepNavigator};
pub use order::OrderResult;
pub use replay::{Replay, ReplayError, ReplayRecorder, Snapshot};
pub use report::{Summary, TickReport, Wait, Waits};
pub use save::SaveError;
pub use settings::{CrowdSettings, Mode, Steps};
pub use subcell::{Position, SUBCELL_UNITS, SubCell};
pub use subcell_grid::Offset;
