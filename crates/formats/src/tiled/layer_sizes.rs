//! The cells of a map's layers, counted from sizes alone: no layer is decoded.
//!
//! What cannot be read counts nothing here; the reader that decodes it afterwards names the fault.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde::Deserialize;

/// How many cells all tile layers of a map have.
pub(super) fn cell_count(text: &str) -> u64 {
    if text.trim_start().starts_with('<') { in_xml(text) } else { in_json(text) }
}

fn in_xml(text: &str) -> u64 {
    let mut reader = Reader::from_str(text);
    let (mut map, mut is_infinite, mut cells) = ([0, 0], false, 0_u64);
    while let Ok(event) = reader.read_event() {
        let (Event::Start(start) | Event::Empty(start)) = event else {
            if matches!(event, Event::Eof) {
                break;
            }
            continue;
        };
        match start.name().as_ref() {
            "map" => {
                map = size(&start, [0, 0]);
                is_infinite = attribute(&start, "infinite").as_deref() == Some("1");
            }
            "layer" if !is_infinite => cells = cells.saturating_add(area(size(&start, map))),
            "chunk" if is_infinite => cells = cells.saturating_add(area(size(&start, [0, 0]))),
            _ => {}
        }
    }
    cells
}

fn size(start: &BytesStart<'_>, otherwise: [u64; 2]) -> [u64; 2] {
    let side = |name: &str, otherwise: u64| {
        attribute(start, name).map_or(otherwise, |written| written.trim().parse().unwrap_or_default())
    };
    [side("width", otherwise[0]), side("height", otherwise[1])]
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = start.attributes().filter_map(Result::ok).find(|attribute| attribute.key.as_ref() == name)?;
    Some(found.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok()?.into_owned())
}

const fn area([width, height]: [u64; 2]) -> u64 {
    width.saturating_mul(height)
}

#[derive(Deserialize)]
struct SizesFile {
    #[serde(default)]
    width: u64,
    #[serde(default)]
    height: u64,
    #[serde(default)]
    infinite: bool,
    #[serde(default)]
    layers: Vec<LayerSizeFile>,
}

#[derive(Deserialize)]
struct LayerSizeFile {
    #[serde(rename = "type", default)]
    kind: String,
    width: Option<u64>,
    height: Option<u64>,
    #[serde(default)]
    layers: Vec<Self>,
    #[serde(default)]
    chunks: Vec<ChunkSizeFile>,
}

#[derive(Deserialize)]
struct ChunkSizeFile {
    #[serde(default)]
    width: u64,
    #[serde(default)]
    height: u64,
}

fn in_json(text: &str) -> u64 {
    let Ok(map) = serde_json::from_str::<SizesFile>(text) else { return 0 };
    map.layers.iter().fold(0, |sum, layer| layer.cell_count(&map).saturating_add(sum))
}

impl LayerSizeFile {
    fn cell_count(&self, map: &SizesFile) -> u64 {
        if self.kind == "tilelayer" && !map.infinite {
            return area([self.width.unwrap_or(map.width), self.height.unwrap_or(map.height)]);
        }
        let chunks = self.chunks.iter().map(|chunk| area([chunk.width, chunk.height]));
        let layers = self.layers.iter().map(|layer| layer.cell_count(map));
        chunks.chain(layers).fold(0, u64::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_and_chunks_are_counted_in_both_syntaxes_and_faults_are_not() {
        let xml =
            "<map width='4' height='3'><layer/><group><layer width='2' height='2'><data>1</data></layer></group></map>";
        assert_eq!(cell_count(xml), 16);
        let infinite = "<map width='4' height='3' infinite='1'><layer width='9' height='9'><data>\
                        <chunk width='16' height='16'/><chunk width='16' height='1'/></data></layer></map>";
        assert_eq!(cell_count(infinite), 272);
        let json = r#"{"width": 4, "height": 3, "layers": [{"type": "tilelayer", "data": [1, 2]},
            {"type": "group", "layers": [{"type": "tilelayer", "width": 2, "height": 2}]}]}"#;
        assert_eq!(cell_count(json), 16);
        let infinite =
            r#"{"infinite": true, "layers": [{"type": "tilelayer", "chunks": [{"width": 16, "height": 17}]}]}"#;
        assert_eq!(cell_count(infinite), 272);
        let most = u64::MAX;
        assert_eq!(cell_count(&format!("<map width='{most}' height='{most}'><layer/><layer/></map>")), most);
        assert_eq!([cell_count("<map"), cell_count("{"), cell_count("<map width='x'><layer/></map>")], [0, 0, 0]);
    }
}
