//! Maps from Tiled's XML.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::data::Encoding;
use super::map_file::{
    Content, Fault, Layer, Map, MapPosition, Object, Properties, Shape, TileNote, Tiles, Tileset, Value,
};
use undercroft::format::decode;

/// The deepest nesting. Tiled's own files go down to nine, and one more for each group in a group.
const MAX_DEPTH: usize = 64;
/// The most elements of a document.
const MAX_ELEMENTS: usize = 1 << 22;

/// Reads a map.
pub(super) fn read(text: &str) -> Result<Map, Fault> {
    let root = parse(text)?;
    if root.name != "map" {
        return Err(root.fault(format!("need a map of Tiled, <map>, got <{}>", root.name)));
    }
    root.map()
}

/// An element of XML, with everything in it.
#[derive(Default)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    children: Vec<Element>,
    /// Text directly in it, with the byte where it begins.
    text: String,
    text_at: usize,
    at: usize,
}

fn parse(text: &str) -> Result<Element, Fault> {
    let mut reader = Reader::from_str(text);
    // The root of the document is in an element without a name.
    let mut open = vec![Element::default()];
    let mut count = 0;
    loop {
        let at = reader.buffer_position() as usize;
        let event = reader.read_event().map_err(|error| {
            MapPosition::Byte(reader.error_position() as usize).fault(format!("this is no well-formed XML: {error}"))
        })?;
        match event {
            Event::Start(start) => open.push(element(&start, at)?),
            Event::Empty(start) => {
                adopt(&mut open, element(&start, at)?);
                count += 1;
            }
            Event::End(_) => {
                let Some(done) = open.pop() else { break };
                adopt(&mut open, done);
                count += 1;
            }
            Event::Text(piece) => open.last_mut().into_iter().for_each(|parent| parent.add(at, &piece.xml10_content())),
            Event::CData(piece) => {
                open.last_mut().into_iter().for_each(|parent| parent.add(at, &piece.xml10_content()));
            }
            Event::GeneralRef(reference) => {
                let resolved = entity(&reference.xml10_content());
                let character = resolved.or(reference.resolve_char_ref().ok().flatten());
                let character = character.ok_or_else(|| MapPosition::Byte(at).fault("this entity is not known"))?;
                open.last_mut().into_iter().for_each(|parent| parent.add(at, character.encode_utf8(&mut [0; 4])));
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
        if open.len() > MAX_DEPTH || count > MAX_ELEMENTS {
            let problem = format!("more than {MAX_DEPTH} elements in each other, or more than {MAX_ELEMENTS} in all");
            return Err(MapPosition::Byte(at).fault(problem));
        }
    }
    if open.len() > 1 {
        let inner = open.pop().unwrap_or_default();
        return Err(MapPosition::Byte(text.len()).fault(format!("the file ends in the middle of <{}>", inner.name)));
    }
    let root = open.pop().and_then(|mut document| document.children.pop());
    root.ok_or_else(|| MapPosition::File.fault("there is no element in the XML"))
}

/// Puts an element into the innermost one that is open.
fn adopt(open: &mut [Element], child: Element) {
    if let Some(parent) = open.last_mut() {
        parent.children.push(child);
    }
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}

fn element(start: &BytesStart<'_>, at: usize) -> Result<Element, Fault> {
    let refuse =
        |error: &dyn std::fmt::Display| MapPosition::Byte(at).fault(format!("an attribute cannot be read: {error}"));
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| refuse(&error))?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| refuse(&error))?;
        attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
    }
    Ok(Element { name: start.name().as_ref().to_owned(), attributes, at, ..Element::default() })
}

impl Element {
    fn add(&mut self, at: usize, text: &str) {
        if self.text.is_empty() {
            self.text_at = at;
        }
        self.text.push_str(text);
    }

    fn fault(&self, problem: impl Into<String>) -> Fault {
        MapPosition::Byte(self.at).fault(problem)
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn text_of(&self, name: &str) -> String {
        self.get(name).unwrap_or_default().to_owned()
    }

    fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// A number that must be there.
    fn number<T: std::str::FromStr>(&self, name: &str) -> Result<T, Fault> {
        let written = self.get(name).ok_or_else(|| self.fault(format!("<{}> has no {name}", self.name)))?;
        written.trim().parse().map_err(|_| self.fault(format!("{name}: need a number, got {written:?}")))
    }

    /// A number, or what stands for it where there is none.
    fn number_or<T: std::str::FromStr>(&self, name: &str, otherwise: T) -> Result<T, Fault> {
        if self.get(name).is_some() { self.number(name) } else { Ok(otherwise) }
    }

    fn map(&self) -> Result<Map, Fault> {
        let (columns, rows) = (self.number("width")?, self.number("height")?);
        let infinite = self.get("infinite") == Some("1");
        super::limits(columns, rows, self.get("orientation"), infinite).map_err(|problem| self.fault(problem))?;
        let tilesets = self.children.iter().filter(|child| child.name == "tileset").map(Self::tileset);
        let tilesets = tilesets.collect::<Result<_, _>>()?;
        Ok(Map {
            columns,
            rows,
            tile: super::tile_sides([self.number("tilewidth")?, self.number("tileheight")?])
                .map_err(|problem| self.fault(problem))?,
            properties: self.properties()?,
            tilesets,
            layers: self.layers((!infinite).then_some([columns, rows]), &mut 0)?,
            next: [0, 0],
        })
    }

    fn properties(&self) -> Result<Properties, Fault> {
        let list = self.child("properties").map_or(&[][..], |list| &list.children);
        let named = list.iter().filter(|child| child.name == "property");
        let properties = named.map(|property| Ok((property.text_of("name"), property.value()?)));
        Ok(Properties(properties.collect::<Result<_, Fault>>()?))
    }

    fn value(&self) -> Result<Value, Fault> {
        let written = self.get("value").unwrap_or(&self.text);
        let wrong = |wanted: &str| self.fault(format!("need {wanted}, got {written:?}"));
        Ok(match self.get("type").unwrap_or("string") {
            "int" => Value::Whole(written.parse().map_err(|_| wrong("a whole number"))?),
            "float" => Value::Decimal(written.parse().map_err(|_| wrong("a number"))?),
            "bool" => Value::Flag(written == "true"),
            "object" => Value::Object(written.parse().map_err(|_| wrong("the number of an object"))?),
            _ => Value::Text(written.to_owned()),
        })
    }

    fn tileset(&self) -> Result<Tileset, Fault> {
        let notes = self.children.iter().filter(|child| child.name == "tile");
        let note = |tile: &Self| {
            let class = tile.get("type").or(tile.get("class")).unwrap_or_default().to_owned();
            Ok(TileNote { id: tile.number("id")?, class, properties: tile.properties()? })
        };
        let source = self.get("source").map(str::to_owned);
        let tiles = notes.map(note).collect::<Result<_, Fault>>()?;
        Ok(Tileset { first_gid: self.number("firstgid")?, source, tiles, ..Tileset::default() })
    }

    /// The layers of a map of this size, or of an infinite one.
    fn layers(&self, size: Option<[i64; 2]>, taken: &mut usize) -> Result<Vec<Layer>, Fault> {
        let known = |child: &&Self| matches!(child.name.as_str(), "layer" | "objectgroup" | "group" | "imagelayer");
        self.children.iter().filter(known).map(|child| child.layer(size, taken)).collect()
    }

    fn layer(&self, size: Option<[i64; 2]>, taken: &mut usize) -> Result<Layer, Fault> {
        let content = match self.name.as_str() {
            "group" => Content::Group(self.layers(size, taken)?),
            "layer" => self.tiles(size, taken)?,
            "objectgroup" => {
                let objects = self.children.iter().filter(|child| child.name == "object");
                Content::Objects(objects.map(Self::object).collect::<Result<_, _>>()?)
            }
            _ => Content::Other,
        };
        Ok(Layer {
            id: 0,
            name: self.text_of("name"),
            class: "",
            visible: true,
            properties: self.properties()?,
            content,
            spot: MapPosition::Byte(self.at),
        })
    }

    fn tiles(&self, size: Option<[i64; 2]>, taken: &mut usize) -> Result<Content, Fault> {
        let data = self.child("data").ok_or_else(|| self.fault("the layer has no data"))?;
        let named =
            Encoding::named(data.get("encoding").unwrap_or_default(), data.get("compression").unwrap_or_default());
        let encoding = named.map_err(|problem| data.fault(problem))?;
        if let Some([columns, rows]) = size {
            let size = [self.number_or("width", columns)?, self.number_or("height", rows)?];
            return Ok(Content::Tiles(data.block(encoding, [0, 0], size, taken)?));
        }
        let chunk = |chunk: &Self| {
            let at = [chunk.number::<i32>("x")?, chunk.number::<i32>("y")?].map(i64::from);
            chunk.block(encoding, at, [chunk.number("width")?, chunk.number("height")?], taken)
        };
        let chunks = data.children.iter().filter(|child| child.name == "chunk");
        Ok(Content::Chunks(chunks.map(chunk).collect::<Result<_, _>>()?))
    }

    /// The tiles that the text of this element holds.
    fn block(&self, encoding: Encoding, at: [i64; 2], size: [i64; 2], taken: &mut usize) -> Result<Tiles, Fault> {
        let size = decode::size(size[0], size[1], *taken).map_err(|problem| self.fault(problem))?;
        *taken += size.area();
        let gids = encoding.decode(&self.text, size.area());
        let gids = gids.map_err(|(at, problem)| MapPosition::Byte(self.text_at + at).fault(problem))?;
        Ok(Tiles { at, columns: size.width() as usize, gids })
    }

    fn object(&self) -> Result<Object, Fault> {
        let shape = match (self.child("point"), self.child("polygon"), self.child("polyline")) {
            (Some(_), ..) => Shape::Point,
            (_, Some(polygon), _) => Shape::Polygon(polygon.points()?),
            (_, _, Some(line)) => Shape::Polyline(line.points()?),
            _ => Shape::Rectangle,
        };
        Ok(Object {
            id: self.number_or("id", 0)?,
            name: self.text_of("name"),
            class: self.get("type").or(self.get("class")).unwrap_or_default().to_owned(),
            frame: [
                self.number_or("x", 0.0)?,
                self.number_or("y", 0.0)?,
                self.number_or("width", 0.0)?,
                self.number_or("height", 0.0)?,
            ],
            shape,
            properties: self.properties()?,
            spot: MapPosition::Byte(self.at),
        })
    }

    fn points(&self) -> Result<Vec<[f64; 2]>, Fault> {
        let point = |pair: &str| {
            let (x, y) = pair.split_once(',')?;
            Some([x.parse().ok()?, y.parse().ok()?])
        };
        let written = self.get("points").unwrap_or_default();
        let points: Option<Vec<_>> = written.split_ascii_whitespace().map(point).collect();
        points.ok_or_else(|| self.fault("points: need pairs of numbers, as in `0,0 16,0`"))
    }
}
