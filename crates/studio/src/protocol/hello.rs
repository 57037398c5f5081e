//! Presets, fields, formats, choices and limits.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::field::{ChoiceInfo, FieldInfo};

/// Everything that a page needs before its first command.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Hello {
    /// The program's version.
    pub version: String,
    /// The version of the generator's results.
    pub epoch: u32,
    /// The presets, in the order in which they are listed.
    pub presets: Vec<PresetInfo>,
    /// The preset of a page that names none.
    pub default_preset: String,
    /// The fields of a recipe, in the order in which people read them.
    pub fields: Vec<FieldInfo>,
    /// What a document can be exported to.
    pub formats: Vec<ExportFormat>,
    /// Extensions of files that can be opened, with the dot.
    pub opens: Vec<String>,
    /// Door kinds.
    pub door_kinds: Vec<ChoiceInfo>,
    /// Door states.
    pub door_states: Vec<ChoiceInfo>,
    /// How crowds move, in the order of the Q key.
    pub crowd_modes: Vec<ChoiceInfo>,
    /// Offsets of a crowd's grid of subcells.
    pub crowd_offsets: Vec<ChoiceInfo>,
    /// Observer shapes.
    pub shapes: Vec<ChoiceInfo>,
    /// Terrain by number: the bytes of terrain blobs.
    pub terrain: Vec<String>,
    /// Limits of this server.
    pub limits: Limits,
}

/// A preset.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PresetInfo {
    /// Its name in commands.
    pub name: String,
    /// Its name in a form.
    pub label: String,
    /// What it makes, in one sentence.
    pub description: String,
    /// The values of all fields that apply to it.
    pub values: BTreeMap<String, Value>,
}

/// Something that a document can be exported to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct ExportFormat {
    /// Its name in commands.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it is for, in one sentence.
    pub help: String,
    /// The ending of its files, without the dot.
    pub ending: String,
    /// The media type of its first file.
    pub media: String,
    /// Whether it is printed, so that `count_pages` counts its pages.
    pub has_pages: bool,
    /// Whether `preview` shows what it would look like.
    pub has_preview: bool,
    /// Its options, in the order of its table.
    pub options: Vec<FieldInfo>,
}

/// Limits of this server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Limits {
    /// Cells of all levels of a document.
    pub cells: u32,
    /// Cells on the longest side of a new map.
    pub side: i32,
    /// Bytes of a text frame.
    pub message: u32,
    /// Events in one `trace` answer.
    pub trace_page: u32,
    /// Ticks in one `crowd_step`.
    pub ticks: u32,
    /// Actors of a crowd.
    pub actors: u32,
    /// Cells in one `paint`.
    pub paint: u32,
    /// On maps of more cells `paint` replies without a report.
    pub live_verify: u32,
    /// Requests that may wait.
    pub waiting: u32,
}
