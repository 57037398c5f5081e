//! Maps in and out of files: one file per format, reading beside writing.
//!
//! A format is recognised by its content, then by the file's extension. Whatever is read is checked here, once, so that
//! everything behind it can trust it; what is wrong is told in one sentence with the place in the file ([`ReadError`]).
//! Nothing here opens a file: bytes in, values out.

mod catalogue;
pub mod document;
pub mod foundry;
pub mod fov_text;
pub mod ldtk;
pub mod movingai;
pub mod outline;
mod output;
pub mod pdf;
mod player_edition;
mod setting;
pub mod svg;
pub mod tabletop;
pub mod tiled;
pub mod tileset;
mod unsupported;
pub mod uvtt;

pub use catalogue::{Card, DocumentFormat};
pub use document::{Document, DocumentOptions};
pub use output::{File, WriteError};
pub use setting::Setting;
pub use tabletop::TableOptions;

use undercroft::dungeon::Dungeon;
use undercroft::format::{
    FilePosition, MAX_CELLS, ReadError, decode, infer_rooms, json, json_lines, named, text, text_levels,
};

/// A format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Dungeon JSON.
    Json,
    /// Dungeon text, and plain maps of `#` and `.`.
    Text,
    /// A text map that shows what an observer sees.
    FovText,
    /// A map of the MovingAI benchmarks.
    MovingAi,
    /// A scenario of the MovingAI benchmarks; it holds walks, not a map.
    Scenario,
    /// A project of the level editor LDtk.
    Ldtk,
    /// A map of Tiled, in XML or in JSON.
    Tiled,
    /// A world of Tiled; it names the maps of a dungeon and holds none.
    World,
}

/// Reads a dungeon or a map in any format. A map that has no name in it gets that of the file.
///
/// # Errors
/// When the bytes are no map; the error names the file and the place in it.
pub fn read(name: Option<&str>, bytes: &[u8]) -> Result<Dungeon, ReadError> {
    let read = || {
        if let Some(sentence) = unsupported::sentence(bytes) {
            return Err(ReadError::new(sentence));
        }
        let text = decode::text(bytes)?;
        match recognise_text(name, text) {
            Format::Json => json::read(text),
            Format::Ldtk => ldtk::read(text),
            Format::Text => text::read(text),
            Format::FovText => fov_text::read(text),
            Format::MovingAi => movingai::read(text),
            Format::Tiled => tiled::read(text),
            Format::Scenario => Err(ReadError::new(unsupported::scenario(text))),
            Format::World => Err(ReadError::new(unsupported::world(text))),
        }
    };
    read().map_err(|error| error.in_file(name)).map(|dungeon| named(dungeon, name))
}

/// How many levels of a dungeon are not in this file, which is one of several that were written of it.
pub fn missing_levels(bytes: &[u8]) -> usize {
    match decode::text(bytes) {
        Ok(text) if tiled::is_tiled(text) => tiled::missing_levels(&[text]),
        _ => 0,
    }
}

/// The format of a file: by its content and, where that says nothing, by its name. Bytes that are no text at all count as
/// what their name says, too; reading them tells what is wrong.
pub fn recognise(name: Option<&str>, bytes: &[u8]) -> Format {
    recognise_text(name, decode::text(bytes).unwrap_or_default())
}

fn recognise_text(name: Option<&str>, text: &str) -> Format {
    if tiled::is_tiled(text) {
        return Format::Tiled;
    }
    let start = text.trim_start();
    if ldtk::is_project(start) {
        return Format::Ldtk;
    }
    if tiled::is_world(start) {
        return Format::World;
    }
    if start.starts_with(['{', '[']) {
        return Format::Json;
    }
    if start.starts_with("type ") {
        return Format::MovingAi;
    }
    if start.starts_with(movingai::scenario::VERSION) {
        return Format::Scenario;
    }
    by_alphabet(text).or_else(|| by_extension(name?)).unwrap_or(Format::Text)
}

/// By the first character that only one of the alphabets has, if the first line is drawn in either.
fn by_alphabet(text: &str) -> Option<Format> {
    let is_glyph = |character| text::is_glyph(character) || fov_text::is_glyph(character);
    let first = text.lines().find(|line| !line.is_empty())?;
    if !text_levels::is_header(first) && !first.trim_end_matches('\r').chars().all(is_glyph) {
        return None;
    }
    let sheets = text_levels::level_texts(text).ok()?;
    let mut own = sheets.iter().flat_map(text_levels::LevelText::characters).filter_map(|character| {
        match (text::is_glyph(character), fov_text::is_glyph(character)) {
            (true, false) => Some(Format::Text),
            (false, true) => Some(Format::FovText),
            _ => None,
        }
    });
    Some(own.next().unwrap_or(Format::Text))
}

fn by_extension(name: &str) -> Option<Format> {
    let (_, extension) = name.rsplit_once('.')?;
    match extension.to_ascii_lowercase().as_str() {
        "json" => Some(Format::Json),
        "txt" => Some(Format::Text),
        "map" => Some(Format::MovingAi),
        "scen" => Some(Format::Scenario),
        "ldtk" => Some(Format::Ldtk),
        "tmx" | "tmj" => Some(Format::Tiled),
        "world" => Some(Format::World),
        _ => None,
    }
}

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
