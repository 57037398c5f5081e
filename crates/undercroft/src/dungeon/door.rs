//! Doors and the entrance.

use serde::{Deserialize, Serialize};
use undercroft_grid::{Cell, Dir, Rect};

use super::RoomId;

/// The number of a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct DoorId(pub u32);

impl DoorId {
    /// Its position in [`Dungeon::doors`](super::Dungeon::doors).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for DoorId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What hangs in the gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum DoorKind {
    /// A leaf that opens and shuts.
    Door,
    /// Nothing but a frame: always open.
    Archway,
    /// A grating: shut, but seen through.
    Portcullis,
    /// A door barred from one side.
    Barred,
    /// Nothing, without even a frame: a gap in the wall, always open.
    Doorway,
}

impl DoorKind {
    /// All kinds, in the order of the documentation.
    pub const ALL: [Self; 5] = [Self::Door, Self::Archway, Self::Portcullis, Self::Barred, Self::Doorway];

    /// Its name in dungeon JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Door => "door",
            Self::Archway => "archway",
            Self::Portcullis => "portcullis",
            Self::Barred => "barred",
            Self::Doorway => "doorway",
        }
    }

    /// Whether something hangs in the gap that can be shut.
    pub const fn has_leaf(self) -> bool {
        !matches!(self, Self::Archway | Self::Doorway)
    }
}

/// How a door stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DoorState {
    /// Nothing is in the way.
    Open,
    /// Shut; anyone can open it.
    Closed,
    /// Shut; a key is needed, or strength.
    Locked,
}

/// A door: 1 to 4 contiguous cells of one straight wall.
///
/// ```
/// let crypt = undercroft::generate("crypt", 7)?;
/// let shut = crypt.doors.iter().filter(|door| !door.is_passable()).count();
/// assert!(shut < crypt.doors.len());
/// assert!(crypt.doors.iter().all(|door| (1..=4).contains(&door.cells.len())));
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// Its number, which is also its position in the list.
    pub id: DoorId,
    /// The level it lies on.
    pub z: i32,
    /// The room in whose ring it lies; of two rooms that share the wall, the lower id. `None` on maps without rooms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
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
}

impl Door {
    /// The smallest rectangle round its cells.
    pub fn bounds(&self) -> Rect {
        Rect::around(self.cells.iter().copied()).unwrap_or(Rect::new(0, 0, 0, 0))
    }

    /// The cells up to `length` steps straight out from the door, at the door's width.
    pub fn runway_rect(&self, length: i32) -> Rect {
        let Rect { left, top, right, bottom } = self.bounds();
        match self.normal {
            Dir::North => Rect::new(left, top - length, right, top),
            Dir::East => Rect::new(right, top, right + length, bottom),
            Dir::South => Rect::new(left, bottom, right, bottom + length),
            Dir::West => Rect::new(left - length, top, left, bottom),
        }
    }

    /// Whether a visitor who has found it can walk through it as it stands.
    pub const fn is_passable(&self) -> bool {
        match self.kind {
            DoorKind::Archway | DoorKind::Doorway => true,
            DoorKind::Door => !matches!(self.state, DoorState::Locked),
            DoorKind::Portcullis | DoorKind::Barred => matches!(self.state, DoorState::Open),
        }
    }

    /// Whether one can see through it as it stands.
    pub const fn is_transparent(&self) -> bool {
        !self.kind.has_leaf() || matches!(self.kind, DoorKind::Portcullis) || matches!(self.state, DoorState::Open)
    }
}

/// Where the visitor comes in: a door of the entrance room without a room on its far side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Entrance {
    /// The entrance room.
    pub room: RoomId,
    /// The door that leads out.
    pub door: DoorId,
    /// How many cells of corridor lie before it; the last ones end blind.
    pub runway: u8,
    /// Whether the last cells of the runway are open to the outside, so that a drawing closes them with no wall.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open_end: bool,
}
