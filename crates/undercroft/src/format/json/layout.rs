//! How the document is laid out: a thing to a line.
//!
//! Fields of the document stand on lines of their own, and so do the elements of its lists and the rows of its levels;
//! everything deeper is written without spaces.

use std::io;

use serde::Serialize;

use crate::format::json_lines::{self, Opening, Shape, Style};

/// Containers up to this depth are spread over lines: the document, its lists, its recipe.
const SPREAD_DEPTH: usize = 2;
/// The one key whose list is spread over lines wherever it is.
const SPREAD_KEY: &[u8] = b"rows";

/// The value as a document.
pub(super) fn to_string(value: &impl Serialize) -> String {
    String::from_utf8(json_lines::to_bytes(value, STYLE)).expect("JSON is UTF-8")
}

/// Writes the value as a document.
pub(super) fn write(value: &impl Serialize, writer: impl io::Write) -> io::Result<()> {
    json_lines::write(value, STYLE, writer)
}

const STYLE: Style = Style { indent: b"  ", colon: b": ", shape };

fn shape(opening: &Opening<'_>) -> Shape {
    let is_rows = opening.is_list && opening.key == SPREAD_KEY;
    Shape { spread: opening.depth < SPREAD_DEPTH || is_rows, spreads_elements: false }
}
