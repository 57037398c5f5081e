//! Reads symbols of features.

use std::collections::BTreeMap;

use super::super::error::ContentError;
use super::super::feature_symbol::{FeatureSymbol, SymbolDrawing};
use super::super::pen_stroke::{PenStroke, parse_strokes};
use super::super::suggestion::unknown;
use super::node::{Document, Node};

const DRAWING_KEYS: [&str; 4] = ["face", "fine", "solid", "light"];
const KEYS: [&str; 9] = ["face", "fine", "solid", "light", "shadow", "loose", "upright", "2", "3"];

/// The longest strokes of one drawing. [Unit: bytes]
const MAX_STROKES: usize = 4_096;
/// The longest shadow. [Unit: thousandths of a cell]
const MAX_SHADOW: u32 = 300;

/// The symbols of a file, a table for each of the known kinds.
pub fn read_symbols<'a>(
    file: &str,
    text: &str,
    size: impl Fn(&str) -> Option<[u8; 2]>,
    known: impl Iterator<Item = &'a str>,
) -> Result<BTreeMap<String, FeatureSymbol>, ContentError> {
    let document = Document::parse(file, text)?;
    let (root, mut symbols) = (document.root(), BTreeMap::new());
    for node in root.entries()? {
        let Some(size) = size(node.key()) else {
            return Err(node.error_alone(&unknown("feature kind", node.key(), known)));
        };
        symbols.insert(node.key().to_owned(), read_symbol(&node, size)?);
    }
    Ok(symbols)
}

/// The symbol of a kind with this footprint at turn 0.
pub fn read_symbol(node: &Node, size: [u8; 2]) -> Result<FeatureSymbol, ContentError> {
    node.fields(&KEYS)?;
    let mut variants = vec![read_drawing(node, size)?];
    for key in ["2", "3"] {
        let Some(variant) = node.get(key) else { continue };
        if key == "3" && variants.len() < 2 {
            return Err(variant.error("need a second drawing before the third"));
        }
        variant.fields(&DRAWING_KEYS)?;
        variants.push(read_drawing(&variant, size)?);
    }
    let shadow = node.get("shadow").map_or(Ok(0), |shadow| shadow.integer(0..=MAX_SHADOW))?;
    let switch = |key: &str| node.get(key).map_or(Ok(false), |value| value.switch());
    let (is_loose, is_upright) = (switch("loose")?, switch("upright")?);
    if is_upright && size[0] != size[1] {
        return Err(node.error("only a kind as wide as it is deep can be upright at every turn"));
    }
    Ok(FeatureSymbol { size, shadow: shadow as u16, is_loose, is_upright, variants })
}

fn read_drawing(node: &Node, size: [u8; 2]) -> Result<SymbolDrawing, ContentError> {
    let texts = DRAWING_KEYS.iter().filter_map(|key| node.get(key));
    let length = texts.map(|text| text.text().map(str::len)).sum::<Result<usize, _>>()?;
    if length > MAX_STROKES {
        return Err(node.error(&format!("need at most {MAX_STROKES} bytes of strokes, got {length}")));
    }
    let strokes = |key: &str| node.get(key).map_or(Ok(Vec::new()), |text| read_strokes(&text, size));
    let [face, fine, solid, light] = DRAWING_KEYS.map(strokes);
    let drawing = SymbolDrawing { face: face?, fine: fine?, solid: solid?, light: light? };
    if drawing == SymbolDrawing::default() {
        return Err(node.error("need strokes in face, fine, solid or light"));
    }
    Ok(drawing)
}

fn read_strokes(node: &Node, size: [u8; 2]) -> Result<Vec<PenStroke>, ContentError> {
    parse_strokes(node.text()?, size).map_err(|error| node.error_in_text(Some(error.letter), &error.message))
}
