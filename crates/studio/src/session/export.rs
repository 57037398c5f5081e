//! Exports: the document in the formats of other programs.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use undercroft::draw::{DrawOptions, Edition, Levels, Rock, THEME_NAMES, Theme, draw, raster, without_secrets};
use undercroft::dungeon::Dungeon;
use undercroft::format;

use crate::protocol::{Blob, Body, ExportFormat, ExportOption, ExportReply, ExportedFile, FieldKind, Refusal, Reply};

/// Pixels along the side of a cell, where nobody says how many.
const PIXELS: i64 = 70;

/// Every format with its options.
pub fn formats() -> Vec<ExportFormat> {
    let format = |name: &str, title: &str, ending: &str, help: &str, options: Vec<ExportOption>| ExportFormat {
        name: name.to_owned(),
        title: title.to_owned(),
        help: help.to_owned(),
        ending: ending.to_owned(),
        options,
    };
    let pixels = option("px", "Pixels per cell", "Pixels along the side of a cell.", json!(PIXELS), FieldKind::Integer { min: 1, max: 400 });
    vec![
        format("svg", "SVG drawing", "svg", "A drawing in lines, to print or to edit.", drawing()),
        format("png", "PNG picture", "png", "A drawing in pixels; carries recipe and seed.", [drawing(), vec![pixels]].concat()),
        format("json", "Dungeon JSON", "json", "Everything there is to know, for this program and others.", vec![]),
        format("text", "Text map", "txt", "The map in letters.", vec![legend(), player()]),
        format("map", "MovingAI map", "map", "A map of the path-finding benchmarks; one file for each level.", vec![]),
    ]
}

/// The document in a format.
///
/// # Errors
/// When there is no such format or option, a value is wrong, or the map cannot be had in the format.
pub fn export(dungeon: &Dungeon, name: &str, options: &BTreeMap<String, Value>) -> Result<Reply, Refusal> {
    let formats = formats();
    let Some(format) = formats.iter().find(|format| format.name == name) else {
        let names: Vec<&str> = formats.iter().map(|format| format.name.as_str()).collect();
        return Err(Refusal::of("format", format!("There is no format {name:?}; there are {}.", names.join(", "))));
    };
    let choices = Choices::new(format, options)?;
    let mut notes = Vec::new();
    let stem = slug(&dungeon.name);
    let files = match name {
        "svg" => vec![(format!("{stem}.svg"), svg(dungeon, &choices)?.into_bytes())],
        "png" => vec![(format!("{stem}.png"), png(dungeon, &choices, &mut notes)?)],
        "json" => vec![(format!("{stem}.json"), format::json::write(dungeon).into_bytes())],
        "text" => vec![(format!("{stem}.txt"), text(dungeon, &choices).into_bytes())],
        _ => maps(dungeon, &stem),
    };
    let mut payload = Vec::new();
    let file = |(name, bytes): (String, Vec<u8>)| {
        let media = media(&name).to_owned();
        ExportedFile { name, media, data: Blob::append(&mut payload, &bytes) }
    };
    let files = files.into_iter().map(file).collect();
    Ok(Reply { body: Body::Export(ExportReply { files, notes }), payload })
}

/// The media type of a file, by its ending.
fn media(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "txt" | "map" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn svg(dungeon: &Dungeon, choices: &Choices) -> Result<String, Refusal> {
    let cells: usize = dungeon.levels.iter().map(|level| level.size().area()).sum();
    if cells > raster::MAX_DRAWN_CELLS {
        let most = raster::MAX_DRAWN_CELLS;
        return Err(Refusal::new(format!("A map of {cells} cells is too large for SVG, {most} is the most; PNG can show it.")));
    }
    Ok(draw(dungeon, &choices.drawing()).to_svg())
}

fn png(dungeon: &Dungeon, choices: &Choices, notes: &mut Vec<String>) -> Result<Vec<u8>, Refusal> {
    let pixels = choices.number("px") as u32;
    let image = raster::image(dungeon, &choices.drawing(), pixels).map_err(|error| Refusal::of("px", format!("{error}.")))?;
    notes.extend(image.plain.map(|pixels| {
        format!("The map is too large to be drawn with lines; it is shown in colours, {pixels} pixels to a cell.")
    }));
    Ok(image.png)
}

fn text(dungeon: &Dungeon, choices: &Choices) -> String {
    let shown = if choices.is_on("player") { without_secrets(dungeon) } else { dungeon.clone() };
    let map = format::text::write(&shown);
    if choices.is_on("legend") { format!("{map}\n{}", format::text::legend(&shown)) } else { map }
}

fn maps(dungeon: &Dungeon, stem: &str) -> Vec<(String, Vec<u8>)> {
    let one = dungeon.levels.len() == 1;
    let name = |z: i32| if one { format!("{stem}.map") } else { format!("{stem}-level-{z}.map") };
    let level = |level| format::movingai::write(dungeon, level).into_bytes();
    dungeon.levels.iter().map(|floor| (name(floor.z), level(floor))).collect()
}

/// `The Vaults of the Grey Abbot` is `the-vaults-of-the-grey-abbot`.
pub fn slug(name: &str) -> String {
    let letters: String =
        name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }).collect();
    let words: Vec<&str> = letters.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "map".to_owned() } else { words.join("-") }
}

fn option(key: &str, title: &str, help: &str, default: Value, kind: FieldKind) -> ExportOption {
    ExportOption { key: key.to_owned(), title: title.to_owned(), help: help.to_owned(), default, kind }
}

fn switch(key: &str, title: &str, help: &str, default: bool) -> ExportOption {
    option(key, title, help, json!(default), FieldKind::Boolean {})
}

fn player() -> ExportOption {
    switch("player", "For players", "Leave out what players must not know: secret doors and what lies behind them.", false)
}

fn legend() -> ExportOption {
    switch("legend", "Legend", "Explain the characters below the map.", false)
}

fn drawing() -> Vec<ExportOption> {
    let themes = THEME_NAMES.iter().map(|name| (*name).to_owned()).collect();
    vec![
        option("theme", "Theme", "Colours and weights.", json!(THEME_NAMES[0]), FieldKind::Choice { choices: themes }),
        player(),
        switch("sheet", "Sheet", "Title, scale bar and north arrow; without them the picture is exactly the map.", true),
        switch("hatching", "Hatching", "Hatch the rock along the walls.", true),
        switch("grid", "Grid", "Draw the grid on the floor.", true),
        switch("coordinates", "Coordinates", "Name columns and rows along the border.", false),
        switch("numbers", "Numbers", "Write the numbers of the rooms.", true),
        switch("room_key", "Room key", "List the rooms beside the map.", false),
    ]
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

    fn number(&self, key: &str) -> i64 {
        self.0.get(key).and_then(Value::as_i64).unwrap_or_default()
    }

    fn drawing(&self) -> DrawOptions {
        let theme = self.0.get("theme").and_then(Value::as_str).and_then(Theme::named);
        DrawOptions {
            theme: theme.unwrap_or_default(),
            edition: if self.is_on("player") { Edition::Player } else { Edition::GameMaster },
            levels: Levels::All,
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
