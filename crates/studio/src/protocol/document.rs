//! The document as the page gets it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft::dungeon::{Door, Entrance, Marker, Room, RoomId, Stub};
use undercroft::format::json::LinkFile;
use undercroft::grid::{Cell, Rect};
use undercroft::verify::Report;

use super::{Blob, CrowdState, Made};

/// The whole state, but for the trace.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DocumentReply {
    /// A name for people.
    pub name: String,
    /// The seed, as text; empty where the document was not generated.
    pub seed: String,
    /// Every field of the recipe by dotted name; empty where the document was not generated.
    pub recipe: BTreeMap<String, Value>,
    /// What it was made from in this session.
    pub made: Option<Made>,
    /// Whether it was changed since it was generated, opened or pasted.
    pub edited: bool,
    /// What the address bar should hold after `#`; null where recipe and seed do not give this document.
    pub share: Option<String>,
    /// The length of a cell's side. [Unit: feet]
    pub tile_feet: u16,
    /// The floors, highest first.
    pub levels: Vec<LevelReply>,
    /// The rooms; ids are positions.
    pub rooms: Vec<Room>,
    /// The doors; ids are positions.
    pub doors: Vec<Door>,
    /// The links; ids are positions.
    pub links: Vec<LinkFile>,
    /// Blind corridors.
    pub stubs: Vec<Stub>,
    /// Places of interest.
    pub markers: Vec<Marker>,
    /// Where the visitor comes in.
    pub entrance: Option<Entrance>,
    /// Where the visitor wants to get.
    pub goal: Option<RoomId>,
    /// The walls of the building, where the dungeon is a house.
    pub outline: Option<Rect>,
    /// The module grid that rooms are aligned to. [Unit: cells]
    pub lattice: Option<[i32; 2]>,
    /// What did not come out as the recipe wished, as sentences.
    pub warnings: Vec<String>,
    /// Flaws, skipped checks, facts.
    pub report: Report,
    /// What happened while it was made, if that was kept and nothing was edited since.
    pub trace: Option<TraceInfo>,
    /// Steps that can be taken back.
    pub undo: u32,
    /// Steps that can be made again.
    pub redo: u32,
    /// Who looks.
    pub observer: Option<ObserverState>,
    /// The crowd on the map.
    pub crowd: Option<CrowdState>,
    /// What the user should know about this answer, as sentences: actors that lost their ground, for example.
    pub notes: Vec<String>,
}

/// One floor.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LevelReply {
    /// Height; 0 is the level of the entrance.
    pub z: i32,
    /// Cells from west to east.
    pub width: i32,
    /// Cells from north to south.
    pub height: i32,
    /// A terrain blob.
    pub terrain: Blob,
    /// A bit blob: the cells that nobody can enter as things stand.
    pub solid: Blob,
}

/// Who looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObserverState {
    /// The level.
    pub z: i32,
    /// The north-west cell.
    pub cell: Cell,
    /// `1x1`, `2x1`, `1x2` or `2x2`.
    pub shape: String,
}

/// What happened while a dungeon was made, in figures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TraceInfo {
    /// How many events there are.
    pub events: u32,
    /// How many of each kind.
    pub kinds: BTreeMap<String, u32>,
    /// Whether there were more than can be kept; the first ones are.
    pub cut_short: bool,
}
