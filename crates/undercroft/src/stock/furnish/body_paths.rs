//! Whether bodies of 1×1 and 2×2 cells can still go where they could.
//!
//! Most features stand where a look at the cells round them suffices: if the free ones form one run, whoever went
//! through the feature's cells can go round. Only where they do not, the room is flooded.
//!
//! ```text
//!   . . . .      one run of free cells round the feature: nothing is parted        # # # #
//!   . F F #                                                                          . F F .    two runs: flood
//!   . . . #                                                                          # # # #
//! ```

use undercroft_grid::{Cell, Rect};

use super::floor_cells::{FloorCells, TRIAL};

/// The cells that must stay joined, and buffers for floods.
#[derive(Default)]
pub struct BodyPaths {
    anchors: Vec<Cell>,
    /// Pairs of anchors that a body of 2×2 cells can join; found when they are first asked for. No feature that was
    /// placed before has parted any, so they are those of the bare room.
    wide_pairs: Vec<(u16, u16)>,
    has_pairs: bool,
    labels: Vec<u16>,
    stack: Vec<usize>,
}

impl BodyPaths {
    /// Begins again, in a room in which no feature stands.
    pub fn reset(&mut self, anchors: &[Cell]) {
        self.anchors.clear();
        self.anchors.extend(anchors);
        self.wide_pairs.clear();
        self.has_pairs = false;
    }

    /// Whether every piece of free cells stays one, and every pair of anchors stays joined, when a rectangle is blocked.
    pub fn stays_joined(&mut self, cells: &mut FloorCells, rect: Rect) -> bool {
        self.keeps_pieces(cells, rect) && self.keeps_wide_pairs(cells, rect)
    }

    fn keeps_pieces(&mut self, cells: &mut FloorCells, rect: Rect) -> bool {
        let is_free = |cell: Cell| cells.index(cell).is_some_and(|index| cells.is_free(index));
        if cells.has_one_run(rect, |index| cells.is_free(index)) || !rect.cells().any(is_free) {
            return true;
        }
        cells.set_rect(rect, TRIAL);
        let is_kept = self.has_one_piece_beside(cells, rect);
        cells.clear_rect(rect, TRIAL);
        is_kept
    }

    /// Whether all free cells that touch the rectangle are in one piece, as they were while its cells were free.
    fn has_one_piece_beside(&mut self, cells: &FloorCells, rect: Rect) -> bool {
        let mut beside = sides(rect).filter_map(|cell| cells.index(cell)).filter(|&index| cells.is_free(index));
        let Some(first) = beside.next() else { return true };
        self.clear_labels(cells);
        self.flood(first, 1, cells.steps(), |index| cells.is_free(index));
        beside.all(|index| self.labels[index] != 0)
    }

    /// A pair can only be parted where a body of 2×2 cells went through the rectangle.
    fn keeps_wide_pairs(&mut self, cells: &mut FloorCells, rect: Rect) -> bool {
        let positions = Rect::new(rect.left - 1, rect.top - 1, rect.right, rect.bottom);
        let is_far = self.anchors.iter().all(|&anchor| !rect.grow(1).contains(anchor));
        if is_far && cells.has_one_run(positions, |index| cells.is_wide(index)) {
            return true;
        }
        self.find_wide_pairs(cells);
        if self.wide_pairs.is_empty() {
            return true;
        }
        cells.set_rect(rect, TRIAL);
        self.label_wide(cells);
        cells.clear_rect(rect, TRIAL);
        self.wide_pairs.iter().all(|&(first, second)| self.are_joined(cells, first.into(), second.into()))
    }

    fn find_wide_pairs(&mut self, cells: &FloorCells) {
        if std::mem::replace(&mut self.has_pairs, true) {
            return;
        }
        self.label_wide(cells);
        for first in 0..self.anchors.len() {
            for second in first + 1..self.anchors.len() {
                if self.are_joined(cells, first, second) {
                    self.wide_pairs.push((first as u16, second as u16));
                }
            }
        }
    }

    /// Labels the positions of a body of 2×2 cells that can come to an anchor, by their 4-connected pieces.
    fn label_wide(&mut self, cells: &FloorCells) {
        self.clear_labels(cells);
        let mut last = 0;
        for anchor in 0..self.anchors.len() {
            for index in positions_at(cells, self.anchors[anchor]).into_iter().flatten() {
                if self.labels[index] == 0 && cells.is_wide(index) {
                    last += 1;
                    self.flood(index, last, cells.steps(), |index| cells.is_wide(index));
                }
            }
        }
    }

    fn clear_labels(&mut self, cells: &FloorCells) {
        self.labels.clear();
        self.labels.resize(cells.flags().len(), 0);
    }

    /// Labels a piece. The margin of the frame is never free, so no neighbour of a free cell leaves it.
    fn flood(&mut self, start: usize, label: u16, steps: [isize; 4], is_in: impl Fn(usize) -> bool) {
        let Self { labels, stack, .. } = self;
        labels[start] = label;
        stack.push(start);
        while let Some(index) = stack.pop() {
            for next in steps.map(|step| index.wrapping_add_signed(step)) {
                if labels[next] == 0 && is_in(next) {
                    labels[next] = label;
                    stack.push(next);
                }
            }
        }
    }

    /// Whether a body of 2×2 cells at one anchor can come to the other: it is at an anchor when it covers it.
    fn are_joined(&self, cells: &FloorCells, first: usize, second: usize) -> bool {
        let labels = |anchor: usize| {
            positions_at(cells, self.anchors[anchor]).map(|index| index.map_or(0, |index| self.labels[index]))
        };
        let others = labels(second);
        labels(first).into_iter().any(|label| label != 0 && others.contains(&label))
    }
}

/// The positions of a body of 2×2 cells that covers a cell, where it lies in the frame with the cells beyond it.
fn positions_at(cells: &FloorCells, cell: Cell) -> [Option<usize>; 4] {
    [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(x, y)| {
        let corner = cell + Cell::new(x, y);
        cells.index(corner + Cell::new(1, 1)).and_then(|_| cells.index(corner))
    })
}

/// The cells that share a side with a rectangle.
fn sides(rect: Rect) -> impl Iterator<Item = Cell> {
    let Rect { left, top, right, bottom } = rect;
    let rows = (left..right).flat_map(move |x| [Cell::new(x, top - 1), Cell::new(x, bottom)]);
    rows.chain((top..bottom).flat_map(move |y| [Cell::new(left - 1, y), Cell::new(right, y)]))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::floor_cells::FLOOR;
    use super::*;
    use crate::seed::Stream;

    /// The cells that a body of `side` cells can reach from a cell, as the positions of its north-west corner.
    fn reach(free: &BTreeSet<Cell>, start: Cell, side: i32) -> BTreeSet<Cell> {
        let fits = |cell: Cell| Rect::at(cell, side, side).cells().all(|cell| free.contains(&cell));
        let mut seen = BTreeSet::new();
        let mut waiting = vec![start];
        while let Some(cell) = waiting.pop() {
            if fits(cell) && seen.insert(cell) {
                waiting.extend(cell.neighbors4());
            }
        }
        seen
    }

    fn are_joined(free: &BTreeSet<Cell>, a: Cell, b: Cell) -> bool {
        let starts = Rect::new(a.x - 1, a.y - 1, a.x + 1, a.y + 1).cells();
        starts.flat_map(|start| reach(free, start, 2)).any(|at| Rect::at(at, 2, 2).contains(b))
    }

    /// The slow judge: sets of cells, every pair of anchors, every pair of free cells.
    fn keeps_paths(free: &BTreeSet<Cell>, rect: Rect, anchors: &[Cell]) -> bool {
        let after: BTreeSet<Cell> = free.iter().copied().filter(|&cell| !rect.contains(cell)).collect();
        let pieces_stay = after.iter().all(|&cell| {
            let before: BTreeSet<Cell> =
                reach(free, cell, 1).into_iter().filter(|&cell| !rect.contains(cell)).collect();
            reach(&after, cell, 1) == before
        });
        let pairs = anchors.iter().flat_map(|&a| anchors.iter().map(move |&b| (a, b))).filter(|(a, b)| a < b);
        pieces_stay && pairs.filter(|&(a, b)| are_joined(free, a, b)).all(|(a, b)| are_joined(&after, a, b))
    }

    #[test]
    fn a_look_at_the_ring_and_a_flood_judge_as_sets_of_cells_do() {
        let mut stream = Stream::new(7, "test");
        let (mut kept, mut parted) = (0, 0);
        for _ in 0..4_000 {
            let (width, height) = (stream.range(2..9), stream.range(2..8));
            let room = Rect::at(Cell::new(1, 1), width, height);
            let holes = stream.below(100) < 50;
            let free: BTreeSet<Cell> = room.cells().filter(|_| !holes || stream.below(100) < 85).collect();
            let mut cells: Vec<Cell> = free.iter().copied().collect();
            stream.shuffle(&mut cells);
            let anchors: Vec<Cell> = cells.iter().copied().take(3).collect();
            let Some(&at) = cells.get(3) else { continue };
            let rect = Rect::at(at, stream.range(1..3), stream.range(1..3));
            if !rect.cells().all(|cell| free.contains(&cell) && !anchors.contains(&cell)) {
                continue;
            }
            let mut cells = FloorCells::default();
            cells.reset(room);
            free.iter().for_each(|&cell| cells.set(cell, FLOOR));
            let mut paths = BodyPaths::default();
            paths.reset(&anchors);
            let fast = paths.stays_joined(&mut cells, rect);
            assert_eq!(fast, keeps_paths(&free, rect, &anchors), "{free:?} {rect:?} {anchors:?}");
            if fast { kept += 1 } else { parted += 1 }
        }
        assert!(kept > 500 && parted > 200, "{kept} {parted}");
    }
}
