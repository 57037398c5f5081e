//! The document on the wire.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use undercroft::edit::Edit;
use undercroft::format::json::DungeonFile;
use undercroft::grid::Cell;
use undercroft::verify::Report;

use super::blob::PayloadBlob;
use super::command::GenerationSource;
use super::crowd::CrowdInfo;
use super::step::StepInfo;

/// The whole state, but for the trace: dungeon JSON with blobs instead of rows, and what the session adds.
///
/// ```
/// use undercroft_studio::protocol::{Body, Command};
/// use undercroft_studio::{NoProgress, Session};
///
/// let reply = Session::new(0).handle(Command::New { width: 9, height: 5 }, &mut NoProgress).unwrap();
/// let Body::Document(document) = reply.body else { panic!("new replies with a document") };
/// let level = &document.dungeon.levels[0];
/// assert_eq!((level.width, level.height), (9, 5));
/// assert_eq!(level.terrain.slice(&reply.payload).unwrap().len(), 45);
/// assert_eq!((document.session.undo, document.session.edited), (1, false));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "Document")]
pub struct DocumentReply {
    /// The dungeon.
    #[serde(flatten)]
    pub dungeon: DungeonFile<LevelReply>,
    /// What the session holds besides the dungeon.
    pub session: SessionState,
}

/// A dungeon that is not the document: dungeon JSON with blobs instead of rows.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MapReply {
    /// The dungeon.
    #[serde(flatten)]
    pub dungeon: DungeonFile<LevelReply>,
}

/// What a session holds besides its dungeon.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SessionState {
    /// What the dungeon was generated from in this session.
    pub source: Option<GenerationSource>,
    /// Whether the dungeon was changed since it was generated, opened or pasted.
    pub edited: bool,
    /// What the address bar should hold after `#`; null where recipe and seed do not generate this document.
    pub share_link: Option<String>,
    /// The link of the generation that the document came from, edited or not; null where there was none.
    pub roll_link: Option<String>,
    /// Why that generation has no link, as a sentence; null where it has one, or there was none.
    pub link_problem: Option<String>,
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
    pub crowd: CrowdInfo,
    /// Edits that the last roll could not apply again.
    pub shelved: Vec<ShelvedInfo>,
    /// What changed in the journal; absent where nothing did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepInfo>,
    /// Notes for the user, as sentences: actors that were removed, for example.
    pub notes: Vec<String>,
}

/// What a session holds besides its dungeon and the roll that it came from, which no edit changes.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChangedState {
    /// Whether the dungeon was changed since it was generated, opened or pasted.
    pub edited: bool,
    /// What the address bar should hold after `#`; null where recipe and seed do not generate this document.
    pub share_link: Option<String>,
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
    pub crowd: CrowdInfo,
    /// Edits that the last roll could not apply again.
    pub shelved: Vec<ShelvedInfo>,
    /// What changed in the journal; absent where nothing did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepInfo>,
    /// Notes for the user, as sentences: actors that were removed, for example.
    pub notes: Vec<String>,
}

impl SessionState {
    /// What the session holds, with the roll that the document came from.
    pub(crate) fn new(
        source: Option<GenerationSource>,
        roll_link: Option<String>,
        link_problem: Option<String>,
        state: ChangedState,
    ) -> Self {
        let ChangedState { edited, share_link, report, trace, undo, redo, observer, crowd, shelved, step, notes } =
            state;
        Self {
            source,
            edited,
            share_link,
            roll_link,
            link_problem,
            report,
            trace,
            undo,
            redo,
            observer,
            crowd,
            shelved,
            step,
            notes,
        }
    }
}

/// An edit that the last roll could not apply again.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ShelvedInfo {
    /// The edit.
    pub edit: Edit,
    /// Why it could not be applied, as a sentence.
    pub reason: String,
}

/// One floor.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LevelReply {
    /// Height; 0 is the level of the entrance.
    pub z: i32,
    /// What people call it; may be empty.
    pub name: String,
    /// Cells from west to east.
    pub width: i32,
    /// Cells from north to south.
    pub height: i32,
    /// A terrain blob.
    pub terrain: PayloadBlob,
    /// A bit blob: the cells that block movement.
    pub solid: PayloadBlob,
    /// What lies on the floor, one byte each: 0 nothing, 1 shallow water, 2 deep water, 3 chasm, 4 rubble, 5 grass,
    /// 6 bridge. Absent where nothing lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<PayloadBlob>,
    /// The lines that are drawn; absent where they are the sides of the cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<LevelLines>,
}

/// The lines of a level as drawings have them: soft in caves and round rooms, thin in houses. Both are blobs of 32-bit
/// whole numbers, little-endian: for each closed loop the number of its points, then for each point x and y in thousandths
/// of a cell and what the line to the next point belongs to: 0 a room, 1 a corridor, 2 a door's jamb, 3 a window, 4 the open
/// end of the entrance.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LevelLines {
    /// The outline of the floor.
    pub floor: PayloadBlob,
    /// The outer face of a house with thin walls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<PayloadBlob>,
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
