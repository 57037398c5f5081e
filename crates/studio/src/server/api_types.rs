//! Requests and responses of the HTTP interface.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft::grid::Cell;
use undercroft::verify::Report;

/// `POST /api/generate`: a recipe and its seed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct GenerateRequest {
    /// The preset to begin with; without one the defaults of all fields.
    #[serde(default)]
    pub preset: Option<String>,
    /// Fields to change, by dotted name.
    #[serde(default)]
    pub set: BTreeMap<String, Value>,
    /// The seed, a whole number below 2^64 as text; without one a new one is drawn.
    #[serde(default)]
    pub seed: Option<String>,
    /// Other seeds for single stages: plan, place, route, name.
    #[serde(default)]
    pub stages: BTreeMap<String, String>,
}

/// A map: the text of any format that can be read, or dungeon JSON as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct MapRequest {
    /// Dungeon JSON as an object, or the text of a map.
    #[schemars(extend("type" = ["object", "string"]))]
    pub map: Value,
}

/// `POST /api/fov`: a map and its observer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct FovRequest {
    /// Dungeon JSON as an object, or the text of a map.
    #[schemars(extend("type" = ["object", "string"]))]
    pub map: Value,
    /// The level; without it 0.
    #[serde(default)]
    pub z: i32,
    /// The observer's north-west cell. Required unless the map is a FOV map that marks the observer.
    #[serde(default)]
    #[schemars(with = "Option<Cell>")]
    pub at: Option<Value>,
    /// `1x1`, `2x1`, `1x2` or `2x2`; without it the one that a FOV map marks, else `1x1`.
    #[serde(default)]
    pub observer: Option<String>,
}

/// `POST /api/discover`: a dungeon, and which of its secrets the players have found. Either `link` or `all`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct DiscoverRequest {
    /// Dungeon JSON as an object, or the text of a map.
    #[schemars(extend("type" = ["object", "string"]))]
    pub map: Value,
    /// The number of a link with a secret door.
    #[serde(default)]
    pub link: Option<u32>,
    /// Every link with a secret door.
    #[serde(default)]
    pub all: bool,
}

/// `POST /api/export/{format}`: a map and options. Its schema is written by `openapi`: each format has options of its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct ExportRequest {
    /// Dungeon JSON as an object, or the text of a map.
    pub map: Value,
    /// Options by key.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
}

/// The response of `generate`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GenerateResponse {
    /// Dungeon JSON.
    pub dungeon: Value,
    /// What the address bar of the studio holds after `#` to generate it again.
    pub share_link: Option<String>,
    /// The report of verify.
    pub report: Report,
}

/// The response of `discover`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DiscoverResponse {
    /// Dungeon JSON, with the links discovered.
    pub dungeon: Value,
    /// The report of verify.
    pub report: Report,
}

/// The response of `fov`. Cells are numbers, x + y · width.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FovResponse {
    /// Size of the level.
    pub width: i32,
    /// Size of the level.
    pub height: i32,
    /// The visible cells.
    pub visible: Vec<u32>,
    /// The corners of the map.
    pub corners: Vec<u32>,
    /// The interesting ones.
    pub interesting: Vec<u32>,
}

/// A file of an export with several files.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FileResponse {
    /// Its name.
    pub name: String,
    /// Its media type.
    pub media: String,
    /// Its bytes.
    pub base64: String,
}
