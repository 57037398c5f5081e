//! Why a change cannot be made.

use undercroft_grid::{Cell, Size};

use crate::dungeon::{DoorId, DoorKind, LinkId, RoomId};
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
    /// There is no such link.
    #[error("there is no link {link}; the dungeon has {links}, counted from 0")]
    NoSuchLink {
        /// The link.
        link: LinkId,
        /// How many there are.
        links: usize,
    },
    /// The link never had a secret door.
    #[error("link {link} has no secret door; {}", listed(secret))]
    NotSecret {
        /// The link.
        link: LinkId,
        /// The links with one that is not discovered.
        secret: Vec<LinkId>,
    },
    /// The secret doors of the link are discovered.
    #[error("link {0} is discovered already")]
    AlreadyDiscovered(LinkId),
    /// No link has a secret door that is not discovered.
    #[error("nothing is left to discover: no link has a secret door that is not discovered")]
    NothingSecret,
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
    /// An archway or a doorway has nothing to shut.
    #[error("door {door} of kind {} always stands open; choose another kind to shut it", kind.name())]
    NoLeaf {
        /// The door.
        door: DoorId,
        /// What it is.
        kind: DoorKind,
    },
    /// What an edit names is not in the dungeon.
    #[error("there is no {what} at {cell} of level {z}")]
    NoSubject {
        /// What it is.
        what: &'static str,
        /// The level.
        z: i32,
        /// Where it should be.
        cell: Cell,
    },
    /// A value is beyond its limits.
    #[error("{field}: {problem}")]
    OutOfLimits {
        /// The field of the edit.
        field: &'static str,
        /// What is wrong, as a clause.
        problem: String,
    },
    /// Something cannot be done to this dungeon.
    #[error("{0}")]
    Impossible(String),
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

/// At most this many links are listed.
const LISTED: usize = 20;

fn listed(secret: &[LinkId]) -> String {
    let names: Vec<_> = secret.iter().take(LISTED).map(LinkId::to_string).collect();
    match (names.as_slice(), secret.len().saturating_sub(LISTED)) {
        ([], _) => "no link has one that is not discovered".to_owned(),
        ([one], _) => format!("only link {one} has one that is not discovered"),
        (some, 0) => format!("links {} have one that is not discovered", some.join(", ")),
        (some, more) => format!("links {} and {more} more have one that is not discovered", some.join(", ")),
    }
}
