//! Why a change cannot be made.

use undercroft_grid::{Cell, Size};

use crate::dungeon::{DoorId, LinkId, RoomId};
use crate::recipe::RecipeError;
use crate::route::RouteError;

/// A change cannot be made. The dungeon is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// There is no such room.
    #[error("there is no room {room}; the dungeon has {rooms}, counted from 0")]
    NoSuchRoom {
        /// The room.
        room: RoomId,
        /// How many there are.
        rooms: usize,
    },
    /// There is no such door.
    #[error("there is no door {door}; the dungeon has {doors}, counted from 0")]
    NoSuchDoor {
        /// The door.
        door: DoorId,
        /// How many there are.
        doors: usize,
    },
    /// There is no such level.
    #[error("there is no level {0}")]
    NoSuchLevel(i32),
    /// A cell lies outside the map.
    #[error("{cell} lies outside the {size} map")]
    Outside {
        /// The cell.
        cell: Cell,
        /// The map.
        size: Size,
    },
    /// The room is where it should go.
    #[error("room {0} is there already")]
    SamePlace(RoomId),
    /// The room would stick out of the map.
    #[error("room {room} with its walls would leave the {size} map at {at}")]
    LeavesMap {
        /// The room.
        room: RoomId,
        /// Where its floor would begin.
        at: Cell,
        /// The map.
        size: Size,
    },
    /// The room would run into another one.
    #[error("room {room} at {at} would run into room {other}")]
    Occupied {
        /// The room.
        room: RoomId,
        /// Where its floor would begin.
        at: Cell,
        /// Who is there.
        other: RoomId,
    },
    /// The room would stand in the way before the entrance.
    #[error("room {0} would stand before the entrance")]
    BlocksEntrance(RoomId),
    /// The room shares a wall with another one.
    #[error("room {room} shares a wall with room {other} and cannot be moved without it")]
    SharesWall {
        /// The room.
        room: RoomId,
        /// The other one.
        other: RoomId,
    },
    /// The stairs of the room would not be in it.
    #[error("room {room} must stay over its stairs at {stairs}")]
    LeavesStairs {
        /// The room.
        room: RoomId,
        /// The stairs.
        stairs: Cell,
    },
    /// A link finds no way.
    #[error("no corridor can join rooms {a} and {b} then (link {link})")]
    NoWay {
        /// One room.
        a: RoomId,
        /// The other one.
        b: RoomId,
        /// The link.
        link: LinkId,
    },
    /// The entrance room cannot be done without.
    #[error("room {0} holds the entrance and cannot be deleted")]
    HoldsEntrance(RoomId),
    /// A dungeon has rooms.
    #[error("room {0} is the last one and cannot be deleted")]
    LastRoom(RoomId),
    /// An archway has nothing to shut.
    #[error("door {0} is an archway, which always stands open")]
    ArchwayShut(DoorId),
    /// The dungeon makes no sense as it is.
    #[error("the dungeon cannot be changed as it is: {0}")]
    Malformed(String),
    /// Routing failed.
    #[error(transparent)]
    Route(#[from] RouteError),
    /// The recipe that the dungeon carries is broken.
    #[error("the recipe of the dungeon is broken: {0}")]
    Recipe(#[from] RecipeError),
}
