//! Pinned doors and the pinned entrance.

use serde::{Deserialize, Serialize};
use undercroft_grid::{Cell, Dir, Rect};

use super::{PinAuthor, PinId};
use crate::dungeon::{Door, DoorId, DoorKind, DoorState, RoomId};

/// A door as a pin holds it: without id and room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PinnedDoor {
    /// The level.
    pub z: i32,
    /// Its cells, sorted. [Limits: 1 to 4, contiguous in one line]
    pub cells: Vec<Cell>,
    /// Outwards from its room.
    pub normal: Dir,
    /// What hangs in the gap.
    pub kind: DoorKind,
    /// How it stands.
    pub state: DoorState,
    /// Whether it looks like wall until it is found.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

impl From<&Door> for PinnedDoor {
    fn from(door: &Door) -> Self {
        let &Door { z, normal, kind, state, secret, .. } = door;
        Self { z, cells: door.cells.clone(), normal, kind, state, secret }
    }
}

impl PinnedDoor {
    /// The door with an id and a room.
    pub fn to_door(&self, id: DoorId, room: RoomId) -> Door {
        let &Self { z, normal, kind, state, secret, .. } = self;
        Door { id, z, room: Some(room), cells: self.cells.clone(), normal, kind, state, secret }
    }

    /// The smallest rectangle round its cells.
    pub fn bounds(&self) -> Rect {
        Rect::around(self.cells.iter().copied()).unwrap_or(Rect::new(0, 0, 0, 0))
    }

    /// Whether the door is in the same place.
    pub fn is_at(&self, door: &Door) -> bool {
        self.z == door.z && self.cells == door.cells
    }

    /// Whether the door is the same, in its place.
    pub fn is_same(&self, door: &Door) -> bool {
        self.is_at(door)
            && (self.kind, self.state, self.secret) == (door.kind, door.state, door.secret)
            && (self.normal == door.normal || self.normal == door.normal.opposite())
    }
}

/// A door of a pinned room that is kept, wherever it leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DoorPin {
    /// Its id.
    pub id: PinId,
    /// The pin of the room in whose ring it lies.
    pub room: PinId,
    /// The level.
    pub z: i32,
    /// Its cells, sorted. [Limits: 1 to 4, contiguous in one line]
    pub cells: Vec<Cell>,
    /// Outwards from the room.
    pub normal: Dir,
    /// What hangs in the gap.
    pub kind: DoorKind,
    /// How it stands.
    pub state: DoorState,
    /// Whether it looks like wall until it is found.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// Who made the pin.
    #[serde(default)]
    pub by: PinAuthor,
}

impl DoorPin {
    /// The pin of a door.
    pub fn new(id: PinId, room: PinId, door: &Door) -> Self {
        let PinnedDoor { z, cells, normal, kind, state, secret } = PinnedDoor::from(door);
        Self { id, room, z, cells, normal, kind, state, secret, by: PinAuthor::User }
    }

    /// The door.
    pub fn door(&self) -> PinnedDoor {
        let &Self { z, normal, kind, state, secret, .. } = self;
        PinnedDoor { z, cells: self.cells.clone(), normal, kind, state, secret }
    }
}

/// The entrance that is kept: a door of a pinned room that leads out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EntrancePin {
    /// Its id.
    pub id: PinId,
    /// The pin of the entrance room.
    pub room: PinId,
    /// The level.
    pub z: i32,
    /// The cells of the door, sorted. [Limits: 1 to 4, contiguous in one line]
    pub cells: Vec<Cell>,
    /// Outwards from the room.
    pub normal: Dir,
    /// What hangs in the gap.
    pub kind: DoorKind,
    /// How it stands.
    pub state: DoorState,
    /// How many cells of corridor lie before it.
    pub runway: u8,
    /// Who made the pin.
    #[serde(default)]
    pub by: PinAuthor,
}

impl EntrancePin {
    /// The door.
    pub fn door(&self) -> PinnedDoor {
        let &Self { z, normal, kind, state, .. } = self;
        PinnedDoor { z, cells: self.cells.clone(), normal, kind, state, secret: false }
    }
}
