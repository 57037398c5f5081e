//! The walls of a room: where its floor lies along rock or wall, and where two walls meet.
//!
//! Neither changes while the room is furnished, so both are read once.

use undercroft_grid::{Cell, Dir, Rect};

/// Cells in one line along a wall.
#[derive(Clone, Copy, Debug)]
pub struct WallRun {
    /// The first cell.
    pub start: Cell,
    /// How many.
    pub length: i32,
    /// Where the wall is.
    pub wall: Dir,
}

impl WallRun {
    /// The cell so many steps from the first.
    pub fn cell(&self, step: i32) -> Cell {
        self.start.step(along(self.wall), step)
    }

    /// The parts of the run whose cells are places, in order.
    fn split(self, is_place: impl Fn(Cell) -> bool, parts: &mut Vec<Self>) {
        let mut first = 0;
        for step in 0..=self.length {
            if step == self.length || !is_place(self.cell(step)) {
                if step > first {
                    parts.push(Self { start: self.cell(first), length: step - first, ..self });
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
pub struct RoomWalls {
    /// By the index of the direction of the wall.
    runs: [Vec<WallRun>; 4],
    /// Cells where two walls meet, and the first of them, clockwise.
    pub corners: Vec<(Cell, Dir)>,
}

impl RoomWalls {
    /// Reads the walls of a floor from cells with a margin of one cell: whether each is floor, and whether it is rock or
    /// wall.
    pub fn new(frame: Rect, cells: &[u8], [floor, backing]: [u8; 2]) -> Self {
        let width = frame.width() as isize;
        let is_wall = |at: usize, wall: Dir| {
            let step = [-width, 1, width, -1][wall.index()];
            cells[at.wrapping_add_signed(step)] & backing != 0
        };
        let mut runs = Dir::ALL.map(|_| Vec::new());
        let mut corners = Vec::new();
        for y in 1..frame.height() {
            for x in 1..frame.width() {
                let at = (y * frame.width() + x) as usize;
                if cells[at] & floor == 0 {
                    continue;
                }
                let cell = Cell::new(frame.left + x, frame.top + y);
                let walls = Dir::ALL.map(|wall| is_wall(at, wall));
                for wall in Dir::ALL.into_iter().filter(|wall| walls[wall.index()]) {
                    extend_runs(&mut runs[wall.index()], cell, wall);
                    if walls[wall.right().index()] {
                        corners.push((cell, wall));
                    }
                }
            }
        }
        // Columns were met cell by cell; they are read one after the other, too.
        for wall in [Dir::East, Dir::West] {
            runs[wall.index()].sort_unstable_by_key(|run| (run.start.x, run.start.y));
        }
        Self { runs, corners }
    }

    /// All runs of cells that are places, the longest first; of equals those along the wall `first` come first.
    pub fn runs_of(&self, first: usize, is_place: impl Fn(Cell, Dir) -> bool) -> Vec<WallRun> {
        let mut parts = Vec::new();
        for wall in first..first + 4 {
            for run in &self.runs[wall % 4] {
                run.split(|cell| is_place(cell, run.wall), &mut parts);
            }
        }
        parts.sort_by_key(|run| -run.length);
        parts
    }
}

/// Adds a cell to the run that ends before it, or begins one.
fn extend_runs(runs: &mut Vec<WallRun>, cell: Cell, wall: Dir) {
    // Along rows the last run is the only one that can go on; along columns, one of those that begin in the row above.
    match runs.iter_mut().rev().find(|run| run.cell(run.length) == cell) {
        Some(run) => run.length += 1,
        None => runs.push(WallRun { start: cell, length: 1, wall }),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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
            let frame = Rect::at(Cell::new(4, 7), stream.range(3..12), stream.range(3..12));
            let inside = frame.grow(-1);
            let kind = |cell: Cell| if inside.contains(cell) && stream.below(5) > 0 { 1 } else { 2 };
            let cells: Vec<u8> = frame.cells().map(kind).collect();
            let walls = RoomWalls::new(frame, &cells, [1, 2]);
            let runs = walls.runs_of(0, |_, _| true);
            let held: Vec<(Cell, usize)> =
                runs.iter().flat_map(|run| (0..run.length).map(|step| (run.cell(step), run.wall.index()))).collect();
            let expected = places(frame, &cells);
            assert_eq!(held.iter().copied().collect::<BTreeSet<_>>(), expected);
            assert_eq!(held.len(), expected.len());
            assert!(runs.iter().all(|run| !expected.contains(&(run.cell(run.length), run.wall.index()))));
            let corners = expected.iter().filter(|(cell, wall)| expected.contains(&(*cell, (wall + 1) % 4)));
            assert_eq!(walls.corners.len(), corners.count());
        }
    }
}
