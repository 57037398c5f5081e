//! What is asked of a solver, and how it answers.

use super::Walk;

/// Where a solution leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveGoal {
    /// To the goal of the dungeon.
    #[default]
    Goal,
    /// Into every room.
    AllRooms,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolveOptions {
    /// Where the walk leads.
    pub goal: SolveGoal,
    /// Whether it may use secret doors and passages.
    pub with_secrets: bool,
    /// How much is looked at before the search ends without proof. [Unit: states]
    pub budget: u64,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self { goal: SolveGoal::Goal, with_secrets: false, budget: 1 << 20 }
    }
}

/// How solving ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// A shortest walk.
    Shortest(Walk),
    /// The budget ended first, or the rooms are too many: a walk that may not be the shortest, if one was found.
    Bounded {
        /// The walk.
        walk: Option<Walk>,
        /// No walk has fewer steps.
        lower_bound: u32,
    },
    /// Everything was looked at; there is no walk.
    Impossible,
}

impl Solution {
    /// The walk, if there is one.
    pub const fn walk(&self) -> Option<&Walk> {
        match self {
            Self::Shortest(walk) => Some(walk),
            Self::Bounded { walk, .. } => walk.as_ref(),
            Self::Impossible => None,
        }
    }

    /// Whether no walk is shorter.
    pub const fn is_shortest(&self) -> bool {
        matches!(self, Self::Shortest(_))
    }
}

/// Why a dungeon cannot be solved at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// There is no entrance.
    #[error("the dungeon has no entrance to start from")]
    NoEntrance,
    /// There is no goal.
    #[error("the dungeon has no goal")]
    NoGoal,
    /// No one can stand inside the entrance's door.
    #[error("the floor inside the entrance's door is blocked")]
    EntranceBlocked,
    /// Ids, references, limits or cells are wrong.
    #[error("the entities of the dungeon are invalid")]
    InvalidEntities,
}
