//! Presets, fields, formats, choices and limits.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

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
    /// Endings of files that can be opened, with the dot.
    pub opens: Vec<String>,
    /// Door kinds.
    pub door_kinds: Vec<ChoiceInfo>,
    /// Door states.
    pub door_states: Vec<ChoiceInfo>,
    /// How crowds move, in the order of the Q key.
    pub crowd_modes: Vec<ChoiceInfo>,
    /// Offsets of a crowd's lattice.
    pub crowd_offsets: Vec<ChoiceInfo>,
    /// Observer shapes.
    pub shapes: Vec<ChoiceInfo>,
    /// Terrain by number: the bytes of terrain blobs.
    pub terrain: Vec<String>,
    /// Limits of this server.
    pub limits: Limits,
}

/// One of several values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Choice")]
pub struct ChoiceInfo {
    /// Its name in commands.
    pub name: String,
    /// Its name for people.
    pub title: String,
}

/// A preset.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PresetInfo {
    /// Its name in commands.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it makes, in one sentence.
    pub description: String,
    /// The values of all fields that apply to it.
    pub values: BTreeMap<String, Value>,
}

/// A field of a recipe.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FieldInfo {
    /// Dotted name, as in `set`.
    pub key: String,
    /// Its name for people.
    pub title: String,
    /// What its number counts; empty where it is not a number.
    pub unit: String,
    /// One or two sentences.
    pub help: String,
    /// Its limits in words.
    pub limits: String,
    /// Its value where none is given.
    pub default: Value,
    /// The heading under which it is listed.
    pub group: String,
    /// The methods that read it.
    pub applies_to: Vec<String>,
    /// What other fields must be for this one to apply; all of them.
    pub needs: Vec<Need>,
    /// What values it takes.
    #[serde(flatten)]
    pub kind: FieldValues,
}

/// What another field must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Need {
    /// The other field.
    pub field: String,
    /// One of these words.
    pub words: Vec<String>,
}

/// What values a field or an option takes.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schemars(rename = "FieldKind")]
pub enum FieldValues {
    /// A whole number.
    Integer {
        /// The smallest.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// A whole number, or `"auto"`.
    IntegerOrAuto {
        /// The smallest.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// A number with at most four decimals.
    Number {
        /// The smallest.
        min: f64,
        /// The greatest.
        max: f64,
        /// The distance between two values.
        step: f64,
    },
    /// `true` or `false`.
    Boolean {},
    /// One of these words.
    Choice {
        /// The words.
        choices: Vec<ChoiceInfo>,
    },
    /// One of these whole numbers.
    NumberChoice {
        /// The numbers.
        numbers: Vec<i64>,
    },
    /// A whole number for both axes, `[x, y]`, or `"auto"`.
    Pair {
        /// The smallest.
        min: i64,
        /// The greatest.
        max: i64,
        /// Whether `"auto"` is a value.
        auto: bool,
    },
    /// Any word.
    Text {},
    /// A list of whole numbers, or `"auto"`.
    List {
        /// The fewest numbers.
        least: u32,
        /// The most.
        most: u32,
        /// The smallest of each.
        min: i64,
        /// The greatest of each.
        max: i64,
        /// Whether `"auto"` is a value.
        auto: bool,
    },
}

/// Something that a document can be exported to.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
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
    /// What can be chosen.
    pub options: Vec<ExportOption>,
}

/// Something to choose for an export.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExportOption {
    /// Its name in commands.
    pub key: String,
    /// Its name for people.
    pub title: String,
    /// One sentence.
    pub help: String,
    /// Its value where none is given; null where the map decides.
    pub default: Value,
    /// What values it takes.
    #[serde(flatten)]
    pub kind: FieldValues,
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
    /// On maps of more cells `painted` has no report.
    pub live_verify: u32,
    /// Requests that may wait.
    pub waiting: u32,
}
