//! Plans that cannot be drawn.

use super::Bounds;

/// The wishes for a plan cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The bounds are too tight.
    #[error(
        "rooms.count: {size} rooms do not fit into bounds = [{}, {}, {}, {}] (level {z}); the largest possible number is \
         {most}",
        bounds.x[0], bounds.x[1], bounds.y[0], bounds.y[1]
    )]
    TooManyRooms {
        /// Rooms wished for.
        size: usize,
        /// The largest possible number.
        most: u64,
        /// The bounds.
        bounds: Bounds,
        /// The level that has no place.
        z: i32,
    },
    /// The levels that were asked for would be too empty.
    #[error(
        "levels: {levels} levels need at least two rooms each, which {size} rooms do not give; raise rooms.count to \
         {}, or ask for fewer levels", 2 * levels
    )]
    TooFewRooms {
        /// Rooms wished for.
        size: usize,
        /// Levels wished for.
        levels: usize,
    },
    /// More locks than links.
    #[error("locks: {locks} locks, but the plan has only {most} links that can be locked")]
    TooManyLocks {
        /// Locks wished for.
        locks: usize,
        /// The most that can be had.
        most: usize,
    },
}
