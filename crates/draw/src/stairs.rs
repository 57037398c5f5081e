//! Stairs: treads that narrow downwards, with the number of the other end.

use undercroft_grid::{Cell, Dir};

use super::ink::{Frame, Ink};
use super::picture::{CELL, Point, VectorPath};
use undercroft::dungeon::{Dungeon, Level, Marker, MarkerKind, RoomId, Terrain};

/// How many treads a cell has.
const TREADS: i32 = 4;
/// Half the width of the highest tread, and what is left of it at the lowest. [Unit of the second: per cent]
const HALF_WIDTH: i32 = 420;
const NARROWED: i32 = 60;

/// A cell of stairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stair {
    /// The cell.
    pub cell: Cell,
    /// The direction down.
    pub down: Dir,
    /// Its place in its run from the top, and the length of the run.
    pub step: [i32; 2],
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
    let run = run_of(dungeon, level.z, cell).unwrap_or_default();
    let away = along_run(run).unwrap_or_else(|| away_from_floor(level, cell));
    let place = run.iter().position(|&step| step == cell).unwrap_or(0) as i32;
    let length = run.len().max(1) as i32;
    // The first cell of a run leads to the other level: it is the lowest where the run leads down.
    let from_top = if terrain == Terrain::StairsDown { length - 1 - place } else { place };
    let mut markers =
        dungeon.markers.iter().filter(|m| m.kind == MarkerKind::Stairs && m.z == level.z && m.cell == cell);
    let number = markers.find_map(|marker| far_label(dungeon, marker)).unwrap_or_default();
    let (down, arrow) = if terrain == Terrain::StairsDown { (away, '↓') } else { (away.opposite(), '↑') };
    // One label for a run.
    let is_first = !dungeon.is_later_step(level.z, cell);
    let label = if is_first { format!("{arrow} {number}").trim().to_owned() } else { String::new() };
    Stair { cell, down, step: [from_top, length], label }
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

/// The run of stairs that a cell belongs to.
fn run_of(dungeon: &Dungeon, z: i32, cell: Cell) -> Option<&[Cell]> {
    let is_here = |room: RoomId| dungeon.rooms.get(room.index()).is_some_and(|room| room.z == z);
    let runs = dungeon.links.iter().filter_map(|link| Some(link.rooms.into_iter().zip(link.stairs()?)));
    let mut runs = runs.flatten().filter(|(room, run)| run.contains(&cell) && is_here(*room));
    runs.next().map(|(_, run)| &run[..])
}

/// The direction from the last cell of a run of several cells to the first, where the levels meet.
fn along_run(run: &[Cell]) -> Option<Dir> {
    let [first, second, ..] = *run else { return None };
    Dir::from_delta(first - second)
}

/// The direction that leads from open floor over the stairs into a wall; north when there is none.
fn away_from_floor(level: &Level, cell: Cell) -> Dir {
    let open = |dir: Dir| !level.at(cell.step(dir, 1)).is_massive();
    let into_wall = Dir::ALL.into_iter().find(|&dir| open(dir.opposite()) && !open(dir));
    into_wall.or_else(|| Dir::ALL.into_iter().find(|&dir| open(dir.opposite()))).unwrap_or(Dir::North)
}

/// Draws the treads of stairs of a single cell.
pub fn treads(cell: Cell, down: Dir) -> Ink {
    run_treads(&Stair { cell, down, step: [0, 1], label: String::new() })
}

/// Draws the treads of a cell: they narrow downwards over the whole run.
pub fn run_treads(stair: &Stair) -> Ink {
    let frame = Frame { origin: Point::middle(stair.cell), out: stair.down };
    let [step, length] = stair.step;
    let half = |at: i32| {
        let depth = step * CELL + at + CELL / 2;
        HALF_WIDTH - HALF_WIDTH * (100 - NARROWED) / 100 * depth / (length * CELL)
    };
    let mut lines = VectorPath::default();
    for i in 0..TREADS {
        let at = (2 * i + 1) * CELL / (2 * TREADS) - CELL / 2;
        lines.extend(frame.line([-half(at), at], [half(at), at]));
    }
    let [top, bottom] = [-CELL / 2, CELL / 2];
    for side in [-1, 1] {
        lines.extend(frame.line([side * half(top), top], [side * half(bottom), bottom]));
    }
    Ink { lines, ..Ink::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::PathCommand;

    #[test]
    fn the_treads_of_a_run_narrow_downwards_by_two_fifths() {
        let widths = |step: i32| -> Vec<i32> {
            let stair = Stair { cell: Cell::new(0, 0), down: Dir::South, step: [step, 2], label: String::new() };
            let ends = run_treads(&stair).lines.commands;
            let x = |command: &PathCommand| match *command {
                PathCommand::Move(at) | PathCommand::Line(at) => at.x,
                _ => panic!("treads are straight"),
            };
            ends.chunks(2).take(TREADS as usize).map(|pair| (x(&pair[0]) - x(&pair[1])).abs()).collect()
        };
        let all: Vec<i32> = [widths(0), widths(1)].concat();
        assert!(all.len() == 8 && all.windows(2).all(|pair| pair[0] > pair[1]), "{all:?}");
        let part = all[7] * 100 / all[0];
        assert!((60..=68).contains(&part), "{part}");
    }
}
