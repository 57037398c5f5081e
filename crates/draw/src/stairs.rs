//! Stairs: treads that narrow downwards, with the number of the other end.

use undercroft_grid::{Cell, Dir};

use super::ink::{Frame, Ink};
use super::picture::{CELL, Point, VectorPath};
use undercroft::dungeon::{Dungeon, Level, Marker, MarkerKind, RoomId, Terrain};

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
    let number = markers.find_map(|marker| far_label(dungeon, marker)).unwrap_or_default();
    let (down, arrow) = if terrain == Terrain::StairsDown { (away, '↓') } else { (away.opposite(), '↑') };
    // One label for a run.
    let is_first = !dungeon.is_later_step(level.z, cell);
    let label = if is_first { format!("{arrow} {number}").trim().to_owned() } else { String::new() };
    Stair { cell, down, label }
}

/// What is written beside stairs: the number of the room where they lead, or else the marker's own label. Stairs without
/// a label have none.
fn far_label(dungeon: &Dungeon, marker: &Marker) -> Option<String> {
    let label = marker.label.clone()?;
    let link = marker.link.and_then(|link| dungeon.links.get(link.index()));
    let far = link.and_then(|link| link.rooms.into_iter().find(|&room| Some(room) != marker.room));
    let number = far.and_then(|room| dungeon.rooms.get(room.index())).and_then(|room| room.number);
    Some(number.map_or(label, |number| number.to_string()))
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
