//! What page and session say to each other.
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
//! The header is a [`Header`]: any number of `{"id", "progress": {"stage", "done", "of"}}` and then exactly one of
//! `{"id", "reply": {"type", …}}` or `{"id", "error": {"message", "field"?, …}}` for each request. `of` is 0 where the
//! end is not known. A [`Blob`] in a reply is a piece of that frame's payload: `{"at": offset, "bytes": length}`.
//!
//! A frame that is no request (no JSON, no `id`, an unknown command or field) is answered with an error too; its `id` is
//! that of the frame if it can be read, else 0. Begin your own at 1.
//!
//! Commands of one session run one after the other, in the order in which they came; at most
//! [`MAX_WAITING`](crate::limits::MAX_WAITING) wait. `{"type": "cancel", "of": 7}` overtakes them: the request 7, running
//! or waiting, answers with the error `cancelled`, and `cancel` itself with `done`. A command that is refused, cancelled
//! or out of budget leaves the session byte for byte as it was.
//!
//! # Coordinates and blobs
//!
//! Cells are `[x, y]`, y grows south; `z` is the level. *Terrain blobs* have one byte for each cell, row by row; the
//! numbers are positions in [`Hello::terrain`]. *Bit blobs* have rows of `ceil(width / 8)` bytes; cell x of a row is bit
//! `x % 8`, the least significant first, of byte `x / 8`. *Crowd blobs* are described at [`CrowdReply`].
//!
//! # Undo
//!
//! Generations, openings, pastes and edits make one undo step each. Commands with a `gesture` (a drag of the mouse, the
//! motion of a slider) share one step with the command before if that had the same number. Observer, crowd and views are
//! not steps of their own; undo brings back the observer of the time.

mod catalogue;
mod command;
mod crowd;
mod document;
mod reply;
mod schema;

pub use catalogue::{Choice, ExportFormat, ExportOption, FieldInfo, FieldKind, Hello, Limits, Need, PresetInfo};
pub use command::{Command, CrowdSettings, Made, Request, ViewKind, Who};
pub use crowd::{CrowdReply, CrowdState, LatticeInfo, Moved, Track};
pub use document::{DocumentReply, LevelReply, ObserverState, TraceInfo};
pub use reply::{
    BandReply, Blob, Body, ExportReply, ExportedFile, Header, InspectReply, PaintReply, PathReply, ProgressInfo,
    Refusal, Reply, TraceReply, ViewReply,
};
pub use schema::schema;
