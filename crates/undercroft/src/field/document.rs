//! Fields for readers: as Markdown for people, as JSON Schema for editors.

use serde_json::{Map, Value, json};

use super::{Field, FieldKind, MAX_TEXT};

/// The JSON Schema of an object with these fields; dotted keys become nested objects, as in TOML.
pub fn json_schema(title: &str, fields: &[Field]) -> String {
    let mut root = Map::new();
    for field in fields {
        insert(&mut root, field.key, property(field));
    }
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": root,
        "additionalProperties": false,
    });
    format!("{schema:#}\n")
}

/// The fields as a Markdown table.
pub fn markdown_table(fields: &[Field]) -> String {
    let rows = fields.iter().map(|field| {
        let Field { key, default, unit, doc, .. } = field;
        format!("| `{key}` | `{default}` | {} | {unit} | {} | {doc} |\n", field.limits(), field.methods().join(", "))
    });
    let head = "| field | default | limits | unit | applies to | meaning |\n|---|---|---|---|---|---|\n";
    format!("{head}{}", rows.collect::<String>())
}

/// Puts a property at its dotted key, adding the objects above it.
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

fn kind(kind: FieldKind) -> Value {
    let integer = |min: i64, max: i64| json!({ "type": "integer", "minimum": min, "maximum": max });
    match kind {
        FieldKind::Integer { min, max } => integer(min, max),
        FieldKind::IntegerOrAuto { min, max } => json!({ "anyOf": [integer(min, max), { "const": "auto" }] }),
        FieldKind::Fraction => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        FieldKind::Bool => json!({ "type": "boolean" }),
        FieldKind::Choice(choices) => json!({ "enum": choices.iter().map(|choice| choice.value).collect::<Vec<_>>() }),
        FieldKind::Modules { min, max } => json!({ "anyOf": [
            integer(min, max),
            { "type": "array", "items": integer(min, max), "minItems": 2, "maxItems": 2 },
            { "const": "auto" },
        ] }),
        FieldKind::Weights { most, max } => json!({
            "type": "array", "items": integer(0, max), "minItems": 1, "maxItems": most, "contains": { "minimum": 1 },
        }),
        FieldKind::Text => json!({ "type": "string", "minLength": 1, "maxLength": MAX_TEXT }),
        FieldKind::TextFile => json!({ "type": "string" }),
        FieldKind::Files { most } => json!({ "anyOf": [
            { "type": "string", "minLength": 1, "maxLength": MAX_TEXT },
            {
                "type": "array", "items": { "type": "string", "minLength": 1, "maxLength": MAX_TEXT },
                "maxItems": most, "uniqueItems": true,
            },
        ] }),
        FieldKind::IntegerList { least, most, min, max } => json!({ "anyOf": [
            { "type": "array", "items": integer(min, max), "minItems": least, "maxItems": most },
            { "const": "auto" },
        ] }),
    }
}
