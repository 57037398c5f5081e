//! The document as it stands in a file, version 2.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft_grid::Rect;

use super::levels::{LevelFile, levels};
use super::link_entry::LinkEntry;
use super::marker_entry::{MarkerEntry, sort_entries};
use super::path::Fault;
use super::{FORMAT, VERSION};
use crate::dungeon::{
    DEFAULT_TILE_FEET, Door, Dungeon, Entrance, Feature, Group, Pin, Provenance, ProvenanceInput, Record, Room, RoomId,
    Spawn, Story, Stub, Window,
};

/// A dungeon of Undercroft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(title = "Undercroft dungeon, version 2"))]
pub struct DungeonFile<L> {
    /// Says what the document is.
    #[cfg_attr(feature = "schema", schemars(extend("const" = FORMAT)))]
    pub format: String,
    /// The version of the format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub version: u32,
    /// A name for people.
    #[serde(default)]
    pub name: String,
    /// The length of a cell's side. [Unit: feet]
    #[serde(default = "tile_feet")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    pub tile_feet: u16,
    /// The module grid that rooms are aligned to, width and height of a module. [Unit: cells]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module_grid: Option<[i32; 2]>,
    /// The walls of the building where the dungeon is a house. For drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<Rect>,
    /// Where the visitor comes in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrance: Option<Entrance>,
    /// The room where the visitor wants to get.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<RoomId>,
    /// What did not come out as the recipe asked, as sentences.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// The floors, highest first.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub levels: Vec<L>,
    /// The rooms; ids are positions.
    #[serde(default)]
    pub rooms: Vec<Room>,
    /// The doors; ids are positions.
    #[serde(default)]
    pub doors: Vec<Door>,
    /// The windows; ids are positions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<Window>,
    /// The edges of the room graph; ids are positions.
    #[serde(default)]
    pub links: Vec<LinkEntry>,
    /// Blind corridors that belong to no link.
    #[serde(default)]
    pub stubs: Vec<Stub>,
    /// Places of interest.
    #[serde(default)]
    pub markers: Vec<MarkerEntry>,
    /// Furniture and other placed objects; ids are positions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Feature>,
    /// Where inhabitants, visitors, loot and traps begin; ids are positions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spawns: Vec<Spawn>,
    /// Inhabitants that belong together; ids are positions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// Why people go in.
    #[serde(default, skip_serializing_if = "Story::is_empty")]
    pub story: Story,
    /// What it was made from.
    #[serde(default)]
    pub provenance: ProvenanceEntry,
}

/// Recipe, seed and epoch that a dungeon was made from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Provenance"))]
#[serde(deny_unknown_fields)]
pub struct ProvenanceEntry {
    /// Every field of the recipe it was made from, by dotted name; empty when it was not generated.
    #[serde(default)]
    pub recipe: BTreeMap<String, Value>,
    /// The seed it was made from, `7` or `7 route=9`; empty when it was not generated.
    #[serde(default)]
    pub seed: String,
    /// The version of the generator's results: same recipe, seed and epoch, same bytes. A recipe without one has 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epoch: Option<u32>,
    /// Whether it was changed by hand, so that recipe and seed give another dungeon.
    #[serde(default)]
    pub edited: bool,
    /// The files that the recipe names, with their content.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(max = 16)))]
    pub inputs: Vec<ProvenanceInput>,
    /// What a new roll keeps: rooms, links, doors, cells, features, spawns, entrance, name and stages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(max = 4096)))]
    pub pins: Vec<Pin>,
    /// Width and height of the map that the pins were made on. [Unit: cells]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pins_size: Option<[i32; 2]>,
}

impl DungeonFile<LevelFile> {
    /// The dungeon, with levels that are what they say; everything else is taken as it is.
    pub(super) fn into_dungeon(self) -> Result<Dungeon, Fault> {
        let mut spawns = self.spawns;
        let markers = sort_entries(self.markers, &self.rooms, &mut spawns);
        Ok(Dungeon {
            tile_feet: self.tile_feet,
            module_grid: self.module_grid,
            outline: self.outline,
            entrance: self.entrance,
            goal: self.goal,
            warnings: self.warnings,
            rooms: self.rooms,
            doors: self.doors,
            windows: self.windows,
            links: self.links.into_iter().map(LinkEntry::into_link).collect(),
            stubs: self.stubs,
            markers,
            features: self.features,
            spawns,
            groups: self.groups,
            story: self.story,
            provenance: self.provenance.into_provenance(),
            ..Dungeon::bare(self.name, levels(&self.levels)?)
        })
    }
}

impl<L> DungeonFile<L> {
    /// The document of a dungeon whose levels are written as `levels`.
    pub fn new(dungeon: &Dungeon, levels: Vec<L>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            name: dungeon.name.clone(),
            tile_feet: dungeon.tile_feet,
            module_grid: dungeon.module_grid,
            outline: dungeon.outline,
            entrance: dungeon.entrance.clone(),
            goal: dungeon.goal,
            warnings: dungeon.warnings.clone(),
            levels,
            rooms: dungeon.rooms.clone(),
            doors: dungeon.doors.clone(),
            windows: dungeon.windows.clone(),
            links: dungeon.links.iter().map(LinkEntry::from).collect(),
            stubs: dungeon.stubs.clone(),
            markers: dungeon.markers.iter().map(MarkerEntry::from).collect(),
            features: dungeon.features.clone(),
            spawns: dungeon.spawns.clone(),
            groups: dungeon.groups.clone(),
            story: dungeon.story.clone(),
            provenance: ProvenanceEntry::from(&dungeon.provenance),
        }
    }
}

impl From<&Dungeon> for DungeonFile<LevelFile> {
    fn from(dungeon: &Dungeon) -> Self {
        Self::new(dungeon, dungeon.levels.iter().map(LevelFile::from).collect())
    }
}

impl From<&Provenance> for ProvenanceEntry {
    fn from(provenance: &Provenance) -> Self {
        let Provenance { recipe, seed, epoch, edited, inputs, pins, pins_size } = provenance;
        let (recipe, seed, inputs) = (recipe.to_map(), seed.clone(), inputs.clone());
        let pins_size = pins_size.filter(|_| !pins.is_empty());
        Self { recipe, seed, epoch: Some(*epoch), edited: *edited, inputs, pins: pins.clone(), pins_size }
    }
}

impl ProvenanceEntry {
    fn into_provenance(self) -> Provenance {
        let provenance = Provenance::from_file(Record::from(self.recipe), self.seed, self.epoch, self.edited);
        Provenance { inputs: self.inputs, pins: self.pins, pins_size: self.pins_size, ..provenance }
    }
}

const fn tile_feet() -> u16 {
    DEFAULT_TILE_FEET
}
