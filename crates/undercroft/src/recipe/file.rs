//! Recipe texts: TOML or JSON turned into settings that remember where they were written.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use toml::de::{DeTable, DeValue};

use super::attachment::{Attachment, NamedText};
use super::error::RecipeError;
use super::fields::{FIELDS, field};
use super::origin::Origin;
use super::renamed;
use crate::dungeon::Shape;
use crate::field::{FieldError, Value, nearest};
use crate::parser_words::reword_toml;

/// What the keys of weights of shapes begin with.
const SHAPES: &str = "rooms.shapes.";

/// A value with the position where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The value.
    pub value: Value,
    /// Where it was written.
    pub origin: Origin,
}

/// The settings of a recipe, by dotted field name; nothing is checked but the names.
///
/// ```
/// use undercroft::{RecipeFile, Seed};
///
/// let mut file = RecipeFile::parse("mine.toml", "method = \"bsp\"\nrooms.count = 5\n")?;
/// file.set("rooms.max=9")?;
/// assert!(file.check(Seed::new(1)).is_ok());
/// file.set("rooms.count=1")?;
/// let error = file.check(Seed::new(1)).unwrap_err();
/// assert_eq!(error.to_string(), "rooms.count: need 2 to 200000, got 1 (--set rooms.count=1)");
/// # Ok::<(), undercroft::recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecipeFile {
    settings: BTreeMap<&'static str, Assignment>,
    pub(super) attachments: Vec<Attachment>,
}

impl RecipeFile {
    /// Reads TOML, or JSON where the text begins with a brace. `name` is for messages.
    ///
    /// # Errors
    /// When the text is neither, or has a field that no recipe has.
    pub fn parse(name: &str, text: &str) -> Result<Self, RecipeError> {
        let reader = Reader { name, text };
        let mut file = Self::default();
        if text.trim_start().starts_with('{') {
            reader.json(&mut file)?;
        } else {
            reader.toml(&mut file)?;
        }
        Ok(file)
    }

    /// Changes one setting, given as `key=value`. A value that is not TOML is taken as a word.
    ///
    /// # Errors
    /// When there is no `=` or no such field.
    pub fn set(&mut self, assignment: &str) -> Result<(), RecipeError> {
        let origin = Origin { source: format!("--set {assignment}"), position: None };
        let Some((key, value)) = assignment.split_once('=') else {
            return Err(RecipeError::NotAnAssignment { text: assignment.to_owned() });
        };
        self.insert(key.trim(), Assignment { value: Value::parse(value), origin })
    }

    /// Sets one field to a value that it takes. `source` is for messages.
    ///
    /// # Errors
    /// When there is no such field, or it does not take the value.
    pub fn set_value(&mut self, key: &str, value: Value, source: &str) -> Result<(), RecipeError> {
        let origin = Origin { source: source.to_owned(), position: None };
        let value = renamed::current_value(key, value);
        if let Some(Err(FieldError { key, limit, value, .. })) = field(key).map(|field| field.check(&value)) {
            return Err(RecipeError::OutOfLimits { key, limit, value, origin });
        }
        self.insert(key, Assignment { value, origin })
    }

    /// Lays `above` over these settings: where both have one, the one above counts.
    pub fn overlay(mut self, above: Self) -> Self {
        self.attachments.retain(|file| above.attached(file.key, &file.file.name).is_none());
        self.settings.extend(above.settings);
        self.attachments.extend(above.attachments);
        self
    }

    /// The setting of a field, if it has one.
    pub fn get(&self, key: &str) -> Option<&Assignment> {
        self.settings.get(key)
    }

    /// All settings, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Assignment)> {
        self.settings.iter().map(|(key, setting)| (*key, setting))
    }

    /// The file of this name that was attached to the field.
    pub(super) fn attached(&self, key: &str, name: &str) -> Option<&NamedText> {
        self.attachments.iter().find(|other| other.key == key && other.file.name == name).map(|other| &other.file)
    }

    pub(super) fn insert(&mut self, key: &str, assignment: Assignment) -> Result<(), RecipeError> {
        let Some(field) = field(key) else {
            if let Some(hint) = renamed::hint(key, &assignment.value) {
                return Err(RecipeError::RenamedField { key: key.to_owned(), hint, origin: assignment.origin });
            }
            if let Some(name) = key.strip_prefix(SHAPES) {
                let nearest = nearest(name, Shape::DRAWN.iter().map(|shape| shape.name()));
                return Err(RecipeError::UnknownShape { key: key.to_owned(), nearest, origin: assignment.origin });
            }
            let nearest = nearest(key, FIELDS.iter().map(|field| field.key));
            return Err(RecipeError::UnknownField { key: key.to_owned(), nearest, origin: assignment.origin });
        };
        let value = renamed::current_value(key, assignment.value);
        self.settings.insert(field.key, Assignment { value, ..assignment });
        Ok(())
    }
}

/// A text and its name.
struct Reader<'a> {
    name: &'a str,
    text: &'a str,
}

impl Reader<'_> {
    fn origin(&self, offset: usize) -> Origin {
        let before = &self.text[..offset.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Origin { source: self.name.to_owned(), position: Some((line, column)) }
    }

    fn toml(&self, file: &mut RecipeFile) -> Result<(), RecipeError> {
        let table = DeTable::parse(self.text).map_err(|error| RecipeError::Syntax {
            message: reword_toml(self.text, &error).2,
            origin: self.origin(error.span().map_or(0, |span| span.start)),
        })?;
        self.toml_table("", table.get_ref(), file)
    }

    fn toml_table(&self, prefix: &str, table: &DeTable, file: &mut RecipeFile) -> Result<(), RecipeError> {
        for (key, value) in table {
            let name = dotted(prefix, key.get_ref());
            let origin = self.origin(key.span().start);
            match value.get_ref() {
                DeValue::Table(inner) => self.toml_table(&name, inner, file)?,
                other => {
                    let value = Value::from_toml(other)
                        .ok_or_else(|| RecipeError::NotAValue { key: name.clone(), origin: origin.clone() })?;
                    file.insert(&name, Assignment { value, origin })?;
                }
            }
        }
        Ok(())
    }

    fn json(&self, file: &mut RecipeFile) -> Result<(), RecipeError> {
        let raw: &RawValue = serde_json::from_str(self.text).map_err(|error| self.json_error(&error))?;
        self.json_object("", raw, file)
    }

    fn json_error(&self, error: &serde_json::Error) -> RecipeError {
        let full = error.to_string();
        let message = full.split(" at line ").next().unwrap_or(&full).to_owned();
        let origin = Origin { source: self.name.to_owned(), position: Some((error.line(), error.column())) };
        RecipeError::Syntax { message, origin }
    }

    fn json_object(&self, prefix: &str, raw: &RawValue, file: &mut RecipeFile) -> Result<(), RecipeError> {
        let object: BTreeMap<String, &RawValue> =
            serde_json::from_str(raw.get()).map_err(|error| self.json_error(&error))?;
        for (key, inner) in object {
            let name = dotted(prefix, &key);
            // A raw value is a slice of the text, so its address tells its position.
            let origin = self.origin(inner.get().as_ptr() as usize - self.text.as_ptr() as usize);
            if inner.get().starts_with('{') {
                self.json_object(&name, inner, file)?;
                continue;
            }
            let value = serde_json::from_str(inner.get()).ok().and_then(|value| Value::from_json(&value));
            let value = value.ok_or_else(|| RecipeError::NotAValue { key: name.clone(), origin: origin.clone() })?;
            file.insert(&name, Assignment { value, origin })?;
        }
        Ok(())
    }
}

fn dotted(prefix: &str, key: &str) -> String {
    if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") }
}
