//! Stairs of houses: straight runs along the walls of both rooms, from a cell that both runs have.

use undercroft_grid::{Cell, Dir, Rect};

use super::door_site::{is_near_stairs, lost_doors};
use crate::dungeon::{Run, is_stair_alcove};
use crate::place::Placement;
use crate::seed::Stream;

/// A place for stairs between two rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The cells in each room; the first ones are the same.
    pub runs: [Vec<Cell>; 2],
}

/// A room that stairs begin in, with what they keep off.
#[derive(Clone, Copy, Debug)]
pub struct StairRoom<'a> {
    /// The room.
    pub room: &'a Placement,
    /// Walls that are to have doors.
    pub doors: &'a [Rect],
    /// Stairs that are there already.
    pub runs: &'a [Vec<Cell>],
}

/// The place for stairs that leaves most doors a place, drawn among equal ones, with what it costs the doors.
pub fn best_flight(
    ends: &[StairRoom; 2],
    length: usize,
    width: i32,
    stream: &mut Stream,
) -> Option<([usize; 3], Flight)> {
    // What each run costs, judged once for each.
    let ranked = |end: usize| {
        let StairRoom { room, doors, runs } = ends[end];
        let common = ends[0].room.bounds.intersection(ends[1].room.bounds);
        let from =
            common.cells().filter(|&cell| is_beside_wall(room, cell)).flat_map(|cell| runs_from(room, cell, length));
        let is_free = |run: &Vec<Cell>| runs.iter().all(|other| !are_near(other, run));
        from.filter(is_free).map(|run| (run[0], lost_doors(doors, width, &run), run)).collect::<Vec<_>>()
    };
    let (below, above) = (ranked(0), ranked(1));
    let mut best: Vec<(usize, usize)> = Vec::new();
    let mut least = [usize::MAX; 3];
    for (i, (first, cost, _)) in below.iter().enumerate() {
        for (j, (_, other, _)) in above.iter().enumerate().filter(|(_, (cell, ..))| cell == first) {
            let sum = [0, 1, 2].map(|i| cost[i] + other[i]);
            if sum < least {
                (least, best) = (sum, Vec::new());
            }
            if sum == least {
                best.push((i, j));
            }
        }
    }
    let &(i, j) = stream.choose(&best)?;
    Some((least, Flight { runs: [below[i].2.clone(), above[j].2.clone()] }))
}

fn are_near(a: &[Cell], b: &[Cell]) -> bool {
    Rect::around(a.iter().copied()).is_some_and(|a| is_near_stairs(a, b))
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
        let is_along =
            if length == 1 { Dir::ALL.into_iter().any(walled) } else { walled(dir.left()) || walled(dir.right()) };
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
