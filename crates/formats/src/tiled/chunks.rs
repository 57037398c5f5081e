//! Infinite maps: their chunks lie wherever the user painted, also west and north of (0, 0).
//!
//! A dungeon has no negative cells. A map of ours keeps its origin, because properties of its objects name cells; any other
//! map begins with its westernmost and its northernmost tile.

use super::map_file::{Content, Fault, Layer, Map, MapPosition, Tiles};

/// A rectangle of cells: left, top, right, bottom.
type Bounds = [i64; 4];

/// Gives an infinite map the size of what is painted on it; other maps stay as they are.
pub(super) fn settle(mut map: Map) -> Result<Map, Fault> {
    if !map.layers.iter().any(has_chunks) {
        return Ok(map);
    }
    let painted = map.layers.iter().filter_map(bounds).reduce(hull).unwrap_or([0, 0, 1, 1]);
    let [left, top, right, bottom] = painted;
    if map.properties.get("epoch").is_some() {
        if left < 0 || top < 0 {
            return Err(MapPosition::File.fault(format!(
                "tiles reach to ({left}, {top}), but this dungeon begins at (0, 0); erase what lies west and north of it"
            )));
        }
        (map.columns, map.rows) = (map.columns.max(right), map.rows.max(bottom));
        return Ok(map);
    }
    (map.columns, map.rows) = (right - left, bottom - top);
    let tile = map.tile;
    map.layers.iter_mut().for_each(|layer| shift(layer, [left, top], tile));
    Ok(map)
}

fn has_chunks(layer: &Layer) -> bool {
    match &layer.content {
        Content::Chunks(_) => true,
        Content::Group(layers) => layers.iter().any(has_chunks),
        Content::Tiles(_) | Content::Objects(_) | Content::Other => false,
    }
}

/// The cells of a layer that have tiles.
fn bounds(layer: &Layer) -> Option<Bounds> {
    match &layer.content {
        Content::Chunks(chunks) => chunks.iter().filter_map(painted).reduce(hull),
        Content::Group(layers) => layers.iter().filter_map(bounds).reduce(hull),
        Content::Tiles(_) | Content::Objects(_) | Content::Other => None,
    }
}

fn painted(chunk: &Tiles) -> Option<Bounds> {
    let [left, top] = chunk.at;
    let rows = (top..).zip(chunk.gids.chunks(chunk.columns.max(1)));
    let row = |(y, row): (i64, &[u32])| {
        let first = row.iter().position(|&gid| gid != 0)? as i64;
        let last = row.iter().rposition(|&gid| gid != 0)? as i64;
        Some([left + first, y, left + last + 1, y + 1])
    };
    rows.filter_map(row).reduce(hull)
}

fn hull(a: Bounds, b: Bounds) -> Bounds {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

/// Moves everything on a layer, so that the cell `origin` becomes (0, 0).
fn shift(layer: &mut Layer, origin: [i64; 2], tile: [i64; 2]) {
    match &mut layer.content {
        Content::Chunks(chunks) => {
            for chunk in chunks {
                chunk.at = [chunk.at[0] - origin[0], chunk.at[1] - origin[1]];
            }
        }
        Content::Group(layers) => layers.iter_mut().for_each(|layer| shift(layer, origin, tile)),
        Content::Objects(objects) => {
            for object in objects {
                object.frame[0] -= (origin[0] * tile[0]) as f64;
                object.frame[1] -= (origin[1] * tile[1]) as f64;
            }
        }
        Content::Tiles(_) | Content::Other => {}
    }
}
