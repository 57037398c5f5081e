//! The `.world` file: maps of one dungeon beside each other in Tiled.

use serde::Deserialize;
use serde_json::json;

use super::map_file::Map;
use undercroft::format::{ReadError, json};

/// Lays maps out from west to east, with a tile between them.
pub(super) fn world(maps: &[(String, Map)]) -> String {
    let mut x = 0;
    let mut placed = Vec::new();
    for (name, map) in maps {
        let [width, height] = [map.columns * map.tile[0], map.rows * map.tile[1]];
        placed.push(json!({ "fileName": name, "height": height, "width": width, "x": x, "y": 0 }));
        x += width + map.tile[0];
    }
    let world = json!({ "maps": placed, "onlyShowAdjacentMaps": false, "type": "world" });
    format!("{world:#}\n")
}

/// Whether a text is a world.
pub fn is_world(text: &str) -> bool {
    // The word alone proves nothing, but without it the rest need not be parsed.
    text.trim_start().starts_with('{')
        && text.contains("\"world\"")
        && serde_json::from_str::<WorldFile>(text).is_ok_and(|world| world.kind == "world")
}

/// The files of the maps that a world holds together, relative to where it lies.
///
/// # Errors
/// When the text is no world, or one that names no maps.
pub fn maps_of_world(text: &str) -> Result<Vec<String>, ReadError> {
    let world: WorldFile = json::parse(text)?;
    if world.maps.is_empty() {
        let sentence = "this world of Tiled lists no maps; worlds that find them by patterns cannot be read";
        return Err(ReadError::new(sentence));
    }
    Ok(world.maps.into_iter().map(|map| map.file).collect())
}

#[derive(Deserialize)]
struct WorldFile {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    maps: Vec<PlacedMap>,
}

#[derive(Deserialize)]
struct PlacedMap {
    #[serde(rename = "fileName")]
    file: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_tells_its_maps_and_nothing_else_is_one() {
        let world = r#"{"maps": [{"fileName": "a.tmx", "x": 0}, {"fileName": "b.tmx"}], "type": "world"}"#;
        assert!(is_world(world));
        assert_eq!(maps_of_world(world).unwrap(), ["a.tmx", "b.tmx"]);
        assert!(!is_world(r#"{"format": "undercroft"}"#) && !is_world(r#"{"type": "map"}"#) && !is_world("#.#"));
        let error = maps_of_world(r#"{"patterns": [], "type": "world"}"#).unwrap_err();
        assert!(error.problem().contains("lists no maps"));
    }
}
