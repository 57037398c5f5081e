//! Pinned features, spawns, names and stages.

use serde::{Deserialize, Serialize};
use undercroft_grid::{Cell, Rect};

use super::{PinAuthor, PinId};
use crate::dungeon::{Feature, FeatureLight, Mount, RoomId, Spawn, SpawnKind};
use crate::fraction::Fraction;

/// A feature that is kept. Its room follows from its cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own in the file")]
pub struct FeaturePin {
    /// Its id.
    pub id: PinId,
    /// What it is, such as `sarcophagus`.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 40)))]
    pub kind: String,
    /// The level.
    pub z: i32,
    /// Its north-west cell.
    pub cell: Cell,
    /// Width and height after turning. [Unit: cells] [Limits: 1..=6]
    pub size: [i32; 2],
    /// Quarter turns clockwise. [Limits: 0..=3]
    #[cfg_attr(feature = "schema", schemars(range(max = 3)))]
    pub turn: u8,
    /// Whether it stops bodies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blocks: bool,
    /// Whether it stops sight.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opaque: bool,
    /// Whether visitors do not see it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// Whether it lies flat on the floor.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flat: bool,
    /// Where it is fixed.
    #[serde(default)]
    pub mount: Mount,
    /// Its light.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<FeatureLight>,
    /// Who made the pin.
    #[serde(default)]
    pub by: PinAuthor,
}

impl FeaturePin {
    /// The pin of a feature.
    pub fn new(id: PinId, feature: &Feature) -> Self {
        let &Feature { z, cell, size, turn, blocks, opaque, secret, flat, mount, light, .. } = feature;
        let (kind, by) = (feature.kind.clone(), PinAuthor::User);
        Self { id, kind, z, cell, size, turn, blocks, opaque, secret, flat, mount, light, by }
    }

    /// The feature with an id and a room.
    pub fn to_feature(&self, id: u32, room: Option<RoomId>) -> Feature {
        let &Self { z, cell, size, turn, blocks, opaque, secret, flat, mount, light, .. } = self;
        let kind = self.kind.clone();
        Feature { id, kind, z, cell, size, turn, room, blocks, opaque, secret, flat, mount, light, spawn: None }
    }

    /// The cells that it covers.
    pub const fn rect(&self) -> Rect {
        Rect::at(self.cell, self.size[0], self.size[1])
    }

    /// Whether it stands or lies on the floor.
    pub fn is_on_floor(&self) -> bool {
        self.mount == Mount::Floor
    }

    /// A floor cell of the room or corridor that it belongs to: its own, or the one before it where it is in a wall.
    pub fn floor_cell(&self) -> Cell {
        if self.is_on_floor() {
            return self.cell;
        }
        let front = self.to_feature(0, None).front().delta();
        Cell::new(self.cell.x.saturating_add(front.x), self.cell.y.saturating_add(front.y))
    }

    /// Whether a feature is this one, in its place.
    pub fn is_at(&self, feature: &Feature) -> bool {
        (self.z, self.cell, self.kind.as_str()) == (feature.z, feature.cell, feature.kind.as_str())
    }

    /// Whether a feature is this one with all its attributes.
    pub fn is_same(&self, feature: &Feature) -> bool {
        let known = Self::new(self.id, feature);
        Self { by: self.by, ..known } == *self
    }
}

/// A spawn that is kept. Its room follows from its cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SpawnPin {
    /// Its id.
    pub id: PinId,
    /// What begins here.
    pub kind: SpawnKind,
    /// The level.
    pub z: i32,
    /// The cell.
    pub cell: Cell,
    /// How hard or how precious it should be.
    pub difficulty: Fraction,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Who made the pin.
    #[serde(default)]
    pub by: PinAuthor,
}

impl SpawnPin {
    /// The pin of a spawn.
    pub fn new(id: PinId, spawn: &Spawn) -> Self {
        let &Spawn { kind, z, cell, difficulty, .. } = spawn;
        Self { id, kind, z, cell, difficulty, name: spawn.name.clone(), by: PinAuthor::User }
    }

    /// The spawn with an id and a room.
    pub fn to_spawn(&self, id: u32, room: RoomId) -> Spawn {
        let &Self { kind, z, cell, difficulty, .. } = self;
        Spawn { id, kind, z, cell, room, group: None, difficulty, name: self.name.clone() }
    }

    /// Whether a spawn is this one, in its place.
    pub fn is_at(&self, spawn: &Spawn) -> bool {
        (self.z, self.cell, self.kind) == (spawn.z, spawn.cell, spawn.kind)
    }
}

/// The name of the dungeon, kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NamePin {
    /// Its id.
    pub id: PinId,
    /// The name.
    pub name: String,
    /// Who made the pin.
    #[serde(default)]
    pub by: PinAuthor,
}

/// The number of a stage, kept when the seed changes, with those of all earlier stages. It promises equal chance, not
/// equal cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StagePin {
    /// Its id.
    pub id: PinId,
    /// The stage: plan, place, route, doors, ground, stock or name.
    pub stage: String,
    /// Who made the pin.
    #[serde(default)]
    pub by: PinAuthor,
}
