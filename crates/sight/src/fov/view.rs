//! What an observer sees: a set of cells that the caller owns and reuses.

use std::mem;
use std::ops::Range;

use undercroft_grid::{BitGrid, Cell, Size, WORD_BITS};

use super::radius::Radius;

/// A set of seen cells, with the rows and columns that it may occupy, so that the next look clears only those.
#[derive(Clone, Debug)]
pub struct View {
    seen: BitGrid,
    rows: Range<i32>,
    /// The words of each of these rows.
    words: Range<usize>,
}

impl View {
    /// An empty view of a map of this size.
    pub fn new(size: Size) -> Self {
        Self { seen: BitGrid::new(size), rows: 0..0, words: 0..0 }
    }

    /// The seen cells.
    pub const fn cells(&self) -> &BitGrid {
        &self.seen
    }

    /// The seen cells, without the bookkeeping.
    pub fn into_cells(self) -> BitGrid {
        self.seen
    }

    /// Whether the cell is seen.
    pub fn contains(&self, cell: Cell) -> bool {
        self.seen.contains(cell)
    }

    /// All rows with a seen cell lie in this range.
    pub fn rows(&self) -> Range<i32> {
        self.rows.clone()
    }

    /// The words of a row with a seen cell lie in this range.
    pub(crate) fn words(&self) -> Range<usize> {
        self.words.clone()
    }

    /// Number of seen cells. Reads the touched words only.
    pub fn count(&self) -> usize {
        let rows = self.rows().flat_map(|y| &self.seen.row(y)[self.words()]);
        rows.map(|word| word.count_ones() as usize).sum()
    }

    /// Makes the view empty, and of this size.
    pub(crate) fn reset(&mut self, size: Size) {
        if self.seen.size() == size {
            let words = mem::replace(&mut self.words, 0..0);
            for y in mem::replace(&mut self.rows, 0..0) {
                match &mut self.seen.row_mut(y)[words.clone()] {
                    // Not worth the call that filling a slice becomes.
                    [word] => *word = 0,
                    [one, two] => (*one, *two) = (0, 0),
                    [one, two, three] => (*one, *two, *three) = (0, 0, 0),
                    row => row.fill(0),
                }
            }
        } else {
            *self = Self::new(size);
        }
    }

    /// The set to write to. Every row that is written to must be announced with [`touch`](Self::touch).
    pub(crate) fn write(&mut self) -> &mut BitGrid {
        &mut self.seen
    }

    /// Announces rows and columns that have been written to.
    pub(crate) fn touch(&mut self, rows: Range<i32>, columns: Range<i32>) {
        let words = columns.start as usize / WORD_BITS..(columns.end as usize).div_ceil(WORD_BITS);
        self.rows = hull(&self.rows, rows);
        self.words = hull(&self.words, words);
    }

    /// Announces whole rows that have been written to.
    pub(crate) fn touch_rows(&mut self, rows: Range<i32>) {
        self.touch(rows, 0..self.seen.size().width());
    }

    /// Keeps the cells that the other view holds too. Both are views of one map.
    pub(crate) fn keep_common(&mut self, other: &Self) {
        for y in self.rows() {
            let theirs = &other.seen.row(y)[self.words.clone()];
            for (word, &theirs) in self.seen.row_mut(y)[self.words.clone()].iter_mut().zip(theirs) {
                *word &= theirs;
            }
        }
    }

    /// Drops what is farther from the observer's cell than the radius.
    pub(crate) fn keep_within(&mut self, radius: Radius, from: Cell) {
        let width = self.seen.size().width();
        for y in self.rows() {
            let half = radius.half_width(y - from.y).unwrap_or(-1);
            self.seen.erase(y, 0..from.x - half);
            self.seen.erase(y, from.x + half + 1..width);
        }
    }
}

/// The least range that holds both, of which the first may be empty.
fn hull<T: Copy + Ord>(known: &Range<T>, new: Range<T>) -> Range<T> {
    if known.is_empty() { new } else { known.start.min(new.start)..known.end.max(new.end) }
}
