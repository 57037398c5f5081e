//! Why a candidate was not placed.

use super::world::Misfit;
use crate::meter::Halt;

/// Why a candidate was not placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It would leave the map.
    Outside,
    /// It would lie beyond the entrance side.
    Beyond,
    /// It would overlap something.
    Overlap,
    /// The sockets do not make a door together.
    NoDoor,
    /// Something stands before a required socket.
    Blocked,
    /// No room could be found for a required socket.
    Unmet,
    /// The transaction took too many steps.
    OutOfBudget,
    /// No free socket would be left anywhere.
    ShutsOff,
    /// The dungeon would be much longer than wide.
    TooLong,
    /// The whole placement ends here.
    Halted(Halt),
}

impl Reason {
    /// For people.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Outside => "it would leave the map",
            Self::Beyond => "beyond the entrance side",
            Self::Overlap => "it would overlap another room",
            Self::NoDoor => "the sockets make no door together",
            Self::Blocked => "something stands before a required socket",
            Self::Unmet => "no room meets a required socket",
            Self::OutOfBudget => "meeting its required sockets takes too many steps",
            Self::ShutsOff => "no room would have a free socket any more",
            Self::TooLong => "the dungeon would be much longer than wide",
            Self::Halted(_) => "the placement ended",
        }
    }
}

impl From<Halt> for Reason {
    fn from(halt: Halt) -> Self {
        Self::Halted(halt)
    }
}

impl From<Misfit> for Reason {
    fn from(misfit: Misfit) -> Self {
        match misfit {
            Misfit::Outside => Self::Outside,
            Misfit::Beyond => Self::Beyond,
            Misfit::Overlap => Self::Overlap,
        }
    }
}
