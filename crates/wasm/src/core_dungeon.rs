//! Dungeons of the npm package.

use std::cell::RefCell;
use std::panic;

use serde_json::{Value as Json, json};
use undercroft::dungeon::{Dungeon, Level, ProvenanceInput};
use undercroft::events::NoEvents;
use undercroft::field::Value;
use undercroft::format::{json as dungeon_json, text};
use undercroft::grid::BitGrid;
use undercroft::journal::RollEntry;
use undercroft::share::SharedWork;
use undercroft::verify::verify;
use undercroft_formats::{Options, by_name};
use wasm_bindgen::prelude::wasm_bindgen;

use super::core_problem::CoreProblem;
use super::core_sight::SolidGrid;

/// The characters of dungeon text by tile code: the codes of data sets.
pub const TILE_CODES: [char; 15] = [' ', '#', '.', ',', '+', '\'', '"', 'L', 'H', 'B', 'S', '<', '>', '_', 'W'];

/// A dungeon in the memory of the module, and the roll that it came from.
#[wasm_bindgen]
#[derive(Debug)]
pub struct DungeonHandle {
    dungeon: Dungeon,
    roll: Option<RollEntry>,
}

/// Generates a dungeon. `options` is a roll as JSON, whose `inputs` are lists of `key`, `name` and `text`.
///
/// # Errors
/// When the recipe is refused or cannot be met.
#[wasm_bindgen]
pub fn generate(options: &str) -> Result<DungeonHandle, String> {
    let roll = read_roll(options)?;
    let recipe = roll.recipe().map_err(CoreProblem::from)?;
    let dungeon = recipe.generate(&mut NoEvents).map_err(CoreProblem::from)?;
    Ok(DungeonHandle { dungeon, roll: Some(roll) })
}

fn read_roll(options: &str) -> Result<RollEntry, CoreProblem> {
    let refuse = |error: serde_json::Error| CoreProblem::new("option", error.to_string());
    let mut options: Json = serde_json::from_str(options).map_err(refuse)?;
    let inputs = options["inputs"].take();
    let part = |input: &Json, name: &str| input[name].as_str().unwrap_or_default().to_owned();
    let attach = |input: &Json| ProvenanceInput::new(&part(input, "key"), &part(input, "name"), &part(input, "text"));
    let inputs = inputs.as_array().map(|inputs| inputs.iter().map(attach).collect()).unwrap_or_default();
    options.as_object_mut().and_then(|options| options.remove("inputs"));
    let roll: RollEntry = serde_json::from_value(options).map_err(refuse)?;
    Ok(RollEntry { inputs, ..roll })
}

/// Reads dungeon JSON, dungeon text or a plain map.
///
/// # Errors
/// When the text is none of them; with line and column.
#[wasm_bindgen]
pub fn read(text: &str) -> Result<DungeonHandle, String> {
    let dungeon = undercroft_formats::read(None, text.as_bytes()).map_err(CoreProblem::from)?;
    Ok(DungeonHandle { dungeon, roll: None })
}

impl DungeonHandle {
    fn level(&self, z: Option<i32>) -> Result<&Level, CoreProblem> {
        let levels = &self.dungeon.levels;
        let found = z.map_or_else(|| levels.first(), |z| self.dungeon.level(z));
        found.ok_or_else(|| {
            let names: Vec<String> = levels.iter().map(|level| level.z.to_string()).collect();
            let wanted = z.map_or_else(String::new, |z| z.to_string());
            CoreProblem::option("level", &format!("need one of {}, got {wanted}", names.join(", ")))
        })
    }

    fn grid(&self, z: Option<i32>, mask: fn(&Dungeon, &Level) -> BitGrid) -> Result<SolidGrid, String> {
        Ok(SolidGrid::from_solid(mask(&self.dungeon, self.level(z)?)))
    }
}

#[wasm_bindgen]
impl DungeonHandle {
    /// Name, seed, and number, width and height of each level, as JSON.
    pub fn summary(&self) -> String {
        let level = |level: &Level| json!([level.z, level.size().width(), level.size().height()]);
        let levels: Vec<Json> = self.dungeon.levels.iter().map(level).collect();
        json!({ "name": self.dungeon.name, "seed": self.dungeon.provenance.seed, "levels": levels }).to_string()
    }

    /// The tile codes of a level, row by row.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn tiles(&self, z: i32) -> Result<Vec<u8>, String> {
        let characters = text::level_characters(&self.dungeon, self.level(Some(z))?);
        let code = |character: &char| TILE_CODES.iter().position(|glyph| glyph == character).unwrap_or_default() as u8;
        Ok(characters.values().iter().map(code).collect())
    }

    /// Dungeon JSON: the bytes of the program's file.
    pub fn json(&self) -> String {
        dungeon_json::write(&self.dungeon)
    }

    /// Dungeon text.
    pub fn text(&self) -> String {
        text::write(&self.dungeon)
    }

    /// The text of a share link, which the studio opens.
    ///
    /// # Errors
    /// When the dungeon was read from a file, or the link would be too long.
    pub fn share(&self) -> Result<String, String> {
        let none = || CoreProblem::new("share", "share: only a generated dungeon has a link; keep its JSON instead");
        let roll = self.roll.clone().ok_or_else(none)?;
        let link = SharedWork::new(roll, Vec::new(), &self.dungeon).link();
        Ok(link.map_err(|error| CoreProblem::new("share", format!("share: {error}")))?)
    }

    /// The report of the judge, as JSON.
    pub fn check(&self) -> String {
        json!(verify(&self.dungeon)).to_string()
    }

    /// What blocks sight on a level; on the first without a number.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn opaque(&self, z: Option<i32>) -> Result<SolidGrid, String> {
        self.grid(z, Dungeon::opaque)
    }

    /// What blocks movement on a level; on the first without a number.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn solid(&self, z: Option<i32>) -> Result<SolidGrid, String> {
        self.grid(z, Dungeon::solid)
    }

    /// The drawing as SVG: the bytes of the program's file. `options` is JSON, with the names of the format's options.
    ///
    /// # Errors
    /// When an option is unknown or has no such value, or the map is too large.
    pub fn render(&self, options: &str) -> Result<String, String> {
        let refuse = |error: &dyn ToString| CoreProblem::new("option", error.to_string());
        let options: serde_json::Map<String, Json> = serde_json::from_str(options).map_err(|error| refuse(&error))?;
        let format = by_name("svg").map_err(|error| refuse(&error))?;
        let pairs = options.iter().filter_map(|(key, value)| Some((key.as_str(), Value::from_json(value)?)));
        let options = Options::parse(format, pairs).map_err(|error| {
            let message = error.to_string();
            let field = message.split(':').next().unwrap_or_default().to_owned();
            CoreProblem::option(&field, &message)
        })?;
        let output = format.export(&self.dungeon, &options).map_err(|error| refuse(&error))?;
        let file = output.files.into_iter().next().and_then(|file| String::from_utf8(file.bytes).ok());
        Ok(file.unwrap_or_default())
    }
}

// The message of the panic that ended the module: its memory can still be read.
thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The message of the panic that ended the module.
#[wasm_bindgen]
pub fn last_panic() -> String {
    PANIC.with_borrow(Clone::clone)
}

/// Keeps the message of a panic.
#[wasm_bindgen]
pub fn keep_panics() {
    panic::set_hook(Box::new(|info| PANIC.set(info.to_string())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tile_codes_are_those_of_data_sets() {
        assert_eq!(TILE_CODES, undercroft_formats::dataset::TILE_GLYPHS);
        let dungeon = generate(r#"{"preset": "small-dungeon", "seed": "7"}"#).unwrap();
        let block = undercroft_formats::dataset::TileBlock::tiles(&dungeon.dungeon).unwrap();
        assert_eq!(dungeon.tiles(dungeon.dungeon.levels[0].z).unwrap(), block.codes);
    }
}
