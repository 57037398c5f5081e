//! A pinned link.

use serde::{Deserialize, Serialize};
use undercroft_grid::Cell;

use super::{Pin, PinAuthor, PinId, PinnedDoor};
use crate::dungeon::{Corridor, Door, DoorId, Dungeon, Fallback, HiddenDoor, Link, LinkKind};

/// A link between two pinned rooms that is kept with its doors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LinkPin {
    /// Its id.
    pub id: PinId,
    /// The pins of its rooms.
    pub rooms: [PinId; 2],
    /// How they are joined.
    pub kind: PinnedLink,
    /// Who made the pin.
    #[serde(default)]
    pub by: PinAuthor,
}

/// How two rooms are joined: as in the links of a dungeon, with the doors themselves instead of their ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PinnedLink {
    /// By a corridor with a door at each end.
    Corridor(PinnedCorridor),
    /// By a corridor with a secret door at each end.
    Secret(PinnedCorridor),
    /// By one door in a wall that both rooms have; outwards from the first room.
    Shared(PinnedDoor),
    /// By stairs: on the level of each room, in their order, a run of 1 to 3 cells from the cell where the levels meet.
    Stairs([Vec<Cell>; 2]),
}

/// A corridor with its doors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PinnedCorridor {
    /// Its doors, in the order of the rooms.
    pub doors: [PinnedDoor; 2],
    /// The north-west cells of the brush from the first door's approach to the second's.
    pub path: Vec<Cell>,
    /// Its width. [Unit: cells] [Limits: 1..=4]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 4)))]
    pub width: u8,
    /// How many cells it runs straight out from each door.
    pub runway: [u8; 2],
    /// What was given up at each end.
    pub fallback: [Fallback; 2],
    /// Cells that were cut away beside it to make it look natural.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roughened: Vec<Cell>,
}

impl LinkPin {
    /// Whether a link of a dungeon is the same, in its place; doors may have another kind or state. `pins` has those of its
    /// rooms: stairs of other levels may have the same cells.
    pub fn is_at(&self, pins: &[Pin], dungeon: &Dungeon, link: &Link) -> bool {
        let has_level = |id: &PinId| {
            let room = pins.iter().find(|pin| pin.id() == *id).and_then(Pin::z);
            room.is_none_or(|z| link.rooms.iter().any(|&other| dungeon.room(other).z == z))
        };
        self.kind.is_at(dungeon, link) && (link.stairs().is_none() || self.rooms.iter().all(has_level))
    }
}

impl PinnedLink {
    /// A link of a dungeon.
    pub fn of(dungeon: &Dungeon, link: &Link) -> Self {
        let door = |id: DoorId| PinnedDoor::from(dungeon.door(id));
        let corridor = |corridor: &Corridor| {
            let &Corridor { width, runway, fallback, .. } = corridor;
            let (path, roughened) = (corridor.path.clone(), corridor.roughened.clone());
            PinnedCorridor { doors: corridor.doors.map(door), path, width, runway, fallback, roughened }
        };
        match &link.kind {
            LinkKind::Corridor { corridor: carved, .. } => Self::Corridor(corridor(carved)),
            LinkKind::Secret { corridor: carved, .. } => Self::Secret(corridor(carved)),
            LinkKind::Shared { door: id, .. } => Self::Shared(door(*id)),
            LinkKind::Stairs { runs } => Self::Stairs(runs.clone()),
        }
    }

    /// The kind of the link whose doors have these ids.
    pub fn to_kind(&self, ids: &[DoorId]) -> LinkKind {
        let hidden = |secret: bool| if secret { HiddenDoor::Undiscovered } else { HiddenDoor::None };
        let corridor = |carved: &PinnedCorridor| {
            let &PinnedCorridor { width, runway, fallback, .. } = carved;
            let doors = [0, 1].map(|end: usize| ids.get(end).copied().unwrap_or(DoorId(0)));
            Corridor { doors, path: carved.path.clone(), width, runway, fallback, roughened: carved.roughened.clone() }
        };
        match self {
            Self::Corridor(carved) => LinkKind::Corridor {
                corridor: corridor(carved),
                hidden: hidden(carved.doors.iter().any(|door| door.secret)),
            },
            Self::Secret(carved) => LinkKind::Secret {
                corridor: corridor(carved),
                discovered: !carved.doors.iter().any(|door| door.secret),
            },
            Self::Shared(door) => {
                LinkKind::Shared { door: ids.first().copied().unwrap_or(DoorId(0)), hidden: hidden(door.secret) }
            }
            Self::Stairs(runs) => LinkKind::Stairs { runs: runs.clone() },
        }
    }

    /// Its doors, in the order of the rooms.
    pub fn doors(&self) -> &[PinnedDoor] {
        match self {
            Self::Corridor(carved) | Self::Secret(carved) => &carved.doors,
            Self::Shared(door) => std::slice::from_ref(door),
            Self::Stairs(_) => &[],
        }
    }

    /// Its corridor, where it has one.
    pub const fn corridor(&self) -> Option<&PinnedCorridor> {
        match self {
            Self::Corridor(carved) | Self::Secret(carved) => Some(carved),
            Self::Shared(_) | Self::Stairs(_) => None,
        }
    }

    /// Its level, where it has doors.
    pub fn z(&self) -> Option<i32> {
        self.doors().first().map(|door| door.z)
    }

    /// The first cell of its first door or of its stairs.
    pub fn first_cell(&self) -> Option<Cell> {
        match self {
            Self::Stairs(runs) => runs[0].first().copied(),
            other => other.doors().first().and_then(|door| door.cells.first()).copied(),
        }
    }

    /// Every cell of its corridor, without the doors.
    pub fn corridor_cells(&self) -> Vec<Cell> {
        let Some(carved) = self.corridor() else { return Vec::new() };
        let ids = [DoorId(0), DoorId(1)];
        let doors: Vec<Door> =
            carved.doors.iter().zip(ids).map(|(door, id)| door.to_door(id, crate::dungeon::RoomId(0))).collect();
        let kind = self.to_kind(&ids);
        let (LinkKind::Corridor { corridor, .. } | LinkKind::Secret { corridor, .. }) = kind else { return Vec::new() };
        corridor.rects(&doors).flat_map(undercroft_grid::Rect::cells).chain(carved.roughened.iter().copied()).collect()
    }

    /// Whether a link of a dungeon is the same, in its place; doors may have another kind or state. Levels of stairs are not
    /// compared.
    pub fn is_at(&self, dungeon: &Dungeon, link: &Link) -> bool {
        let turned = Self::of(dungeon, link);
        let is_at = |door: &PinnedDoor| link.doors().iter().any(|&id| door.is_at(dungeon.door(id)));
        let same_kind = std::mem::discriminant(self) == std::mem::discriminant(&turned);
        let same_path = match (self.corridor(), turned.corridor()) {
            (Some(a), Some(b)) => {
                let backwards = || a.path.iter().rev().eq(&b.path);
                a.width == b.width && (a.path == b.path || backwards()) && a.roughened == b.roughened
            }
            _ => true,
        };
        let same_stairs = match (self, link.stairs()) {
            (Self::Stairs(a), Some(b)) => a == b || (a[0] == b[1] && a[1] == b[0]),
            _ => true,
        };
        same_kind && same_path && same_stairs && self.doors().iter().all(is_at)
    }
}
