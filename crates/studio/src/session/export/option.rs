//! What can be chosen for an export: everything that the command line offers for the format, by the same names with `_`
//! for `-`. Files that it reads (a theme, a tileset) are texts here, for nothing here reads files.

use serde_json::{Value, json};
use undercroft::draw::THEME_NAMES;
use undercroft::format::DocumentFormat;
use undercroft::format::DocumentFormat::{Foundry, Ldtk, Pdf, Png, Scen, Svg, Text, Tmj, Tmx, Uvtt};
use undercroft::format::DocumentOptions;
use undercroft::format::outline::MAX_INSET;
use undercroft::format::pdf::MAX_PAGES;

use crate::limits::MAX_WALKS;
use crate::protocol::{Choice, ExportOption, FieldKind};
use crate::session::words;

/// What is drawn on a sheet of its own.
const DRAWN: &[DocumentFormat] = &[Svg, Png];
/// What is drawn or printed.
const SHEETS: &[DocumentFormat] = &[Svg, Png, Pdf];
/// What shows a picture.
const PICTURES: &[DocumentFormat] = &[Svg, Png, Pdf, Uvtt, Foundry];
/// What lies on a virtual table.
const TABLES: &[DocumentFormat] = &[Uvtt, Foundry];
/// The most pixels along a cell or a square.
const MAX_PX: i64 = 1000;

/// The options of a format, in the order in which people read them.
pub fn options(format: DocumentFormat) -> Vec<ExportOption> {
    let groups = [contents(format), looks(format), print(format), tiles(format), table(format)];
    groups.into_iter().flatten().filter(|(formats, _)| formats.contains(&format)).map(|(_, option)| option).collect()
}

/// An option with the formats that have it.
type Known = (Vec<DocumentFormat>, ExportOption);

/// What of the dungeon is written.
fn contents(format: DocumentFormat) -> Vec<Known> {
    let all = DocumentFormat::ALL.into_iter();
    let by_edition: Vec<_> = all.clone().filter(|format| format.card().has_player_edition).collect();
    let by_level: Vec<_> = all.filter(|format| format.shows_single_levels()).collect();
    let split = [by_level.as_slice(), &[Tmx, Tmj]].concat();
    let level = whole("level", "Level", "Only this level.", Value::Null, i32::MIN.into(), i32::MAX.into());
    let walks = json!(DocumentOptions::usual(format).walks);
    let player = "Leave out what players must not know: secret doors and what lies behind them.";
    vec![
        (by_edition, switch("player", "For players", player)),
        (by_level, level),
        (split, switch("split", "A file for each level", "One file for each level.")),
        (vec![Text], switch("legend", "Legend", "Explain the characters below the map.")),
        (vec![Scen], whole("walks", "Walks", "How many walks there are.", walks, 1, MAX_WALKS.into())),
    ]
}

/// How drawings look.
fn looks(format: DocumentFormat) -> Vec<Known> {
    let themes = FieldKind::Choice { choices: THEME_NAMES.iter().map(|name| words::choice(name)).collect() };
    let numbers = option("numbers", "Numbers", "Write the numbers of the rooms.", json!(true), FieldKind::Boolean {});
    let map_only = "Draw nothing but the map, edge to edge, as virtual tabletops want it.";
    let px = "Pixels along the side of a cell; without it 70, fewer on large maps.";
    vec![
        (PICTURES.to_vec(), option("theme", "Theme", "Colours and weights.", json!(format.usual_theme()), themes)),
        (PICTURES.to_vec(), text("own_theme", "Own theme", "A theme of your own as TOML, instead of `theme`.")),
        (SHEETS.to_vec(), text("title", "Title", "The title, instead of the dungeon's name.")),
        (SHEETS.to_vec(), switch("plain", "Bare rock", "Leave the rock along the walls bare, without hatching.")),
        (SHEETS.to_vec(), switch("no_grid", "No grid", "Leave out the grid on the floor.")),
        (DRAWN.to_vec(), numbers),
        (DRAWN.to_vec(), switch("coordinates", "Coordinates", "Name columns and rows along the border.")),
        (DRAWN.to_vec(), switch("room_key", "Room key", "List the rooms beside the map.")),
        (DRAWN.to_vec(), switch("map_only", "Map only", map_only)),
        (vec![Png], whole("px", "Pixels per cell", px, Value::Null, 1, MAX_PX)),
    ]
}

/// Paper and pages.
fn print(_: DocumentFormat) -> Vec<Known> {
    let papers = [("a4", "A4"), ("letter", "US Letter")];
    let pages = [("all", "All"), ("overview", "Only the overview"), ("true-scale", "Only at true scale")];
    let most = "The most pages; a longer print is refused.";
    let options = [
        choice("paper", "Paper", "The paper in the printer.", &papers),
        choice("pages", "Pages", "The overview with the room key, every level at true scale, or both.", &pages),
        whole("max_pages", "Most pages", most, json!(MAX_PAGES), 1, MAX_PAGES as i64),
    ];
    options.map(|option| (vec![Pdf], option)).to_vec()
}

/// The tiles of tile maps.
fn tiles(_: DocumentFormat) -> Vec<Known> {
    let own = "A tileset of your own: the TOML that says where in its image our tiles are.";
    vec![
        (vec![Tmx, Tmj, Ldtk], one_of("tile_px", "Tile size", "Pixels along the side of a tile.", &[16, 32])),
        (vec![Tmx, Tmj], text("tileset", "Own tileset", own)),
    ]
}

/// The squares of tables.
fn table(_: DocumentFormat) -> Vec<Known> {
    let squares = "Squares of the table along the side of a tile; without it 2 for tiles of 10 feet, else 1.";
    let pixels = "Pixels along a square; without it 140, 100 or 70, as the picture's size allows.";
    let inset = "How far walls stand back from the floor, so that their faces are lit: thousandths of a square.";
    let marks = "Put numbers, symbols and secret doors into the picture, too.";
    let secret = "What secret doors are, for the format has no word for them.";
    let doors = [("wall", "Walls"), ("door", "Doors like others")];
    let unpacked = "The files of the module as they are, instead of a zip archive.";
    vec![
        (vec![Pdf, Uvtt, Foundry], whole("squares_per_tile", "Squares per tile", squares, Value::Null, 1, 2)),
        (TABLES.to_vec(), whole("square_px", "Pixels per square", pixels, Value::Null, 1, MAX_PX)),
        (TABLES.to_vec(), whole("inset", "Wall inset", inset, json!(0), 0, MAX_INSET.into())),
        (TABLES.to_vec(), switch("marks", "Marks", marks)),
        (vec![Uvtt], choice("secret_doors", "Secret doors", secret, &doors)),
        (vec![Foundry], one_of("foundry", "Foundry version", "The version that the module is for.", &[14, 13])),
        (vec![Foundry], switch("unpacked", "Unpacked", unpacked)),
    ]
}

fn option(key: &str, title: &str, help: &str, default: Value, kind: FieldKind) -> ExportOption {
    ExportOption { key: key.to_owned(), title: title.to_owned(), help: help.to_owned(), default, kind }
}

/// A switch that is usually off.
fn switch(key: &str, title: &str, help: &str) -> ExportOption {
    option(key, title, help, json!(false), FieldKind::Boolean {})
}

/// A whole number.
fn whole(key: &str, title: &str, help: &str, default: Value, min: i64, max: i64) -> ExportOption {
    option(key, title, help, default, FieldKind::Integer { min, max })
}

/// A text that is usually missing.
fn text(key: &str, title: &str, help: &str) -> ExportOption {
    option(key, title, help, Value::Null, FieldKind::Text {})
}

/// A choice of words with their titles, of which the first is usual.
fn choice(key: &str, title: &str, help: &str, words: &[(&str, &str)]) -> ExportOption {
    let word = |&(name, title): &(&str, &str)| Choice { name: name.to_owned(), title: title.to_owned() };
    let choices = words.iter().map(word).collect();
    option(key, title, help, json!(words[0].0), FieldKind::Choice { choices })
}

/// A choice of numbers, of which the first is usual.
fn one_of(key: &str, title: &str, help: &str, numbers: &[i64]) -> ExportOption {
    option(key, title, help, json!(numbers[0]), FieldKind::NumberChoice { numbers: numbers.to_vec() })
}
