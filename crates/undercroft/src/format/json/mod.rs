//! Dungeon JSON: version 2 is written and read, version 1 is read.
//!
//! The whole [`Dungeon`], and nothing but it: reading what was written gives an equal dungeon, writing that again the same
//! bytes. One room, door, link or row of tiles stands on a line, so that two dungeons can be compared line by line. The
//! JSON Schema is made from the types ([`schema`]) and kept in `schema/dungeon-2.schema.json`; `docs/dungeon-json.md` describes
//! every field.
//!
//! Reading checks what everything behind it trusts: sizes, ids, references, cells on their level. Whether the dungeon is
//! a good one is not asked here.

#[doc(hidden)]
pub mod check;
mod check_contents;
mod check_pins;
mod checked;
mod document;
mod error_path;
#[cfg(test)]
mod error_path_tests;
mod header;
mod layout;
mod levels;
mod link_entry;
mod link_file;
mod marker_entry;
#[doc(hidden)]
pub mod path;
mod value_fault;
#[cfg(test)]
mod value_fault_tests;
mod version1;

use serde_json::error::Category;

#[doc(hidden)]
pub use self::check::check;
pub use self::check_pins::read_pins;
pub use self::document::{DungeonFile, ProvenanceEntry};
use self::error_path::error_path;
use self::header::Header;
use self::levels::LevelFile;
pub use self::link_entry::{CorridorEntry, LinkEntry, LinkEntryKind, SecretEntry, SharedEntry, StairsEntry};
pub use self::link_file::{LinkFile, LinkFileKind};
pub use self::marker_entry::{MarkerEntry, MarkerEntryKind};
use self::path::Fault;
#[doc(hidden)]
pub use self::path::Path;
use self::value_fault::value_fault;
use self::version1::FirstVersion;
use super::decode::character;
use super::{FilePosition, ReadError};
use crate::dungeon::Dungeon;
use crate::parser_words::reword;

/// What every document says it is.
pub const FORMAT: &str = "undercroft";
/// The version of the format that is written.
pub const VERSION: u32 = 2;

/// Reads a dungeon.
///
/// # Errors
/// When the text is no JSON, no dungeon, of another version, or does not agree with itself; with path, line and column.
pub fn read(text: &str) -> Result<Dungeon, ReadError> {
    let header: Header = parse_with(text, Header::shown)?;
    match header.version().map_err(|fault| place(text, fault))? {
        VERSION => read_document(text),
        _ => read_first_version(text),
    }
}

fn read_document(text: &str) -> Result<Dungeon, ReadError> {
    let file: DungeonFile<LevelFile> = parse_plainly(text)?;
    let dungeon = file.into_dungeon().map_err(|fault| place(text, fault))?;
    check(&dungeon).map_err(|fault| place(text, fault))?;
    Ok(dungeon)
}

fn read_first_version(text: &str) -> Result<Dungeon, ReadError> {
    let file: FirstVersion = parse_plainly(text)?;
    let dungeon = file.into_dungeon().map_err(|fault| place(text, fault))?;
    check(&dungeon).map_err(|fault| place(text, fault.flat()))?;
    Ok(dungeon)
}

/// Writes a dungeon in version 2.
pub fn write(dungeon: &Dungeon) -> String {
    layout::to_string(&DungeonFile::from(dungeon))
}

/// Writes a dungeon to a writer, for example one that counts.
///
/// # Errors
/// When the writer fails.
#[doc(hidden)]
pub fn write_to(dungeon: &Dungeon, writer: impl std::io::Write) -> std::io::Result<()> {
    layout::write(&DungeonFile::from(dungeon), writer)
}

/// The JSON Schema of the format, as text.
#[cfg(feature = "schema")]
pub fn schema() -> String {
    let mut schema = schemars::schema_for!(DungeonFile<LevelFile>);
    drop_examples(&mut schema);
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
    text.push('\n');
    text
}

/// Cuts the examples of the documentation off the descriptions of a schema: they are Rust.
#[cfg(feature = "schema")]
#[doc(hidden)]
pub fn drop_examples(schema: &mut schemars::Schema) {
    if let Some(serde_json::Value::String(description)) = schema.get_mut("description") {
        let end = description.find("\n\n```").unwrap_or(description.len());
        description.truncate(end);
    }
    schemars::transform::transform_subschemas(&mut drop_examples, schema);
}

/// Reads a document; an error names path, line and column.
#[doc(hidden)]
pub fn parse<'a, T: serde::Deserialize<'a>>(text: &'a str) -> Result<T, ReadError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        // The parser writes a key that it has not read to its end as `?`, and the root as `.`.
        refusal(text, shortened(path.trim_end_matches(['?', '.'])), &error.into_inner())
    })?;
    json.end().map_err(|error| refusal(text, String::new(), &error))?;
    Ok(value)
}

/// The same with a path that is found after a refusal: the types of dungeons are many, and are compiled once for this.
fn parse_plainly<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    parse_with(text, |path| path)
}

/// The same for what reads a document in part. `shown` cuts off what it has not looked at.
fn parse_with<T: serde::de::DeserializeOwned>(text: &str, shown: fn(Path) -> Path) -> Result<T, ReadError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let value = T::deserialize(&mut json).map_err(|error| {
        let path = error_path(text, bytes_read(text, error.line(), error.column()), &error.to_string());
        refusal(text, shortened(&shown(path).to_string()), &error)
    })?;
    json.end().map_err(|error| refusal(text, String::new(), &error))?;
    Ok(value)
}

/// The value as JSON, through its text: each type has a writer of texts, and needs no second one for this.
///
/// # Errors
/// When it cannot be written as JSON.
#[doc(hidden)]
pub fn to_value(value: &impl serde::Serialize) -> serde_json::Result<serde_json::Value> {
    serde_json::from_str(&serde_json::to_string(value)?)
}

/// Reads a list; an error names the entry and the field of it.
///
/// # Errors
/// When the text is no JSON, or an entry is none.
#[doc(hidden)]
pub fn parse_list<T: serde::de::DeserializeOwned>(text: &str) -> Result<Vec<T>, ReadError> {
    parse_plainly(text).map_err(|error| {
        let entries: Vec<serde_json::Value> = serde_json::from_str(text).unwrap_or_default();
        let fault = |(at, entry)| value_fault::<T>(entry, Path::default().index(at));
        entries.iter().enumerate().find_map(fault).map_or(error, |fault| place(text, fault))
    })
}

/// A path that people can read: of one that leads very deep, only where it begins.
fn shortened(path: &str) -> String {
    const MOST: usize = 80;
    match path.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &path[..end]),
        None => path.to_owned(),
    }
}

/// The parser's complaint in our words, without the place that it would say a second time.
fn refusal(text: &str, path: String, error: &serde_json::Error) -> ReadError {
    let sentence = error.to_string();
    let problem = match error.classify() {
        Category::Eof => "the file ends in the middle of the JSON document".to_owned(),
        _ => reword(sentence.rfind(" at line ").map_or(sentence.as_str(), |end| &sentence[..end])),
    };
    ReadError::at(value_place(text, path, offset(text, error.line(), error.column())), problem)
}

/// The error about a value of a document that was read.
#[doc(hidden)]
pub fn place(text: &str, Fault { path, problem }: Fault) -> ReadError {
    let offset = path.locate(text);
    ReadError::at(value_place(text, path.to_string(), offset), problem)
}

/// The place of a value that begins at a byte of the text.
#[doc(hidden)]
pub fn value_place(text: &str, path: String, offset: usize) -> FilePosition {
    match character(&text.as_bytes()[..offset]) {
        FilePosition::Character { line, column } if !path.is_empty() => FilePosition::Value { path, line, column },
        place => place,
    }
}

/// The byte that the parser had come to: it counts lines and, in them, bytes, from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    bytes_read(text, line, column.max(1)).saturating_sub(1).min(text.len())
}

/// How many bytes the parser had read at a position of it.
fn bytes_read(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    before + column
}
