//! Why a dungeon cannot be generated.

use crate::field::suggestion;
use crate::meter::Halt;
use crate::pin::PinConflict;
use crate::plan::PlanError;
use crate::recipe::RecipeError;

pub use crate::place::PlaceError;
pub use crate::route::RouteError;

/// A dungeon cannot be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No preset has this name.
    #[error("unknown preset {name:?}; {}`undercroft presets` lists all", suggestion(nearest))]
    UnknownPreset {
        /// The name.
        name: String,
        /// The names near to it, at most three.
        nearest: Vec<&'static str>,
    },
    /// The recipe cannot be used.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The plan cannot be drawn.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The rooms cannot be placed.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The rooms cannot be joined.
    #[error(transparent)]
    Route(#[from] RouteError),
    /// What the recipe asks for has no place.
    #[error("{error}; {hint}")]
    NoPlace {
        /// What has none.
        error: Box<Self>,
        /// Changes of one field with which it has, each tried; or those that were tried in vain.
        hint: String,
    },
    /// Pins cannot be kept together.
    #[error(transparent)]
    Pins(Box<PinConflict>),
    /// The generation took more steps than the recipe allows.
    #[error("the budget of {budget} search steps was used up while the tiles were built; raise budget")]
    OutOfBudget {
        /// The recipe's budget.
        budget: u64,
    },
    /// A dungeon cannot be stocked.
    #[error("the dungeon does not have {missing}, so nothing can be put into it; make one with `undercroft generate`")]
    NothingToStock {
        /// What it lacks.
        missing: &'static str,
    },
    /// The events asked to stop.
    #[error("the generation was stopped")]
    Stopped,
}

impl Error {
    /// Whether nothing is wrong with the recipe: the events asked to stop.
    pub const fn is_stopped(&self) -> bool {
        matches!(
            self,
            Self::Stopped
                | Self::Plan(PlanError::Stopped)
                | Self::Place(PlaceError::Stopped)
                | Self::Route(RouteError::Stopped)
        )
    }
}

impl From<PinConflict> for Error {
    fn from(conflict: PinConflict) -> Self {
        Self::Pins(Box::new(conflict))
    }
}

impl From<Halt> for Error {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Stopped,
            Halt::OutOfBudget { budget } => Self::OutOfBudget { budget },
        }
    }
}
