//! Options of a command, checked, as the writers take them.

use std::collections::BTreeMap;

use serde_json::Value;
use undercroft::dungeon::Dungeon;
use undercroft_draw::{DrawOptions, Edition, Levels, Rock, Theme};
use undercroft_formats::document::{PrintOptions, TileOptions};
use undercroft_formats::foundry::Version;
use undercroft_formats::outline::SecretDoors;
use undercroft_formats::pdf::{Pages, Paper};
use undercroft_formats::tabletop::TableOptions;
use undercroft_formats::tiled::OwnTileset;
use undercroft_formats::tileset::TilePixels;
use undercroft_formats::{DocumentFormat, DocumentOptions};

use super::option::options;
use crate::protocol::error::ended;
use crate::protocol::{ExportOption, FieldValues, ProtocolError};

/// Checked options: every one that the format has.
pub struct Choices {
    format: DocumentFormat,
    values: BTreeMap<String, Value>,
}

impl Choices {
    /// The options of a format, with what was given in place of what is usual.
    ///
    /// # Errors
    /// When the format has no such option, or an option no such value.
    pub fn new(format: DocumentFormat, given: &BTreeMap<String, Value>) -> Result<Self, ProtocolError> {
        let known = options(format);
        for (key, value) in given {
            let option = known.iter().find(|option| option.key == *key);
            check(option.ok_or_else(|| unknown(format, key, &known))?, value)?;
        }
        let usual = known.into_iter().map(|option| (option.key, option.default));
        let values = usual.map(|(key, default)| given.get_key_value(&key).map_or((key, default), cloned)).collect();
        Ok(Self { format, values })
    }

    /// Whether each level gets a file of its own.
    pub fn is_split(&self) -> bool {
        self.is_on("split")
    }

    /// As the writers want them.
    ///
    /// # Errors
    /// When two options contradict each other, a text is not what it should be, or the level is not there.
    pub fn document(&self, dungeon: &Dungeon, stem: String) -> Result<DocumentOptions, ProtocolError> {
        let usual = DocumentOptions::usual(self.format);
        Ok(DocumentOptions {
            stem,
            pixels: self.number("px").map(|pixels| pixels as u32),
            legend: self.is_on("legend"),
            tiles: self.tiles()?,
            table: self.table(),
            secret_doors: if self.word("secret_doors") == "door" { SecretDoors::Door } else { SecretDoors::Wall },
            foundry: if self.number("foundry") == Some(13) { Version::V13 } else { Version::V14 },
            unpacked: self.is_on("unpacked"),
            print: self.print(usual.print),
            walks: self.number("walks").map(|walks| walks as usize),
            drawing: self.drawing(dungeon, usual.drawing)?,
        })
    }

    fn drawing(&self, dungeon: &Dungeon, usual: DrawOptions) -> Result<DrawOptions, ProtocolError> {
        Ok(DrawOptions {
            theme: self.theme(usual.theme)?,
            edition: if self.is_on("player") { Edition::Player } else { Edition::GameMaster },
            levels: self.levels(dungeon)?,
            sheet: !self.is_on("map_only"),
            title: self.text("title").map(str::to_owned),
            grid: !self.is_on("no_grid"),
            coordinates: self.is_on("coordinates"),
            rock: if self.is_on("plain") { Rock::Bare } else { Rock::default() },
            numbers: self.value("numbers").as_bool().unwrap_or(usual.numbers),
            room_key: self.is_on("room_key"),
            ..DrawOptions::default()
        })
    }

    fn theme(&self, usual: Theme) -> Result<Theme, ProtocolError> {
        match self.text("own_theme") {
            Some(toml) => Theme::from_toml(toml).map_err(|error| broken("own_theme", &error)),
            None => Ok(Theme::named(self.word("theme")).unwrap_or(usual)),
        }
    }

    fn levels(&self, dungeon: &Dungeon) -> Result<Levels, ProtocolError> {
        let Some(z) = self.number("level") else { return Ok(Levels::All) };
        if self.is_split() {
            return Err(ProtocolError::invalid_option("split", "split: need false where `level` names one level."));
        }
        let level = dungeon.levels.iter().find(|level| i64::from(level.z) == z);
        level.map(|level| Levels::One(level.z)).ok_or_else(|| {
            let there: Vec<String> = dungeon.levels.iter().map(|level| level.z.to_string()).collect();
            ProtocolError::invalid_option("level", format!("level: need {}, got {z}.", there.join(" or ")))
        })
    }

    fn tiles(&self) -> Result<TileOptions, ProtocolError> {
        let own = self.text("tileset").map(OwnTileset::from_toml).transpose();
        Ok(TileOptions {
            size: if self.number("tile_px") == Some(32) { TilePixels::ThirtyTwo } else { TilePixels::Sixteen },
            per_level: self.is_split(),
            own: own.map_err(|error| broken("tileset", &error))?,
        })
    }

    fn table(&self) -> TableOptions {
        TableOptions {
            squares_per_tile: self.number("squares_per_tile").map(|squares| squares as u8),
            pixels_per_square: self.number("square_px").map(|pixels| pixels as u32),
            inset: self.number("inset").unwrap_or_default() as u16,
            marks: self.is_on("marks"),
            ..TableOptions::default()
        }
    }

    fn print(&self, usual: PrintOptions) -> PrintOptions {
        PrintOptions {
            paper: if self.word("paper") == "letter" { Paper::Letter } else { Paper::A4 },
            pages: match self.word("pages") {
                "overview" => Pages::Overview,
                "true-scale" => Pages::TrueScale,
                _ => Pages::All,
            },
            max_pages: self.number("max_pages").map_or(usual.max_pages, |pages| pages as usize),
        }
    }

    fn value(&self, key: &str) -> &Value {
        self.values.get(key).unwrap_or(&Value::Null)
    }

    fn is_on(&self, key: &str) -> bool {
        self.value(key).as_bool().unwrap_or_default()
    }

    fn word(&self, key: &str) -> &str {
        self.text(key).unwrap_or_default()
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.value(key).as_str()
    }

    fn number(&self, key: &str) -> Option<i64> {
        self.value(key).as_i64()
    }
}

fn cloned((key, value): (&String, &Value)) -> (String, Value) {
    (key.clone(), value.clone())
}

fn broken(key: &str, error: &impl std::fmt::Display) -> ProtocolError {
    ProtocolError::invalid_option(key, format!("{key}: {}", ended(error)))
}

fn unknown(format: DocumentFormat, key: &str, known: &[ExportOption]) -> ProtocolError {
    let keys: Vec<&str> = known.iter().map(|option| option.key.as_str()).collect();
    let there = if keys.is_empty() { "it has none".to_owned() } else { format!("it has {}", keys.join(", ")) };
    ProtocolError::invalid_option(key, format!("{key}: the format {} has no such option; {there}.", format.card().name))
}

fn check(option: &ExportOption, value: &Value) -> Result<(), ProtocolError> {
    let fits = match &option.kind {
        _ if value.is_null() => option.default.is_null(),
        FieldValues::Choice { choices } => choices.iter().any(|choice| *value == choice.name),
        FieldValues::NumberChoice { numbers } => value.as_i64().is_some_and(|number| numbers.contains(&number)),
        FieldValues::Integer { min, max } => value.as_i64().is_some_and(|number| (*min..=*max).contains(&number)),
        FieldValues::Text {} => value.is_string(),
        _ => value.is_boolean(),
    };
    if fits {
        return Ok(());
    }
    Err(ProtocolError::invalid_option(
        &option.key,
        format!("{}: need {}, got {value}.", option.key, need(&option.kind)),
    ))
}

/// What an option takes, in words.
fn need(kind: &FieldValues) -> String {
    match kind {
        FieldValues::Integer { min, max } => format!("a whole number from {min} to {max}"),
        FieldValues::Choice { choices } => {
            choices.iter().map(|choice| format!("{:?}", choice.name)).collect::<Vec<_>>().join(" or ")
        }
        FieldValues::NumberChoice { numbers } => {
            numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
        }
        FieldValues::Text {} => "a text".to_owned(),
        _ => "true or false".to_owned(),
    }
}
