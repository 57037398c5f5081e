//! The flow: every actor steps at once, and no one waits for ever where there is a path.
//!
//! ```text
//!   distance.rs   how far every sub-cell is from a goal, in two bits a sub-cell
//!   flood.rs      all distances from a goal at once, by words
//!   ground_edit.rs  which of these distances a wall changes
//!   ranking.rs    who goes first
//!   pibt.rs       one step of every actor: whoever blocks is pushed on, or the pusher takes another sub-cell
//!   swap.rs       two who meet in a corridor change places at a junction
//!   lacam.rs      where single steps go in circles: a search over the places of all at once
//!   refine.rs     a plan made ahead gets shorter
//!   planner.rs    what is remembered from step to step, and which of these is asked
//! ```
//!
//! Limits: one table of two bits a sub-cell for each actor (64 KiB on a 512×512 grid); all goals are distinct.

mod distance;
mod flood;
mod ground_edit;
mod lacam;
#[cfg(any(test, feature = "serde"))]
mod lawful_step;
mod pibt;
mod planner;
mod problem;
mod ranking;
mod refine;
#[cfg(feature = "serde")]
mod restore;
mod swap;

pub(crate) use self::ground_edit::GroundEdit;
pub(crate) use self::planner::FlowPlanner;
#[cfg(feature = "serde")]
pub(crate) use self::planner::Memory;

#[cfg(test)]
mod tests;
