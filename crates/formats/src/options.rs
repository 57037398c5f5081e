//! Options of an export: checked once against the fields of the format, then trusted.

use std::collections::BTreeMap;

use undercroft::dungeon::{Dungeon, Level};
use undercroft::field::{Field, FieldError, FieldKind, Value};
use undercroft_draw::{DrawOptions, Edition, Levels, PageKind, Paper, PrintLayout, PrintPage, Rock, Theme, WorkMeter};

use super::output::WriteError;

/// The options of one export.
///
/// ```
/// use undercroft::field::Value;
/// use undercroft_formats::{Options, by_name};
///
/// let svg = by_name("svg").unwrap();
/// let options = Options::parse(svg, [("theme", Value::Text("mono".to_owned()))]).unwrap();
/// assert_eq!(options.text("theme"), Some("mono"));
/// let error = Options::parse(svg, [("paper", Value::Text("a4".to_owned()))]).unwrap_err();
/// assert!(error.to_string().starts_with("paper: does not apply to svg; svg takes player, level, split, theme, "));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    stem: String,
    values: BTreeMap<&'static str, Value>,
    given: Vec<&'static str>,
}

/// An option that a format does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The format has no such option.
    #[error("{key}: does not apply to {format}; {format} takes {options}")]
    Unknown {
        /// The option.
        key: String,
        /// The format.
        format: &'static str,
        /// The keys of the options that it has.
        options: String,
    },
    /// The option has no such value.
    #[error(transparent)]
    Invalid(#[from] FieldError),
}

impl Options {
    /// The defaults of some fields.
    pub(crate) fn defaults(fields: &[&'static Field]) -> Self {
        let value = |field: &&'static Field| (field.key, normalized(field, field.default_value()));
        Self { stem: "dungeon".to_owned(), values: fields.iter().map(value).collect(), given: Vec::new() }
    }

    /// Sets a value of a field.
    pub(crate) fn set(&mut self, field: &'static Field, value: Value) -> Result<(), FieldError> {
        let value = normalized(field, value);
        field.check(&value)?;
        self.values.insert(field.key, value);
        self.given.push(field.key);
        Ok(())
    }

    /// The same options with another name of the first file, without its extension; other files are named after it.
    pub fn with_stem(mut self, stem: impl Into<String>) -> Self {
        self.stem = stem.into();
        self
    }

    /// The name of the first file, without its extension.
    pub fn stem(&self) -> &str {
        &self.stem
    }

    /// The same options for one level, whose number the file's name gets.
    pub(crate) fn for_level(mut self, z: i32) -> Self {
        self.stem = format!("{}-z{z}", self.stem);
        self.values.insert("level", Value::Integer(z.into()));
        self.values.insert("split", Value::Bool(false));
        self
    }

    /// Whether an option was given, rather than left at its default.
    pub fn is_given(&self, key: &str) -> bool {
        self.given.contains(&key)
    }

    /// Whether a switch is on.
    pub fn is_on(&self, key: &str) -> bool {
        self.values.get(key).and_then(Value::as_bool).unwrap_or_default()
    }

    /// A number; `None` for `auto`.
    pub fn integer(&self, key: &str) -> Option<i64> {
        self.values.get(key).and_then(Value::as_integer)
    }

    /// A text; `None` where it is empty.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.values.get(key).and_then(Value::as_text).filter(|text| !text.is_empty())
    }

    /// A text that was given, empty or not.
    pub fn given_text(&self, key: &str) -> Option<&str> {
        self.is_given(key).then(|| self.text(key).unwrap_or_default())
    }

    /// The name of a file with this extension.
    pub fn file_name(&self, extension: &str) -> String {
        format!("{}.{extension}", self.stem)
    }

    /// Who the export is for.
    pub fn edition(&self) -> Edition {
        if self.is_on("player") { Edition::Player } else { Edition::GameMaster }
    }

    /// The levels that are written.
    pub fn levels(&self) -> Levels {
        self.integer("level").map_or(Levels::All, |z| Levels::One(z as i32))
    }

    /// The levels of a dungeon that are written.
    pub fn shown<'a>(&self, dungeon: &'a Dungeon) -> Vec<&'a Level> {
        let levels = self.levels();
        dungeon.levels.iter().filter(|level| levels.shows(level.z)).collect()
    }

    /// The theme, or the format's own for `auto`.
    ///
    /// # Errors
    /// When a theme of the user's own is not one.
    pub fn theme(&self, default: &str) -> Result<Theme, WriteError> {
        if let Some(toml) = self.given_text("own_theme") {
            return Theme::from_toml(toml).map_err(|error| WriteError::Refused(format!("own_theme: {error}")));
        }
        let name = self.text("theme").filter(|&name| name != "auto").unwrap_or(default);
        Ok(Theme::named(name).unwrap_or_default())
    }

    /// The options of a drawing.
    ///
    /// # Errors
    /// When a theme of the user's own is not one.
    pub fn draw_options(&self, default_theme: &str) -> Result<DrawOptions, WriteError> {
        let mut drawing = DrawOptions::default();
        drawing.theme = self.theme(default_theme)?;
        drawing.edition = self.edition();
        drawing.levels = self.levels();
        drawing.sheet = !self.is_on("map_only");
        drawing.title = self.text("title").map(str::to_owned);
        drawing.grid = !self.is_on("no_grid");
        drawing.coordinates = self.is_on("coordinates");
        drawing.rock = if self.is_on("plain") { Rock::Bare } else { Rock::default() };
        drawing.numbers = self.values.get("numbers").and_then(Value::as_bool).unwrap_or(drawing.numbers);
        drawing.room_key = self.is_on("room_key");
        drawing.legend = self.is_on("legend");
        Ok(drawing)
    }

    /// The first page of a print, where the option `sheet` names a paper.
    pub(crate) fn first_page(
        &self,
        known: &Dungeon,
        drawing: &DrawOptions,
        meter: &WorkMeter,
    ) -> Result<Option<PrintPage>, WriteError> {
        let Some(paper) = self.text("sheet").and_then(Paper::named) else { return Ok(None) };
        if let Some(key) = ["map_only", "coordinates", "room_key", "legend"].into_iter().find(|key| self.is_on(key)) {
            return Err(WriteError::Refused(format!("sheet: need none with {key}, got {}", paper.label())));
        }
        let kind = if self.is_on("player") { PageKind::Player } else { PageKind::OnePage };
        let mut pages = PrintLayout::new(known, drawing, paper).draw(kind, meter)?;
        Ok((!pages.is_empty()).then(|| pages.remove(0)))
    }

    /// Sets a value that nothing checks, to show that formats ignore the options they do not list.
    #[cfg(test)]
    pub(crate) fn force(mut self, key: &'static str, value: Value) -> Self {
        self.values.insert(key, value);
        self.given.push(key);
        self
    }
}

/// A number where a word is expected is a word: `16` is one of the sizes of tiles.
fn normalized(field: &Field, value: Value) -> Value {
    match (field.kind, value) {
        (FieldKind::Choice(_) | FieldKind::Text | FieldKind::TextFile, Value::Integer(number)) => {
            Value::Text(number.to_string())
        }
        (_, value) => value,
    }
}
