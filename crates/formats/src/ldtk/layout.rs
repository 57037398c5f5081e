//! How the file is laid out: a tile, an entity or a definition to a line, so that two files can be compared.

use serde::Serialize;

use undercroft::format::json_lines::{self, Opening, Shape, Style};
use undercroft_draw::{Cancelled, MeteredWriter, WorkMeter};

/// Lists whose elements stand on lines of their own.
const LISTS: [&[u8]; 9] = [
    b"levels",
    b"layerInstances",
    b"entityInstances",
    b"gridTiles",
    b"layers",
    b"entities",
    b"tilesets",
    b"enums",
    b"levelFields",
];
/// Lists whose elements are themselves spread over lines.
const SPREAD_LISTS: [&[u8]; 2] = [b"levels", b"layerInstances"];
/// The one object that is spread over lines wherever it is.
const DEFINITIONS: &[u8] = b"defs";

/// The value as a document, unless the meter stops.
pub(super) fn to_bytes(value: &impl Serialize, meter: &WorkMeter) -> Result<Vec<u8>, Cancelled> {
    let mut writer = MeteredWriter::new(meter);
    // Memory takes every byte: only the meter makes writing fail.
    json_lines::write(value, Style { indent: b"\t", colon: b":", shape }, &mut writer).map_err(|_| Cancelled)?;
    Ok(writer.bytes)
}

fn shape(&Opening { is_list, key, outer, .. }: &Opening<'_>) -> Shape {
    if is_list {
        let spread = LISTS.contains(&key) && outer.is_some_and(|outer| outer.spread);
        return Shape { spread, spreads_elements: SPREAD_LISTS.contains(&key) };
    }
    let inside = outer.is_none_or(|outer| outer.spreads_elements);
    Shape { spread: inside || key == DEFINITIONS, spreads_elements: false }
}
