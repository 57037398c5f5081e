//! What can be made and written, as tables: JSON that the Python side turns into values.

use pyo3::prelude::*;
use serde_json::{Value, json};
use undercroft::recipe;
use undercroft_formats::FORMATS;
use undercroft_formats::dataset::{TILE_GLYPHS, TILE_NAMES};

/// All presets with a sentence each.
#[pyfunction]
pub fn presets() -> Vec<(&'static str, &'static str)> {
    recipe::presets().iter().map(|preset| (preset.name, preset.summary())).collect()
}

/// All fields of recipes.
#[pyfunction]
pub fn fields() -> String {
    let field = |field: &undercroft::field::Field| {
        json!({
            "key": field.key, "default": field.default_value().to_json(), "limits": field.limits(), "unit": field.unit,
            "label": field.label, "group": field.group, "methods": field.methods(), "doc": field.doc,
        })
    };
    Value::from(recipe::FIELDS.iter().map(field).collect::<Vec<_>>()).to_string()
}

/// All formats.
#[pyfunction]
pub fn formats() -> String {
    let format = |format: &&&'static undercroft_formats::Format| {
        json!({
            "name": format.name, "title": format.info.title, "extensions": format.extensions,
            "reads": format.read.is_some(), "writes": format.write.is_some(), "is_text": format.is_text,
            "options": format.options.iter().map(|field| field.key).collect::<Vec<_>>(),
        })
    };
    Value::from(FORMATS.iter().map(|it| format(&it)).collect::<Vec<_>>()).to_string()
}

/// Names and characters of the tile codes.
#[pyfunction]
pub fn code_table() -> Vec<(&'static str, char)> {
    TILE_NAMES.into_iter().zip(TILE_GLYPHS).collect()
}
