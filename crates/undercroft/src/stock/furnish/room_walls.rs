//! The walls of a room: where its floor lies along rock or wall, and where two walls meet.
//!
//! Neither changes while the room is furnished, so both are read once.

use undercroft_grid::{Cell, Dir};

use super::floor_cells::{AT_WALL, BACKING, FloorCells};
use crate::dungeon::Run;

/// Cells in one line along a wall.
#[derive(Clone, Copy, Debug)]
pub struct WallRun {
    /// The first cell.
    pub start: Cell,
    /// How many.
    pub length: i32,
    /// Where the wall is.
    pub wall: Dir,
    /// The position of the first cell in the frame.
    index: usize,
}

impl WallRun {
    /// The cell so many steps from the first.
    pub fn cell(&self, step: i32) -> Cell {
        self.start.step(along(self.wall), step)
    }

    /// Adds the parts of the run whose cells are places, in order. `stride` is the step from cell to cell.
    fn split(self, stride: usize, is_place: impl Fn(usize) -> bool, parts: &mut Vec<Self>) {
        let mut first = 0;
        for step in 0..=self.length {
            if step == self.length || !is_place(self.index + step as usize * stride) {
                if step > first {
                    let index = self.index + first as usize * stride;
                    parts.push(Self { start: self.cell(first), length: step - first, index, ..self });
                }
                first = step + 1;
            }
        }
    }
}

/// Towards greater coordinates along a wall.
const fn along(wall: Dir) -> Dir {
    if wall.is_horizontal() { Dir::South } else { Dir::East }
}

/// The walls of a room.
#[derive(Default)]
pub struct RoomWalls {
    /// By the index of the direction of the wall.
    runs: [Vec<WallRun>; 4],
    /// Cells where two walls meet, and the first of them, clockwise.
    pub corners: Vec<(Cell, Dir)>,
    /// Positions before walls to the east and to the west, kept from room to room.
    sides: [Vec<usize>; 2],
    width: usize,
}

impl RoomWalls {
    /// Reads the walls of a floor, whose rows these are, and marks the cells before them.
    pub fn reset(&mut self, cells: &mut FloorCells, floor: &[Run]) {
        self.width = cells.width();
        self.runs.iter_mut().for_each(Vec::clear);
        self.sides.iter_mut().for_each(Vec::clear);
        self.corners.clear();
        floor.iter().for_each(|run| self.read_row(cells, *run));
        self.read_sides(cells);
    }

    /// Walls to the north and south, corners, and the ends of the row, where alone a wall can be to the east or west.
    fn read_row(&mut self, cells: &mut FloorCells, row: Run) {
        let Some(first) = cells.index(row.start) else { return };
        let last = first + row.length.max(1) as usize - 1;
        let has_wall = |range: &[u16]| range.iter().fold(0, |all, flags| all | flags) & BACKING != 0;
        let is_inner = !has_wall(&cells.flags()[first - self.width..=last - self.width])
            && !has_wall(&cells.flags()[first + self.width..=last + self.width]);
        // A row without walls above and below it can have some at its ends alone.
        let step = if is_inner { (last - first).max(1) } else { 1 };
        for index in (first..=last).step_by(step) {
            let is_wall = |step: isize| cells.flags()[index.wrapping_add_signed(step)] & BACKING != 0;
            let [north, east, south, west] = cells.steps();
            let walls =
                [is_wall(north), index == last && is_wall(east), is_wall(south), index == first && is_wall(west)];
            if walls == [false; 4] {
                continue;
            }
            cells.set_at(index, AT_WALL);
            for wall in Dir::ALL.into_iter().filter(|wall| walls[wall.index()]) {
                if walls[wall.right().index()] {
                    self.corners.push((cells.cell(index), wall));
                }
                if wall.is_horizontal() {
                    self.sides[usize::from(wall == Dir::West)].push(index);
                } else {
                    self.extend(cells, index, wall, 1);
                }
            }
        }
    }

    /// Walls to the east and west, column by column.
    fn read_sides(&mut self, cells: &FloorCells) {
        for (side, wall) in [Dir::East, Dir::West].into_iter().enumerate() {
            let mut indices = std::mem::take(&mut self.sides[side]);
            indices.sort_by_key(|&index| index % self.width);
            indices.iter().for_each(|&index| self.extend(cells, index, wall, self.width));
            self.sides[side] = indices;
        }
    }

    /// Adds a cell to the run that ends before it, or begins one.
    fn extend(&mut self, cells: &FloorCells, index: usize, wall: Dir, stride: usize) {
        let runs = &mut self.runs[wall.index()];
        match runs.last_mut().filter(|run| run.index + run.length as usize * stride == index) {
            Some(run) => run.length += 1,
            None => runs.push(WallRun { start: cells.cell(index), length: 1, wall, index }),
        }
    }

    /// Writes all runs of cells that are places to a list, in the order of the walls from `first` on. Places are asked for by
    /// the position of the cell before the wall, and by the wall.
    pub fn runs_of(&self, first: usize, is_place: impl Fn(usize, Dir) -> bool, parts: &mut Vec<WallRun>) {
        parts.clear();
        for wall in first..first + 4 {
            for run in &self.runs[wall % 4] {
                let stride = if run.wall.is_horizontal() { self.width } else { 1 };
                run.split(stride, |index| is_place(index, run.wall), parts);
            }
        }
    }
}

/// Takes the longest run from a list, of equals the first; `None` where all are shorter than `least`.
pub fn take_longest(runs: &mut [WallRun], least: i32) -> Option<WallRun> {
    let mut longest = 0;
    for (i, run) in runs.iter().enumerate() {
        if run.length > runs[longest].length {
            longest = i;
        }
    }
    let run = runs.get_mut(longest).filter(|run| run.length >= least.max(1))?;
    let taken = *run;
    run.length = 0;
    Some(taken)
}

#[cfg(test)]
mod tests;
