//! Requests and responses of the HTTP interface.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft::dungeon::Pin;
use undercroft::edit::Edit;
use undercroft::grid::Cell;
use undercroft::verify::{Facts, Report};

use crate::protocol::{AttachedFile, CrowdInfo, CrowdSettingsPatch, FovChoice, StartChoice};

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
    /// Other seeds for single stages: plan, place, route, doors, ground, stock, name.
    #[serde(default)]
    pub stages: BTreeMap<String, String>,
    /// The files that fields of kind `files` name: templates, masks, a house program.
    #[serde(default)]
    pub files: Vec<AttachedFile>,
    /// What the roll keeps, as in `provenance.pins` of dungeon JSON.
    #[serde(default)]
    pub pins: Option<Vec<Pin>>,
}

/// A map: the text of any format that can be read, or dungeon JSON as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct MapRequest {
    /// Dungeon JSON as an object, or the text of a map.
    #[schemars(extend("type" = ["object", "string"]))]
    pub map: Value,
}

/// `POST /api/edit`: a dungeon and changes of it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct EditRequest {
    /// Dungeon JSON as an object, or the text of a map.
    #[schemars(extend("type" = ["object", "string"]))]
    pub map: Value,
    /// The edits, in order; all are applied or none.
    pub edits: Vec<Edit>,
}

/// `POST /api/vary`: a generated dungeon, and how many others of its recipe and pins to roll.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct VaryRequest {
    /// Dungeon JSON as an object, or its text.
    #[schemars(extend("type" = ["object", "string"]))]
    pub map: Value,
    /// How many. [Limits: 1..=24]
    pub n: u32,
}

/// The response of `vary`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VaryResponse {
    /// One for each seed.
    pub variations: Vec<VariationResponse>,
}

/// One of many rolls.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VariationResponse {
    /// Its seed, with the numbers of pinned stages behind it; `generate` makes it with the same recipe and pins.
    pub seed: String,
    /// Figures; null where the roll was refused.
    pub facts: Option<Facts>,
    /// Why it was refused.
    pub refusal: Option<String>,
    /// Pixels of a small picture from west to east.
    pub width: u32,
    /// Pixels from north to south.
    pub height: u32,
    /// A byte for each pixel: 0 rock, 1 wall, 2 floor, 3 corridor, 4 door, 5 water, 6 other ground, 7 feature, 8 pinned,
    /// 9 entrance.
    pub base64: String,
}

/// `POST /api/diff`: two dungeons.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct DiffRequest {
    /// One dungeon: dungeon JSON as an object, or the text of a map.
    #[schemars(extend("type" = ["object", "string"]))]
    pub a: Value,
    /// The other one.
    #[schemars(extend("type" = ["object", "string"]))]
    pub b: Value,
}

/// The response of `diff`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DiffResponse {
    /// Whether nothing is different.
    pub is_empty: bool,
    /// Levels, rooms, things and facts, as `undercroft diff --json` prints them.
    pub diff: Value,
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
    /// `exact`: the cells that a body of one cell could walk straight to. `shadowcast`: for display, of a 1x1 observer;
    /// walls are lit, and shut doors stop the eye. Without it `exact`.
    #[serde(default)]
    pub kind: FovChoice,
    /// See no farther than this many cells. [Unit: cells] [Limits: 0..=65535]
    #[serde(default)]
    pub radius: Option<u16>,
}

/// `POST /api/path`: a map, two cells and a body.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct PathRequest {
    /// Dungeon JSON as an object, or the text of a map.
    #[schemars(extend("type" = ["object", "string"]))]
    pub map: Value,
    /// The level; without it 0.
    #[serde(default)]
    pub z: i32,
    /// The body's north-west cell at the start.
    pub from: Cell,
    /// The body's north-west cell at the end.
    pub to: Cell,
    /// `1x1`, `2x1`, `1x2` or `2x2`; without it `1x1`.
    #[serde(default)]
    pub body: Option<String>,
    /// `straddle` for a body of one cell whose center starts in the middle of those cells; without it `cells`.
    #[serde(default)]
    pub start: StartChoice,
}

/// `POST /api/crowd`: a map, actors and where they go. Either `actors` or `count`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct CrowdRequest {
    /// Dungeon JSON as an object, or the text of a map.
    #[schemars(extend("type" = ["object", "string"]))]
    pub map: Value,
    /// The level; without it 0.
    #[serde(default)]
    pub z: i32,
    /// The actors, one by one. [Limits: 1 to 5000]
    #[serde(default)]
    #[schemars(length(min = 1, max = 5000))]
    pub actors: Option<Vec<ActorRequest>>,
    /// So many actors on random free cells instead. [Limits: 1..=5000]
    #[serde(default)]
    #[schemars(range(min = 1, max = 5000))]
    pub count: Option<u32>,
    /// Where actors go that have no cell of their own; several spread over the free cells round it.
    #[serde(default)]
    pub to: Option<Cell>,
    /// How the crowd moves; what is left out has its default.
    #[serde(default)]
    pub settings: CrowdSettingsPatch,
    /// How far they walk in a tick, in 1/256 sub-cell; without it 128. [Limits: 1..=4096]
    #[serde(default)]
    #[schemars(range(min = 1, max = 4096))]
    pub pace: Option<u16>,
    /// Decides the random cells.
    #[serde(default)]
    pub seed: u32,
    /// Ticks to walk; without it 1000. [Limits: 1..=1000]
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub ticks: Option<u32>,
}

/// An actor of a crowd.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct ActorRequest {
    /// The cell where it starts.
    pub from: Cell,
    /// The cell where it goes; without it the `to` of the request.
    #[serde(default)]
    pub to: Option<Cell>,
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

/// The response of `crowd`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CrowdResponse {
    /// The crowd in figures, after the last tick.
    pub crowd: CrowdInfo,
    /// The actors, after the last tick.
    pub actors: Vec<ActorResponse>,
    /// How many of the requested actors found no room.
    pub without_place: u32,
    /// Notes, as sentences.
    pub notes: Vec<String>,
}

/// An actor after the last tick.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ActorResponse {
    /// Its number.
    pub id: u32,
    /// Its center, from the north-west corner of the map. [Unit: cells]
    pub x: f64,
    /// Its center, from the north-west corner of the map. [Unit: cells]
    pub y: f64,
    /// The cell it is sent to.
    pub to: Option<Cell>,
    /// `idle` has no order, `moving`, `waiting`, `arrived`, or `cut_off` from its destination.
    pub state: &'static str,
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
