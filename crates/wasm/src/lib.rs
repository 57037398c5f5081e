//! Undercroft as WebAssembly. `scripts/site` builds one module for each feature:
//!
//! | feature | module | what it is for |
//! |---|---|---|
//! | `session` | `session.wasm` | the studio without a server: requests in, frames out |
//! | `export` | `export.wasm` | what the session delegates: every format, read and written |
//! | `core` | `undercroft.wasm` | the engine of the npm package: generate, check, see, draw |
//!
//! There is no thread, no clock and no file in them: a worker of the page lends them its clock, its messages and its flag
//! for cancelling, as a [`Host`].

#[cfg(any(feature = "session", feature = "export"))]
mod answer;
#[cfg(feature = "core")]
mod core_dungeon;
#[cfg(feature = "core")]
mod core_problem;
#[cfg(feature = "core")]
mod core_sight;
#[cfg(feature = "core")]
mod core_tables;
#[cfg(feature = "session")]
mod engine;
#[cfg(feature = "export")]
mod exporter;
mod host;
#[cfg(any(feature = "session", feature = "export"))]
mod host_progress;
#[cfg(any(feature = "session", feature = "export"))]
mod worker_host;

#[cfg(feature = "core")]
pub use core_dungeon::{DungeonHandle, TILE_CODES, generate, read};
#[cfg(feature = "session")]
pub use engine::Engine;
#[cfg(feature = "export")]
pub use exporter::export_frame;
pub use host::Host;
