//! What a session without all formats leaves to another module, and the table of what that module can do.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use undercroft::dungeon::Dungeon;
use undercroft::format::json;
use undercroft_formats::{FORMATS, is_recognized};

use crate::protocol::{Body, Command, DelegatedTask, ExportFormat, PayloadBlob, Reply};

/// Every format with its options, and the extensions that can be opened, as a session with all formats lists them.
/// A test of that session writes it.
const TABLE: &str = include_str!("formats.json");

/// What `hello` lists of formats.
#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct FormatTable {
    /// What a document can be exported to.
    pub formats: Vec<ExportFormat>,
    /// Extensions of files that can be opened.
    pub opens: Vec<String>,
}

/// What `hello` lists of formats.
pub fn table() -> FormatTable {
    serde_json::from_str(TABLE).expect("the table is written by a test")
}

/// The reply that hands a command on; `None` where the session does it itself.
pub fn delegate(command: &Command, dungeon: &Dungeon) -> Option<Reply> {
    match command {
        Command::Export { format, .. } | Command::CountPages { format, .. } | Command::Preview { format, .. }
            if !is_own(format) =>
        {
            let mut payload = Vec::new();
            let text = PayloadBlob::append(&mut payload, json::write(dungeon).as_bytes());
            Some(Reply { body: Body::Delegate { task: DelegatedTask::Write, dungeon: text }, payload })
        }
        // What is not base64 fails here as well as there.
        Command::Open { base64, .. } if STANDARD.decode(base64).is_ok_and(|bytes| !is_recognized(&bytes)) => {
            Some(read())
        }
        Command::PasteText { text } if !is_recognized(text.as_bytes()) => Some(read()),
        _ => None,
    }
}

fn is_own(name: &str) -> bool {
    FORMATS.iter().any(|format| format.name == name)
}

fn read() -> Reply {
    let dungeon = PayloadBlob { at: 0, bytes: 0 };
    Body::Delegate { task: DelegatedTask::Read, dungeon }.into()
}
