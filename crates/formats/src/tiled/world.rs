//! The `.world` file: maps of one dungeon beside each other in Tiled.

use serde::Deserialize;
use serde_json::json;

use super::data::short;
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

/// The most maps of a world: a dungeon has a map for each level.
const MAX_MAPS: usize = 256;

/// The files of the maps that a world holds together, relative to where it lies and below it.
///
/// # Errors
/// When the text is no world, or one that names no maps, too many, one twice, or one outside its folder.
pub fn maps_of_world(text: &str) -> Result<Vec<String>, ReadError> {
    let world: WorldFile = json::parse(text)?;
    if world.maps.is_empty() {
        let sentence = "this world of Tiled lists no maps; worlds that find them by patterns cannot be read";
        return Err(ReadError::new(sentence));
    }
    if world.maps.len() > MAX_MAPS {
        let count = world.maps.len();
        return Err(ReadError::new(format!("maps: a world has at most {MAX_MAPS} maps, this one names {count}")));
    }
    let mut names = Vec::new();
    for (i, map) in world.maps.into_iter().enumerate() {
        let refuse =
            |problem: &str| Err(ReadError::new(format!("maps[{i}].fileName: {problem}, got {:?}", short(&map.file))));
        if !is_below(&map.file) {
            return refuse("need a file in the folder of the world or below it");
        }
        if names.contains(&map.file) {
            return refuse("need each map once");
        }
        names.push(map.file);
    }
    Ok(names)
}

/// Whether a name leads to a file below the folder that it is relative to, on any system.
fn is_below(name: &str) -> bool {
    let is_step = |step: &str| !step.is_empty() && step != ".." && !step.contains([':', '\0']);
    !name.is_empty() && name.split(['/', '\\']).all(is_step)
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

    fn refuse(names: &[&str]) -> String {
        let maps: Vec<_> = names.iter().map(|name| json!({ "fileName": name })).collect();
        maps_of_world(&json!({ "maps": maps, "type": "world" }).to_string()).unwrap_err().problem().to_owned()
    }

    #[test]
    fn a_world_names_few_maps_each_once_and_none_outside_its_folder() {
        assert!(refuse(&["a.tmx"; 257]).contains("a world has at most 256 maps, this one names 257"));
        assert_eq!(refuse(&["a.tmx", "b.tmx", "a.tmx"]), "maps[2].fileName: need each map once, got \"a.tmx\"");
        for name in
            ["/etc/passwd", "../a.tmx", "b/../../a.tmx", "C:\\a.tmx", "\\\\host\\a.tmx", "..\\a.tmx", "", "a//b"]
        {
            assert!(refuse(&[name]).contains("need a file in the folder of the world or below it"), "{name}");
        }
        let below = r#"{"maps": [{"fileName": "floors/a..b.tmx"}, {"fileName": "./c.tmx"}], "type": "world"}"#;
        assert_eq!(maps_of_world(below).unwrap(), ["floors/a..b.tmx", "./c.tmx"]);
    }
}
