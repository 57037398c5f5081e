//! Pillars: holes of the floor of up to two by two cells.

use undercroft_grid::{Cell, Rect};

use super::cell_loops::outline;
use super::level_drawing::LevelDrawing;
use super::options::DrawOptions;
use super::picture::{Paint, PictureGroup, Point, VectorPath};
use super::wobble::Wobble;

/// How far the shadow of a pillar falls to the south-east.
const SHADOW: i32 = 110;

/// Holes of the floor of up to two by two cells: pillars, filled, with a shadow that the floor shows.
pub fn pillars(chart: &LevelDrawing, options: &DrawOptions, group: &mut PictureGroup) {
    let theme = &options.theme;
    let (mut faces, mut shadows) = (VectorPath::default(), VectorPath::default());
    let cells = outline(&chart.floor);
    for (found, traced) in cells.iter().zip(&chart.outline.loops) {
        let corners = found.corners();
        let Some(bounds) = Rect::around(corners.iter().copied()) else { continue };
        // Corners of the lattice: two by two cells have three by three of them.
        let is_small = bounds.width() <= 3 && bounds.height() <= 3;
        if is_small && is_hole(chart, bounds) {
            let points: Vec<Point> = Wobble::first(theme.wobble).trace(traced).iter().map(|point| point.at).collect();
            shadows.add_polygon(points.iter().map(|point| point.shift(SHADOW, SHADOW)));
            faces.add_polygon(points);
        }
    }
    let shade = if theme.is_mono() { theme.paper.mix(theme.ink, 30) } else { theme.rock.mix(theme.ink, 15) };
    group.push("pillar-shadow", Paint::fill(shade), shadows);
    group.push("pillar", Paint::fill(theme.masonry), faces);
}

/// Whether a small loop goes round rock and not round floor.
fn is_hole(chart: &LevelDrawing, bounds: Rect) -> bool {
    let inside = Rect::new(bounds.left, bounds.top, bounds.right - 1, bounds.bottom - 1);
    inside.cells().any(|cell| !chart.floor.contains(cell)) && {
        let ring = inside.grow(1);
        let sides = ring.cells().filter(|&cell| !inside.contains(cell));
        let straight =
            |cell: Cell| (inside.left..inside.right).contains(&cell.x) || (inside.top..inside.bottom).contains(&cell.y);
        sides.filter(|&cell| straight(cell)).all(|cell| chart.floor.contains(cell))
    }
}
