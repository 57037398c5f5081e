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

/// The cells that must stay joined, and buffers for floods.
pub struct BodyPaths {
    frame: Rect,
    anchors: Vec<Cell>,
    /// Pairs of anchors that a body of 2×2 cells can join; found when they are first asked for. No feature that was
    /// placed before has parted any, so they are those of the bare room.
    wide_pairs: Option<Vec<(u16, u16)>>,
    free: Vec<bool>,
    labels: Vec<u16>,
    stack: Vec<usize>,
}

impl BodyPaths {
    /// The paths of a room in which no feature stands.
    pub fn new(frame: Rect, anchors: Vec<Cell>) -> Self {
        let (free, labels, stack) = (Vec::new(), Vec::new(), Vec::new());
        Self { frame, anchors, wide_pairs: None, free, labels, stack }
    }

    /// Whether every piece of free cells stays one, and every pair of anchors stays joined, when a rectangle is blocked.
    pub fn stays_joined(&mut self, rect: Rect, is_free: impl Fn(Cell) -> bool) -> bool {
        let is_plain = has_one_run(rect, &is_free) || !rect.cells().any(&is_free) || {
            self.read(&is_free, rect);
            self.label_pieces();
            self.has_one_piece_beside(rect)
        };
        is_plain && self.keeps_wide_pairs(rect, is_free)
    }

    /// A pair can only be parted where a body of 2×2 cells went through the rectangle.
    fn keeps_wide_pairs(&mut self, rect: Rect, is_free: impl Fn(Cell) -> bool) -> bool {
        let is_wide = |cell: Cell| block(cell).into_iter().all(&is_free);
        let positions = Rect::new(rect.left - 1, rect.top - 1, rect.right, rect.bottom);
        let is_far = self.anchors.iter().all(|&anchor| !rect.grow(1).contains(anchor));
        if is_far && has_one_run(positions, is_wide) {
            return true;
        }
        let pairs = self.wide_pairs.take().unwrap_or_else(|| self.find_wide_pairs(&is_free));
        let is_kept = pairs.is_empty() || {
            self.read(&is_free, rect);
            self.label_wide();
            pairs.iter().all(|&(first, second)| self.are_joined(first.into(), second.into()))
        };
        self.wide_pairs = Some(pairs);
        is_kept
    }

    fn find_wide_pairs(&mut self, is_free: &impl Fn(Cell) -> bool) -> Vec<(u16, u16)> {
        self.read(is_free, Rect::new(0, 0, 0, 0));
        self.label_wide();
        let anchors = 0..self.anchors.len() as u16;
        let pairs = anchors.clone().flat_map(|first| (first + 1..anchors.end).map(move |second| (first, second)));
        pairs.filter(|&(first, second)| self.are_joined(first.into(), second.into())).collect()
    }

    /// Reads the free cells, without those of a rectangle.
    fn read(&mut self, is_free: &impl Fn(Cell) -> bool, without: Rect) {
        self.free.clear();
        self.free.extend(self.frame.cells().map(|cell| is_free(cell) && !without.contains(cell)));
    }

    /// Labels the free cells by their 4-connected pieces.
    fn label_pieces(&mut self) {
        self.flood(|free, index, _| free[index]);
    }

    /// Whether all free cells that touch the rectangle are in one piece, as they were while its cells were free.
    fn has_one_piece_beside(&self, rect: Rect) -> bool {
        let is_beside = |cell: &Cell| {
            !(cell.x < rect.left || cell.x >= rect.right) || !(cell.y < rect.top || cell.y >= rect.bottom)
        };
        let mut labels = ring(rect).filter(is_beside).filter_map(|cell| self.label(cell)).filter(|&label| label != 0);
        let first = labels.next();
        first.is_none_or(|first| labels.all(|label| label == first))
    }

    /// Labels the positions of a body of 2×2 cells by their 4-connected pieces.
    fn label_wide(&mut self) {
        self.flood(|free, index, width| {
            // The last column and row are margin.
            free[index] && free[index + 1] && free[index + width] && free[index + width + 1]
        });
    }

    /// Labels from 1 on. The margin of the frame is never free, so no neighbour of a free cell leaves it.
    fn flood(&mut self, is_in: impl Fn(&[bool], usize, usize) -> bool) {
        let width = self.frame.width() as usize;
        let Self { free, labels, stack, .. } = self;
        labels.clear();
        labels.resize(free.len(), 0);
        let mut last = 0;
        for start in 0..free.len() {
            if labels[start] != 0 || !is_in(free, start, width) {
                continue;
            }
            last += 1;
            labels[start] = last;
            stack.push(start);
            while let Some(index) = stack.pop() {
                for next in [index - width, index + 1, index + width, index - 1] {
                    if labels[next] == 0 && is_in(free, next, width) {
                        labels[next] = last;
                        stack.push(next);
                    }
                }
            }
        }
    }

    /// Whether a body of 2×2 cells at one anchor can come to the other: it is at an anchor when it covers it.
    fn are_joined(&self, first: usize, second: usize) -> bool {
        let labels =
            |anchor: usize| block(self.anchors[anchor] - Cell::new(1, 1)).map(|cell| self.label(cell).unwrap_or(0));
        let others = labels(second);
        labels(first).into_iter().any(|label| label != 0 && others.contains(&label))
    }

    fn label(&self, cell: Cell) -> Option<u16> {
        let Rect { left, top, .. } = self.frame;
        let is_inside = self.frame.contains(cell);
        is_inside.then(|| self.labels[((cell.y - top) * self.frame.width() + cell.x - left) as usize])
    }
}

/// The four cells of a body of 2×2 cells.
fn block(cell: Cell) -> [Cell; 4] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| cell + Cell::new(x, y))
}

/// The cells round a rectangle, clockwise from its north-west corner; each touches the next.
fn ring(rect: Rect) -> impl Iterator<Item = Cell> {
    let Rect { left, top, right, bottom } = rect;
    let north = (left - 1..right).map(move |x| Cell::new(x, top - 1));
    let east = (top - 1..bottom).map(move |y| Cell::new(right, y));
    let south = (left..=right).rev().map(move |x| Cell::new(x, bottom));
    let west = (top..=bottom).rev().map(move |y| Cell::new(left - 1, y));
    north.chain(east).chain(south).chain(west)
}

/// Whether the cells round a rectangle that count form at most one run.
fn has_one_run(rect: Rect, counts: impl Fn(Cell) -> bool) -> bool {
    let mut changes = 0;
    let mut cells = ring(rect);
    let Some(first) = cells.next().map(&counts) else { return true };
    let mut last = first;
    for cell in cells {
        let now = counts(cell);
        changes += u32::from(now != last);
        last = now;
    }
    changes + u32::from(last != first) <= 2
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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
            let mut paths = BodyPaths::new(room.grow(1), anchors.clone());
            let fast = paths.stays_joined(rect, |cell| free.contains(&cell));
            assert_eq!(fast, keeps_paths(&free, rect, &anchors), "{free:?} {rect:?} {anchors:?}");
            if fast { kept += 1 } else { parted += 1 }
        }
        assert!(kept > 500 && parted > 200, "{kept} {parted}");
    }
}
