//! One end of stairs: which runs of cells a room has place for, and what is wrong with each.

use std::cmp::Reverse;

use undercroft_grid::{Cell, Dir, Rect};

use super::Placement;
use super::near_cells::NearCells;
use crate::dungeon::{MAX_STAIRS_RUN, STAIRS_GAP, is_stair_alcove};

/// How far from a room cells matter: an alcove, its ring, and what keeps the gap to it. [Unit: cells]
const AROUND: i32 = 4;

/// One end of stairs: a room and what lies in and round it.
#[derive(Clone, Debug)]
pub struct StairEnd {
    /// The smallest rectangle round the floor of the room.
    pub bounds: Rect,
    map: Rect,
    floor: NearCells,
    /// What an alcove with its ring must not meet.
    open: NearCells,
    /// Cells of other runs.
    runs: NearCells,
    /// Cells next to a door or another run, and all within the gap.
    beside: NearCells,
    close: NearCells,
}

impl StairEnd {
    /// A room without doors on a map of nothing else.
    pub fn new(room: &Placement, map: Rect) -> Self {
        let frame = room.bounds.grow(AROUND);
        let none = NearCells::new(frame);
        let mut end = Self {
            bounds: room.bounds,
            map,
            floor: none.clone(),
            open: none.clone(),
            runs: none.clone(),
            beside: none.clone(),
            close: none,
        };
        room.floor.iter().for_each(|run| end.floor.fill(run.rect()));
        // Sockets stay where the template has them.
        room.sockets.iter().for_each(|socket| end.open.fill(Rect::at(socket.cell, 1, 1)));
        end
    }

    /// Whether anything in these cells matters to it.
    pub fn is_near(&self, rect: Rect) -> bool {
        self.floor.frame.overlaps(rect)
    }

    /// The cells that matter to it.
    pub const fn frame(&self) -> Rect {
        self.floor.frame
    }

    /// Keeps alcoves and their rings off cells that are open or are to stay closed: floor of another room, the front
    /// of the entrance.
    pub fn add_open(&mut self, rect: Rect) {
        self.open.fill(rect);
    }

    /// Has no alcoves: the walls of a house are those of other rooms, or its outline.
    pub fn keep_walls(&mut self) {
        self.open.fill(self.open.frame);
    }

    /// Keeps alcoves off a corridor, and its steps off their rings.
    pub fn add_corridor(&mut self, rect: Rect) {
        self.open.fill(rect.grow(1));
    }

    /// Keeps stairs away from a door.
    pub fn add_door(&mut self, rect: Rect) {
        self.open.fill(rect);
        self.beside.fill_round(rect, 1);
        self.close.fill_round(rect, STAIRS_GAP);
    }

    /// Keeps stairs off a cell.
    pub fn close(&mut self, cell: Cell) {
        self.runs.fill(Rect::at(cell, 1, 1));
    }

    /// Keeps stairs away from other stairs of the level.
    pub fn add_run(&mut self, run: &[Cell]) {
        let Some(rect) = Rect::around(run.iter().copied()) else { return };
        self.add_door(rect);
        self.runs.fill(rect);
    }

    /// The best run from a cell.
    pub fn best_run(&self, first: Cell, longest: usize) -> Option<EndRun> {
        let lengths = (1..=self.longest_from(first, longest)).rev();
        let runs = lengths.flat_map(|length| Dir::ALL.into_iter().map(move |dir| (length, dir)));
        let judged = runs.filter_map(|(length, dir)| {
            // A single cell runs nowhere: one direction stands for all.
            if length == 1 && dir != Dir::ALL[0] {
                return None;
            }
            let cells: [Cell; MAX_STAIRS_RUN] = std::array::from_fn(|i| first.step(dir, i as i32));
            Some(EndRun { rank: self.rank(&cells[..length], dir)?, cells })
        });
        judged.min_by_key(|run| run.rank)
    }

    /// The longest run that a look at its first cell leaves possible: a longer one lies along a wall, away from doors, and
    /// an alcove is cut into rock that nothing else needs.
    fn longest_from(&self, first: Cell, longest: usize) -> usize {
        let walls = first.neighbors4().into_iter().filter(|&cell| !self.floor.contains(cell)).count();
        if self.floor.contains(first) {
            if walls == 0 || self.nearness(first) > 0 { 1 } else { longest }
        } else {
            if walls == 4 || self.open.contains(first) { 0 } else { longest }
        }
    }

    /// What is wrong with a run, least first; `None` where it cannot be.
    fn rank(&self, cells: &[Cell], dir: Dir) -> Option<RunRank> {
        if cells.iter().any(|&cell| self.runs.contains(cell)) {
            return None;
        }
        let is_floor = |cell: Cell| self.floor.contains(cell);
        let inside = cells.iter().filter(|&&cell| is_floor(cell)).count();
        let near = cells.iter().map(|&cell| self.nearness(cell)).max().unwrap_or(0);
        let is_in_room = inside == cells.len();
        let is_apart = is_in_room && !self.is_along_wall(cells, dir);
        // What is quick to see comes first: most runs are cut off by a wall or too near.
        if !is_in_room && inside > 0 || (!is_in_room || cells.len() > 1) && (near > 0 || is_apart) {
            return None;
        }
        let is_alcove = is_stair_alcove(cells, is_floor);
        // Readers of the finished dungeon take what looks like an alcove for one.
        let is_possible = if is_in_room { !is_alcove } else { is_alcove && self.has_space(cells) };
        is_possible.then_some(RunRank { near, is_apart, length: Reverse(cells.len()), is_alcove })
    }

    /// 0 for a cell that keeps the gap to doors and other runs, 2 for one beside them.
    fn nearness(&self, cell: Cell) -> u32 {
        u32::from(self.close.contains(cell)) + u32::from(self.beside.contains(cell))
    }

    /// Whether every cell has a wall on the same side; of a single cell any side will do.
    fn is_along_wall(&self, cells: &[Cell], dir: Dir) -> bool {
        let sides: &[Dir] = if cells.len() == 1 { &Dir::ALL } else { &[dir.left(), dir.right()] };
        sides.iter().any(|&side| cells.iter().all(|&cell| !self.floor.contains(cell + side)))
    }

    /// Whether the cells with their ring are free of everything else.
    fn has_space(&self, cells: &[Cell]) -> bool {
        let around = Rect::around(cells.iter().copied()).map(|rect| rect.grow(1));
        around.is_some_and(|around| {
            self.map.contains_rect(around) && !around.cells().any(|cell| self.open.contains(cell))
        })
    }
}

/// What is wrong with a run, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunRank {
    /// 0 where it keeps the gap to doors and other runs, 2 where it lies beside one.
    pub near: u32,
    /// Whether it stands apart from all walls.
    pub is_apart: bool,
    /// Number of its cells.
    pub length: Reverse<usize>,
    /// Whether it is cut into the wall.
    pub is_alcove: bool,
}

/// A run with its rank.
pub struct EndRun {
    pub rank: RunRank,
    /// The run, and cells beyond it where it is shorter than the longest.
    cells: [Cell; MAX_STAIRS_RUN],
}

impl EndRun {
    /// The cells of the run.
    pub fn into_cells(self) -> Vec<Cell> {
        let Reverse(length) = self.rank.length;
        self.cells[..length].to_vec()
    }
}
