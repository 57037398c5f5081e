//! The `.world` file: maps of one dungeon beside each other in Tiled.

use serde_json::json;

use super::document::Map;

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
