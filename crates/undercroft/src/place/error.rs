//! Why rooms cannot be placed.

use undercroft_grid::{MAX_SIDE, Size};

use super::axis::Axis;
use super::partition::Plane;
use crate::dungeon::MAX_CELLS;
use crate::meter::Halt;
use crate::plural::count;

/// The rooms cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// The map is too small for two rooms.
    #[error(
        "a map of {size} has no place for two rooms of {min}×{min} with padding {padding} on a grid of {gx}×{gy}; \
         raise width or height to at least {need}"
    )]
    NoPlace {
        /// Width and height of the map.
        size: Size,
        /// Shortest side of a room.
        min: i32,
        /// Cells between floor and partition edge.
        padding: i32,
        /// Module width.
        gx: i32,
        /// Module height.
        gy: i32,
        /// A side length of the map that is enough.
        need: i32,
    },
    /// No entrance template fits on the map.
    #[error("no entrance template has a socket on the {side} side and fits on the map")]
    NoEntrance {
        /// The entrance side.
        side: String,
    },
    /// A template or group that must be there often enough is not.
    #[error(
        "template {name:?}: need at least {min}, placed {placed}: no free socket has room for more; raise \
         templates.floor_cells, width or height, or lower its min"
    )]
    TooFew {
        /// The template or group.
        name: String,
        /// Its minimum.
        min: u32,
        /// How many there are.
        placed: u32,
    },
    /// The map is too small for the entrance room.
    #[error("a map of {size} has no place for an entrance room of {min}×{min} with its runway; raise width or height")]
    NoFirstRoom {
        /// Width and height of the map.
        size: Size,
        /// Shortest side of a room.
        min: i32,
    },
    /// The map is too small for a room beside that of the entrance.
    #[error("a map of {size} has place for one room of {min}×{min}, and a dungeon has two at least")]
    NoSecondRoom {
        /// Width and height of the map.
        size: Size,
        /// Shortest side of a room.
        min: i32,
    },
    /// The mask leaves no place for rooms that must be there.
    #[error("the mask has no place for {what}; free more cells of mask.file")]
    NoMaskPlace {
        /// What has no place.
        what: String,
    },
    /// The map of a plan would be larger than any map may be.
    #[error(
        "the plan needs {levels} of {width}×{height}, and maps have sides of at most {MAX_SIDE} and {MAX_CELLS} cells in \
         all; lower rooms.count, rooms.max or rooms.padding, or set bounds or levels", levels = count(*levels, "level")
    )]
    PlanTooLarge {
        /// Cells from west to east.
        width: i64,
        /// Cells from north to south.
        height: i64,
        /// Its levels.
        levels: usize,
    },
    /// A round house has fewer rooms than a storey wants.
    #[error(
        "house.footprint = \"round\": storey {storey} wants {wants} rooms, a disc of {diameter} cells holds {holds}; lower \
         rooms.count or storeys, raise width and height, or choose another footprint"
    )]
    DiscTooSmall {
        /// The level of the storey.
        storey: i32,
        /// Its rooms.
        wants: u32,
        /// The largest disc on the lot. [Unit: cells]
        diameter: i32,
        /// The rooms that it holds.
        holds: i64,
    },
    /// The rooms of walkers lie too far from each other.
    #[error(
        "the rooms need a map of {size}, and maps have at most {MAX_CELLS} cells; lower templates.floor_cells, or set \
         width and height"
    )]
    MapTooLarge {
        /// Width and height of the map.
        size: Size,
    },
    /// Placement took more steps than the recipe allows.
    #[error(
        "the budget of {budget} search steps was used up while rooms were placed; raise budget, or lower rooms.count or \
         templates.floor_cells"
    )]
    OutOfBudget {
        /// The recipe's budget.
        budget: u64,
    },
    /// The events asked to stop.
    #[error("the placement of rooms was stopped")]
    Stopped,
}

impl From<Halt> for PlaceError {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Stopped,
            Halt::OutOfBudget { budget } => Self::OutOfBudget { budget },
        }
    }
}

impl PlaceError {
    /// There is no place for two rooms; `enough` is the length of an axis that would do.
    pub(super) fn no_place(size: Size, min: i32, plane: &Plane, padding: i32, enough: impl Fn(&Axis) -> i32) -> Self {
        Self::NoPlace {
            size,
            min,
            padding,
            gx: plane.x.module,
            gy: plane.y.module,
            need: enough(&plane.x).max(enough(&plane.y)),
        }
    }
}
