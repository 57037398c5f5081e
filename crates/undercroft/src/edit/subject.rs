//! What an edit is about, by content: ids are positions and move.

use serde::{Deserialize, Serialize};
use undercroft_grid::Cell;

use super::EditError;
use crate::dungeon::{Door, DoorId, Dungeon, LinkId, Room, RoomId, Run, SpawnKind};

/// A room: its level, its first floor cell, and a checksum of its floor.
///
/// ```
/// use undercroft::edit::RoomRef;
///
/// let crypt = undercroft::generate("crypt", 7)?;
/// let room = RoomRef::of(&crypt.rooms[2]);
/// assert_eq!(room.find(&crypt)?, crypt.rooms[2].id);
/// assert!(RoomRef { sum: room.sum ^ 1, ..room }.find(&crypt).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoomRef {
    /// The level.
    pub z: i32,
    /// The first floor cell.
    pub at: Cell,
    /// FNV-1a with 32 bits of the runs.
    pub sum: u32,
}

impl RoomRef {
    /// The reference to a room.
    pub fn of(room: &Room) -> Self {
        let at = room.floor.first().map_or(Cell::new(0, 0), |run| run.start);
        Self { z: room.z, at, sum: floor_sum(&room.floor) }
    }

    /// The room that it names.
    ///
    /// # Errors
    /// When no room is like that.
    pub fn find(self, dungeon: &Dungeon) -> Result<RoomId, EditError> {
        let room = dungeon.rooms.iter().find(|room| Self::of(room) == self).map(|room| room.id);
        room.ok_or(EditError::NoSubject { what: "such room", z: self.z, cell: self.at })
    }
}

/// FNV-1a with 32 bits of runs, each as three little-endian numbers.
fn floor_sum(floor: &[Run]) -> u32 {
    let bytes = floor.iter().flat_map(|run| [run.start.x, run.start.y, run.length]).flat_map(i32::to_le_bytes);
    bytes.fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// A door: its level and one of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DoorRef {
    /// The level.
    pub z: i32,
    /// A cell of it.
    pub cell: Cell,
}

impl DoorRef {
    /// The reference to a door.
    pub fn of(door: &Door) -> Self {
        Self { z: door.z, cell: door.cells.first().copied().unwrap_or(Cell::new(0, 0)) }
    }

    /// The door that it names.
    ///
    /// # Errors
    /// When no door is there.
    pub fn find(self, dungeon: &Dungeon) -> Result<DoorId, EditError> {
        let door = dungeon.doors_on(self.z).find(|door| door.cells.contains(&self.cell)).map(|door| door.id);
        door.ok_or(EditError::NoSubject { what: "door", z: self.z, cell: self.cell })
    }
}

/// A cell of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CellRef {
    /// The level.
    pub z: i32,
    /// The cell.
    pub cell: Cell,
}

/// A link: its level and a cell of one of its doors, or of its stairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LinkRef {
    /// The level.
    pub z: i32,
    /// A cell of a door.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub door: Option<Cell>,
    /// A cell of its stairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stairs: Option<Cell>,
}

impl LinkRef {
    /// The reference to a link; `None` for one without doors and stairs.
    pub fn of(dungeon: &Dungeon, link: &crate::dungeon::Link) -> Option<Self> {
        if let Some(door) = link.doors().first().and_then(|door| dungeon.doors.get(door.index())) {
            let DoorRef { z, cell } = DoorRef::of(door);
            return Some(Self { z, door: Some(cell), stairs: None });
        }
        let room = link.rooms[0];
        let stairs = link.stairs_in(room).first().copied()?;
        Some(Self { z: dungeon.rooms.get(room.index())?.z, door: None, stairs: Some(stairs) })
    }

    /// The link that it names.
    ///
    /// # Errors
    /// When no link has such a door or such stairs.
    pub fn find(self, dungeon: &Dungeon) -> Result<LinkId, EditError> {
        let cell = self.door.or(self.stairs).unwrap_or(Cell::new(0, 0));
        let has_door = |id: &DoorId| {
            let door = dungeon.door(*id);
            door.z == self.z && self.door.is_some_and(|cell| door.cells.contains(&cell))
        };
        let has_stairs = |link: &crate::dungeon::Link| {
            let on_level = |room: &&RoomId| dungeon.room(**room).z == self.z;
            let mut runs = link.rooms.iter().filter(on_level).flat_map(|&room| link.stairs_in(room));
            self.stairs.is_some_and(|cell| runs.any(|&other| other == cell))
        };
        let is_it = |link: &&crate::dungeon::Link| link.doors().iter().any(has_door) || has_stairs(link);
        let link = dungeon.links.iter().find(is_it).map(|link| link.id);
        link.ok_or(EditError::NoSubject { what: "link", z: self.z, cell })
    }
}

/// A feature: its level, its north-west cell and its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FeatureRef {
    /// The level.
    pub z: i32,
    /// Its north-west cell.
    pub cell: Cell,
    /// What it is.
    pub kind: String,
}

impl FeatureRef {
    /// The position of the feature that it names.
    ///
    /// # Errors
    /// When no such feature is there.
    pub fn find(&self, dungeon: &Dungeon) -> Result<u32, EditError> {
        let is_it = |feature: &&crate::dungeon::Feature| {
            (feature.z, feature.cell, &feature.kind) == (self.z, self.cell, &self.kind)
        };
        let feature = dungeon.features.iter().find(is_it).map(|feature| feature.id);
        feature.ok_or(EditError::NoSubject { what: "such feature", z: self.z, cell: self.cell })
    }
}

/// A spawn: its level, its cell and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SpawnRef {
    /// The level.
    pub z: i32,
    /// The cell.
    pub cell: Cell,
    /// What begins there.
    pub kind: SpawnKind,
}

impl SpawnRef {
    /// The position of the spawn that it names.
    ///
    /// # Errors
    /// When no such spawn is there.
    pub fn find(self, dungeon: &Dungeon) -> Result<u32, EditError> {
        let is_it =
            |spawn: &&crate::dungeon::Spawn| (spawn.z, spawn.cell, spawn.kind) == (self.z, self.cell, self.kind);
        let spawn = dungeon.spawns.iter().find(is_it).map(|spawn| spawn.id);
        spawn.ok_or(EditError::NoSubject { what: "such spawn", z: self.z, cell: self.cell })
    }
}
