//! What lies on the floor: water, chasms, rubble, grass and bridges, drawn between floor and furniture.
//!
//! Themes without a tone of their own for rock are for printing in black: they get strokes and no tints.

use undercroft_grid::{BitGrid, Cell};

use super::ground_color::ground_tint;
use super::ground_marks;
use super::level_drawing::{LevelDrawing, filled};
use super::outline::Outline;
use super::picture::{Paint, PictureGroup, VectorPath};
use super::theme::Theme;
use super::water_lines::{self, WaterMask};
use super::wobble::Wobble;
use undercroft::dungeon::Ground;

/// Weight of a shore, as a part of that of walls; then those of the contours inside it, as parts of the shore's.
/// [Unit: per cent]
const SHORE: i32 = 50;
const CONTOURS: [(i32, i32); 2] = [(180, 60), (360, 35)];

/// Adds all that lies on a level's floor.
pub fn lying(chart: &LevelDrawing, theme: &Theme, group: &mut PictureGroup) {
    if chart.level.ground.is_none() {
        return;
    }
    let all = |kinds: &[Ground]| cells(chart, kinds);
    water(chart, theme, group, &all(&[Ground::Shallow, Ground::Deep]), &all(&[Ground::Deep]));
    chasm(chart, theme, group, &all(&[Ground::Chasm]));
    let fine = Paint::stroke(theme.ink, theme.weights.symbol.0 / 2);
    group.push("rubble", Paint::face(theme.floor, theme.ink, theme.weights.symbol.0 / 2), {
        all(&[Ground::Rubble]).iter().map(ground_marks::stones).fold(VectorPath::default(), joined)
    });
    let grass = all(&[Ground::Grass]);
    tint(chart, theme, group, Ground::Grass, &grass);
    group.push("tufts", fine.faint(60), grass.iter().map(ground_marks::tufts).fold(VectorPath::default(), joined));
    bridges(chart, theme, group, &all(&[Ground::Bridge]));
}

fn joined(mut all: VectorPath, one: VectorPath) -> VectorPath {
    all.extend(one);
    all
}

fn cells(chart: &LevelDrawing, kinds: &[Ground]) -> BitGrid {
    let lies = |cell: Cell| kinds.contains(&chart.level.ground_at(cell)) && chart.floor.contains(cell);
    BitGrid::from_fn(chart.level.size(), lies)
}

fn traced(chart: &LevelDrawing, cells: &BitGrid) -> Outline {
    Outline::trace_within(chart.dungeon, chart.level, &chart.floor, cells)
}

/// Fills cells with the tint of a kind, unless the theme is for strokes alone.
fn tint(chart: &LevelDrawing, theme: &Theme, group: &mut PictureGroup, kind: Ground, cells: &BitGrid) {
    if !theme.is_mono() && !cells.is_empty() {
        let path = filled(&traced(chart, cells), Wobble::first(0));
        group.push(kind.name(), Paint::fill(ground_tint(kind, theme)), path);
    }
}

/// Bridges lie over water: it is drawn under them, too.
fn water(chart: &LevelDrawing, theme: &Theme, group: &mut PictureGroup, water: &BitGrid, deep: &BitGrid) {
    if water.is_empty() {
        return;
    }
    tint(chart, theme, group, Ground::Shallow, water);
    tint(chart, theme, group, Ground::Deep, deep);
    let shore = traced(chart, water);
    let weight = theme.weights.room.0 * SHORE / 100;
    group.push("shore", Paint::stroke(theme.ink, weight), filled(&shore, Wobble::first(0)));
    let mask = WaterMask::new(&shore, chart.level.size());
    for (distance, part) in CONTOURS {
        group.push("contour", Paint::stroke(theme.ink, weight * part / 100), water_lines::contour(&mask, distance));
    }
    let waves = deep.iter().filter_map(ground_marks::wave).fold(VectorPath::default(), joined);
    group.push("waves", Paint::stroke(theme.ink, weight * CONTOURS[0].1 / 100), waves);
}

fn chasm(chart: &LevelDrawing, theme: &Theme, group: &mut PictureGroup, cells: &BitGrid) {
    if cells.is_empty() {
        return;
    }
    tint(chart, theme, group, Ground::Chasm, cells);
    let edge = traced(chart, cells);
    let weight = theme.weights.room.0 * SHORE / 100;
    group.push("chasm-strokes", Paint::stroke(theme.ink, weight * 60 / 100), ground_marks::depth_strokes(&edge));
    group.push("chasm-edge", Paint::stroke(theme.ink, weight), filled(&edge, Wobble::first(0)));
}

fn bridges(chart: &LevelDrawing, theme: &Theme, group: &mut PictureGroup, cells: &BitGrid) {
    let is_gap = |cell: Cell| !chart.floor.contains(cell) || chart.level.ground_at(cell).is_solid();
    let boards = cells.iter().map(|cell| ground_marks::boards(cell, is_gap)).fold(VectorPath::default(), joined);
    let rails = cells.iter().map(|cell| ground_marks::rails(cell, is_gap)).fold(VectorPath::default(), joined);
    let weight = theme.weights.symbol.0;
    group.push("boards", Paint::face(theme.floor, theme.ink, weight / 2), boards);
    group.push("rails", Paint::stroke(theme.ink, weight), rails);
}
