//! Features in one place. What stands and what lies flat may share a cell, as a table and the rug below it; two of a kind
//! may not. In a wall there is one to each side.

use undercroft_grid::Cell;

use crate::dungeon::{Feature, Mount};

/// The layer, the level and the cell.
type LayerCell = (u8, i32, Cell);

/// Two features in one place, the earlier one first, with the first cell that they share.
pub(super) fn overlaps<'a>(features: &[&'a Feature]) -> Vec<([&'a Feature; 2], Cell)> {
    let cells = |&feature: &&'a Feature| feature.cells().map(move |cell| ((layer(feature), feature.z, cell), feature));
    let mut places: Vec<(LayerCell, &Feature)> = features.iter().flat_map(cells).collect();
    places.sort_unstable_by_key(|&(place, feature)| (place, feature.id));
    let shared = places.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    let mut pairs: Vec<([&Feature; 2], Cell)> = shared.map(|pair| ([pair[0].1, pair[1].1], pair[0].0.2)).collect();
    pairs.sort_by_key(|(pair, cell)| (pair.map(|feature| feature.id), *cell));
    pairs.dedup_by_key(|(pair, _)| pair.map(|feature| feature.id));
    pairs
}

/// Features of one layer do not share a cell.
fn layer(feature: &Feature) -> u8 {
    match feature.mount {
        Mount::Floor => u8::from(feature.flat),
        Mount::Wall => 2 + feature.turn,
    }
}
