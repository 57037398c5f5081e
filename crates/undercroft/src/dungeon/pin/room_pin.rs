//! A pinned room.

use serde::{Deserialize, Serialize};
use undercroft_grid::{Cell, Rect};

use super::{PinAuthor, PinId};
use crate::dungeon::{Note, PlacedTemplate, Role, Run, Shape, Socket};

/// A room that is kept: its floor always, other attributes where they are given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoomPin {
    /// Its id.
    pub id: PinId,
    /// The level.
    pub z: i32,
    /// The floor, without alcoves of stairs, row by row.
    pub floor: Vec<Run>,
    /// Whether the ring is kept too: no door but pinned ones is put into it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub walls: bool,
    /// Its number for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The rule by which its floor was laid; without one it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// What people use it for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roles: Option<Vec<Role>>,
    /// The template it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<PlacedTemplate>,
    /// The sockets of that template; whether they are open is not pinned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sockets: Vec<Socket>,
    /// Its place in the plan: x, y (north is up) and z. A plan without that place has it elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<[i32; 3]>,
    /// What there is to tell about it; plain words without references.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<Note>>,
    /// The first floor cell of the room that it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Cell>,
    /// Who made the pin.
    #[serde(default)]
    pub by: PinAuthor,
}

impl RoomPin {
    /// A pin of a floor alone.
    pub const fn new(id: PinId, z: i32, floor: Vec<Run>) -> Self {
        Self {
            id,
            z,
            floor,
            walls: false,
            number: None,
            name: None,
            shape: None,
            purpose: None,
            roles: None,
            template: None,
            sockets: Vec::new(),
            plan: None,
            notes: None,
            from: None,
            by: PinAuthor::User,
        }
    }

    /// Every cell of the floor, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.floor.iter().flat_map(|run| run.cells())
    }

    /// The smallest rectangle round the floor.
    pub fn bounds(&self) -> Rect {
        self.floor.iter().fold(Rect::new(0, 0, 0, 0), |bounds, run| bounds.hull(run.rect()))
    }

    /// Whether the cell is floor of the room.
    pub fn contains(&self, cell: Cell) -> bool {
        self.floor.iter().any(|run| run.rect().contains(cell))
    }

    /// Whether the cell lies in the ring round the floor.
    pub fn has_in_ring(&self, cell: Cell) -> bool {
        !self.contains(cell) && self.floor.iter().any(|run| run.rect().grow(1).contains(cell))
    }
}
