//! Exports: the document in every format of the program's catalogue.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use undercroft::draw::{DrawOptions, Edition, Levels, Rock, THEME_NAMES, Theme};
use undercroft::dungeon::Dungeon;
use undercroft::format::document::{USUAL_PIXELS, USUAL_WALKS, write};
use undercroft::format::foundry::Version;
use undercroft::format::outline::SecretDoors;
use undercroft::format::pdf::Paper;
use undercroft::format::tileset::TilePixels;
use undercroft::format::{Card, Document, DocumentFormat, DocumentOptions, File, WriteError};

use super::refuse::sentence;
use crate::protocol::{Blob, Body, ExportFormat, ExportOption, ExportReply, ExportedFile, FieldKind, Refusal, Reply};

/// Every format with its options.
pub fn formats() -> Vec<ExportFormat> {
    DocumentFormat::ALL.into_iter().map(format_info).collect()
}

/// The files of a document in a format, and what the user should know about them.
///
/// # Errors
/// When there is no such format or option, a value is wrong, or the format cannot hold the map.
pub fn files(dungeon: &Dungeon, name: &str, options: &BTreeMap<String, Value>) -> Result<Document, Refusal> {
    let Some(format) = DocumentFormat::by_name(name) else {
        let names = DocumentFormat::ALL.map(|format| format.card().name).join(", ");
        return Err(Refusal::of("format", format!("There is no format {name:?}; there are {names}.")));
    };
    let choices = Choices::new(&format_info(format), options)?;
    let options = choices.document(format, slug(&dungeon.name));
    let whole = write(dungeon, format, &options);
    let document = match whole {
        Err(_) if dungeon.levels.len() > 1 => level_by_level(dungeon, format, &options),
        whole => whole,
    };
    document.map_err(|error| Refusal::new(sentence(&error.to_string())))
}

/// The same as an answer.
///
/// # Errors
/// As [`files`].
pub fn export(dungeon: &Dungeon, name: &str, options: &BTreeMap<String, Value>) -> Result<Reply, Refusal> {
    let document = files(dungeon, name, options)?;
    let mut payload = Vec::new();
    let file = |File { name, bytes, .. }: File| {
        let media = media(&name).to_owned();
        ExportedFile { name, media, data: Blob::append(&mut payload, &bytes) }
    };
    let files = document.files.into_iter().map(file).collect();
    let notes = document.note.iter().map(|note| sentence(note)).collect();
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

/// One document for each level, for formats that hold no more.
fn level_by_level(
    dungeon: &Dungeon,
    format: DocumentFormat,
    options: &DocumentOptions,
) -> Result<Document, WriteError> {
    let mut all = Document { files: Vec::new(), note: None };
    for level in &dungeon.levels {
        let mut one = options.clone();
        one.stem = format!("{}-level-{}", options.stem, level.z);
        one.drawing.levels = Levels::One(level.z);
        let Document { files, note } = write(dungeon, format, &one)?;
        all.files.extend(files);
        all.note = all.note.or(note);
    }
    Ok(all)
}

fn format_info(format: DocumentFormat) -> ExportFormat {
    let Card { name, title, carries, lacks, has_player_edition, .. } = *format.card();
    let drawn = [DocumentFormat::Svg, DocumentFormat::Png].contains(&format);
    let mut options = if drawn { drawing() } else { Vec::new() };
    if has_player_edition {
        let help = "Leave out what players must not know: secret doors and what lies behind them.";
        options.push(switch("player", "For players", help, false));
    }
    options.extend(own_options(format));
    let help = format!("Carries {carries}; lacks {lacks}.");
    let ending = format.ending().to_owned();
    ExportFormat { name: name.to_owned(), title: title.to_owned(), help, ending, options }
}

/// What only this format asks.
fn own_options(format: DocumentFormat) -> Vec<ExportOption> {
    match format {
        DocumentFormat::Text => vec![switch("legend", "Legend", "Explain the characters below the map.", false)],
        DocumentFormat::Png => vec![pixels()],
        DocumentFormat::Pdf => vec![choice("paper", "Paper", "The paper in the printer.", &["a4", "letter"])],
        DocumentFormat::Tmx | DocumentFormat::Tmj | DocumentFormat::Ldtk => {
            vec![choice("tile", "Tile size", "Pixels along the side of a tile.", &["16", "32"])]
        }
        DocumentFormat::Uvtt => {
            let help = "What secret doors are, for the format has no word for them.";
            vec![choice("secret_doors", "Secret doors", help, &["wall", "door"])]
        }
        DocumentFormat::Foundry => {
            vec![choice("version", "Foundry version", "The version that the module is for.", &["14", "13"])]
        }
        DocumentFormat::Scen => {
            let kind = FieldKind::Integer { min: 1, max: 10_000 };
            vec![option("walks", "Walks", "How many walks there are.", json!(USUAL_WALKS), kind)]
        }
        DocumentFormat::Json | DocumentFormat::Svg | DocumentFormat::Map => Vec::new(),
    }
}

fn usual(format: DocumentFormat) -> DocumentOptions {
    DocumentOptions::usual(format)
}

fn pixels() -> ExportOption {
    let kind = FieldKind::Integer { min: 1, max: 400 };
    option("px", "Pixels per cell", "Pixels along the side of a cell.", json!(USUAL_PIXELS), kind)
}

fn drawing() -> Vec<ExportOption> {
    let themes = THEME_NAMES.iter().map(|name| (*name).to_owned()).collect();
    let sheet = "Title, scale bar and north arrow; without them the picture is exactly the map.";
    vec![
        option("theme", "Theme", "Colours and weights.", json!(THEME_NAMES[0]), FieldKind::Choice { choices: themes }),
        switch("sheet", "Sheet", sheet, true),
        switch("hatching", "Hatching", "Hatch the rock along the walls.", true),
        switch("grid", "Grid", "Draw the grid on the floor.", true),
        switch("coordinates", "Coordinates", "Name columns and rows along the border.", false),
        switch("numbers", "Numbers", "Write the numbers of the rooms.", true),
        switch("room_key", "Room key", "List the rooms beside the map.", false),
    ]
}

fn option(key: &str, title: &str, help: &str, default: Value, kind: FieldKind) -> ExportOption {
    ExportOption { key: key.to_owned(), title: title.to_owned(), help: help.to_owned(), default, kind }
}

/// A choice of words, of which the first is usual.
fn choice(key: &str, title: &str, help: &str, words: &[&str]) -> ExportOption {
    let choices = words.iter().map(|&word| word.to_owned()).collect();
    option(key, title, help, json!(words[0]), FieldKind::Choice { choices })
}

fn switch(key: &str, title: &str, help: &str, default: bool) -> ExportOption {
    option(key, title, help, json!(default), FieldKind::Boolean {})
}

/// Checked options: every one that the format has.
struct Choices(BTreeMap<String, Value>);

impl Choices {
    fn new(format: &ExportFormat, given: &BTreeMap<String, Value>) -> Result<Self, Refusal> {
        let mut values: BTreeMap<String, Value> =
            format.options.iter().map(|option| (option.key.clone(), option.default.clone())).collect();
        for (key, value) in given {
            let Some(option) = format.options.iter().find(|option| option.key == *key) else {
                return Err(Refusal::of(key, format!("{key}: the format {} has no such option.", format.name)));
            };
            check(option, value)?;
            values.insert(key.clone(), value.clone());
        }
        Ok(Self(values))
    }

    fn is_on(&self, key: &str) -> bool {
        self.0.get(key).and_then(Value::as_bool).unwrap_or_default()
    }

    fn word(&self, key: &str) -> &str {
        self.0.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.0.get(key).and_then(Value::as_u64)
    }

    fn document(&self, format: DocumentFormat, stem: String) -> DocumentOptions {
        let mut options = DocumentOptions { stem, legend: self.is_on("legend"), ..usual(format) };
        options.drawing = self.drawing(options.drawing);
        // The usual numbers may be more than fit; what was asked for on purpose is not changed.
        options.pixels = self.number("px").map(|pixels| pixels as u32).filter(|&pixels| pixels != USUAL_PIXELS);
        options.walks = self.number("walks").map(|walks| walks as usize).filter(|&walks| walks != USUAL_WALKS);
        if self.word("paper") == "letter" {
            options.print.paper = Paper::Letter;
        }
        if self.word("tile") == "32" {
            options.tiles.size = TilePixels::ThirtyTwo;
        }
        if self.word("secret_doors") == "door" {
            options.secret_doors = SecretDoors::Door;
        }
        if self.word("version") == "13" {
            options.foundry = Version::V13;
        }
        options
    }

    fn drawing(&self, usual: DrawOptions) -> DrawOptions {
        let edition = if self.is_on("player") { Edition::Player } else { Edition::GameMaster };
        let Some(theme) = self.0.get("theme").and_then(Value::as_str) else {
            return DrawOptions { edition, ..usual };
        };
        DrawOptions {
            theme: Theme::named(theme).unwrap_or_default(),
            edition,
            sheet: self.is_on("sheet"),
            grid: self.is_on("grid"),
            coordinates: self.is_on("coordinates"),
            rock: if self.is_on("hatching") { Rock::default() } else { Rock::Bare },
            numbers: self.is_on("numbers"),
            room_key: self.is_on("room_key"),
            ..DrawOptions::default()
        }
    }
}

fn check(option: &ExportOption, value: &Value) -> Result<(), Refusal> {
    let need = match &option.kind {
        FieldKind::Boolean {} if value.is_boolean() => return Ok(()),
        FieldKind::Choice { choices } if choices.iter().any(|choice| value == choice) => return Ok(()),
        FieldKind::Integer { min, max } if value.as_i64().is_some_and(|number| (*min..=*max).contains(&number)) => {
            return Ok(());
        }
        FieldKind::Integer { min, max } => format!("{min} to {max}"),
        FieldKind::Choice { choices } => choices.join(", "),
        _ => "true or false".to_owned(),
    };
    Err(Refusal::of(&option.key, format!("{}: need {need}, got {value}.", option.key)))
}
