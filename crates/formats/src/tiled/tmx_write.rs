//! Maps in Tiled's XML.

use std::fmt::Write;

use super::map_file::{Content, Layer, Map, Object, Properties, Shape, TileNote, Tiles, Tileset, Value};
use super::{TILED_VERSION, VERSION};
use undercroft_draw::{Cancelled, WorkMeter};

/// Writes a map, unless the meter stops.
pub(super) fn to_xml(map: &Map, meter: &WorkMeter) -> Result<String, Cancelled> {
    let mut xml = Xml { text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), depth: 0, meter };
    let [width, height] = map.tile;
    let head = format!(
        "map version=\"{VERSION}\" tiledversion=\"{TILED_VERSION}\" class=\"dungeon\" orientation=\"orthogonal\" \
         renderorder=\"right-down\" width=\"{}\" height=\"{}\" tilewidth=\"{width}\" tileheight=\"{height}\" \
         infinite=\"0\" nextlayerid=\"{}\" nextobjectid=\"{}\"",
        map.columns, map.rows, map.next[0], map.next[1]
    );
    xml.nest(&head, |xml| {
        xml.properties(&map.properties);
        map.tilesets.iter().for_each(|tileset| xml.tileset(tileset));
        map.layers.iter().for_each(|layer| xml.layer(layer));
    });
    meter.ask().map(|()| xml.text)
}

struct Xml<'a> {
    text: String,
    depth: usize,
    meter: &'a WorkMeter<'a>,
}

impl Xml<'_> {
    /// An element with something in it.
    fn nest(&mut self, head: &str, inner: impl FnOnce(&mut Self)) {
        self.line(&format!("<{head}>"));
        self.depth += 1;
        inner(self);
        self.depth -= 1;
        let name = head.split(' ').next().unwrap_or(head);
        self.line(&format!("</{name}>"));
    }

    fn line(&mut self, line: &str) {
        self.text.extend(std::iter::repeat_n(' ', self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn properties(&mut self, properties: &Properties) {
        if properties.0.is_empty() {
            return;
        }
        self.nest("properties", |xml| {
            for (name, value) in &properties.0 {
                let (kind, text) = match value {
                    Value::Text(text) => ("", escaped(text)),
                    Value::Whole(whole) => (" type=\"int\"", whole.to_string()),
                    Value::Decimal(decimal) => (" type=\"float\"", decimal.to_string()),
                    Value::Flag(flag) => (" type=\"bool\"", flag.to_string()),
                    Value::Object(id) => (" type=\"object\"", id.to_string()),
                };
                xml.line(&format!("<property name=\"{}\"{kind} value=\"{text}\"/>", escaped(name)));
            }
        });
    }

    fn tileset(&mut self, tileset: &Tileset) {
        let Tileset { first_gid, name, tile: [width, height], count, columns, image, image_size, tiles, .. } = tileset;
        let head = format!(
            "tileset firstgid=\"{first_gid}\" name=\"{}\" tilewidth=\"{width}\" tileheight=\"{height}\" \
             tilecount=\"{count}\" columns=\"{columns}\"",
            escaped(name)
        );
        self.nest(&head, |xml| {
            let [width, height] = image_size;
            xml.line(&format!("<image source=\"{}\" width=\"{width}\" height=\"{height}\"/>", escaped(image)));
            tiles.iter().for_each(|tile| xml.tile(tile));
        });
    }

    fn tile(&mut self, tile: &TileNote) {
        let head = format!("tile id=\"{}\" type=\"{}\"", tile.id, escaped(&tile.class));
        self.nest(&head, |xml| xml.properties(&tile.properties));
    }

    fn layer(&mut self, layer: &Layer) {
        let class = if layer.class.is_empty() { String::new() } else { format!(" class=\"{}\"", layer.class) };
        let visible = if layer.visible { "" } else { " visible=\"0\"" };
        let head = format!("id=\"{}\" name=\"{}\"{class}", layer.id, escaped(&layer.name));
        match &layer.content {
            Content::Group(layers) => self.nest(&format!("group {head}{visible}"), |xml| {
                xml.properties(&layer.properties);
                layers.iter().for_each(|layer| xml.layer(layer));
            }),
            Content::Tiles(tiles) => self.tiles(&head, visible, tiles),
            Content::Objects(objects) => self.nest(&format!("objectgroup {head}{visible}"), |xml| {
                objects.iter().for_each(|object| xml.object(object));
            }),
            Content::Other | Content::Chunks(_) => {}
        }
    }

    fn tiles(&mut self, head: &str, visible: &str, tiles: &Tiles) {
        let rows = tiles.gids.len() / tiles.columns.max(1);
        let size = format!("width=\"{}\" height=\"{rows}\"", tiles.columns);
        self.nest(&format!("layer {head} {size}{visible}"), |xml| {
            xml.line("<data encoding=\"csv\">");
            xml.text.reserve(tiles.gids.len() * 3);
            for (y, row) in tiles.gids.chunks(tiles.columns.max(1)).enumerate() {
                if !xml.meter.goes_on(row.len() as u64 / 4) {
                    break;
                }
                for gid in row {
                    let _ = write!(xml.text, "{gid},");
                }
                if y + 1 == rows {
                    xml.text.pop();
                }
                xml.text.push('\n');
            }
            xml.line("</data>");
        });
    }

    fn object(&mut self, object: &Object) {
        let [left, top, width, height] = object.frame;
        let optional = |name: &str, text: &str| {
            if text.is_empty() { String::new() } else { format!(" {name}=\"{}\"", escaped(text)) }
        };
        let size = if object.frame[2..] == [0.0, 0.0] {
            String::new()
        } else {
            format!(" width=\"{width}\" height=\"{height}\"")
        };
        let head = format!(
            "object id=\"{}\"{}{} x=\"{left}\" y=\"{top}\"{size}",
            object.id,
            optional("name", &object.name),
            optional("type", &object.class)
        );
        if matches!(object.shape, Shape::Rectangle) && object.properties.0.is_empty() {
            return self.line(&format!("<{head}/>"));
        }
        self.nest(&head, |xml| {
            xml.properties(&object.properties);
            match &object.shape {
                Shape::Rectangle => {}
                Shape::Point => xml.line("<point/>"),
                Shape::Polygon(corners) => xml.line(&format!("<polygon points=\"{}\"/>", points(corners))),
                Shape::Polyline(corners) => xml.line(&format!("<polyline points=\"{}\"/>", points(corners))),
            }
        });
    }
}

fn points(corners: &[[f64; 2]]) -> String {
    corners.iter().map(|[x, y]| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

/// A text between quotes. Readers turn line breaks in attributes into spaces unless they are written as numbers; XML
/// cannot hold most control characters at all.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            '\t' => escaped.push_str("&#9;"),
            '\u{0}'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}
