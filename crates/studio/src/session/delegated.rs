//! Does what a session without all formats delegates.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::value::RawValue;
use undercroft::dungeon::Dungeon;
use undercroft::format::json;
use undercroft_formats as format;

use super::{export, files};
use crate::progress::Progress;
use crate::protocol::{Body, Command, DelegatedTask, ErrorCode, PayloadBlob, ProtocolError, ReadFile, Reply};

/// Does the part of a command that a session has delegated. `dungeon` is the payload of its reply. For
/// [`DelegatedTask::Write`] the result is the reply to the command, for [`DelegatedTask::Read`] a [`ReadFile`] in the
/// payload, for [`Session::finish`](crate::Session::finish).
///
/// # Errors
/// As the session with all formats.
pub fn do_delegated(command: &Command, dungeon: &[u8], progress: &mut dyn Progress) -> Result<Reply, ProtocolError> {
    match command {
        Command::Export { format, options } => {
            progress.report("draw", 0, 0);
            export::export(&written(dungeon)?, format, options, progress)
        }
        Command::CountPages { format, options } => export::count_pages(&written(dungeon)?, format, options),
        Command::Preview { format, options } => export::preview(&written(dungeon)?, format, options, progress),
        Command::Open { name, base64 } => {
            let bytes = STANDARD.decode(base64).map_err(|error| files::not_base64(&error))?;
            read(name, &bytes)
        }
        Command::PasteText { text } => read(files::PASTED, text.as_bytes()),
        _ => Err(broken("only exports and files are delegated")),
    }
}

fn read(name: &str, bytes: &[u8]) -> Result<Reply, ProtocolError> {
    let file = if bytes.starts_with(b"\x89PNG") && name != files::PASTED {
        ReadFile::Picture(Box::new(files::recorded(name, bytes)?))
    } else {
        let text = json::write(&format::read(Some(name), bytes)?);
        ReadFile::Dungeon(RawValue::from_string(text).map_err(broken)?)
    };
    let mut payload = Vec::new();
    let dungeon = PayloadBlob::append(&mut payload, &serde_json::to_vec(&file).map_err(broken)?);
    Ok(Reply { body: Body::Delegate { task: DelegatedTask::Read, dungeon }, payload })
}

/// The dungeon that the session wrote.
fn written(dungeon: &[u8]) -> Result<Dungeon, ProtocolError> {
    let text = std::str::from_utf8(dungeon).map_err(broken)?;
    json::read(text).map_err(|error| broken(error.problem()))
}

fn broken(problem: impl std::fmt::Display) -> ProtocolError {
    ProtocolError::new(ErrorCode::Internal, format!("A part of the studio cannot read the other: {problem}."))
}
