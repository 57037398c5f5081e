//! Stairs: treads that narrow downwards, with the number of the other end.

use undercroft_grid::{Cell, Dir};

use super::ink::{Frame, Ink};
use super::picture::{CELL, Point, VectorPath};
use undercroft::dungeon::{Dungeon, Level, MarkerKind, RoomId, Terrain};

/// How many treads a cell has.
const TREADS: i32 = 5;

/// A cell of stairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stair {
    /// The cell.
    pub cell: Cell,
    /// The direction down.
    pub down: Dir,
    /// What stands beside it; nothing beside the later cells of a run.
    pub label: String,
}

/// The stairs of a level, row by row.
pub fn stairs(dungeon: &Dungeon, level: &Level) -> Vec<Stair> {
    let is_stair = |terrain: Terrain| matches!(terrain, Terrain::StairsUp | Terrain::StairsDown);
    let found = level.terrain.iter().filter(|(_, terrain)| is_stair(**terrain));
    found.map(|(cell, &terrain)| stair(dungeon, level, cell, terrain)).collect()
}

fn stair(dungeon: &Dungeon, level: &Level, cell: Cell, terrain: Terrain) -> Stair {
    let away = along_run(dungeon, level.z, cell).unwrap_or_else(|| away_from_floor(level, cell));
    let mut markers =
        dungeon.markers.iter().filter(|m| m.kind == MarkerKind::Stairs && m.z == level.z && m.cell == cell);
    let number = markers.find_map(|marker| marker.label.as_deref()).unwrap_or_default();
    let (down, arrow) = if terrain == Terrain::StairsDown { (away, '↓') } else { (away.opposite(), '↑') };
    // One label for a run.
    let is_first = !dungeon.is_later_step(level.z, cell);
    let label = if is_first { format!("{arrow} {number}").trim().to_owned() } else { String::new() };
    Stair { cell, down, label }
}

/// The direction from the last cell of a run of several cells to the first, where the levels meet.
fn along_run(dungeon: &Dungeon, z: i32, cell: Cell) -> Option<Dir> {
    let is_here = |room: RoomId| dungeon.rooms.get(room.index()).is_some_and(|room| room.z == z);
    let runs = dungeon.links.iter().filter_map(|link| Some(link.rooms.into_iter().zip(link.stairs()?)));
    let run = runs.flatten().find(|(room, run)| run.contains(&cell) && is_here(*room))?.1;
    let [first, second, ..] = run[..] else { return None };
    Dir::from_delta(first - second)
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
