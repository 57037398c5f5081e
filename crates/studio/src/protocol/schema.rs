//! The protocol as a JSON Schema, so that the page cannot drift from the session.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::reply::Header;
use super::request::Request;

/// Both directions of the wire.
#[derive(JsonSchema)]
#[schemars(title = "Undercroft studio protocol")]
#[expect(dead_code, reason = "only its schema is required")]
struct Protocol {
    /// A text frame of the page.
    request: Request,
    /// The header of a binary frame of the server.
    header: Header,
}

/// The direction that the session writes.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is required")]
struct Replies {
    header: Header,
}

/// The JSON Schema of both directions, as text; kept in `page/protocol.schema.json`.
pub fn schema() -> String {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Protocol>();
    // A field with a default may be missing where it is read, and is always there where it is written.
    let written = SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<Replies>();
    replace_definitions(&mut schema, written);
    undercroft::format::json::drop_examples(&mut schema);
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
    text.push('\n');
    text
}

fn replace_definitions(schema: &mut Schema, mut others: Schema) {
    let definitions = schema.get_mut("$defs").and_then(|definitions| definitions.as_object_mut());
    let others = others.get_mut("$defs").and_then(|definitions| definitions.as_object_mut());
    if let (Some(definitions), Some(others)) = (definitions, others) {
        definitions.append(others);
    }
}
