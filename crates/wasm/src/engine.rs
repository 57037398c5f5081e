//! The session of a page, and the functions by which its worker calls it.

use std::cell::RefCell;

use undercroft_studio::Session;
use wasm_bindgen::prelude::wasm_bindgen;

use super::answer::answer;
use super::host::Host;
use super::worker_host::WorkerHost;

/// A session that reads requests and writes frames, as the server does for a tab.
///
/// ```
/// use undercroft_wasm::{Engine, Host};
///
/// struct Still;
/// impl Host for Still {
///     fn now(&self) -> f64 {
///         0.0
///     }
///     fn send_progress(&self, _: &[u8]) {}
///     fn is_cancelled(&self) -> bool {
///         false
///     }
/// }
///
/// let frame = Engine::new(0).handle(r#"{"id": 1, "command": {"type": "explode"}}"#, &Still);
/// assert!(String::from_utf8_lossy(&frame).contains("unknown_command"));
/// ```
#[derive(Debug)]
pub struct Engine {
    session: Session,
}

impl Engine {
    /// An empty session. `entropy` decides the seeds of generations that name none.
    pub fn new(entropy: u64) -> Self {
        Self { session: Session::new(entropy) }
    }

    /// The last frame of a request.
    pub fn handle(&mut self, text: &str, host: &dyn Host) -> Vec<u8> {
        #[cfg(inject_panic)]
        assert!(!text.contains("\"copy_text\""), "injected");
        answer(text, host, |command, progress| self.session.handle(command, progress))
    }

    /// The last frame of a request whose file the export module has read.
    pub fn finish(&mut self, text: &str, read: &[u8], host: &dyn Host) -> Vec<u8> {
        answer(text, host, |command, progress| self.session.finish(&command, read, progress))
    }
}

// The engine of a module lies in its memory, so that a copy of the memory is a copy of the session, undo steps
// included: the page restores a worker that it had to end from such a copy.
thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Begins the session of this module.
#[wasm_bindgen]
pub fn begin(entropy: u64) {
    ENGINE.set(Some(Engine::new(entropy)));
}

/// The last frame of a request; of none before `begin`.
#[wasm_bindgen]
pub fn handle(text: &str) -> Vec<u8> {
    with_engine(|engine| engine.handle(text, &WorkerHost))
}

/// The last frame of a request whose file the export module has read.
#[wasm_bindgen]
pub fn finish(text: &str, read: &[u8]) -> Vec<u8> {
    with_engine(|engine| engine.finish(text, read, &WorkerHost))
}

/// The whole state for people. Sessions that are printed alike behave alike.
#[wasm_bindgen]
pub fn print() -> String {
    ENGINE.with_borrow(|engine| format!("{engine:?}"))
}

fn with_engine(work: impl FnOnce(&mut Engine) -> Vec<u8>) -> Vec<u8> {
    ENGINE.with_borrow_mut(|engine| engine.as_mut().map(work).unwrap_or_default())
}
