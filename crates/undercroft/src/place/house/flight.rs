//! Stairs of houses: straight runs along the walls of both rooms, from a cell that both runs have.

use undercroft_grid::{Cell, Dir, Rect};

use super::door_site::{LostDoors, gap, lost_doors};
use super::space::Space;
use crate::dungeon::{STAIRS_GAP, is_stair_alcove};
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
    pub space: &'a Space,
    /// Walls that are to have doors.
    pub doors: &'a [Rect],
    /// Stairs that are there already.
    pub runs: &'a [Rect],
}

/// A straight run of stairs along a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StairRun {
    first: Cell,
    dir: Dir,
    length: i32,
}

impl Flight {
    /// The rectangle of the run in one of the rooms.
    pub fn bounds(&self, end: usize) -> Rect {
        let run = &self.runs[end];
        Rect::at(run[0], 1, 1).hull(Rect::at(run[run.len() - 1], 1, 1))
    }
}

impl StairRun {
    fn cells(self) -> Vec<Cell> {
        (0..self.length).map(|i| self.first.step(self.dir, i)).collect()
    }

    fn bounds(self) -> Rect {
        let last = self.first.step(self.dir, self.length - 1);
        Rect::at(self.first, 1, 1).hull(Rect::at(last, 1, 1))
    }
}

/// What a place for stairs costs, worst first: doors without a place, the floor round the runs that other stairs keep off,
/// places of doors. Runs in corners leave most of their rooms free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FlightCost {
    walls: [i32; 2],
    around: i64,
    places: i32,
}

impl FlightCost {
    fn new(space: &Space, lost: LostDoors, run: Rect) -> Self {
        let around = run.grow(STAIRS_GAP).intersection(space.bounds).area();
        Self { walls: [lost.walls, lost.good_walls], around, places: lost.places }
    }

    fn plus(self, other: Self) -> Self {
        let walls = [self.walls[0] + other.walls[0], self.walls[1] + other.walls[1]];
        Self { walls, around: self.around + other.around, places: self.places + other.places }
    }
}

/// The place for stairs that leaves most doors a place, drawn among equal ones, with the walls that it leaves without a place
/// for a door, and without one away from corners.
pub fn best_flight(ends: &[StairRoom; 2], length: i32, width: i32, stream: &mut Stream) -> Option<([i32; 2], Flight)> {
    let mut best: Vec<[StairRun; 2]> = Vec::new();
    let mut least = None;
    for first in common_wall_cells(ends[0].space, ends[1].space) {
        // The best runs in both rooms are independent of each other, but for their first cell.
        let Some([below, above]) = best_runs(ends, first, length, width) else { continue };
        let sum = below.0.plus(above.0);
        if least.is_none_or(|least| sum < least) {
            least = Some(sum);
            best.clear();
        }
        if least == Some(sum) {
            best.push([below.1, above.1]);
        }
    }
    let runs = stream.choose(&best)?;
    Some((least?.walls, Flight { runs: runs.map(StairRun::cells) }))
}

/// In each room the run from a cell that costs the doors least, the first of equal ones.
fn best_runs(ends: &[StairRoom; 2], first: Cell, length: i32, width: i32) -> Option<[(FlightCost, StairRun); 2]> {
    let best = |end: &StairRoom| {
        let is_free = |run: &StairRun| end.runs.iter().all(|&other| gap(run.bounds(), other) > STAIRS_GAP);
        let judged = runs_from(end.space, first, length).filter(is_free);
        let lost = |run: Rect| lost_doors(end.doors, width, &end.runs.iter().copied().chain([run]));
        let cost = |run: Rect| FlightCost::new(end.space, lost(run), run);
        judged.map(|run| (cost(run.bounds()), run)).min_by_key(|(cost, _)| *cost)
    };
    Some([best(&ends[0])?, best(&ends[1])?])
}

/// Whether there is any place for stairs.
pub fn has_flight(spaces: [&Space; 2], length: i32) -> bool {
    let mut firsts = common_wall_cells(spaces[0], spaces[1]);
    firsts.any(|first| spaces.iter().all(|space| runs_from(space, first, length).next().is_some()))
}

/// The cells of both floors that have a wall beside them in both.
fn common_wall_cells<'a>(a: &'a Space, b: &'a Space) -> impl Iterator<Item = Cell> + 'a {
    let common = a.bounds.intersection(b.bounds);
    common
        .cells()
        .filter(|&cell| a.contains(cell) && b.contains(cell) && a.is_beside_wall(cell) && b.is_beside_wall(cell))
}

/// The runs from a cell that have a wall beside them all along and are not taken for an alcove.
fn runs_from(space: &Space, first: Cell, length: i32) -> impl Iterator<Item = StairRun> {
    let is_good = move |run: &StairRun| {
        let mut cells = (0..length).map(|i| first.step(run.dir, i));
        let walled = |side: Dir| (0..length).all(|i| !space.contains(first.step(run.dir, i) + side));
        let is_along = if length == 1 {
            Dir::ALL.into_iter().any(walled)
        } else {
            walled(run.dir.left()) || walled(run.dir.right())
        };
        cells.all(|cell| space.contains(cell))
            && is_along
            && !is_stair_alcove(&run.cells(), |cell| space.contains(cell))
    };
    // A single cell runs nowhere: one direction stands for all.
    let dirs = if length == 1 { &Dir::ALL[..1] } else { &Dir::ALL[..] };
    dirs.iter().map(move |&dir| StairRun { first, dir, length }).filter(is_good)
}
