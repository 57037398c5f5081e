//! Plans that cannot be drawn.

use crate::meter::Halt;
use crate::recipe::Bounds;

/// A plan that the recipe asks for cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The bounds are too tight.
    #[error("rooms.count: {size} rooms do not fit into {bounds}{}; the largest possible number is {most}", on_levels(*levels))]
    TooManyRooms {
        /// Rooms requested.
        size: usize,
        /// The largest possible number.
        most: u64,
        /// The bounds.
        bounds: Bounds,
        /// The levels.
        levels: usize,
    },
    /// Levels with two rooms each, no more and no fewer, have no odd number of rooms.
    #[error(
        "rooms.count: {size} rooms cannot be dealt to levels of two rooms each, which is what {bounds} have place for; {} \
         and {} can", size - 1, size + 1
    )]
    OddRooms {
        /// Rooms requested.
        size: usize,
        /// The bounds.
        bounds: Bounds,
    },
    /// Several levels were asked for where each has place for one room.
    #[error("levels: {levels} levels need at least two rooms each, and {bounds} have place for one; widen the bounds")]
    NoPlaceForTwo {
        /// Levels requested.
        levels: usize,
        /// The bounds.
        bounds: Bounds,
    },
    /// The levels that were asked for would be too empty.
    #[error(
        "levels: {levels} levels need at least two rooms each, which {size} rooms do not give; raise rooms.count to \
         {}, or ask for fewer levels", 2 * levels
    )]
    TooFewRooms {
        /// Rooms requested.
        size: usize,
        /// Levels requested.
        levels: usize,
    },
    /// The plan took more steps than the recipe allows.
    #[error(
        "the budget of {budget} search steps was used up while the plan was drawn; raise budget or lower rooms.count"
    )]
    OutOfBudget {
        /// The recipe's budget.
        budget: u64,
    },
    /// The events asked to stop.
    #[error("the drawing of the plan was stopped")]
    Stopped,
    /// More locks than links.
    #[error(
        "locks: need at most {most}, as many links as can be locked, got {locks}; lower locks or extra_links, or raise rooms.count"
    )]
    TooManyLocks {
        /// Locks requested.
        locks: usize,
        /// The most that can be had.
        most: usize,
    },
}

impl From<Halt> for PlanError {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Stopped,
            Halt::OutOfBudget { budget } => Self::OutOfBudget { budget },
        }
    }
}

fn on_levels(levels: usize) -> String {
    if levels > 1 { format!(" on {levels} levels") } else { String::new() }
}
