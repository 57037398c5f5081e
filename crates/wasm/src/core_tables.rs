//! The tables of the npm package: presets and fields of recipes, as JSON.

use serde_json::{Value, json};
use undercroft::recipe::{FIELDS, Preset};
use undercroft::seed::Seed;
use undercroft_studio::protocol::FieldInfo;
use wasm_bindgen::prelude::wasm_bindgen;

/// All presets: name, description, and the value of each field.
#[wasm_bindgen]
pub fn presets() -> String {
    Value::Array(undercroft::recipe::presets().iter().map(preset).collect()).to_string()
}

fn preset(preset: &Preset) -> Value {
    let recipe = preset.recipe().and_then(|file| file.check(Seed::new(0)));
    let values = recipe.map(|recipe| recipe.record.to_map()).unwrap_or_default();
    json!({ "name": preset.name, "description": preset.summary(), "values": values })
}

/// All fields of recipes.
#[wasm_bindgen]
pub fn fields() -> String {
    json!(FIELDS.iter().map(FieldInfo::from).collect::<Vec<_>>()).to_string()
}
