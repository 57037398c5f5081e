//! Dungeon JSON, version 1: read, and no longer written.
//!
//! It has no numbers, names and shapes of rooms and no names of levels; its links repeat what follows from their kind;
//! recipe, seed and epoch stand at the top, and that a dungeon was edited stands among the warnings.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use undercroft_grid::Rect;

use super::levels::{LevelFile, levels};
use super::link_file::LinkFile;
use super::marker_entry::{MarkerEntry, sort_entries};
use super::path::{Fault, Path};
use crate::dungeon::{Door, Dungeon, Entrance, Provenance, Record, Room, RoomId, Stub};

/// The cell size that a document without one had. [Unit: feet]
const TILE_FEET: u16 = 10;

/// A dungeon of version 1.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FirstVersion {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    epoch: Option<u32>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    seed: String,
    #[serde(default = "tile_feet")]
    tile_feet: u16,
    #[serde(default)]
    recipe: BTreeMap<String, Value>,
    levels: Vec<LevelFile>,
    #[serde(default)]
    rooms: Vec<Room>,
    #[serde(default)]
    doors: Vec<Door>,
    #[serde(default)]
    links: Vec<LinkFile>,
    #[serde(default)]
    stubs: Vec<Stub>,
    #[serde(default)]
    markers: Vec<MarkerEntry>,
    #[serde(default)]
    entrance: Option<Entrance>,
    #[serde(default)]
    goal: Option<RoomId>,
    #[serde(default)]
    outline: Option<Rect>,
    #[serde(default)]
    lattice: Option<[i32; 2]>,
    #[serde(default)]
    warnings: Vec<String>,
}

impl FirstVersion {
    /// The dungeon, with levels and links that agree with themselves; everything else is taken as it is.
    pub fn into_dungeon(self) -> Result<Dungeon, Fault> {
        let levels = levels(&self.levels)?;
        let links = self.links.iter().enumerate();
        let links = links.map(|(i, link)| link.to_link(&Path::of("links").index(i), &self.rooms, &self.doors));
        let links = links.collect::<Result<Vec<_>, Fault>>()?;
        let mut spawns = Vec::new();
        let markers = sort_entries(self.markers, &self.rooms, &mut spawns);
        let mut dungeon = Dungeon {
            rooms: self.rooms,
            doors: self.doors,
            links,
            stubs: self.stubs,
            markers,
            spawns,
            entrance: self.entrance,
            goal: self.goal,
            outline: self.outline,
            module_grid: self.lattice,
            tile_feet: self.tile_feet,
            provenance: Provenance::from_file(Record::from(self.recipe), self.seed, self.epoch, false),
            ..Dungeon::bare(self.name, levels)
        };
        dungeon.set_file_warnings(self.warnings);
        Ok(dungeon)
    }
}

const fn tile_feet() -> u16 {
    TILE_FEET
}
