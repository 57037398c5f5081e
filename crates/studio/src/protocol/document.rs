//! The document on the wire.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft::dungeon::{Door, Entrance, Marker, Room, RoomId, Stub};
use undercroft::format::json::LinkFile;
use undercroft::grid::{Cell, Rect};
use undercroft::verify::Report;

use super::blob::PayloadBlob;
use super::command::GenerationSource;
use super::crowd::CrowdInfo;

/// The whole state, but for the trace.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DocumentReply {
    /// A name for people.
    pub name: String,
    /// The seed, as text; empty where the document was not generated.
    pub seed: String,
    /// Every field of the recipe by dotted name; empty where the document was not generated.
    pub recipe: BTreeMap<String, Value>,
    /// What it was generated from in this session.
    pub source: Option<GenerationSource>,
    /// Whether it was changed since it was generated, opened or pasted.
    pub edited: bool,
    /// What the address bar should hold after `#`; null where recipe and seed do not generate this document.
    pub share_link: Option<String>,
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
    /// The entrance.
    pub entrance: Option<Entrance>,
    /// The goal room.
    pub goal: Option<RoomId>,
    /// The walls of the building, where the dungeon is a house.
    pub outline: Option<Rect>,
    /// The module grid that rooms are aligned to. [Unit: cells]
    pub lattice: Option<[i32; 2]>,
    /// Where the dungeon departs from the recipe, as sentences.
    pub warnings: Vec<String>,
    /// Flaws, skipped checks, facts.
    pub report: Report,
    /// The trace of its generation, if that was kept and nothing was edited since.
    pub trace: Option<TraceInfo>,
    /// Steps that can be undone.
    pub undo: u32,
    /// Steps that can be redone.
    pub redo: u32,
    /// The observer.
    pub observer: Option<ObserverState>,
    /// The crowd on the map.
    pub crowd: Option<CrowdInfo>,
    /// Notes for the user, as sentences: actors that were removed, for example.
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
    pub terrain: PayloadBlob,
    /// A bit blob: the cells that block movement.
    pub solid: PayloadBlob,
}

/// An observer.
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

/// The trace of a generation, in figures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TraceInfo {
    /// How many events there are.
    pub events: u32,
    /// How many of each kind.
    pub kinds: BTreeMap<String, u32>,
    /// Whether there were more than can be kept; the first ones are.
    pub cut_short: bool,
}
