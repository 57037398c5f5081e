//! Replies of a session.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft::dungeon::{Door, DoorId, Feature, LinkId, Marker, PinId, Room, RoomId, Spawn};
use undercroft::format::json::LinkEntry;
use undercroft::grid::Cell;
use undercroft::journal::EditNews;
use undercroft::verify::{Facts, Flaw, Report};

use super::blob::PayloadBlob;
use super::changed::ChangedReply;
use super::command::FovChoice;
use super::crowd::{ActorPath, CrowdReply};
use super::delegate::DelegatedTask;
use super::document::{DocumentReply, LevelLines, MapReply, ObserverState};
use super::error::ProtocolError;
use super::hello::Hello;
use super::step::StepInfo;

/// An answer with the bytes that it refers to.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The JSON part.
    pub body: Body,
    /// What its blobs lie in.
    pub payload: Vec<u8>,
}

impl Reply {
    /// Adds what edits touched to what they changed.
    pub(crate) fn add_news(&mut self, news: Vec<EditNews>) {
        if let Body::Changed(changed) = &mut self.body {
            changed.add_news(news);
        }
    }

    /// Adds notes for the user to a document, to what edits changed, or to a crowd.
    pub(crate) fn add_notes(&mut self, notes: impl IntoIterator<Item = String>) {
        match &mut self.body {
            Body::Document(document) => document.session.notes.extend(notes),
            Body::Changed(changed) => changed.session.notes.extend(notes),
            Body::Crowd(crowd) => crowd.moved.notes.extend(notes),
            _ => {}
        }
    }
}

impl From<Body> for Reply {
    fn from(body: Body) -> Self {
        Self { body, payload: Vec::new() }
    }
}

/// The JSON of a binary frame: exactly one of `reply`, `error` and `progress` is there.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Header {
    /// The request.
    pub id: u32,
    /// The last frame of a request that succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<Body>,
    /// The last frame of a request that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ProtocolError>,
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
    /// Steps to do; 0 where that is unknown.
    pub total: u64,
}

/// The JSON part of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Body {
    /// Presets, fields, formats, choices and limits.
    Hello(Box<Hello>),
    /// It is done.
    Done {},
    /// The whole state.
    Document(Box<DocumentReply>),
    /// What edits changed of the document before them.
    Changed(Box<ChangedReply>),
    /// What painting changed.
    Paint(Box<PaintReply>),
    /// Events of the trace.
    Trace(TraceReply),
    /// What lies on a cell.
    Inspect(Box<InspectReply>),
    /// The observer's field of view.
    Fov(FovReply),
    /// A shortest path.
    Path(PathReply),
    /// The cells of a straight line.
    Sweep(SweepReply),
    /// The crowd.
    Crowd(Box<CrowdReply>),
    /// Planned paths of actors.
    Paths {
        /// One for each actor of the filter.
        paths: Vec<ActorPath>,
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
    /// Only from a session without all formats: another module has to do a part of the command.
    Delegate {
        /// Which part.
        task: DelegatedTask,
        /// The dungeon as JSON; empty where it is not needed.
        dungeon: PayloadBlob,
    },
    /// How long a print is.
    PageCount {
        /// Its pages.
        pages: u32,
    },
    /// What an export would look like.
    Preview(PreviewReply),
    /// The lines of a level.
    Lines {
        /// The level.
        z: i32,
        /// The lines; absent where they are the sides of the cells.
        #[serde(skip_serializing_if = "Option::is_none")]
        lines: Option<LevelLines>,
    },
    /// Entries of the journal.
    Journal(JournalReply),
    /// The link of the document.
    Link(LinkReply),
    /// Rolls with other seeds.
    Variations {
        /// One for each seed.
        variations: Vec<VariationInfo>,
    },
    /// A small picture.
    Thumbnail {
        /// The picture.
        picture: ThumbnailInfo,
    },
    /// What is different between two states.
    Diff(Box<DiffReply>),
    /// The report of verify.
    Check {
        /// Flaws, skipped checks, facts.
        report: Report,
    },
}

/// Entries of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct JournalReply {
    /// The version of its format.
    pub journal: u32,
    /// The epoch of the generator.
    pub epoch: u32,
    /// The first entry's position.
    pub from: u32,
    /// The entries: objects with one of `roll`, `edit`, `drop`, `crowd`, `open` and perhaps `gesture`.
    pub entries: Vec<Value>,
    /// How many entries count; those after it can be redone.
    pub cursor: u32,
}

/// The link of the document.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LinkReply {
    /// What follows `#`; null where the document has no link.
    pub text: Option<String>,
    /// Why there is none, or what to know about it, as a sentence.
    pub note: Option<String>,
}

/// A small picture: one byte for each pixel, row by row.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ThumbnailInfo {
    /// Pixels from west to east.
    pub width: u32,
    /// Pixels from north to south.
    pub height: u32,
    /// What each shows: 0 rock, 1 wall, 2 floor, 3 corridor, 4 door, 5 water, 6 other ground, 7 feature, 8 pinned,
    /// 9 entrance.
    pub pixels: PayloadBlob,
}

/// One of many rolls.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct VariationInfo {
    /// Its seed, with the numbers of pinned stages behind it.
    pub seed: String,
    /// The level of the entrance; null where the roll was refused.
    pub picture: Option<ThumbnailInfo>,
    /// Figures; null where the roll was refused.
    pub facts: Option<Facts>,
    /// Why it was refused.
    pub refusal: Option<String>,
}

/// What is different between two states.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DiffReply {
    /// Whether nothing is.
    pub is_empty: bool,
    /// Levels, rooms, things and facts, as `undercroft diff --json` prints them.
    pub diff: Value,
    /// Either of them.
    pub maps: [MapReply; 2],
}

/// What painting changed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PaintReply {
    /// The level.
    pub z: i32,
    /// Cells that are different now.
    pub cells: Vec<Cell>,
    /// Their terrain, one byte each, in the same order.
    pub terrain: PayloadBlob,
    /// Whether they are solid now.
    pub solid: bool,
    /// Cells that were skipped, each with the reason.
    pub skipped: Vec<(Cell, String)>,
    /// What verify reports now; absent on maps of more than `limits.live_verify` cells: send `check` after the stroke.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Steps that can be undone.
    pub undo: u32,
    /// Steps that can be redone.
    pub redo: u32,
    /// What changed in the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepInfo>,
    /// Always null: an edited map has no share link.
    pub share_link: Option<String>,
    /// The observer's new field of view, with the new path where there is a goal; absent where the observer is on
    /// another level, or has no field of view of the chosen kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fov: Option<FovReply>,
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
    /// Whether it blocks movement.
    pub solid: bool,
    /// The room whose floor it is.
    pub room: Option<Room>,
    /// The rooms in whose wall it lies.
    pub ring_of: Vec<RoomId>,
    /// The door on it.
    pub door: Option<Door>,
    /// The links that the room or door belongs to, and those whose corridor runs here.
    pub links: Vec<LinkEntry>,
    /// Links whose corridor runs here.
    pub corridor_of: Vec<LinkId>,
    /// The markers on the cell.
    pub markers: Vec<Marker>,
    /// The features of the room, and those on the cell.
    pub features: Vec<Feature>,
    /// The spawns of the room, and those on the cell.
    pub spawns: Vec<Spawn>,
    /// The doors of the room or of the links.
    pub doors: Vec<DoorId>,
    /// Facts for people: name and value.
    pub facts: Vec<(String, String)>,
    /// Pins that hold the room, the door or the links.
    pub pins: Vec<PinId>,
    /// Flaws that concern the cell, the room, the door or the links.
    pub flaws: Vec<Flaw>,
    /// The numbers of the trace's events that made what is here, if the trace was kept and nothing was edited since.
    pub events: Vec<u32>,
}

/// The observer's field of view. All three sets are bit blobs of the size of the level.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FovReply {
    /// The observer.
    pub observer: ObserverState,
    /// The kind of field of view.
    pub kind: FovChoice,
    /// Size of the level.
    pub width: i32,
    /// Size of the level.
    pub height: i32,
    /// The visible cells; with `shadowcast` also the walls and shut doors that are lit.
    pub visible: PayloadBlob,
    /// The corners of the map; empty with `shadowcast`.
    pub corners: PayloadBlob,
    /// The interesting ones; empty with `shadowcast`.
    pub interesting: PayloadBlob,
    /// How many cells are visible, without those that are only lit.
    pub visible_count: u32,
    /// How many corners the map has; 0 with `shadowcast`.
    pub corner_count: u32,
    /// How many are interesting; 0 with `shadowcast`.
    pub interesting_count: u32,
    /// The shortest path to the goal; absent without a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathReply>,
}

/// An exact any-angle shortest path.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PathReply {
    /// Whether there is one.
    pub found: bool,
    /// Start, turns and end of the body's north-west cell; empty where there is no path.
    pub waypoints: Vec<Cell>,
    /// The middle of the body at each of them, from the north-west corner of the map. [Unit: cells]
    pub centers: Vec<[f64; 2]>,
    /// Its length. [Unit: cells]
    pub length: f64,
    /// The cells that the body sweeps, row by row.
    pub swept: Vec<Cell>,
}

/// The cells of a straight line.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SweepReply {
    /// Whether no cell is solid: the two ends see each other.
    pub is_clear: bool,
    /// The cells that the body sweeps, row by row.
    pub cells: Vec<Cell>,
    /// The solid ones.
    pub blocked: Vec<Cell>,
}

/// What an export would look like.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PreviewReply {
    /// The first page or the picture as SVG; absent of virtual tables and of prints that begin at true scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<PayloadBlob>,
    /// The pages of a print.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<u32>,
    /// The fewest pixels along a square of a picture for a virtual table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square_px: Option<u32>,
    /// How many pictures a virtual table gets.
    pub pictures: u32,
}

/// Files to save.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExportReply {
    /// The files; several where a format has one for each level.
    pub files: Vec<ExportedFile>,
    /// Notes for the user, as sentences.
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
    pub data: PayloadBlob,
}
