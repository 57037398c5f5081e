//! Edits as data: what a person does to a dungeon, in terms of its content.

use serde::{Deserialize, Serialize};
use undercroft_grid::Cell;

use super::clip::Clip;
use super::floor_shape::FloorShape;
use super::subject::{CellRef, DoorRef, FeatureRef, LinkRef, RoomRef, SpawnRef};
use crate::dungeon::{DoorKind, DoorState, FeaturePin, PinId, Role, Run, SpawnPin};

/// What cells are painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PaintTo {
    /// Solid rock.
    Rock,
    /// The wall of a room.
    Wall,
    /// The floor of a room.
    Floor,
}

/// What a name is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Naming {
    /// The dungeon.
    Dungeon,
    /// A room.
    Room(RoomRef),
}

/// Where a key lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum KeyPlace {
    /// Somewhere in a room.
    Room(RoomRef),
    /// On a cell of a room.
    Cell(CellRef),
}

/// What should be different about a door; `None` stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DoorSetting {
    /// What hangs in the gap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<DoorKind>,
    /// How it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<DoorState>,
    /// Whether it looks like wall to those who do not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<bool>,
}

/// What to pin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PinWhat {
    /// A room.
    Room(RoomRef),
    /// A link with its doors and rooms.
    Link(LinkRef),
    /// A door with its room, or the entrance.
    Door(DoorRef),
    /// A feature with its room, or the link whose corridor it is in.
    Feature(FeatureRef),
    /// A spawn with its room.
    Spawn(SpawnRef),
    /// The entrance with its room.
    Entrance,
    /// The name of the dungeon.
    Name,
    /// The number of a stage.
    Stage(String),
}

/// One change by hand. Edits name things by content, so that a log of them can be applied to a dungeon that was made again.
///
/// ```
/// use undercroft::edit::{Edit, FloorShape, apply};
/// use undercroft::grid::Rect;
///
/// let crypt = undercroft::generate("crypt", 7)?;
/// let text = r#"{"edit": "name", "of": "dungeon", "text": "The old mill"}"#;
/// let edit: Edit = serde_json::from_str(text)?;
/// let applied = apply(&crypt, &edit, u64::MAX)?;
/// assert_eq!(applied.dungeon.name, "The old mill");
/// assert_eq!(applied.new_pins.len(), 1, "edits pin what they make");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "edit", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Edit {
    /// Draws a room.
    AddRoom {
        /// The level.
        z: i32,
        /// Its floor.
        shape: FloorShape,
    },
    /// Moves a room; its links are rerouted.
    MoveRoom {
        /// The room.
        room: RoomRef,
        /// By how many cells, x and y.
        by: Cell,
    },
    /// Gives a room another floor.
    ResizeRoom {
        /// The room.
        room: RoomRef,
        /// Its new floor.
        shape: FloorShape,
    },
    /// Deletes a room with its links.
    DeleteRoom {
        /// The room.
        room: RoomRef,
    },
    /// Makes one room of several that touch; the one with the lowest number stays.
    MergeRooms {
        /// The rooms.
        rooms: Vec<RoomRef>,
    },
    /// Changes a door.
    SetDoor {
        /// The door.
        door: DoorRef,
        /// What should be different.
        to: DoorSetting,
    },
    /// Deletes a door with its link.
    DeleteDoor {
        /// The door.
        door: DoorRef,
    },
    /// Puts a door into the wall of a room. Between two rooms it is a link; with rock behind it, a corridor is routed to the
    /// nearest room on that side.
    AddDoor {
        /// The level.
        z: i32,
        /// Its cells, 1 to 4 side by side.
        cells: Vec<Cell>,
        /// What hangs in the gap.
        #[serde(default = "plain_door")]
        kind: DoorKind,
        /// How it stands; closed without it, and open where nothing can be shut.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<DoorState>,
        /// Whether it looks like wall to those who do not know.
        #[serde(default)]
        secret: bool,
    },
    /// Makes a door the entrance; its link goes, and so does the entrance that was. Where no door is, one is opened.
    Entrance {
        /// The door, or a cell of a wall.
        door: DoorRef,
    },
    /// Makes rooms, passages and links of floor on a map that has none, as far as it hangs together with a cell.
    Adopt {
        /// The level.
        z: i32,
        /// A cell of the floor.
        cell: Cell,
    },
    /// Gives the map another size. What is on it moves, and nothing may be cut off.
    ResizeMap {
        /// The new width.
        w: i32,
        /// The new height.
        h: i32,
        /// How far everything moves to the east.
        #[serde(default)]
        dx: i32,
        /// How far everything moves to the south.
        #[serde(default)]
        dy: i32,
    },
    /// Draws rooms, their links, ground and contents that were copied.
    Paste {
        /// The level.
        z: i32,
        /// Where the north-west corner of the clip goes.
        at: Cell,
        /// Quarter turns clockwise. [Limits: 0..=3]
        #[serde(default)]
        turn: u8,
        /// Whether it is mirrored, west to east, before it is turned.
        #[serde(default)]
        mirror: bool,
        /// What is drawn.
        clip: Clip,
    },
    /// Joins two rooms by a corridor.
    AddLink {
        /// One room.
        from: RoomRef,
        /// The other one.
        to: RoomRef,
        /// Its width, 1 to 4 cells; that of the recipe without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        width: Option<u8>,
        /// Whether it is a secret passage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secret: bool,
    },
    /// Finds another path for a link.
    Reroute {
        /// The link.
        link: LinkRef,
    },
    /// Deletes a link with its doors.
    DeleteLink {
        /// The link.
        link: LinkRef,
    },
    /// Paints cells. Floor becomes a room, or extends the one it touches; rock and wall cut into a room.
    Paint {
        /// The level.
        z: i32,
        /// With what.
        to: PaintTo,
        /// The cells.
        runs: Vec<Run>,
    },
    /// Makes cells solid or free as they are, without making rooms of them: a stroke over a map whose rooms do not matter.
    /// Doors and stairs stay.
    SetCells {
        /// The level.
        z: i32,
        /// Solid or free.
        solid: bool,
        /// The cells.
        runs: Vec<Run>,
    },
    /// Marks a secret link as discovered; all of them without one.
    Discover {
        /// The link.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<LinkRef>,
    },
    /// Lays water, rubble or other ground, by its glyph in documents.
    Ground {
        /// The level.
        z: i32,
        /// The glyph: space bare, `~` shallow, `w` deep, `:` chasm, `%` rubble, `;` grass, `=` bridge.
        to: char,
        /// The cells.
        runs: Vec<Run>,
    },
    /// Clears cells: rooms, corridors and contents in them are gone, and other rooms lose them.
    DeleteArea {
        /// The level.
        z: i32,
        /// The cells.
        runs: Vec<Run>,
    },
    /// Joins rooms of two levels by stairs.
    Stairs {
        /// One room.
        from: RoomRef,
        /// The other one.
        to: RoomRef,
    },
    /// Locks a door and puts its key into a room.
    Lock {
        /// The door.
        door: DoorRef,
        /// The room of the key, or its cell.
        key: KeyPlace,
    },
    /// Unlocks a door; its key is gone.
    Unlock {
        /// The door.
        door: DoorRef,
    },
    /// Names a room or the dungeon.
    Name {
        /// What is named.
        of: Naming,
        /// The name.
        text: String,
    },
    /// Gives a room a number.
    Number {
        /// The room.
        room: RoomRef,
        /// The number, from 1.
        n: u32,
    },
    /// Numbers all rooms again in walking order.
    Renumber {},
    /// Tells what a room is used for.
    Purpose {
        /// The room.
        room: RoomRef,
        /// What for; empty for nothing.
        text: String,
    },
    /// Writes a note of a room.
    Note {
        /// The room.
        room: RoomRef,
        /// The note to replace; a new one without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        index: Option<usize>,
        /// The words; empty to delete the note.
        text: String,
        /// Whether players must not read it.
        #[serde(default)]
        secret: bool,
    },
    /// Gives or takes a role.
    Role {
        /// The room.
        room: RoomRef,
        /// The role.
        role: Role,
        /// Whether the room has it.
        on: bool,
    },
    /// Puts a feature. The id in it is ignored.
    AddFeature {
        /// The feature.
        feature: FeaturePin,
    },
    /// Moves a feature.
    MoveFeature {
        /// The feature.
        feature: FeatureRef,
        /// By how many cells.
        by: Cell,
    },
    /// Replaces a feature. The id in it is ignored.
    SetFeature {
        /// The feature.
        feature: FeatureRef,
        /// What it is then.
        to: FeaturePin,
    },
    /// Deletes a feature.
    DeleteFeature {
        /// The feature.
        feature: FeatureRef,
    },
    /// Puts a spawn. The id in it is ignored.
    AddSpawn {
        /// The spawn.
        spawn: SpawnPin,
    },
    /// Moves a spawn.
    MoveSpawn {
        /// The spawn.
        spawn: SpawnRef,
        /// By how many cells.
        by: Cell,
    },
    /// Replaces a spawn. The id in it is ignored.
    SetSpawn {
        /// The spawn.
        spawn: SpawnRef,
        /// What it is then.
        to: SpawnPin,
    },
    /// Deletes a spawn.
    DeleteSpawn {
        /// The spawn.
        spawn: SpawnRef,
    },
    /// Pins something as it is.
    Pin {
        /// What.
        what: PinWhat,
    },
    /// Takes pins away.
    Unpin {
        /// Their ids.
        ids: Vec<PinId>,
    },
}

const fn plain_door() -> DoorKind {
    DoorKind::Door
}

impl Edit {
    /// Its name in files.
    pub fn kind_name(&self) -> String {
        // Through its text: the writer of texts is there, that of values would be compiled for this alone.
        let text = serde_json::to_string(self).unwrap_or_default();
        let value: Option<serde_json::Value> = serde_json::from_str(&text).ok();
        value.and_then(|value| value["edit"].as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Whether pins hold what it makes, so that a new roll keeps it without applying the edit again.
    pub const fn is_held_by_pins(&self) -> bool {
        !matches!(
            self,
            Self::DeleteRoom { .. }
                | Self::DeleteDoor { .. }
                | Self::DeleteLink { .. }
                | Self::DeleteFeature { .. }
                | Self::DeleteSpawn { .. }
                | Self::DeleteArea { .. }
                | Self::Unlock { .. }
                | Self::Renumber {}
                | Self::SetCells { .. }
                | Self::Discover { .. }
        )
    }

    /// Whether it changes more than pins.
    pub const fn changes_map(&self) -> bool {
        !matches!(self, Self::Pin { .. } | Self::Unpin { .. })
    }
}
