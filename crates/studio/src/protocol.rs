//! Messages between page and session.
//!
//! # The wire
//!
//! One WebSocket at `/ws` for each tab; one tab is one [`Session`](crate::Session), which ends with its socket.
//!
//! The page sends **text** frames, each a [`Request`]:
//!
//! ```json
//! {"id": 7, "command": {"type": "generate", "preset": "small-dungeon", "seed": "42"}}
//! ```
//!
//! `id` is the page's own number for the request; it must not be in use. The server sends **binary** frames:
//!
//! ```text
//! ┌────────────────────┬──────────────────────┬──────────────────────┐
//! │ u32, little-endian │ header, UTF-8 JSON   │ payload, raw bytes   │
//! │ length of header   │                      │ (may be empty)       │
//! └────────────────────┴──────────────────────┴──────────────────────┘
//! ```
//!
//! The header is a [`Header`]: any number of `{"id", "progress": {"stage", "done", "total"}}` and then exactly one of
//! `{"id", "reply": {"type", …}}` or `{"id", "error": {"code", "message", "field"?, …}}` for each request. `total` is 0
//! where the end is unknown. A [`PayloadBlob`] in a reply is a piece of that frame's payload: `{"at": offset, "bytes": length}`.
//! Programs decide by the [`ErrorCode`] of an error; its message is for people.
//!
//! A malformed frame (no JSON, no `id`, an unknown command or field) is answered with an error too; its `id` is that of
//! the frame if it can be read, else 0. Requests are numbered from 1.
//!
//! Commands of one session run one after the other, in the order of their arrival; at most
//! [`MAX_WAITING`](crate::limits::MAX_WAITING) are pending. `{"type": "cancel", "request": 7}` overtakes them: request 7,
//! running or pending, answers with the error `cancelled`, and `cancel` itself with `done`. A command that fails, is
//! cancelled or runs out of budget leaves the session byte for byte as it was.
//!
//! # Coordinates and blobs
//!
//! Cells are `[x, y]`, y grows south; `z` is the level. *Terrain blobs* have one byte for each cell, row by row; the
//! numbers are positions in [`Hello::terrain`]. *Bit blobs* have rows of `ceil(width / 8)` bytes; cell x of a row is bit
//! `x % 8`, the least significant first, of byte `x / 8`. *Crowd blobs* are described at [`CrowdReply`].
//!
//! # One round trip a stroke
//!
//! The session keeps the observer, the kind of field of view and the goal. Replies `fov` and `paint` carry the new field
//! of view and, with a goal, the new path: a page asks for neither afterwards.
//!
//! # Undo
//!
//! The session holds a journal: rolls, edits, orders to the crowd and opened files, in order. The document is what a replay
//! of the entries up to the cursor gives; undo, redo and `goto` move the cursor. Ticks of the crowd are no entries: an order
//! holds the crowd before it. Going back over orders brings back the crowd before the first of them, going forward that after
//! the last; where none is crossed the crowd goes on, on the other map. Replies to a change carry `step`, the entries that are new,
//! so that a page can keep them: with `restore` another session continues where this one ended. Commands with a `gesture`
//! (a drag of the mouse, the motion of a slider) share one undo step with the command before if that had the same number.
//! Observer, goal and views are not entries; undo restores the observer as it was before the step where the
//! document before it is still kept.
//!
//! # Edits
//!
//! Edits are answered with [`ChangedReply`]: what is different from the document before them. A page that applies each to
//! its copy, and the cells of `paint`, has what `document` answers. Where it painted since the last document, all that is
//! different from that one is listed again, since `paint` tells of cells alone. `try` is answered alike, and leaves the
//! copy as it is.

mod blob;
mod changed;
mod command;
mod crowd;
mod delegate;
mod document;
pub(crate) mod error;
mod field;
mod frame;
mod hello;
mod reply;
mod request;
mod schema;
mod step;

pub use blob::PayloadBlob;
pub use changed::{CellPatch, ChangedReply, DrawnLines, DungeonHead, LevelPatch, ListPatch, TouchedInfo};
pub use command::{
    ActorFilter, AttachedFile, Command, CrowdSettingsPatch, DocumentAt, FovChoice, GenerationSource, ShelfAction,
    StartChoice,
};
pub use crowd::{ActorPath, CrowdInfo, CrowdReply, Moved, SubcellGridInfo};
pub use delegate::{DelegatedTask, ReadFile, ReadPicture};
pub use document::{
    ChangedState, DocumentReply, LevelLines, LevelReply, MapReply, ObserverState, SessionState, ShelvedInfo, TraceInfo,
};
pub use error::{ErrorCode, ProtocolError};
pub use field::{ChoiceInfo, FieldInfo, FieldValues};
pub use frame::{answer_frame, progress_frame};
pub use hello::{ExportFormat, Hello, Limits, PresetInfo};
pub use reply::{
    Body, DiffReply, ExportReply, ExportedFile, FovReply, Header, InspectReply, JournalReply, LinkReply, PaintReply,
    PathReply, PreviewReply, ProgressInfo, Reply, SweepReply, ThumbnailInfo, TraceReply, VariationInfo,
};
pub use request::Request;
pub use schema::schema;
pub use step::StepInfo;
