//! Recipes: what a dungeon should be like.
//!
//! A text becomes a [`RecipeFile`] (keys checked, positions kept). Presets and overrides are overlaid there, and
//! [`RecipeFile::check`] makes a [`Recipe`] whose values every stage can trust. Keys, limits, defaults and explanations of
//! all fields are in one table, [`FIELDS`].

mod attach;
mod attachment;
mod build;
mod category;
mod error;
mod fields;
mod file;
mod house_fields;
mod map_size;
mod mask;
mod method;
mod origin;
mod own_files;
mod passage_fields;
mod plan_fields;
mod plan_shape;
mod preset;
mod renamed;
mod room_fields;
mod stock_fields;
mod stock_spec;
mod template_tags;
mod values;

pub(crate) use attach::FILE_KEYS;
pub use category::{Category, category};
pub use error::RecipeError;
pub use fields::{FIELDS, field};
pub use file::{Assignment, RecipeFile};
pub(crate) use mask::Mask;
pub use method::{
    AccreteSpec, BspSpec, HouseSpec, Method, ModuleGrid, PlanSpec, Required, RoomSpec, SecretSpec, TemplateSpec,
};
pub use origin::Origin;
pub use plan_shape::{Arrange, Bounds, PlanGate, PlanShape};
pub(crate) use preset::PRESETS;
pub use preset::{DEFAULT_PRESET, Preset, preset, presets};
pub use renamed::renamed_key;
pub use stock_spec::{StockMode, StockSpec};
pub use template_tags::TemplateTags;

pub use crate::shape::ShapeWeights;

use std::sync::Arc;

use undercroft_grid::Dir;

use crate::contents::Contents;
use crate::dungeon::{Pin, ProvenanceInput, Record, Surround};
use crate::field::MethodKind;
use crate::fraction::Fraction;
use crate::seed::Seed;

/// Reads a program of a house and drops it, for tests of its reader. The error names file, line and column.
///
/// # Errors
/// At the first mistake.
#[doc(hidden)]
pub fn check_program(name: &str, text: &str) -> Result<(), String> {
    crate::program::parse(name, text).map(drop).map_err(|error| error.to_string())
}

/// A recipe whose values are all within their limits. The table of [`FIELDS`] explains each.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Recipe {
    /// The source of all random choices.
    pub seed: Seed,
    /// What the dungeon is; names follow it.
    pub category: String,
    /// The side from which the visitor comes in.
    pub entrance_side: Dir,
    /// Side length of a cell. [Unit: feet]
    pub tile_feet: u16,
    /// Whether a building's outline is drawn round the rooms.
    pub outline: bool,
    /// Fraction of the possible extra links that are made.
    pub extra_links: Fraction,
    /// The corridors.
    pub corridors: Corridors,
    /// The doors.
    pub doors: Doors,
    /// Longest run of stairs on each level. [Unit: cells] [Limits: 1..=3]
    pub stairs_run: usize,
    /// What lies on the floor, where the method lays any.
    pub(crate) ground: Option<GroundSpec>,
    /// What its rooms are filled with.
    pub stock: StockSpec,
    /// Content tables of the user's own with the shipped ones, where there are any.
    pub(crate) own_contents: Option<Arc<Contents>>,
    /// Search steps the whole generation may take.
    pub budget: u64,
    /// How the dungeon is laid out, with what only that method reads.
    pub method: Method,
    /// The value of every field that applies, for the record.
    pub record: Record,
    /// The files that it names, for the record.
    pub(crate) inputs: Vec<ProvenanceInput>,
    /// Where the dungeon may lie; `None` for everywhere.
    pub(crate) mask: Option<Arc<Mask>>,
    ignored: Vec<&'static str>,
    /// What it keeps, in the order in which pins are worked on.
    pins: Vec<Pin>,
    /// Width and height of the map that the pins were made on.
    pub(crate) pins_size: Option<[i32; 2]>,
}

impl Recipe {
    /// The files that it was made from besides its fields.
    pub fn inputs(&self) -> &[ProvenanceInput] {
        &self.inputs
    }

    /// Fields that were given and do not apply to the method.
    pub fn ignored(&self) -> &[&'static str] {
        &self.ignored
    }

    /// The same recipe with pins, which were made on a map of this width and height.
    #[must_use]
    pub fn with_pins(mut self, mut pins: Vec<Pin>, size: Option<[i32; 2]>) -> Self {
        pins.sort_by_key(Pin::order_key);
        self.pins_size = size.filter(|_| !pins.is_empty());
        self.pins = pins;
        self
    }

    /// What it keeps, in the order in which pins are worked on.
    pub fn pins(&self) -> &[Pin] {
        &self.pins
    }

    /// Whether the dungeon is a building: it has an outline, or rooms that share walls.
    pub fn is_house(&self) -> bool {
        self.outline || self.method.kind() == MethodKind::House
    }

    /// The content tables: the shipped ones, with those of the user's own.
    pub(crate) fn contents(&self) -> &Contents {
        self.own_contents.as_deref().unwrap_or_else(|| Contents::shipped())
    }

    /// What lies around the rooms of level `z`, by the category.
    pub(crate) fn surround(&self, z: i32) -> Surround {
        let Category { surround, .. } = category(&self.category);
        if z < 0 && surround == Surround::Bare { Surround::Rock } else { surround }
    }

    /// Whether trees stand around the rooms: they hold no leaf, and nothing is hidden by more than leaves and twigs.
    pub(crate) fn is_woods(&self) -> bool {
        self.surround(0) == Surround::Trees
    }

    /// Whether the map beyond the entrance is outside: that of a building whose corridors could lead round it.
    pub fn is_front_outside(&self) -> bool {
        self.outline && self.method.kind() == MethodKind::Bsp
    }
}

/// How corridors are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorridorStyle {
    /// By search.
    Routed,
    /// With one corner, on the module grid.
    Elbow,
}

/// What corridors should be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Corridors {
    /// By search or with one corner.
    pub style: CorridorStyle,
    /// Width. [Unit: cells] [Limits: 1..=4]
    pub width: i32,
    /// Straight cells before the first turn. [Unit: cells] [Limits: 0..=8]
    pub runway: i32,
    /// Dead ends per link.
    pub dead_ends: Fraction,
    /// What a search adds up.
    pub cost: CorridorCosts,
}

/// What steps, turns and doors of a corridor cost. [Limits: 0..=500]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CorridorCosts {
    /// A step through rock.
    pub step: u32,
    /// A step along an existing corridor, at most `step`.
    pub merge: u32,
    /// Extra for a turn.
    pub turn: u32,
    /// Extra for a step along a room's wall.
    pub hug: u32,
    /// Extra for a step beside an existing corridor.
    pub parallel: u32,
    /// Each cell that a door lies off the middle of its wall.
    pub off_center: u32,
    /// Extra for a door beside a corner, where the wall has a cell more on both sides.
    pub corner: u32,
    /// Extra for a door with one or two cells of wall between it and another door.
    pub door_gap: u32,
    /// Extra for a step through hard rock, which half of it is.
    pub hard_rock: u32,
}

/// What lies on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroundSpec {
    /// Chance of a level to have water or a chasm.
    pub chance: Fraction,
    /// Fraction of the floor of such a level that is under water.
    pub water: Fraction,
    /// Fraction of the water that is deep.
    pub deep: Fraction,
    /// Chance of such a level to have a chasm.
    pub chasm: Fraction,
    /// Fraction of the floor under rubble.
    pub rubble: Fraction,
    /// Fraction of the floor under grass.
    pub grass: Fraction,
}

/// What doors should be like. The last four concern only links no one needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doors {
    /// Ends of a short corridor that have a leaf. [Limits: 1..=2]
    pub per_link: u32,
    /// Archways.
    pub archway: Fraction,
    /// Doors that stand open.
    pub open: Fraction,
    /// Locked doors.
    pub locked: Fraction,
    /// Portcullises.
    pub portcullis: Fraction,
    /// Barred doors.
    pub barred: Fraction,
    /// Secret doors.
    pub secret: Fraction,
}

#[cfg(test)]
mod tests;
