//! Tiles and ground that are different.

use std::collections::BTreeMap;

use serde::Serialize;
use undercroft_grid::Cell;

use crate::dungeon::{Dungeon, Level, Run};

/// How many cells changed from one glyph to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TileChange {
    /// The glyph in the first dungeon.
    pub from: char,
    /// The glyph in the second.
    pub to: char,
    /// How many cells.
    pub cells: usize,
}

/// One level of which cells are different.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LevelDiff {
    /// The level.
    pub z: i32,
    /// Width and height in either dungeon, where they differ; 0 where it has no such level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizes: Option<[[i32; 2]; 2]>,
    /// The cells with other tiles, row by row.
    pub tiles: Vec<Run>,
    /// The cells with other ground, row by row.
    pub ground: Vec<Run>,
    /// How many tiles changed from what to what, by glyphs of documents.
    pub changes: Vec<TileChange>,
}

pub(super) fn compare_levels(a: &Dungeon, b: &Dungeon) -> Vec<LevelDiff> {
    let mut heights: Vec<i32> = a.levels.iter().chain(&b.levels).map(|level| level.z).collect();
    heights.sort_unstable_by_key(|&z| std::cmp::Reverse(z));
    heights.dedup();
    heights.into_iter().filter_map(|z| compare_level(z, [a.level(z), b.level(z)])).collect()
}

fn compare_level(z: i32, levels: [Option<&Level>; 2]) -> Option<LevelDiff> {
    let sizes = levels.map(|level| level.map_or([0, 0], |level| [level.size().width(), level.size().height()]));
    let [width, height] = [0, 1].map(|axis: usize| sizes[0][axis].max(sizes[1][axis]));
    let tile = |side: usize, cell: Cell| levels[side].map_or(' ', |level| level.at(cell).glyph());
    let lies = |side: usize, cell: Cell| levels[side].map_or(' ', |level| level.ground_at(cell).glyph());
    let mut counts: BTreeMap<(char, char), usize> = BTreeMap::new();
    let (mut tiles, mut ground) = (Vec::new(), Vec::new());
    for y in 0..height {
        for x in 0..width {
            let cell = Cell::new(x, y);
            let (from, to) = (tile(0, cell), tile(1, cell));
            if from != to {
                add(&mut tiles, cell);
                *counts.entry((from, to)).or_default() += 1;
            }
            if lies(0, cell) != lies(1, cell) {
                add(&mut ground, cell);
            }
        }
    }
    let sizes = (sizes[0] != sizes[1]).then_some(sizes);
    if tiles.is_empty() && ground.is_empty() && sizes.is_none() {
        return None;
    }
    let changes = counts.into_iter().map(|((from, to), cells)| TileChange { from, to, cells }).collect();
    Some(LevelDiff { z, sizes, tiles, ground, changes })
}

/// Adds a cell to the last run, or begins another.
fn add(runs: &mut Vec<Run>, cell: Cell) {
    match runs.last_mut() {
        Some(run) if run.start.y == cell.y && run.start.x + run.length == cell.x => run.length += 1,
        _ => runs.push(Run { start: cell, length: 1 }),
    }
}
