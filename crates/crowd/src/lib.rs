//! Crowds on sub-cells: many bodies move at once on a lattice finer than the cells and never collide, because each owns
//! the ground before it steps on it.

mod actor;
mod crowd;
mod error;
mod flow;
mod flow_step;
mod lattice;
mod mode;
mod nearest;
mod order;
mod random;
mod replay;
mod report;
mod reserve;
mod route;
mod rows;
mod save;
mod scenario;
mod settings;
mod step;
mod subcell;
mod ways;

pub use actor::{Actor, ActorId, Goal};
pub use crowd::{Crowd, MAX_PACE};
pub use error::CrowdError;
pub use flow_step::Planned;
pub use lattice::Offset;
pub use order::Ordered;
pub use replay::{Recorder, Replay, ReplayError, Scene};
pub use report::{Summary, TickReport, Wait, Waits};
pub use route::{Navigator, StepRoutes};
pub use save::SaveError;
pub use scenario::{ScenarioError, Trip, read_scenario};
pub use settings::{Mode, Settings, Steps};
pub use subcell::{Position, SubCell, UNITS};
