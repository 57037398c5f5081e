//! Links: the edges of the room graph, with the corridors that make them real.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use undercroft_grid::Cell;

use super::{DoorId, RoomId};

/// The number of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct LinkId(pub u32);

impl LinkId {
    /// Its position in [`Dungeon::links`](super::Dungeon::links).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for LinkId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// How two rooms are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LinkKind {
    /// By a corridor with a door at each end.
    Corridor,
    /// By one door in a wall that both rooms have.
    Shared,
    /// By stairs between two levels.
    Stairs,
    /// By a corridor with a secret door at each end.
    SecretPassage,
}

/// What had to be done at an end of a link because the recipe's runway could not be had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fallback {
    /// Nothing: the runway is as long as the recipe wants it, or the straight corridor is itself the runway.
    #[default]
    None,
    /// A runway of one cell.
    OneCell,
    /// No runway.
    NoRunway,
    /// No runway, and the path may cross itself.
    LastResort,
}

/// An edge of the room graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Link {
    /// Its number, which is also its position in the list.
    pub id: LinkId,
    /// How the rooms are joined.
    pub kind: LinkKind,
    /// The two rooms.
    pub rooms: [RoomId; 2],
    /// Its doors, in the order of the rooms: two for corridors and secret passages, one for a shared wall, none for stairs.
    pub doors: Vec<DoorId>,
    /// The north-west cells of the brush from the first door's approach to the second's; for stairs the one cell they
    /// have on both levels; empty for a shared wall.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Cell>,
    /// Width of the corridor. [Unit: cells] [Limits: 1..=4]
    pub width: u8,
    /// How many cells the corridor runs straight out from each door.
    pub runway: [u8; 2],
    /// What was given up at each end.
    pub fallback: [Fallback; 2],
    /// Cells that were cut away beside the corridor to make it look natural.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roughened: Vec<Cell>,
    /// For secret passages: whether the players know of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discovered: Option<bool>,
    /// For secret passages: the first room's place in the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_coord: Option<[i32; 3]>,
    /// For secret passages: the second room's place in the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_coord: Option<[i32; 3]>,
    /// True for secret passages, so that readers need not know the kinds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_secret_passage: bool,
}

impl Link {
    /// A link one cell wide, without a path.
    pub const fn bare(id: LinkId, kind: LinkKind, rooms: [RoomId; 2], doors: Vec<DoorId>) -> Self {
        Self {
            id,
            kind,
            rooms,
            doors,
            path: Vec::new(),
            width: 1,
            runway: [0; 2],
            fallback: [Fallback::None; 2],
            roughened: Vec::new(),
            discovered: None,
            from_coord: None,
            to_coord: None,
            is_secret_passage: false,
        }
    }

    /// The part of the path where the full brush sweeps: from the end of one runway to the end of the other.
    ///
    /// The path's first `runway[0]` and last `runway[1]` steps are runway, as wide as the door; the last cell of each is
    /// where the brush takes over. A straight corridor whose runways meet has no such part.
    pub fn brush_positions(&self) -> &[Cell] {
        if matches!(self.kind, LinkKind::Stairs | LinkKind::Shared) {
            return &[];
        }
        let [head, tail] = self.runway.map(|runway| usize::from(runway).max(1));
        if head + tail > self.path.len() + 1 { &[] } else { &self.path[head - 1..=self.path.len() - tail] }
    }

    /// Whether the link joins this room to another.
    pub fn touches(&self, room: RoomId) -> bool {
        self.rooms.contains(&room)
    }
}

/// A blind corridor, for those who like them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stub {
    /// The level it lies on.
    pub z: i32,
    /// The north-west cells of the brush, from the corridor it leaves to its blind end.
    pub path: Vec<Cell>,
    /// Its width. [Unit: cells] [Limits: 1..=4]
    pub width: u8,
}
