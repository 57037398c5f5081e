//! Maps from Tiled's JSON.

use std::fmt;

use serde::de::{self, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::data::{self, Encoding};
use super::map_file::{
    Content, Fault, Layer, Map, MapPosition, Object, Properties, Shape, TileNote, Tiles, Tileset, Value,
};
use undercroft::format::json::Path;
use undercroft::format::{MAX_CELLS, ReadError, decode, json};

/// Reads a map: a complaint of the parser is told as it is, others with their place in the document.
pub(super) fn read(text: &str) -> Result<Result<Map, Fault>, ReadError> {
    let file: MapFile = json::parse(text)?;
    Ok(file.into_map())
}

#[derive(Deserialize)]
#[serde(expecting = "a map of Tiled")]
struct MapFile {
    width: i64,
    height: i64,
    tilewidth: i64,
    tileheight: i64,
    #[serde(default)]
    orientation: Option<String>,
    #[serde(default)]
    infinite: bool,
    #[serde(default)]
    properties: Vec<PropertyFile>,
    #[serde(default)]
    tilesets: Vec<TilesetFile>,
    layers: Vec<LayerFile>,
}

#[derive(Deserialize)]
struct PropertyFile {
    name: String,
    #[serde(rename = "type", default)]
    kind: String,
    value: serde_json::Value,
}

#[derive(Deserialize)]
struct TilesetFile {
    firstgid: u32,
    #[serde(default)]
    source: Option<String>,
    #[serde(default)]
    tiles: Vec<TileFile>,
}

#[derive(Deserialize)]
struct TileFile {
    id: u32,
    #[serde(rename = "type", alias = "class", default)]
    class: String,
    #[serde(default)]
    properties: Vec<PropertyFile>,
}

#[derive(Deserialize)]
struct LayerFile {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    name: String,
    width: Option<i64>,
    height: Option<i64>,
    #[serde(default)]
    properties: Vec<PropertyFile>,
    #[serde(default)]
    layers: Vec<Self>,
    #[serde(default)]
    objects: Vec<ObjectFile>,
    data: Option<Data>,
    #[serde(default)]
    chunks: Vec<ChunkFile>,
    #[serde(default)]
    encoding: String,
    #[serde(default)]
    compression: String,
}

/// A piece of a layer of an infinite map.
#[derive(Deserialize)]
struct ChunkFile {
    x: i32,
    y: i32,
    width: i64,
    height: i64,
    data: Data,
}

#[derive(Deserialize)]
struct ObjectFile {
    #[serde(default)]
    id: u32,
    #[serde(default)]
    name: String,
    #[serde(rename = "type", alias = "class", default)]
    class: String,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    #[serde(default)]
    point: bool,
    polygon: Option<Vec<Corner>>,
    polyline: Option<Vec<Corner>>,
    #[serde(default)]
    properties: Vec<PropertyFile>,
}

#[derive(Deserialize)]
struct Corner {
    x: f64,
    y: f64,
}

/// The tiles of a layer: numbers, or a text in base64.
enum Data {
    Numbers(Vec<u32>),
    Text(String),
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DataVisitor)
    }
}

struct DataVisitor;

impl<'de> Visitor<'de> for DataVisitor {
    type Value = Data;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of tile numbers, or a text in base64")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Data, E> {
        Ok(Data::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Data, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = list.next_element()? {
            numbers.push(number);
            if numbers.len() > MAX_CELLS {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                return Err(de::Error::custom(format!("a layer has at most {MAX_CELLS} tiles")));
            }
        }
        Ok(Data::Numbers(numbers))
    }
}

impl MapFile {
    fn into_map(self) -> Result<Map, Fault> {
        let spot = |key: &str| MapPosition::Json(Path::of(key));
        super::limits(self.width, self.height, self.orientation.as_deref(), self.infinite)
            .map_err(|problem| spot("width").fault(problem))?;
        let tile =
            super::tile_sides([self.tilewidth, self.tileheight]).map_err(|problem| spot("tilewidth").fault(problem))?;
        let size = (!self.infinite).then_some([self.width, self.height]);
        Ok(Map {
            columns: self.width,
            rows: self.height,
            tile,
            properties: properties(self.properties),
            tilesets: self.tilesets.into_iter().map(TilesetFile::into_tileset).collect(),
            layers: layers(self.layers, &Path::of("layers"), size, &mut 0)?,
            next: [0, 0],
        })
    }
}

fn properties(files: Vec<PropertyFile>) -> Properties {
    let value = |kind: &str, value: serde_json::Value| match value {
        serde_json::Value::Bool(flag) => Value::Flag(flag),
        serde_json::Value::String(text) => Value::Text(text),
        serde_json::Value::Number(number) => match (kind, number.as_i64()) {
            ("object", Some(id)) => Value::Object(u32::try_from(id).unwrap_or(0)),
            ("float", _) | (_, None) => Value::Decimal(number.as_f64().unwrap_or(0.0)),
            (_, Some(whole)) => Value::Whole(whole),
        },
        other => Value::Text(other.to_string()),
    };
    Properties(files.into_iter().map(|file| (file.name, value(&file.kind, file.value))).collect())
}

impl TilesetFile {
    fn into_tileset(self) -> Tileset {
        let note =
            |tile: TileFile| TileNote { id: tile.id, class: tile.class, properties: properties(tile.properties) };
        let tiles = self.tiles.into_iter().map(note).collect();
        Tileset { first_gid: self.firstgid, source: self.source, tiles, ..Tileset::default() }
    }
}

/// The layers of a map of this size, or of an infinite one.
fn layers(files: Vec<LayerFile>, path: &Path, size: Option<[i64; 2]>, taken: &mut usize) -> Result<Vec<Layer>, Fault> {
    files.into_iter().enumerate().map(|(i, file)| file.into_layer(path.clone().index(i), size, taken)).collect()
}

impl LayerFile {
    fn into_layer(mut self, path: Path, size: Option<[i64; 2]>, taken: &mut usize) -> Result<Layer, Fault> {
        let name = std::mem::take(&mut self.name);
        let properties = properties(std::mem::take(&mut self.properties));
        let content = match self.kind.as_str() {
            "group" => Content::Group(layers(self.layers, &path.clone().key("layers"), size, taken)?),
            "tilelayer" => match size {
                Some(size) => Content::Tiles(self.tiles(&path, size, taken)?),
                None => Content::Chunks(self.chunks(&path, taken)?),
            },
            "objectgroup" => {
                let objects = self.objects.into_iter().enumerate();
                Content::Objects(
                    objects.map(|(i, file)| file.into_object(path.clone().key("objects").index(i))).collect(),
                )
            }
            _ => Content::Other,
        };
        Ok(Layer { id: 0, name, class: "", visible: true, properties, content, spot: MapPosition::Json(path) })
    }

    fn tiles(self, path: &Path, [columns, rows]: [i64; 2], taken: &mut usize) -> Result<Tiles, Fault> {
        let size = [self.width.unwrap_or(columns), self.height.unwrap_or(rows)];
        let Some(data) = self.data else {
            return Err(MapPosition::Json(path.clone()).fault("the layer has no data"));
        };
        let gids = data.gids(&self.encoding, &self.compression, size, path, taken)?;
        Ok(Tiles { at: [0, 0], columns: size[0] as usize, gids })
    }

    fn chunks(self, path: &Path, taken: &mut usize) -> Result<Vec<Tiles>, Fault> {
        let chunk = |(i, chunk): (usize, ChunkFile)| {
            let (path, size) = (path.clone().key("chunks").index(i), [chunk.width, chunk.height]);
            let gids = chunk.data.gids(&self.encoding, &self.compression, size, &path, taken)?;
            Ok(Tiles { at: [chunk.x.into(), chunk.y.into()], columns: size[0] as usize, gids })
        };
        self.chunks.into_iter().enumerate().map(chunk).collect()
    }
}

impl Data {
    /// The ids of a layer or chunk of this size, without their turns.
    fn gids(
        self,
        encoding: &str,
        compression: &str,
        [width, height]: [i64; 2],
        path: &Path,
        taken: &mut usize,
    ) -> Result<Vec<u32>, Fault> {
        let fault = |key: &str, problem: String| MapPosition::Json(path.clone().key(key)).fault(problem);
        let size = decode::size(width, height, *taken).map_err(|problem| fault("width", problem))?;
        *taken += size.area();
        match self {
            Self::Numbers(gids) if gids.len() == size.area() => Ok(gids.into_iter().map(data::id).collect()),
            Self::Numbers(gids) => Err(fault("data", data::amount(size.area(), &gids.len().to_string()))),
            Self::Text(text) => {
                let encoding = Encoding::named(encoding, compression).map_err(|problem| fault("encoding", problem))?;
                encoding.decode(&text, size.area()).map_err(|(_, problem)| fault("data", problem))
            }
        }
    }
}

impl ObjectFile {
    fn into_object(self, path: Path) -> Object {
        let corners = |corners: Vec<Corner>| corners.into_iter().map(|corner| [corner.x, corner.y]).collect();
        let shape = match (self.point, self.polygon, self.polyline) {
            (true, ..) => Shape::Point,
            (_, Some(polygon), _) => Shape::Polygon(corners(polygon)),
            (_, _, Some(line)) => Shape::Polyline(corners(line)),
            _ => Shape::Rectangle,
        };
        Object {
            id: self.id,
            name: self.name,
            class: self.class,
            frame: [self.x, self.y, self.width, self.height],
            shape,
            properties: properties(self.properties),
            spot: MapPosition::Json(path),
        }
    }
}
