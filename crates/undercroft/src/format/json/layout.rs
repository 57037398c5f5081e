//! How the document is laid out: a thing to a line.
//!
//! Fields of the document stand on lines of their own, and so do the elements of its lists and the rows of its levels;
//! everything deeper is written without spaces.

use std::io;

use serde::Serialize;

use crate::format::json_lines::{self, Opening, Shape, Style};

/// Objects and lists of the document that fit one line each.
const ON_ONE_LINE: [&[u8]; 3] = [b"module_grid", b"outline", b"entrance"];
/// The object that is spread over lines in the provenance.
const RECIPE: &[u8] = b"recipe";
/// The lists that are spread over lines in the provenance.
const LISTS: [&[u8]; 2] = [b"inputs", b"pins"];
/// The lists that are spread over lines in a level.
const ROWS: [&[u8]; 2] = [b"rows", b"ground"];

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
    let spread = match opening.depth {
        0 => true,
        1 => !ON_ONE_LINE.contains(&opening.key),
        2 => {
            if opening.is_list {
                LISTS.contains(&opening.key)
            } else {
                opening.key == RECIPE
            }
        }
        3 => ROWS.contains(&opening.key) && opening.is_list,
        _ => false,
    };
    Shape { spread, spreads_elements: false }
}
