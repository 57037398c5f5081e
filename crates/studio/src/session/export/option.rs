//! Options of formats as the page shows them: the fields of the format, in its order.

use serde_json::{Value, json};
use undercroft::field::{Choice, Field, FieldKind};
use undercroft_formats::Format;

use crate::limits::MAX_WALKS;
use crate::protocol::{ChoiceInfo, ExportOption, FieldValues};

/// The most pages of a print that a session makes.
const MAX_PAGES: i64 = 1000;

/// The options of a format.
pub fn options(format: &Format) -> Vec<ExportOption> {
    format.options.iter().map(|field| option(field)).collect()
}

/// The greatest value of a number here; a session is more frugal than the command line.
pub fn limit(key: &str, max: i64) -> i64 {
    match key {
        "problems" => max.min(MAX_WALKS.into()),
        "max_pages" => max.min(MAX_PAGES),
        _ => max,
    }
}

fn option(field: &Field) -> ExportOption {
    let (key, title) = (field.key.to_owned(), field.label.to_owned());
    ExportOption { key, title, help: format!("{}.", field.doc), default: default(field), kind: kind(field) }
}

/// The default; null where the map decides, or where it is no text at all.
pub fn default(field: &Field) -> Value {
    match field.kind {
        FieldKind::IntegerOrAuto { .. } | FieldKind::Text | FieldKind::TextFile => Value::Null,
        FieldKind::Choice(_) => json!(field.default),
        _ => field.default_value().to_json(),
    }
}

fn kind(field: &Field) -> FieldValues {
    match field.kind {
        FieldKind::Integer { min, max } | FieldKind::IntegerOrAuto { min, max } => {
            FieldValues::Integer { min, max: limit(field.key, max) }
        }
        FieldKind::Bool => FieldValues::Boolean {},
        FieldKind::Choice(choices) => {
            let choice = |it: &Choice| ChoiceInfo { name: it.value.to_owned(), title: it.label.to_owned() };
            FieldValues::Choice { choices: choices.iter().map(choice).collect() }
        }
        _ => FieldValues::Text {},
    }
}
