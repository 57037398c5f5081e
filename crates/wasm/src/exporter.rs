//! What a session delegates: exports, and files of foreign formats.

use undercroft_studio::do_delegated;
use wasm_bindgen::prelude::wasm_bindgen;

use super::answer::answer;
use super::host::Host;
use super::worker_host::WorkerHost;

/// The last frame of a delegated request. `dungeon` is the payload of the session's reply.
pub fn export_frame(text: &str, dungeon: &[u8], host: &dyn Host) -> Vec<u8> {
    answer(text, host, |command, progress| do_delegated(&command, dungeon, progress))
}

/// The same for the worker.
#[wasm_bindgen]
pub fn perform(text: &str, dungeon: &[u8]) -> Vec<u8> {
    export_frame(text, dungeon, &WorkerHost)
}
