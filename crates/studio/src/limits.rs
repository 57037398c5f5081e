//! What one tab may ask for. Each limit has its reason.
//!
//! ```
//! use undercroft_studio::protocol::{Command, ErrorCode};
//! use undercroft_studio::{NoProgress, Session, limits};
//!
//! let wide = Command::New { width: limits::MAX_SIDE, height: limits::MAX_SIDE };
//! let error = Session::new(0).handle(wide, &mut NoProgress).unwrap_err();
//! assert_eq!((error.code, error.field.as_deref()), (ErrorCode::TooLarge, Some("width")));
//! ```

/// Cells of all levels of a document: 2,048 × 2,048. The page keeps a map of 2,000 × 2,000 fluid; above it one document
/// is more than 4 MB of tiles on the wire, and every undo step as much again in memory.
pub const MAX_CELLS: usize = 1 << 22;

/// Cells on the longest side of a map: fields of view and searches are proved for more, but a page
/// cannot show a map of 16,384 × 256.
pub const MAX_SIDE: i32 = 8192;

/// Bytes of a text frame. A dungeon JSON of the largest map is about 5 MB, in base64 about 7 MB.
pub const MAX_MESSAGE: usize = 16 << 20;

/// Requests that may wait in one session. A page that sends faster than it is answered drops its own stale requests.
pub const MAX_WAITING: usize = 64;

/// Events in one `trace` answer: about 2 MB of JSON.
pub const TRACE_PAGE: u32 = 20_000;

/// Events that are kept; the walkers of the largest recipe emit millions. About 100 MB at most.
pub const MAX_EVENTS: usize = 1_000_000;

/// Ticks in one `crowd_step`; a second at any speed that can be watched.
pub const MAX_TICKS: u32 = 1_000;

/// Actors of a crowd. At 30 frames a second 1,000 are asked for; 5,000 still step in time.
pub const MAX_ACTORS: usize = 5_000;

/// Cells in one `paint`.
pub const MAX_PAINT: usize = 65_536;

/// On maps of more cells than this `paint` does not verify: 512 × 512 take a few milliseconds, more would be felt.
pub const LIVE_VERIFY: usize = 1 << 18;

/// Bytes of documents that are kept beside the journal: 16 of the largest map, thousands of a small one. Those that are not
/// kept are replayed.
pub const HISTORY_BYTES: usize = 64 << 20;

/// Bytes of a journal as JSON: with a checkpoint of the largest map it still fits a message. Of a longer one the oldest
/// entries are folded.
pub const MAX_JOURNAL: usize = 8 << 20;

/// Edits in one command: as many as a journal holds.
pub const MAX_EDITS: usize = undercroft::journal::MAX_ENTRIES;

/// Search steps of one generation, whatever the `budget` of the recipe: some ten seconds of a slow machine.
pub const MAX_BUDGET: u64 = 400_000_000;

/// Search steps of one edit: a hand does not wait as long as a generation may take.
pub const EDIT_BUDGET: u64 = MAX_BUDGET / 8;

/// Rooms of one generation: verify, drawing and the page all take time for each.
pub const MAX_ROOMS: u32 = 20_000;

/// Floor cells of one generation from templates: a template room has a ring and a neighbourhood, about four cells of map
/// for each of floor, and twice that where the rooms lie badly.
pub const MAX_FLOOR: usize = MAX_CELLS / 8;

/// Walks of an exported scenario: each is a search over the map, and an export cannot be cancelled.
pub const MAX_WALKS: u32 = 10_000;
