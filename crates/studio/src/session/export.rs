//! Exports: the document in every format of the program's catalogue.

mod choices;
mod option;

use std::collections::BTreeMap;

use serde_json::Value;
use undercroft::dungeon::Dungeon;
use undercroft_draw::Levels;
use undercroft_formats::document::write;
use undercroft_formats::{Card, Document, DocumentFormat, DocumentOptions, File, WriteError};

use crate::protocol::error::sentence;
use crate::protocol::{Body, ErrorCode, ExportFormat, ExportReply, ExportedFile, PayloadBlob, ProtocolError, Reply};
use choices::Choices;
use option::options;

/// Every format with its options.
pub fn formats() -> Vec<ExportFormat> {
    DocumentFormat::ALL.into_iter().map(format_info).collect()
}

/// The files of a document in a format, and notes for the user.
///
/// # Errors
/// When there is no such format or option, a value is wrong, or the format cannot hold the map.
pub fn files(dungeon: &Dungeon, name: &str, options: &BTreeMap<String, Value>) -> Result<Document, ProtocolError> {
    let Some(format) = DocumentFormat::by_name(name) else {
        let names = DocumentFormat::ALL.map(|format| format.card().name).join(", ");
        return Err(ProtocolError::new(
            ErrorCode::NotFound,
            format!("There is no format {name:?}; there are {names}."),
        )
        .with_field("format"));
    };
    let choices = Choices::new(format, options)?;
    let options = choices.document(dungeon, slug(&dungeon.name))?;
    let is_too_much = holds_one_level(format) && dungeon.levels.len() > 1 && options.drawing.levels == Levels::All;
    let document = if is_too_much || choices.is_split() && format.shows_single_levels() {
        level_by_level(dungeon, format, &options)
    } else {
        write(dungeon, format, &options)
    };
    document.map_err(|error| ProtocolError::new(ErrorCode::Unsupported, sentence(&rename_options(&error.to_string()))))
}

/// A message of the library about an option of the command line, `--square-px`, with our key, `square_px`.
fn rename_options(message: &str) -> String {
    let word = |word: &str| match word.trim_start_matches('(').strip_prefix("--") {
        Some(_) => word.replacen("--", "", 1).replace('-', "_"),
        None => word.to_owned(),
    };
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Whether a file has place for one level only; a dungeon of several then makes several files.
const fn holds_one_level(format: DocumentFormat) -> bool {
    matches!(format, DocumentFormat::Map | DocumentFormat::Scen)
}

/// The same as a reply.
///
/// # Errors
/// As [`files`].
pub fn export(dungeon: &Dungeon, name: &str, options: &BTreeMap<String, Value>) -> Result<Reply, ProtocolError> {
    let document = files(dungeon, name, options)?;
    let mut payload = Vec::new();
    let file = |File { name, bytes, .. }: File| {
        let media = media(&name).to_owned();
        ExportedFile { name, media, data: PayloadBlob::append(&mut payload, &bytes) }
    };
    let files = document.files.into_iter().map(file).collect();
    let notes = document.note.iter().map(sentence).collect();
    Ok(Reply { body: Body::Export(ExportReply { files, notes }), payload })
}

/// The media type of a file, by its ending.
pub fn media(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "tmj" | "ldtk" | "uvtt" | "dd2vtt" | "world" => "application/json",
        "tmx" => "application/xml",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        "txt" | "map" | "scen" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// `The Vaults of the Grey Abbot` is `the-vaults-of-the-grey-abbot`.
pub fn slug(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let letters: String = name.chars().map(plain).collect();
    let words: Vec<&str> = letters.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "map".to_owned() } else { words.join("-") }
}

/// One document for each level.
fn level_by_level(
    dungeon: &Dungeon,
    format: DocumentFormat,
    options: &DocumentOptions,
) -> Result<Document, WriteError> {
    let mut all = Document { files: Vec::new(), note: None };
    for level in &dungeon.levels {
        let mut one = options.clone();
        one.stem = format!("{}-z{}", options.stem, level.z);
        one.drawing.levels = Levels::One(level.z);
        let Document { files, note } = write(dungeon, format, &one)?;
        all.files.extend(files);
        all.note = all.note.or(note);
    }
    Ok(all)
}

fn format_info(format: DocumentFormat) -> ExportFormat {
    let Card { name, title, carries, lacks, .. } = *format.card();
    let help = rename_options(&format!("Carries {carries}; lacks {lacks}."));
    let ending = format.ending().to_owned();
    let media = media(&format!(".{ending}")).to_owned();
    ExportFormat { name: name.to_owned(), title: title.to_owned(), help, ending, media, options: options(format) }
}
