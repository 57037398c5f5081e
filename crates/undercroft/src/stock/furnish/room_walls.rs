//! The walls of a room: where its floor lies along rock or wall, and where two walls meet.
//!
//! Neither changes while the room is furnished, so both are read once.

use undercroft_grid::{Cell, Dir};

use super::floor_cells::{BACKING, FLOOR, FloorCells};

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
    width: usize,
}

impl RoomWalls {
    /// Reads the walls of a floor.
    pub fn reset(&mut self, cells: &FloorCells) {
        self.width = cells.width();
        self.runs.iter_mut().for_each(Vec::clear);
        self.corners.clear();
        let (width, height) = (self.width, cells.flags().len() / self.width.max(1));
        for index in width..(height.max(1) - 1) * width {
            self.read_row_cell(cells, index);
        }
        for column in 1..width.max(1) - 1 {
            for row in 1..height.max(1) - 1 {
                self.read_column_cell(cells, row * width + column);
            }
        }
    }

    /// Walls to the north and south, which are read along rows, and corners.
    fn read_row_cell(&mut self, cells: &FloorCells, index: usize) {
        if cells.flags()[index] & FLOOR == 0 {
            return;
        }
        let walls = walls_at(cells, index);
        for wall in Dir::ALL.into_iter().filter(|wall| walls[wall.index()]) {
            if walls[wall.right().index()] {
                self.corners.push((cells.cell(index), wall));
            }
            if !wall.is_horizontal() {
                self.extend(cells, index, wall, 1);
            }
        }
    }

    /// Walls to the east and west, which are read along columns.
    fn read_column_cell(&mut self, cells: &FloorCells, index: usize) {
        let flags = cells.flags();
        if flags[index] & FLOOR == 0 {
            return;
        }
        for (wall, beside) in [(Dir::East, index + 1), (Dir::West, index - 1)] {
            if flags[beside] & BACKING != 0 {
                self.extend(cells, index, wall, self.width);
            }
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

/// Whether rock or wall is at each side of a position.
fn walls_at(cells: &FloorCells, index: usize) -> [bool; 4] {
    cells.steps().map(|step| cells.flags()[index.wrapping_add_signed(step)] & BACKING != 0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use undercroft_grid::Rect;

    use super::*;
    use crate::seed::Stream;

    /// The slow judge: asks every cell.
    fn places(frame: Rect, cells: &[u8]) -> BTreeSet<(Cell, usize)> {
        let at = |cell: Cell| cells[((cell.y - frame.top) * frame.width() + cell.x - frame.left) as usize];
        let inner = frame.grow(-1).cells().filter(|&cell| at(cell) == 1);
        inner
            .flat_map(|cell| Dir::ALL.map(|wall| (cell, wall)))
            .filter(|&(cell, wall)| at(cell + wall) == 2)
            .map(|(cell, wall)| (cell, wall.index()))
            .collect()
    }

    #[test]
    fn runs_hold_each_cell_along_each_wall_once_and_cannot_be_longer() {
        let mut stream = Stream::new(3, "test");
        for _ in 0..2_000 {
            let bounds = Rect::at(Cell::new(4, 7), stream.range(1..10), stream.range(1..10));
            let frame = bounds.grow(1);
            let kind = |cell: Cell| if bounds.contains(cell) && stream.below(5) > 0 { 1 } else { 2 };
            let kinds: Vec<u8> = frame.cells().map(kind).collect();
            let mut cells = FloorCells::default();
            cells.reset(bounds);
            frame.cells().zip(&kinds).for_each(|(cell, kind)| cells.set(cell, [0, FLOOR, BACKING][usize::from(*kind)]));
            let mut walls = RoomWalls::default();
            walls.reset(&cells);
            let mut runs = Vec::new();
            walls.runs_of(0, |_, _| true, &mut runs);
            let held: Vec<(Cell, usize)> =
                runs.iter().flat_map(|run| (0..run.length).map(|step| (run.cell(step), run.wall.index()))).collect();
            let expected = places(frame, &kinds);
            assert_eq!(held.iter().copied().collect::<BTreeSet<_>>(), expected);
            assert_eq!(held.len(), expected.len());
            assert!(runs.iter().all(|run| !expected.contains(&(run.cell(run.length), run.wall.index()))));
            let corners = expected.iter().filter(|(cell, wall)| expected.contains(&(*cell, (wall + 1) % 4)));
            assert_eq!(walls.corners.len(), corners.count());
            let lengths: Vec<i32> = std::iter::from_fn(|| take_longest(&mut runs, 1)).map(|run| run.length).collect();
            assert!(lengths.is_sorted_by(|a, b| a >= b) && lengths.iter().sum::<i32>() == held.len() as i32);
        }
    }
}
