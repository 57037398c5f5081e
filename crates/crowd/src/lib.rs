#![doc = include_str!("../README.md")]

mod actor;
mod actor_id;
mod actors;
mod crowd;
mod error;
mod exact_navigator;
#[cfg(feature = "serde")]
mod file_header;
mod flow;
mod flow_step;
mod ground;
#[cfg(feature = "serde")]
mod map_rows;
mod mode;
mod navigator;
mod nearest;
mod offset;
mod open_moves;
mod order;
mod pin;
mod place;
mod replay;
#[cfg(feature = "serde")]
mod replay_file;
mod report;
mod reservations;
#[cfg(feature = "serde")]
mod save;
mod settings;
mod step;
mod subcell;
mod subcell_grid;
mod tie_break;
mod wait;

pub use actor::{Actor, Goal, Reservation};
pub use actor_id::ActorId;
pub use crowd::{Crowd, MAX_PACE};
pub use error::CrowdError;
pub use exact_navigator::ExactNavigator;
pub use navigator::{Navigator, StepNavigator};
pub use offset::Offset;
pub use replay::{Replay, ReplayError, ReplayRecorder, Snapshot};
pub use report::{OrderResult, PlanResult, Summary, TickReport};
#[cfg(feature = "serde")]
pub use save::SaveError;
pub use settings::{BlockRule, CrowdSettings, Mode, Steps};
pub use subcell::{Position, SUBCELL_UNITS, SubCell};
pub use wait::{Wait, Waits};
