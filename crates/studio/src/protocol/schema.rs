//! The protocol as a JSON Schema, so that the page's words cannot drift from the session's.

use schemars::JsonSchema;

use super::reply::Header;
use super::request::Request;

/// Both directions of the wire.
#[derive(JsonSchema)]
#[schemars(title = "Undercroft studio protocol")]
#[expect(dead_code, reason = "only its schema is wanted")]
struct Protocol {
    /// A text frame of the page.
    request: Request,
    /// The header of a binary frame of the server.
    header: Header,
}

/// The JSON Schema of both directions, as text; kept in `page/protocol.schema.json`.
pub fn schema() -> String {
    let mut schema = schemars::schema_for!(Protocol);
    undercroft::format::json::drop_examples(&mut schema);
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
    text.push('\n');
    text
}
