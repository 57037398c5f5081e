//! Windows: a gap in a thin wall, with two panes and a sill outside.

use super::ink::{Frame, Ink};
use super::level_drawing::LevelDrawing;
use super::picture::{Point, VectorPath};

/// Half the width of a window, and half the thickness of the wall it is in.
const HALF_WIDTH: i32 = 400;
const HALF_WALL: i32 = 175;
/// From the middle of the wall to each of the two panes.
const PANE: i32 = 45;
/// How far the sill stands out.
const SILL: i32 = 80;

/// The windows of a level.
pub fn windows(chart: &LevelDrawing) -> Ink {
    let mut ink = Ink::default();
    let here = chart.dungeon.windows.iter().filter(|window| window.z == chart.level.z);
    for window in here.filter(|window| chart.level.size().contains(window.cell)) {
        let frame = Frame { origin: Point::middle(window.cell), out: window.normal };
        ink.faces.extend(frame.rect([-HALF_WIDTH, -HALF_WALL], [HALF_WIDTH, HALF_WALL]));
        let pane = |at: i32| frame.line([-HALF_WIDTH, at], [HALF_WIDTH, at]);
        let lines: [VectorPath; 3] = [pane(-PANE), pane(PANE), pane(HALF_WALL + SILL)];
        lines.into_iter().for_each(|line| ink.over.extend(line));
    }
    ink
}
