//! What can be chosen for an export: everything that the command line offers for the format, by the same names with `_`
//! for `-`. Files that it reads (a theme, a tileset) are texts here, for nothing here reads files.

use serde_json::{Value, json};
use undercroft_draw::THEME_NAMES;
use undercroft_formats::DocumentFormat::{self, Tmj, Tmx};
use undercroft_formats::Setting;
use undercroft_formats::outline::MAX_INSET;
use undercroft_formats::pdf::MAX_PAGES;

use crate::limits::MAX_WALKS;
use crate::protocol::{ChoiceInfo, ExportOption, FieldValues};
use crate::session::words;

/// The most pixels along a cell or a square.
const MAX_PX: i64 = 1000;

/// The options of a format, in the order in which people read them.
pub fn options(format: DocumentFormat) -> Vec<ExportOption> {
    let groups = [contents(), looks(format), print(), tiles(), table()];
    groups.into_iter().flatten().filter(|(formats, _)| formats.contains(&format)).map(|(_, option)| option).collect()
}

/// An option with the formats that have it.
type Known = (Vec<DocumentFormat>, ExportOption);

/// What of the dungeon is written.
fn contents() -> Vec<Known> {
    let all = DocumentFormat::ALL.into_iter();
    let by_edition: Vec<_> = all.clone().filter(|format| format.card().has_player_edition).collect();
    let by_level: Vec<_> = all.filter(|format| format.shows_single_levels()).collect();
    let split = [by_level.as_slice(), &[Tmx, Tmj]].concat();
    let level = whole("level", "Level", "Only this level.", Value::Null, i32::MIN.into(), i32::MAX.into());
    let walks = "How many walks there are; without it 50, fewer on small maps.";
    let player = "Leave out what players must not know: secret doors and what lies behind them.";
    vec![
        (by_edition, switch("player", "For players", player)),
        (by_level, level),
        (split, switch("split", "A file for each level", "One file for each level.")),
        of(Setting::Legend, switch("legend", "Legend", "Explain the characters below the map.")),
        of(Setting::Walks, whole("walks", "Walks", walks, Value::Null, 1, MAX_WALKS.into())),
    ]
}

/// How drawings look.
fn looks(format: DocumentFormat) -> Vec<Known> {
    let themes = FieldValues::Choice { choices: THEME_NAMES.iter().map(|name| words::choice(name)).collect() };
    let numbers = option("numbers", "Numbers", "Write the numbers of the rooms.", json!(true), FieldValues::Boolean {});
    let map_only = "Draw nothing but the map, edge to edge, as virtual tabletops want it.";
    let px = "Pixels along the side of a cell; without it 70, fewer on large maps.";
    vec![
        of(Setting::Theme, option("theme", "Theme", "Colours and weights.", json!(format.usual_theme()), themes)),
        of(Setting::Theme, text("own_theme", "Own theme", "A theme of your own as TOML, instead of `theme`.")),
        of(Setting::Title, text("title", "Title", "The title, instead of the dungeon's name.")),
        of(Setting::Plain, switch("plain", "Bare rock", "Leave the rock along the walls bare, without hatching.")),
        of(Setting::NoGrid, switch("no_grid", "No grid", "Leave out the grid on the floor.")),
        of(Setting::Coordinates, numbers),
        of(Setting::Coordinates, switch("coordinates", "Coordinates", "Name columns and rows along the border.")),
        of(Setting::RoomKey, switch("room_key", "Room key", "List the rooms beside the map.")),
        of(Setting::MapOnly, switch("map_only", "Map only", map_only)),
        of(Setting::Px, whole("px", "Pixels per cell", px, Value::Null, 1, MAX_PX)),
    ]
}

/// Paper and pages.
fn print() -> Vec<Known> {
    let papers = [("a4", "A4"), ("letter", "US Letter")];
    let pages = [("all", "All"), ("overview", "Only the overview"), ("true-scale", "Only at true scale")];
    let most = "The most pages; a longer print is refused.";
    let which = "The overview with the room key, every level at true scale, or both.";
    vec![
        of(Setting::Paper, choice("paper", "Paper", "The paper in the printer.", &papers)),
        of(Setting::Pages, choice("pages", "Pages", which, &pages)),
        of(Setting::MaxPages, whole("max_pages", "Most pages", most, json!(MAX_PAGES), 1, MAX_PAGES as i64)),
    ]
}

/// The tiles of tile maps.
fn tiles() -> Vec<Known> {
    let own = "A tileset of your own: the TOML that says where in its image our tiles are.";
    vec![
        of(Setting::TilePx, one_of("tile_px", "Tile size", "Pixels along the side of a tile.", &[16, 32])),
        of(Setting::Tileset, text("tileset", "Own tileset", own)),
    ]
}

/// The squares of tables.
fn table() -> Vec<Known> {
    let squares = "Squares of the table along the side of a tile; without it 2 for tiles of 10 feet, else 1.";
    let pixels = "Pixels along a square; without it 140, 100 or 70, as the picture's size allows.";
    let inset = "How far walls stand back from the floor, so that their faces are lit: thousandths of a square.";
    let marks = "Put numbers, symbols and secret doors into the picture, too.";
    let secret = "What secret doors are, for the format has no word for them.";
    let doors = [("wall", "Walls"), ("door", "Doors like others")];
    let unpacked = "The files of the module as they are, instead of a zip archive.";
    vec![
        of(Setting::SquaresPerTile, whole("squares_per_tile", "Squares per tile", squares, Value::Null, 1, 2)),
        of(Setting::SquarePx, whole("square_px", "Pixels per square", pixels, Value::Null, 1, MAX_PX)),
        of(Setting::Inset, whole("inset", "Wall inset", inset, json!(0), 0, MAX_INSET.into())),
        of(Setting::Marks, switch("marks", "Marks", marks)),
        of(Setting::SecretDoors, choice("secret_doors", "Secret doors", secret, &doors)),
        of(
            Setting::FoundryVersion,
            one_of("foundry", "Foundry version", "The version that the module is for.", &[14, 13]),
        ),
        of(Setting::Unpacked, switch("unpacked", "Unpacked", unpacked)),
    ]
}

/// An option that sets something of a document, so that the same formats have it.
fn of(setting: Setting, option: ExportOption) -> Known {
    (setting.formats().to_vec(), option)
}

fn option(key: &str, title: &str, help: &str, default: Value, kind: FieldValues) -> ExportOption {
    ExportOption { key: key.to_owned(), title: title.to_owned(), help: help.to_owned(), default, kind }
}

/// A switch that is usually off.
fn switch(key: &str, title: &str, help: &str) -> ExportOption {
    option(key, title, help, json!(false), FieldValues::Boolean {})
}

/// A whole number.
fn whole(key: &str, title: &str, help: &str, default: Value, min: i64, max: i64) -> ExportOption {
    option(key, title, help, default, FieldValues::Integer { min, max })
}

/// A text that is usually missing.
fn text(key: &str, title: &str, help: &str) -> ExportOption {
    option(key, title, help, Value::Null, FieldValues::Text {})
}

/// A choice of words with their titles, of which the first is usual.
fn choice(key: &str, title: &str, help: &str, words: &[(&str, &str)]) -> ExportOption {
    let word = |&(name, title): &(&str, &str)| ChoiceInfo { name: name.to_owned(), title: title.to_owned() };
    let choices = words.iter().map(word).collect();
    option(key, title, help, json!(words[0].0), FieldValues::Choice { choices })
}

/// A choice of numbers, of which the first is usual.
fn one_of(key: &str, title: &str, help: &str, numbers: &[i64]) -> ExportOption {
    option(key, title, help, json!(numbers[0]), FieldValues::NumberChoice { numbers: numbers.to_vec() })
}
