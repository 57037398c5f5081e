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
mod tests;
