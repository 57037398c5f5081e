//! Stairs: treads that narrow downwards, with the number of the other end.

use undercroft_grid::{Cell, Dir};

use super::ink::{Frame, Ink};
use super::picture::{CELL, Point, VectorPath};
use undercroft::dungeon::{Dungeon, Level, MarkerKind, Terrain};

/// How many treads a cell has.
const TREADS: i32 = 5;

/// A cell of stairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stair {
    /// The cell.
    pub cell: Cell,
    /// The direction down.
    pub down: Dir,
    /// What stands beside it.
    pub label: String,
}

/// The stairs of a level, row by row.
pub fn stairs(dungeon: &Dungeon, level: &Level) -> Vec<Stair> {
    let is_stair = |terrain: Terrain| matches!(terrain, Terrain::StairsUp | Terrain::StairsDown);
    let found = level.terrain.iter().filter(|(_, terrain)| is_stair(**terrain));
    found.map(|(cell, &terrain)| stair(dungeon, level, cell, terrain)).collect()
}

fn stair(dungeon: &Dungeon, level: &Level, cell: Cell, terrain: Terrain) -> Stair {
    let away = away_from_floor(level, cell);
    let mut markers =
        dungeon.markers.iter().filter(|m| m.kind == MarkerKind::Stairs && m.z == level.z && m.cell == cell);
    let number = markers.find_map(|marker| marker.label.as_deref()).unwrap_or_default();
    let (down, arrow) = if terrain == Terrain::StairsDown { (away, '↓') } else { (away.opposite(), '↑') };
    Stair { cell, down, label: format!("{arrow} {number}").trim().to_owned() }
}

/// The direction that leads from open floor over the stairs into a wall; north when there is none.
fn away_from_floor(level: &Level, cell: Cell) -> Dir {
    let open = |dir: Dir| !level.at(cell.step(dir, 1)).is_massive();
    let into_wall = Dir::ALL.into_iter().find(|&dir| open(dir.opposite()) && !open(dir));
    into_wall.or_else(|| Dir::ALL.into_iter().find(|&dir| open(dir.opposite()))).unwrap_or(Dir::North)
}

/// Draws the treads.
pub fn treads(cell: Cell, down: Dir) -> Ink {
    let frame = Frame { origin: Point::middle(cell), out: down };
    let half = |i: i32| 380 - i * 62;
    let at = |i: i32| -360 + i * 720 / (TREADS - 1);
    let mut lines = VectorPath::default();
    for i in 0..TREADS {
        lines.extend(frame.line([-half(i), at(i)], [half(i), at(i)]));
    }
    for side in [-1, 1] {
        lines.extend(frame.line([side * half(0), at(0)], [side * half(TREADS - 1), at(TREADS - 1)]));
    }
    debug_assert!(at(TREADS - 1) < CELL / 2);
    Ink { lines, ..Ink::default() }
}
