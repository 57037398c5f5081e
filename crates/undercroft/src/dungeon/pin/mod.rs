//! Pins: what a new roll of a dungeon keeps.
//!
//! A pin carries its content, never an index into a dungeon: recipe, seed and pins alone give the same bytes again.

mod cells_pin;
mod content_pin;
mod door_pin;
mod link_pin;
mod room_pin;

pub use cells_pin::{CellsPin, PinnedCell};
pub use content_pin::{FeaturePin, NamePin, SpawnPin, StagePin};
pub use door_pin::{DoorPin, EntrancePin, PinnedDoor};
pub use link_pin::{LinkPin, PinnedCorridor, PinnedLink};
pub use room_pin::RoomPin;

use serde::{Deserialize, Serialize};
use undercroft_grid::Cell;

/// The most pins of a dungeon: as many as the largest presets have rooms, links and doors, and few enough that a roll
/// stays a matter of seconds.
pub const MAX_PINS: usize = 4_096;

/// The id of a pin. Ids are given once for each document and never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PinId(pub u32);

impl std::fmt::Display for PinId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Who made a pin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PinAuthor {
    /// A command that pins.
    #[default]
    User,
    /// An edit, which pins what it makes.
    Hand,
}

/// Something that a new roll keeps.
///
/// ```
/// use undercroft::dungeon::{Pin, PinId, RoomPin, Run};
/// use undercroft::grid::{Cell, Rect};
///
/// let pin = Pin::Room(RoomPin::new(PinId(1), 0, Run::of_rect(Rect::new(4, 6, 9, 9))));
/// assert_eq!((pin.id(), pin.z(), pin.first_cell()), (PinId(1), Some(0), Some(Cell::new(4, 6))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "pin", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Pin {
    /// A room.
    Room(RoomPin),
    /// A link between two pinned rooms.
    Link(LinkPin),
    /// A door of a pinned room.
    Door(DoorPin),
    /// Single cells and what lies on them.
    Cells(CellsPin),
    /// A feature.
    Feature(FeaturePin),
    /// A spawn.
    Spawn(SpawnPin),
    /// Where the visitor comes in.
    Entrance(EntrancePin),
    /// The name of the dungeon.
    Name(NamePin),
    /// The number of a stage, and of all stages before it.
    Stage(StagePin),
}

impl Pin {
    /// Its id.
    pub const fn id(&self) -> PinId {
        match self {
            Self::Room(pin) => pin.id,
            Self::Link(pin) => pin.id,
            Self::Door(pin) => pin.id,
            Self::Cells(pin) => pin.id,
            Self::Feature(pin) => pin.id,
            Self::Spawn(pin) => pin.id,
            Self::Entrance(pin) => pin.id,
            Self::Name(pin) => pin.id,
            Self::Stage(pin) => pin.id,
        }
    }

    /// Its id, to be given.
    pub const fn id_mut(&mut self) -> &mut PinId {
        match self {
            Self::Room(pin) => &mut pin.id,
            Self::Link(pin) => &mut pin.id,
            Self::Door(pin) => &mut pin.id,
            Self::Cells(pin) => &mut pin.id,
            Self::Feature(pin) => &mut pin.id,
            Self::Spawn(pin) => &mut pin.id,
            Self::Entrance(pin) => &mut pin.id,
            Self::Name(pin) => &mut pin.id,
            Self::Stage(pin) => &mut pin.id,
        }
    }

    /// Who made it.
    pub const fn author(&self) -> PinAuthor {
        match self {
            Self::Room(pin) => pin.by,
            Self::Link(pin) => pin.by,
            Self::Door(pin) => pin.by,
            Self::Cells(pin) => pin.by,
            Self::Feature(pin) => pin.by,
            Self::Spawn(pin) => pin.by,
            Self::Entrance(pin) => pin.by,
            Self::Name(pin) => pin.by,
            Self::Stage(pin) => pin.by,
        }
    }

    /// The same pin of another author.
    #[must_use]
    pub fn made_by(mut self, author: PinAuthor) -> Self {
        match &mut self {
            Self::Room(pin) => pin.by = author,
            Self::Link(pin) => pin.by = author,
            Self::Door(pin) => pin.by = author,
            Self::Cells(pin) => pin.by = author,
            Self::Feature(pin) => pin.by = author,
            Self::Spawn(pin) => pin.by = author,
            Self::Entrance(pin) => pin.by = author,
            Self::Name(pin) => pin.by = author,
            Self::Stage(pin) => pin.by = author,
        }
        self
    }

    /// The word of its kind in files.
    pub const fn kind_name(&self) -> &'static str {
        match self {
            Self::Room(_) => "room",
            Self::Link(_) => "link",
            Self::Door(_) => "door",
            Self::Cells(_) => "cells",
            Self::Feature(_) => "feature",
            Self::Spawn(_) => "spawn",
            Self::Entrance(_) => "entrance",
            Self::Name(_) => "name",
            Self::Stage(_) => "stage",
        }
    }

    /// The level that it is on; of stairs that of the first room's run. `None` for a name or a stage.
    pub fn z(&self) -> Option<i32> {
        match self {
            Self::Room(pin) => Some(pin.z),
            Self::Link(pin) => pin.kind.z(),
            Self::Door(pin) => Some(pin.z),
            Self::Cells(pin) => Some(pin.z),
            Self::Feature(pin) => Some(pin.z),
            Self::Spawn(pin) => Some(pin.z),
            Self::Entrance(pin) => Some(pin.z),
            Self::Name(_) | Self::Stage(_) => None,
        }
    }

    /// Its first cell, row by row.
    pub fn first_cell(&self) -> Option<Cell> {
        match self {
            Self::Room(pin) => pin.floor.first().map(|run| run.start),
            Self::Link(pin) => pin.kind.first_cell(),
            Self::Door(pin) => pin.cells.first().copied(),
            Self::Cells(pin) => Some(pin.at),
            Self::Feature(pin) => Some(pin.cell),
            Self::Spawn(pin) => Some(pin.cell),
            Self::Entrance(pin) => pin.cells.first().copied(),
            Self::Name(_) | Self::Stage(_) => None,
        }
    }

    /// The room pins that it needs.
    pub fn needs(&self) -> Vec<PinId> {
        match self {
            Self::Link(pin) => pin.rooms.to_vec(),
            Self::Door(pin) => vec![pin.room],
            Self::Entrance(pin) => vec![pin.room],
            _ => Vec::new(),
        }
    }

    /// The same, and for a feature or a spawn the pin of the room whose floor it is on.
    ///
    /// ```
    /// use undercroft::pin::PinMaker;
    ///
    /// let crypt = undercroft::generate("crypt", 4)?;
    /// let mut maker = PinMaker::new(&crypt);
    /// maker.pin_feature(0);
    /// let pins = maker.finish();
    /// assert_eq!(pins.iter().map(|pin| pin.kind_name()).collect::<Vec<_>>(), ["room", "feature"]);
    /// assert_eq!(pins[1].needed_rooms(&pins), [pins[0].id()]);
    /// # Ok::<(), undercroft::Error>(())
    /// ```
    pub fn needed_rooms(&self, pins: &[Self]) -> Vec<PinId> {
        let (z, cell) = match self {
            Self::Feature(pin) => (pin.z, pin.floor_cell()),
            Self::Spawn(pin) => (pin.z, pin.cell),
            _ => return self.needs(),
        };
        // Pins that were read from a file may have numbers whose sums do not fit.
        let has_cell = |run: &crate::dungeon::Run| {
            let from_start = i64::from(cell.x) - i64::from(run.start.x);
            run.start.y == cell.y && (0..i64::from(run.length)).contains(&from_start)
        };
        let has_floor = |pin: &&Self| matches!(pin, Self::Room(room) if room.z == z && room.floor.iter().any(has_cell));
        pins.iter().filter(has_floor).map(Self::id).collect()
    }

    /// By what pins are sorted: kind, level, first cell row by row, id.
    pub fn order_key(&self) -> impl Ord + use<> {
        let rank = match self {
            Self::Room(_) => 0,
            Self::Link(_) => 1,
            Self::Door(_) => 2,
            Self::Cells(_) => 3,
            Self::Feature(_) => 4,
            Self::Spawn(_) => 5,
            Self::Entrance(_) => 6,
            Self::Name(_) => 7,
            Self::Stage(_) => 8,
        };
        (rank, self.z(), self.first_cell(), self.id())
    }
}

impl crate::dungeon::Dungeon {
    /// The rooms that have the floor of a room pin, with their pins.
    pub fn pinned_rooms(&self) -> Vec<(crate::dungeon::RoomId, &RoomPin)> {
        if self.provenance.pins.is_empty() {
            return Vec::new();
        }
        let alcoves = crate::dungeon::StairAlcoves::new(self);
        let pins =
            self.provenance.pins.iter().filter_map(|pin| if let Pin::Room(pin) = pin { Some(pin) } else { None });
        let room = |pin: &&RoomPin| {
            let is_same = |room: &&crate::dungeon::Room| {
                room.z == pin.z && (room.floor == pin.floor || *alcoves.floor_without(room) == *pin.floor)
            };
            self.rooms.iter().find(is_same).map(|room| room.id)
        };
        pins.filter_map(|pin| Some((room(&pin)?, pin))).collect()
    }
}
