//! Recipes: a file of settings, with the files that it names.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value as Json, json};
use undercroft::Error;
use undercroft::dungeon::Provenance;
use undercroft::field::{FieldKind, Value, nearest};
use undercroft::recipe::{FIELDS, RecipeFile, preset, presets};
use undercroft::seed::Seed;

use crate::problem::Problem;

/// A recipe that is checked.
#[pyclass(frozen, module = "undercroft._engine")]
pub struct Recipe {
    pub file: RecipeFile,
}

#[pymethods]
impl Recipe {
    /// The recipe of a preset.
    #[staticmethod]
    fn preset(py: Python<'_>, name: &str) -> PyResult<Self> {
        let unknown = || Error::UnknownPreset {
            name: name.to_owned(),
            nearest: nearest(name, presets().iter().map(|preset| preset.name)),
        };
        let file = preset(name).ok_or_else(unknown).and_then(|preset| Ok(preset.recipe()?));
        file.map(|file| Self { file }).map_err(|error| Problem::from(error).raise(py))
    }

    /// A recipe in TOML or JSON.
    #[staticmethod]
    fn parse(py: Python<'_>, name: &str, text: &str) -> PyResult<Self> {
        RecipeFile::parse(name, text).map(|file| Self { file }).map_err(|error| Problem::from(error).raise(py))
    }

    /// The recipe that `state` returned.
    #[staticmethod]
    fn from_state(py: Python<'_>, state: &str) -> PyResult<Self> {
        let read = || {
            let state: Json = serde_json::from_str(state).ok()?;
            let recipe = serde_json::from_value(state.get("recipe")?.clone()).ok()?;
            let inputs = serde_json::from_value(state.get("inputs")?.clone()).ok()?;
            let provenance = Provenance { recipe, inputs, ..Provenance::default() };
            Some(RecipeFile::from_provenance("recipe", &provenance))
        };
        let file = read().unwrap_or_else(|| RecipeFile::parse("recipe", "{"));
        file.map(|file| Self { file }).map_err(|error| Problem::from(error).raise(py))
    }

    /// The recipe with a field set to a value, which is JSON.
    fn set(&self, py: Python<'_>, key: &str, value: &str) -> PyResult<Self> {
        let json: Json = serde_json::from_str(value).unwrap_or(Json::Null);
        let value = Value::from_json(&json).ok_or_else(|| {
            let message = format!("{key}: need a number, a text, true or false, or a list, got {json}");
            Problem::new("RecipeError", message).field(key).text("value", &json.to_string()).raise(py)
        })?;
        let mut file = self.file.clone();
        file.set_value(key, value, "set").map_err(|error| Problem::from(error).raise(py))?;
        Ok(Self { file })
    }

    /// The recipe with a file attached to a field.
    fn attach(&self, py: Python<'_>, key: &str, name: &str, bytes: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let mut file = self.file.clone();
        file.attach(key, name, bytes.as_bytes()).map_err(|error| Problem::from(error).raise(py))?;
        Ok(Self { file })
    }

    /// Files that are named and not attached: fields and names.
    fn unattached(&self) -> Vec<(&'static str, String)> {
        let keys = FIELDS.iter().filter(|field| matches!(field.kind, FieldKind::Files { .. })).map(|field| field.key);
        let names = |key: &'static str| self.file.file_names(key).into_iter().map(move |name| (key, name));
        keys.flat_map(names)
            .filter(|(key, name)| !self.file.has_attached(key, name))
            .map(|(key, name)| (key, name.to_owned()))
            .collect()
    }

    /// All fields and the files, as JSON; checks every limit.
    fn state(&self, py: Python<'_>) -> PyResult<String> {
        let recipe = self.file.check(Seed::new(0)).map_err(|error| Problem::from(error).raise(py))?;
        Ok(json!({ "recipe": recipe.record, "inputs": recipe.inputs() }).to_string())
    }
}
