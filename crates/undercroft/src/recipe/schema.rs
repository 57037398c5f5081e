//! The table of fields for readers: as Markdown for people, as JSON Schema for editors.

use serde_json::{Map, Value, json};

use super::field::{FIELDS, Field, Kind};

/// The JSON Schema of a recipe, written as nested objects as TOML has them.
pub fn schema() -> String {
    let mut root = Map::new();
    for field in FIELDS {
        insert(&mut root, field.key, property(field));
    }
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Undercroft recipe, version 1",
        "type": "object",
        "properties": root,
        "additionalProperties": false,
    });
    format!("{schema:#}\n")
}

/// All fields as a Markdown table.
pub fn table() -> String {
    let rows = FIELDS.iter().map(|field| {
        let Field { key, default, unit, doc, .. } = field;
        format!("| `{key}` | `{default}` | {} | {unit} | {doc} |\n", field.limits())
    });
    let head = "| field | default | limits | unit | meaning |\n|---|---|---|---|---|\n";
    format!("{head}{}", rows.collect::<String>())
}

/// Puts a property where its dotted name says, making the objects on the way.
fn insert(properties: &mut Map<String, Value>, key: &str, property: Value) {
    let Some((group, rest)) = key.split_once('.') else {
        properties.insert(key.to_owned(), property);
        return;
    };
    let empty = || json!({ "type": "object", "properties": {}, "additionalProperties": false });
    let object = properties.entry(group).or_insert_with(empty);
    if let Some(inner) = object.get_mut("properties").and_then(Value::as_object_mut) {
        insert(inner, rest, property);
    }
}

fn property(field: &Field) -> Value {
    let mut property = kind(field.kind);
    let unit = if field.unit.is_empty() { String::new() } else { format!(" [Unit: {}]", field.unit) };
    property["description"] = format!("{}{unit}", field.doc).into();
    property["default"] = serde_json::from_str(field.default).unwrap_or_else(|_| field.default.into());
    property
}

fn kind(kind: Kind) -> Value {
    let whole = |min: i64, max: i64| json!({ "type": "integer", "minimum": min, "maximum": max });
    match kind {
        Kind::Whole { min, max } => whole(min, max),
        Kind::Fraction => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        Kind::Switch => json!({ "type": "boolean" }),
        Kind::Choice(words) => json!({ "enum": words }),
        Kind::Lattice { min, max } => json!({ "anyOf": [
            whole(min, max),
            { "type": "array", "items": whole(min, max), "minItems": 2, "maxItems": 2 },
            { "const": "auto" },
        ] }),
        Kind::Word => json!({ "type": "string", "minLength": 1 }),
        Kind::Numbers { least, most, min, max } => json!({ "anyOf": [
            { "type": "array", "items": whole(min, max), "minItems": least, "maxItems": most },
            { "const": "auto" },
        ] }),
    }
}
