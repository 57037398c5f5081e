//! Maps in Tiled's JSON.

use serde_json::{Value as Json, json};

use super::map_file::{Content, Layer, Map, Object, Properties, Shape, TileNote, Tileset, Value};
use super::{TILED_VERSION, VERSION};
use undercroft_draw::{Cancelled, MeteredWriter, WorkMeter};

/// Writes a map, unless the meter stops.
pub(super) fn to_json(map: &Map, meter: &WorkMeter) -> Result<Vec<u8>, Cancelled> {
    let layers: Vec<Json> = map.layers.iter().map(|from| layer(from, meter)).collect();
    let document = json!({
        "class": "dungeon",
        "compressionlevel": -1,
        "height": map.rows,
        "infinite": false,
        "layers": layers,
        "nextlayerid": map.next[0],
        "nextobjectid": map.next[1],
        "orientation": "orthogonal",
        "properties": properties(&map.properties),
        "renderorder": "right-down",
        "tiledversion": TILED_VERSION,
        "tileheight": map.tile[1],
        "tilesets": map.tilesets.iter().map(tileset).collect::<Vec<_>>(),
        "tilewidth": map.tile[0],
        "type": "map",
        "version": VERSION,
        "width": map.columns,
    });
    let mut writer = MeteredWriter::new(meter);
    // Memory takes every byte: only the meter makes writing fail.
    serde_json::to_writer(&mut writer, &document).map_err(|_| Cancelled)?;
    writer.bytes.push(b'\n');
    Ok(writer.bytes)
}

fn properties(properties: &Properties) -> Json {
    let property = |(name, value): &(String, Value)| {
        let (kind, value): (&str, Json) = match value {
            Value::Text(text) => ("string", text.as_str().into()),
            Value::Whole(whole) => ("int", (*whole).into()),
            Value::Decimal(decimal) => ("float", (*decimal).into()),
            Value::Flag(flag) => ("bool", (*flag).into()),
            Value::Object(id) => ("object", (*id).into()),
        };
        json!({ "name": name, "type": kind, "value": value })
    };
    properties.0.iter().map(property).collect()
}

fn tileset(tileset: &Tileset) -> Json {
    json!({
        "columns": tileset.columns,
        "firstgid": tileset.first_gid,
        "image": tileset.image,
        "imageheight": tileset.image_size[1],
        "imagewidth": tileset.image_size[0],
        "margin": 0,
        "name": tileset.name,
        "spacing": 0,
        "tilecount": tileset.count,
        "tileheight": tileset.tile[1],
        "tiles": tileset.tiles.iter().map(tile).collect::<Vec<_>>(),
        "tilewidth": tileset.tile[0],
    })
}

fn tile(note: &TileNote) -> Json {
    json!({ "id": note.id, "properties": properties(&note.properties), "type": note.class })
}

fn layer(from: &Layer, meter: &WorkMeter) -> Json {
    let mut json = json!({
        "id": from.id,
        "name": from.name,
        "opacity": 1,
        "visible": from.visible,
        "x": 0,
        "y": 0,
    });
    if !from.class.is_empty() {
        json["class"] = from.class.into();
    }
    if !from.properties.0.is_empty() {
        json["properties"] = properties(&from.properties);
    }
    match &from.content {
        Content::Group(layers) => {
            json["type"] = "group".into();
            json["layers"] = layers.iter().map(|inner| layer(inner, meter)).collect();
        }
        Content::Tiles(tiles) => {
            json["type"] = "tilelayer".into();
            json["width"] = tiles.columns.into();
            json["height"] = (tiles.gids.len() / tiles.columns.max(1)).into();
            json["data"] = tiles.gids.iter().take_while(|_| meter.goes_on(1)).copied().collect();
        }
        Content::Objects(objects) => {
            json["type"] = "objectgroup".into();
            json["draworder"] = "topdown".into();
            json["objects"] = objects.iter().map(object).collect();
        }
        Content::Other | Content::Chunks(_) => {}
    }
    json
}

fn object(from: &Object) -> Json {
    let [left, top, width, height] = from.frame.map(number);
    let mut json = json!({
        "height": height,
        "id": from.id,
        "name": from.name,
        "rotation": 0,
        "type": from.class,
        "visible": true,
        "width": width,
        "x": left,
        "y": top,
    });
    if !from.properties.0.is_empty() {
        json["properties"] = properties(&from.properties);
    }
    match &from.shape {
        Shape::Rectangle => {}
        Shape::Point => json["point"] = true.into(),
        Shape::Polygon(corners) => json["polygon"] = points(corners),
        Shape::Polyline(corners) => json["polyline"] = points(corners),
    }
    json
}

fn points(corners: &[[f64; 2]]) -> Json {
    corners.iter().map(|&[x, y]| json!({ "x": number(x), "y": number(y) })).collect()
}

/// A length in pixels, without a decimal point where it is whole.
fn number(length: f64) -> Json {
    if length.fract() == 0.0 { Json::from(length as i64) } else { Json::from(length) }
}
