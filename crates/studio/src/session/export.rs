//! Exports: the document in every format of the program's catalogue.

use std::collections::BTreeMap;

use serde_json::Value;
use undercroft::dungeon::Dungeon;
use undercroft::events::{Event, EventSink};
#[cfg(feature = "formats")]
use undercroft::field::Field;
use undercroft::field::Value as FieldValue;
#[cfg(feature = "formats")]
use undercroft_formats::FORMATS;
use undercroft_formats::{File, Format, Options, Output, Scope, WriteError, by_name};

use crate::limits::MAX_WALKS;
use crate::progress::Progress;
#[cfg(feature = "formats")]
use crate::protocol::ExportFormat;
use crate::protocol::error::{ended, sentence};
use crate::protocol::{
    Body, ErrorCode, ExportReply, ExportedFile, FieldInfo, PayloadBlob, PreviewReply, ProtocolError, Reply,
};

/// Numbers that a session bounds further than the format does: answers are held in memory.
const LIMITS: [(&str, i64); 2] = [("problems", MAX_WALKS as i64), ("max_pages", 1000)];

/// Every format with its options.
#[cfg(feature = "formats")]
pub fn formats() -> Vec<ExportFormat> {
    FORMATS.iter().map(|format| format_info(format)).collect()
}

/// The files of a document in a format, and notes for the user.
///
/// # Errors
/// When there is no such format or option, a value is wrong, the format cannot hold the map, or the request was cancelled.
pub fn files(
    dungeon: &Dungeon,
    name: &str,
    options: &BTreeMap<String, Value>,
    progress: &mut dyn Progress,
) -> Result<Output, ProtocolError> {
    let format = named(name)?;
    let options = parse(dungeon, format, options)?.with_stem(slug(&dungeon.name));
    format.export_with(dungeon, &options, &mut ExportSink(progress)).map_err(|error| refused(format, &error))
}

/// The number of pages of a print.
///
/// # Errors
/// As [`files`], and where the format has no pages.
pub fn count_pages(dungeon: &Dungeon, name: &str, options: &BTreeMap<String, Value>) -> Result<Reply, ProtocolError> {
    let format = named(name)?;
    let options = parse(dungeon, format, options)?;
    let pages = format.page_count(dungeon, &options).map_err(|error| refused(format, &error))?;
    let none = || ProtocolError::new(ErrorCode::Unsupported, format!("{name} has no pages.")).with_field("format");
    Ok(Body::PageCount { pages: pages.ok_or_else(none)?.total() as u32 }.into())
}

/// What an export would look like.
///
/// # Errors
/// As [`files`], and where the format is not looked at.
pub fn preview(
    dungeon: &Dungeon,
    name: &str,
    options: &BTreeMap<String, Value>,
    progress: &mut dyn Progress,
) -> Result<Reply, ProtocolError> {
    let format = named(name)?;
    let options = parse(dungeon, format, options)?.with_stem(slug(&dungeon.name));
    let look = format.preview_with(dungeon, &options, &mut ExportSink(progress));
    let none = || ProtocolError::new(ErrorCode::Unsupported, format!("{name} has no preview.")).with_field("format");
    let look = look.map_err(|error| refused(format, &error))?.ok_or_else(none)?;
    let mut payload = Vec::new();
    let reply = PreviewReply {
        svg: look.svg.map(|svg| PayloadBlob::append(&mut payload, svg.as_bytes())),
        pages: look.pages.map(|pages| pages.total() as u32),
        square_px: look.square_px,
        pictures: look.pictures as u32,
    };
    Ok(Reply { body: Body::Preview(reply), payload })
}

/// Asks the progress of a command whether to continue an export.
struct ExportSink<'a>(&'a dyn Progress);

impl EventSink for ExportSink<'_> {
    fn wants_events(&self) -> bool {
        false
    }

    fn on_event(&mut self, _: Event) {}

    fn should_continue(&self) -> bool {
        self.0.should_continue()
    }
}

fn named(name: &str) -> Result<&'static Format, ProtocolError> {
    by_name(name)
        .map_err(|error| ProtocolError::new(ErrorCode::NotFound, sentence(&error.to_string())).with_field("format"))
}

/// The error of a format, blamed on the option that it names.
fn refused(format: &Format, error: &WriteError) -> ProtocolError {
    if matches!(error, WriteError::Cancelled(_)) {
        return ProtocolError::cancelled();
    }
    let message = in_our_words(&error.to_string());
    let is_about = |key: &str| message.strip_prefix(key).is_some_and(|rest| rest.starts_with(": "));
    match format.options.iter().find(|field| is_about(field.key)) {
        Some(field) => ProtocolError::new(ErrorCode::InvalidOption, ended(&message)).with_field(field.key),
        None => ProtocolError::new(ErrorCode::Unsupported, sentence(&message)),
    }
}

/// The options of a format, checked. A default counts as not given.
fn parse(dungeon: &Dungeon, format: &Format, given: &BTreeMap<String, Value>) -> Result<Options, ProtocolError> {
    let mut pairs = Vec::new();
    for (key, value) in given {
        let invalid = |message: String| ProtocolError::new(ErrorCode::InvalidOption, message).with_field(key);
        if format.option(key).is_some_and(|field| FieldInfo::from(field).default == *value) {
            continue;
        }
        if let Some(most) = limit(key).filter(|most| value.as_i64().is_some_and(|number| number > *most)) {
            return Err(invalid(format!("{key}: need 1 to {most}, got {value}.")));
        }
        let value =
            FieldValue::from_json(value).ok_or_else(|| invalid(format!("{key}: need a value, got {value}.")))?;
        // Each by itself, so that an error names its field.
        Options::parse(format, [(key.as_str(), value.clone())]).map_err(|error| invalid(ended(&error)))?;
        pairs.push((key.as_str(), value));
    }
    check_level(dungeon, given)?;
    let is_too_much = format.scope == Scope::OneLevel && dungeon.levels.len() > 1;
    let names_level = pairs.iter().any(|(key, value)| *key == "level" && !value.is_auto());
    if is_too_much && !names_level {
        pairs.push(("split", FieldValue::Bool(true)));
    }
    Options::parse(format, pairs).map_err(|error| ProtocolError::new(ErrorCode::InvalidOption, ended(&error)))
}

/// Refuses a level that the dungeon does not have, and one level in several files.
fn check_level(dungeon: &Dungeon, given: &BTreeMap<String, Value>) -> Result<(), ProtocolError> {
    let Some(z) = given.get("level").and_then(Value::as_i64) else { return Ok(()) };
    let invalid =
        |field: &str, message: String| Err(ProtocolError::new(ErrorCode::InvalidOption, message).with_field(field));
    if given.get("split").and_then(Value::as_bool) == Some(true) {
        return invalid("split", "split: need false where `level` names one level.".to_owned());
    }
    if dungeon.levels.iter().any(|level| i64::from(level.z) == z) {
        return Ok(());
    }
    let there: Vec<String> = dungeon.levels.iter().map(|level| level.z.to_string()).collect();
    invalid("level", format!("level: need {}, got {z}.", there.join(" or ")))
}

/// An option of the command line in a message, `--square-px`, as the option of the protocol, `square_px`.
fn in_our_words(message: &str) -> String {
    let word = |word: &str| match word.trim_start_matches('(').strip_prefix("--") {
        Some(_) => word.replacen("--", "", 1).replace('-', "_"),
        None => word.to_owned(),
    };
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A text of a format without its marks of code: `generate --like` is a command, everything else in our words.
#[cfg(feature = "formats")]
fn without_markup(text: &str) -> String {
    let part = |(at, part): (usize, &str)| if at % 2 == 1 { part.to_owned() } else { in_our_words(part) };
    text.split('`').enumerate().map(part).collect()
}

/// The same as an answer.
///
/// # Errors
/// As [`files`].
pub fn export(
    dungeon: &Dungeon,
    name: &str,
    options: &BTreeMap<String, Value>,
    progress: &mut dyn Progress,
) -> Result<Reply, ProtocolError> {
    let document = files(dungeon, name, options, progress)?;
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

#[cfg(feature = "formats")]
fn format_info(format: &Format) -> ExportFormat {
    let help = without_markup(&format!("Carries {}; lacks {}.", format.info.preserves, format.info.omits));
    ExportFormat {
        name: format.name.to_owned(),
        title: format.info.title.to_owned(),
        help,
        ending: format.extension().to_owned(),
        media: format.media_type.to_owned(),
        has_pages: format.count_pages.is_some(),
        has_preview: format.preview.is_some(),
        options: format.options.iter().map(|field| option(field)).collect(),
    }
}

/// An option, with the limits of a session.
#[cfg(feature = "formats")]
fn option(field: &Field) -> FieldInfo {
    FieldInfo::from(field).up_to(limit(field.key))
}

fn limit(key: &str) -> Option<i64> {
    LIMITS.iter().find(|(limited, _)| *limited == key).map(|(_, most)| *most)
}
