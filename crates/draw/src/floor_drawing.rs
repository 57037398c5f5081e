//! The floor of a level: filled walls, floor, what lies on it, pillars and grid.

use undercroft_grid::{BitGrid, Cell};

use super::cell_loops::outline;
use super::floor_grid::FloorGrid;
use super::ground_drawing;
use super::level_drawing::{LevelDrawing, closed, filled};
use super::options::DrawOptions;
use super::outline::Outline;
use super::picture::{Paint, PictureGroup};
use super::pillar;
use super::wobble::Wobble;

/// Length of the dots of a cave's grid. [Unit: thousandths of a cell]
const DOTS: i32 = 90;

/// Filled walls, the floor and what lies on it.
pub fn floor(chart: &LevelDrawing, options: &DrawOptions, id: &str) -> PictureGroup {
    let mut group = PictureGroup::new(format!("{id}-floor"));
    let theme = &options.theme;
    let hand = Wobble::first(theme.wobble);
    let masonry = match &chart.house {
        Some(house) if !chart.masonry.is_empty() => filled(house, hand),
        _ => closed(&outline(&chart.masonry)),
    };
    group.push("masonry", Paint::fill(theme.masonry), masonry);
    let floor = if theme.corridor == theme.floor { "floor" } else { "corridor" };
    group.push(floor, Paint::fill(theme.corridor), filled(&chart.outline, hand));
    if theme.corridor != theme.floor {
        let is_room = |cell: Cell| chart.floor.contains(cell) && chart.is_room(cell);
        let rooms = BitGrid::from_fn(chart.level.size(), is_room);
        let rooms = Outline::trace_within(chart.dungeon, chart.level, &chart.floor, &rooms);
        group.push("floor", Paint::fill(theme.floor), filled(&rooms, hand));
    }
    ground_drawing::lying(chart, theme, &mut group);
    pillar::pillars(chart, options, &mut group);
    group
}

/// The grid.
pub fn grid(chart: &LevelDrawing, options: &DrawOptions, id: &str) -> PictureGroup {
    let mut group = PictureGroup::new(format!("{id}-grid"));
    let theme = &options.theme;
    if options.grid {
        let grid = Paint::stroke(theme.ink, theme.weights.grid.0).faint(theme.grid);
        let grid = if chart.is_natural() { grid.dashed(DOTS) } else { grid };
        group.push("grid", grid, FloorGrid::new(&chart.floor, &chart.outline).lines(options.squares));
    }
    group
}
