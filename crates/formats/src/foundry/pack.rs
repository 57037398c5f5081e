//! Documents as entries of a database: each on its own, under a key that names its ancestors.

use serde::Serialize;

use super::schema::{Adventure, Collection, Journal, Region, Scene};
use crate::output::WriteError;

/// The entries of a pack, in the order of their keys.
#[derive(Default)]
pub struct Entries {
    entries: Vec<(String, Vec<u8>)>,
}

impl Entries {
    /// Everything, sorted.
    pub fn sorted(mut self) -> Vec<(String, Vec<u8>)> {
        self.entries.sort();
        self.entries
    }

    fn put(&mut self, key: String, document: &impl Serialize) -> Result<(), WriteError> {
        let bytes = serde_json::to_vec(document).map_err(|error| WriteError::Refused(error.to_string()))?;
        self.entries.push((key, bytes));
        Ok(())
    }

    /// Adds a scene and all that is in it.
    pub fn add_scene(&mut self, scene: &Scene) -> Result<(), WriteError> {
        let key = |collection: &str, id: &super::id::Id| format!("!scenes.{collection}!{}.{id}", scene.id);
        for level in scene.levels.iter().flat_map(Collection::documents) {
            self.put(key("levels", &level.id), level)?;
        }
        for tile in scene.tiles.documents() {
            self.put(key("tiles", &tile.id), tile)?;
        }
        for wall in scene.walls.documents() {
            self.put(key("walls", &wall.id), wall)?;
        }
        for light in scene.lights.documents() {
            self.put(key("lights", &light.id), light)?;
        }
        for note in scene.notes.documents() {
            self.put(key("notes", &note.id), note)?;
        }
        for region in scene.regions.documents() {
            self.add_region(scene, region)?;
        }
        let brief = Scene {
            levels: scene.levels.as_ref().map(|levels| levels.brief(|level| &level.id)),
            tiles: scene.tiles.brief(|tile| &tile.id),
            walls: scene.walls.brief(|wall| &wall.id),
            lights: scene.lights.brief(|light| &light.id),
            notes: scene.notes.brief(|note| &note.id),
            regions: scene.regions.brief(|region| &region.id),
            ..scene.clone()
        };
        self.put(format!("!scenes!{}", scene.id), &brief)
    }

    fn add_region(&mut self, scene: &Scene, region: &Region) -> Result<(), WriteError> {
        for behavior in region.behaviors.documents() {
            self.put(format!("!scenes.regions.behaviors!{}.{}.{}", scene.id, region.id, behavior.id), behavior)?;
        }
        let brief = Region { behaviors: region.behaviors.brief(|behavior| &behavior.id), ..region.clone() };
        self.put(format!("!scenes.regions!{}.{}", scene.id, region.id), &brief)
    }

    /// Adds a journal and its pages.
    pub fn add_journal(&mut self, journal: &Journal) -> Result<(), WriteError> {
        for page in journal.pages.documents() {
            self.put(format!("!journal.pages!{}.{}", journal.id, page.id), page)?;
        }
        let brief = Journal { pages: journal.pages.brief(|page| &page.id), ..journal.clone() };
        self.put(format!("!journal!{}", journal.id), &brief)
    }

    /// Adds an adventure, which holds its documents whole.
    pub fn add_adventure(&mut self, adventure: &Adventure) -> Result<(), WriteError> {
        self.put(format!("!adventures!{}", adventure.id), adventure)
    }
}
