//! Stairs of houses: straight runs along the walls of both rooms, from a cell that both runs have.

use undercroft_grid::{Cell, Dir};

use crate::dungeon::{Run, is_stair_alcove};
use crate::place::Placement;

/// A place for stairs between two rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The cells in each room; the first ones are the same.
    pub runs: [Vec<Cell>; 2],
}

/// All places for stairs of this length along walls of two rooms that lie over each other.
pub fn flights(rooms: [&Placement; 2], length: usize) -> Vec<Flight> {
    let common = rooms[0].bounds.intersection(rooms[1].bounds);
    let mut all = Vec::new();
    for first in common.cells().filter(|&cell| rooms.iter().all(|room| is_beside_wall(room, cell))) {
        let [below, above] = rooms.map(|room| runs_from(room, first, length));
        for a in &below {
            all.extend(above.iter().map(|b| Flight { runs: [a.clone(), b.clone()] }));
        }
    }
    all
}

/// Whether there is any place for stairs.
pub fn has_flight(rooms: [&Placement; 2], length: usize) -> bool {
    let common = rooms[0].bounds.intersection(rooms[1].bounds);
    let firsts = common.cells().filter(|&cell| rooms.iter().all(|room| is_beside_wall(room, cell)));
    firsts.into_iter().any(|first| rooms.iter().all(|room| !runs_from(room, first, length).is_empty()))
}

/// Whether a cell is floor with a wall on some side.
fn is_beside_wall(room: &Placement, cell: Cell) -> bool {
    has(room, cell) && cell.neighbors4().into_iter().any(|beside| !has(room, beside))
}

/// The runs from a cell that have a wall beside them all along and are not taken for an alcove.
fn runs_from(room: &Placement, first: Cell, length: usize) -> Vec<Vec<Cell>> {
    let run = |dir: Dir| -> Vec<Cell> { (0..length as i32).map(|i| first.step(dir, i)).collect() };
    let is_good = |(dir, cells): &(Dir, Vec<Cell>)| {
        let walled = |side: Dir| cells.iter().all(|&cell| !has(room, cell + side));
        let is_along = if length == 1 { Dir::ALL.into_iter().any(walled) } else { walled(dir.left()) || walled(dir.right()) };
        cells.iter().all(|&cell| has(room, cell)) && is_along && !is_stair_alcove(cells, |cell| has(room, cell))
    };
    // A single cell runs nowhere: one direction stands for all.
    let dirs = if length == 1 { &Dir::ALL[..1] } else { &Dir::ALL[..] };
    dirs.iter().map(|&dir| (dir, run(dir))).filter(is_good).map(|(_, cells)| cells).collect()
}

/// Whether a cell is floor of a room that has one run of floor in each row.
fn has(room: &Placement, cell: Cell) -> bool {
    room.bounds.contains(cell)
        && room.floor.get((cell.y - room.bounds.top) as usize).is_some_and(|run: &Run| run.rect().contains(cell))
}
