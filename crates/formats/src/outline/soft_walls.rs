//! Walls along the line that is drawn: caves, woods, round rooms and the thin walls of houses.
//!
//! The points are those of the drawing's [`Outline`], simplified. Doors stand in ruled walls, so that their portals end on
//! the line as they do on the sides of cells; windows are stretches of the line of their own.

use undercroft::dungeon::{Dungeon, Level};
use undercroft_draw::{Outline, OutlineLoop, OutlineTag, Point};
use undercroft_grid::BitGrid;

use super::portal;
use super::{MAX_SOFT_INSET, Portal, Scale, WallLines, WallPoint};

/// The walls of a level; `None` where they are the sides of the cells.
pub fn wall_lines(dungeon: &Dungeon, level: &Level, open: &BitGrid, scale: Scale) -> Option<WallLines> {
    let squares = i32::from(scale.squares);
    // Whole thousandths of a cell, so that the ends of portals lie on the line.
    let inset = i32::from(scale.inset.min(MAX_SOFT_INSET)) / squares;
    let outline = Outline::trace_cells(dungeon, level, open, inset);
    if !outline.is_soft {
        return None;
    }
    let scale = Scale { inset: (inset * squares) as u16, ..scale };
    let (mut portals, _) = portal::portals(dungeon, level, open, scale);
    let outline = outline.simplify();
    if inset > 0 {
        portals.iter_mut().flat_map(|portal| &mut portal.ends).for_each(|end| *end = on_jamb(*end, &outline, scale));
    }
    let mut lines = WallLines { walls: Vec::new(), portals, windows: Vec::new() };
    for found in &outline.loops {
        add_loop(found, squares, &mut lines);
    }
    Some(lines)
}

/// The end of a portal on its jamb: where floors touch at a corner, walls that stand back meet in it, and the jamb slants.
fn on_jamb(end: WallPoint, outline: &Outline, scale: Scale) -> WallPoint {
    let reach = i32::from(scale.inset);
    let jambs =
        outline.loops.iter().flat_map(OutlineLoop::segments).filter(|(from, _)| from.tag == OutlineTag::DoorJamb);
    let middles = jambs.map(|(from, to)| middle([from.at, to.at].map(|at| place(at, i32::from(scale.squares)))));
    let is_near = |at: &WallPoint| (at.x - end.x).abs().max((at.y - end.y).abs()) <= reach;
    middles.filter(is_near).min_by_key(|at| (at.x - end.x).abs() + (at.y - end.y).abs()).unwrap_or(end)
}

/// A point of a drawing in thousandths of a square.
const fn place(at: Point, squares: i32) -> WallPoint {
    WallPoint { x: at.x * squares, y: at.y * squares }
}

const fn middle([from, to]: [WallPoint; 2]) -> WallPoint {
    WallPoint { x: i32::midpoint(from.x, to.x), y: i32::midpoint(from.y, to.y) }
}

/// A point of a loop and the line from it to the next.
struct Corner {
    at: WallPoint,
    /// Whether a wall ends here: at a portal, or where a window begins or ends.
    is_cut: bool,
    is_window: bool,
}

/// Adds the walls and windows of a loop, cut where portals and windows end.
fn add_loop(found: &OutlineLoop, squares: i32, lines: &mut WallLines) {
    let corners = corners(found, squares, &lines.portals);
    let count = corners.len();
    let first = corners.iter().position(|corner| corner.is_cut);
    let start = first.unwrap_or(0);
    let mut line = Vec::new();
    for i in start..start + count {
        let (from, to) = (&corners[i % count], &corners[(i + 1) % count]);
        if line.is_empty() {
            line.push(from.at);
        }
        line.push(to.at);
        if to.is_cut || i + 1 == start + count {
            let line = std::mem::take(&mut line);
            if from.is_window { lines.windows.push(ordered(&line)) } else { lines.walls.push(line) }
        }
    }
}

/// A window, its western or northern end first.
fn ordered(line: &[WallPoint]) -> [WallPoint; 2] {
    let mut ends = [line[0], line[line.len() - 1]];
    ends.sort();
    ends
}

fn corners(found: &OutlineLoop, squares: i32, portals: &[Portal]) -> Vec<Corner> {
    let mut corners = Vec::new();
    let mut was_window = found.points.last().is_some_and(|point| point.tag == OutlineTag::Window);
    for (from, to) in found.segments() {
        let is_window = from.tag == OutlineTag::Window;
        let ends = [from.at, to.at].map(|at| place(at, squares));
        // A window is one line, so that each of its points is an end.
        corners.push(Corner { at: ends[0], is_cut: is_window || was_window, is_window });
        corners.extend(jambs(ends, portals).into_iter().map(|at| Corner { at, is_cut: true, is_window }));
        was_window = is_window;
    }
    corners
}

/// The ends of portals on a line, in walking order.
fn jambs([from, to]: [WallPoint; 2], portals: &[Portal]) -> Vec<WallPoint> {
    let within = |at: i32, a: i32, b: i32| a.min(b) <= at && at <= a.max(b);
    let is_inside = |at: &WallPoint| within(at.x, from.x, to.x) && within(at.y, from.y, to.y);
    // Jambs are ruled: other lines hold no end of a portal, but for one that slants in its middle.
    let is_straight = from.x == to.x || from.y == to.y;
    let holds = |at: &WallPoint| is_straight && is_inside(at) || *at == middle([from, to]);
    let ends = portals.iter().flat_map(|portal| portal.ends);
    let mut ends: Vec<WallPoint> = ends.filter(|at| holds(at) && *at != from && *at != to).collect();
    ends.sort_by_key(|at| (at.x - from.x).abs() + (at.y - from.y).abs());
    ends.dedup();
    ends
}
