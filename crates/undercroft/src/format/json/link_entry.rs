//! A link as version 2 writes it: its kind is an object with one key, which holds what that kind has.

use serde::{Deserialize, Serialize};
use undercroft_grid::Cell;

use crate::dungeon::{Corridor, DoorId, Fallback, HiddenDoor, Link, LinkId, LinkKind, RoomId};

/// An edge of the room graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Link"))]
#[serde(deny_unknown_fields)]
pub struct LinkEntry {
    /// Its position in the list.
    pub id: LinkId,
    /// The two rooms.
    pub rooms: [RoomId; 2],
    /// How the rooms are joined.
    pub kind: LinkEntryKind,
}

/// How two rooms are joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LinkKind"))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LinkEntryKind {
    /// By a corridor with a door at each end.
    Corridor(CorridorEntry),
    /// By one door in a wall that both rooms have.
    Shared(SharedEntry),
    /// By stairs between two levels.
    Stairs(StairsEntry),
    /// By a corridor with a secret door at each end.
    Secret(SecretEntry),
}

/// A corridor with a door at each end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Corridor"))]
#[serde(deny_unknown_fields)]
pub struct CorridorEntry {
    /// Its doors, in the order of the rooms.
    pub doors: [DoorId; 2],
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
    /// Whether a door of it is secret.
    #[serde(default, skip_serializing_if = "is_open")]
    pub hidden: HiddenDoor,
}

/// A door in a wall that both rooms have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "SharedWall"))]
#[serde(deny_unknown_fields)]
pub struct SharedEntry {
    /// The door.
    pub door: DoorId,
    /// Whether the door is secret.
    #[serde(default, skip_serializing_if = "is_open")]
    pub hidden: HiddenDoor,
}

/// Stairs between two levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Stairs"))]
#[serde(deny_unknown_fields)]
pub struct StairsEntry {
    /// On the level of each room, in the order of the rooms, a straight run of 1 to 3 cells from the cell where the
    /// levels meet, which is the first of both.
    #[cfg_attr(feature = "schema", schemars(inner(length(min = 1, max = 3))))]
    pub runs: [Vec<Cell>; 2],
}

/// A secret passage: a corridor with a secret door at each end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "SecretPassage"))]
#[serde(deny_unknown_fields)]
pub struct SecretEntry {
    /// Its doors, in the order of the rooms.
    pub doors: [DoorId; 2],
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
    /// Whether the players have found it.
    pub discovered: bool,
}

impl LinkEntry {
    /// The link, whose references are not yet checked.
    pub(super) fn into_link(self) -> Link {
        let kind = match self.kind {
            LinkEntryKind::Corridor(CorridorEntry { doors, path, width, runway, fallback, roughened, hidden }) => {
                LinkKind::Corridor { corridor: Corridor { doors, path, width, runway, fallback, roughened }, hidden }
            }
            LinkEntryKind::Shared(SharedEntry { door, hidden }) => LinkKind::Shared { door, hidden },
            LinkEntryKind::Stairs(StairsEntry { runs }) => LinkKind::Stairs { runs },
            LinkEntryKind::Secret(SecretEntry { doors, path, width, runway, fallback, roughened, discovered }) => {
                LinkKind::Secret { corridor: Corridor { doors, path, width, runway, fallback, roughened }, discovered }
            }
        };
        Link::new(self.id, self.rooms, kind)
    }
}

impl From<&Link> for LinkEntry {
    fn from(link: &Link) -> Self {
        let kind = match link.kind.clone() {
            LinkKind::Corridor { corridor, hidden } => {
                let Corridor { doors, path, width, runway, fallback, roughened } = corridor;
                LinkEntryKind::Corridor(CorridorEntry { doors, path, width, runway, fallback, roughened, hidden })
            }
            LinkKind::Shared { door, hidden } => LinkEntryKind::Shared(SharedEntry { door, hidden }),
            LinkKind::Stairs { runs } => LinkEntryKind::Stairs(StairsEntry { runs }),
            LinkKind::Secret { corridor, discovered } => {
                let Corridor { doors, path, width, runway, fallback, roughened } = corridor;
                LinkEntryKind::Secret(SecretEntry { doors, path, width, runway, fallback, roughened, discovered })
            }
        };
        Self { id: link.id, rooms: link.rooms, kind }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_open(hidden: &HiddenDoor) -> bool {
    *hidden == HiddenDoor::None
}
