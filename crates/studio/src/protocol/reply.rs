//! What a session answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft::dungeon::{Door, DoorId, LinkId, Marker, Room, RoomId};
use undercroft::format::json::LinkFile;
use undercroft::grid::Cell;
use undercroft::verify::{Flaw, Report};

use super::{CrowdReply, DocumentReply, Hello, ObserverState, Track};

/// An answer with the bytes that it refers to.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The JSON part.
    pub body: Body,
    /// What its blobs lie in.
    pub payload: Vec<u8>,
}

impl From<Body> for Reply {
    fn from(body: Body) -> Self {
        Self { body, payload: Vec::new() }
    }
}

/// A piece of the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Blob {
    /// Its first byte, counted from the payload's.
    pub at: u32,
    /// Its length.
    pub bytes: u32,
}

impl Blob {
    /// Appends bytes to a payload.
    pub fn append(payload: &mut Vec<u8>, bytes: &[u8]) -> Self {
        let at = payload.len() as u32;
        payload.extend_from_slice(bytes);
        Self { at, bytes: bytes.len() as u32 }
    }

    /// Its bytes; `None` where the payload is another's.
    pub fn of(self, payload: &[u8]) -> Option<&[u8]> {
        payload.get(self.at as usize..)?.get(..self.bytes as usize)
    }
}

/// The JSON of a binary frame: exactly one of `reply`, `error` and `progress` is there.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Header {
    /// The request.
    pub id: u32,
    /// The last frame of a request that was met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<Body>,
    /// The last frame of a request that was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Refusal>,
    /// How far a request has come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<ProgressInfo>,
}

/// How far a request has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgressInfo {
    /// What is being done: `plan`, `place`, `route`, `build`, `verify`, `draw`, `crowd`.
    pub stage: String,
    /// Steps done.
    pub done: u64,
    /// Steps to do; 0 where that is not known.
    pub of: u64,
}

/// A request was not met. The session is as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// A complete sentence; the word `cancelled` where the page wanted it so.
    pub message: String,
    /// The field of the recipe or of the command that is to blame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The line of a text, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column in that line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

/// The JSON part of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Body {
    /// What there is.
    Hello(Box<Hello>),
    /// It is done, and there is nothing to tell.
    Done {},
    /// The whole state.
    Document(Box<DocumentReply>),
    /// What painting changed.
    Painted(PaintReply),
    /// Events of the trace.
    Trace(TraceReply),
    /// What lies on a cell.
    Inspect(Box<InspectReply>),
    /// What the observer sees.
    View(ViewReply),
    /// The shortest way.
    Path(PathReply),
    /// A straight band.
    Band(BandReply),
    /// The crowd.
    Crowd(Box<CrowdReply>),
    /// Where actors want to go.
    Tracks {
        /// One for each actor that was asked for.
        tracks: Vec<Track>,
    },
    /// A text: a copied map or a saved state.
    Text {
        /// The text.
        text: String,
        /// A name for a file that holds it.
        name: String,
    },
    /// Files to save.
    Export(ExportReply),
    /// What verify found.
    Check {
        /// Flaws, skipped checks, facts.
        report: Report,
    },
}

/// What painting changed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PaintReply {
    /// The level.
    pub z: i32,
    /// Cells that are different now.
    pub cells: Vec<Cell>,
    /// Their terrain, one byte each, in the same order.
    pub terrain: Blob,
    /// Whether they are solid now.
    pub solid: bool,
    /// Cells that stayed as they were although they should have changed, each with the reason.
    pub kept: Vec<(Cell, String)>,
    /// What verify says now; absent on maps of more than `limits.live_verify` cells: ask `check` when the hand rests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Steps that can be taken back.
    pub undo: u32,
    /// Steps that can be made again.
    pub redo: u32,
    /// Always null: an edited map cannot be shared by recipe and seed.
    pub share: Option<String>,
}

/// Events of the trace.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TraceReply {
    /// The first event's number.
    pub from: u32,
    /// The events: objects with `event` (the kind, in snake case) and the fields of that kind.
    pub events: Vec<Value>,
    /// How many there are altogether.
    pub total: u32,
}

/// What lies on a cell.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct InspectReply {
    /// The level.
    pub z: i32,
    /// The cell.
    pub cell: Cell,
    /// A word of `hello.terrain`.
    pub terrain: String,
    /// Whether nobody can enter it as things stand.
    pub solid: bool,
    /// The room whose floor it is.
    pub room: Option<Room>,
    /// The rooms in whose wall it lies.
    pub ring_of: Vec<RoomId>,
    /// The door on it.
    pub door: Option<Door>,
    /// The links that the room or door belongs to, and those whose corridor runs here.
    pub links: Vec<LinkFile>,
    /// Links whose corridor runs here.
    pub corridor_of: Vec<LinkId>,
    /// The markers on the cell.
    pub markers: Vec<Marker>,
    /// The doors of the room or of the links.
    pub doors: Vec<DoorId>,
    /// Facts for people: name and value.
    pub facts: Vec<(String, String)>,
    /// Flaws that concern the cell, the room, the door or the links.
    pub flaws: Vec<Flaw>,
    /// The numbers of the trace's events that made what is here, if the trace was kept and nothing was edited since.
    pub events: Vec<u32>,
}

/// What the observer sees. All three sets are bit blobs of the size of the level.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ViewReply {
    /// Who looks.
    pub observer: ObserverState,
    /// Size of the level.
    pub width: i32,
    /// Size of the level.
    pub height: i32,
    /// The seen cells; for glimpses also the walls and shut doors that are lit.
    pub visible: Blob,
    /// The corners of the map; empty for glimpses.
    pub corners: Blob,
    /// The interesting ones; empty for glimpses.
    pub interesting: Blob,
    /// How many cells are seen, without those that are only lit.
    pub visible_count: u32,
    /// How many corners the map has; 0 for glimpses.
    pub corner_count: u32,
    /// How many are interesting; 0 for glimpses.
    pub interesting_count: u32,
}

/// The shortest way.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PathReply {
    /// Whether there is one.
    pub found: bool,
    /// Start, turns and destination of the body's north-west cell; empty where there is none.
    pub waypoints: Vec<Cell>,
    /// Its length. [Unit: cells]
    pub length: f64,
    /// The cells that the body sweeps, row by row.
    pub swept: Vec<Cell>,
}

/// A straight band.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BandReply {
    /// Whether nothing is in the way: the two places are in clear sight of each other.
    pub clear: bool,
    /// The cells that the body would sweep, row by row.
    pub cells: Vec<Cell>,
    /// Those of them that are solid.
    pub blocked: Vec<Cell>,
}

/// Files to save.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExportReply {
    /// The files; several where a format has one for each level.
    pub files: Vec<ExportedFile>,
    /// What the user should know about them.
    pub notes: Vec<String>,
}

/// A file to save.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExportedFile {
    /// Its name; may contain `/` where a format makes a folder.
    pub name: String,
    /// Its media type.
    pub media: String,
    /// Its bytes.
    pub data: Blob,
}
