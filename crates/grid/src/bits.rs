//! A set of cells, one bit each, in rows of 64-bit words.
//!
//! Column `x` of a row is bit `x % 64` of word `x / 64`. The bits of the last word beyond the map's width are always
//! zero: every operation keeps that, so that whole words can be counted, compared and combined.

mod algebra;
mod motion;
mod neighborhood;
mod row;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::{Cell, Rect, Size};

/// Bits in a word.
pub const WORD_BITS: usize = 64;

/// A set of cells of one map. Cells outside the map are never in it.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Rect, Size};
///
/// let mut walls = BitGrid::new(Size::of(10, 6));
/// walls.fill_rect(Rect::new(2, 2, 5, 4));
/// walls.remove(Cell::new(3, 3));
/// assert_eq!((walls.count(), walls.contains(Cell::new(2, 2))), (5, true));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct BitGrid {
    size: Size,
    /// Words in a row.
    stride: usize,
    words: Vec<u64>,
}

impl BitGrid {
    /// The empty set.
    pub fn new(size: Size) -> Self {
        let stride = (size.width() as usize).div_ceil(WORD_BITS);
        Self { size, stride, words: vec![0; stride * size.height() as usize] }
    }

    /// The set of all cells.
    pub fn full(size: Size) -> Self {
        let mut all = Self::new(size);
        all.complement();
        all
    }

    /// The cells for which `member` says yes.
    pub fn from_fn(size: Size, mut member: impl FnMut(Cell) -> bool) -> Self {
        let mut set = Self::new(size);
        for y in 0..size.height() {
            for (i, word) in set.row_mut(y).iter_mut().enumerate() {
                let first = i * WORD_BITS;
                let bits = (size.width() as usize - first).min(WORD_BITS);
                for bit in 0..bits {
                    *word |= u64::from(member(Cell::new((first + bit) as i32, y))) << bit;
                }
            }
        }
        set
    }

    /// Width and height of the map.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Words in a row.
    pub const fn stride(&self) -> usize {
        self.stride
    }

    /// The bits of the last word of a row that lie on the map.
    pub const fn last_word_mask(&self) -> u64 {
        u64::MAX >> (self.stride * WORD_BITS - self.size.width() as usize)
    }

    /// All words, row after row.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words of one row.
    #[inline]
    pub fn row(&self, y: i32) -> &[u64] {
        &self.words[y as usize * self.stride..][..self.stride]
    }

    /// The words of one row, to change them. Bits beyond the width must stay zero.
    #[inline]
    pub fn row_mut(&mut self, y: i32) -> &mut [u64] {
        &mut self.words[y as usize * self.stride..][..self.stride]
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.size.contains(cell) && self.words[self.word_of(cell)] & bit_of(cell) != 0
    }

    /// Adds a cell of the map; says whether it is new.
    ///
    /// # Panics
    /// When the cell lies outside the map.
    #[inline]
    pub fn insert(&mut self, cell: Cell) -> bool {
        self.assert_inside(cell);
        let (at, bit) = (self.word_of(cell), bit_of(cell));
        let word = &mut self.words[at];
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes a cell out; says whether it was there. A cell outside the map never is.
    #[inline]
    pub fn remove(&mut self, cell: Cell) -> bool {
        if !self.size.contains(cell) {
            return false;
        }
        let (at, bit) = (self.word_of(cell), bit_of(cell));
        let word = &mut self.words[at];
        let was = *word & bit != 0;
        *word &= !bit;
        was
    }

    /// Adds or takes out a cell of the map.
    ///
    /// # Panics
    /// When a cell outside the map is to be added.
    #[inline]
    pub fn set(&mut self, cell: Cell, member: bool) {
        if member {
            self.insert(cell);
        } else {
            self.remove(cell);
        }
    }

    /// Makes the set empty, keeping its memory.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Number of cells in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Every cell of the set, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        (0..self.size.height()).flat_map(|y| self.iter_row(y).map(move |x| Cell::new(x, y)))
    }

    /// Adds every cell of the rectangle that lies on the map.
    pub fn fill_rect(&mut self, rect: Rect) {
        let rect = rect.intersection(self.size.rect());
        for y in rect.top..rect.bottom {
            self.fill(y, rect.left..rect.right);
        }
    }

    /// Takes out every cell of the rectangle.
    pub fn erase_rect(&mut self, rect: Rect) {
        let rect = rect.intersection(self.size.rect());
        for y in rect.top..rect.bottom {
            self.erase(y, rect.left..rect.right);
        }
    }

    fn word_of(&self, cell: Cell) -> usize {
        cell.y as usize * self.stride + cell.x as usize / WORD_BITS
    }

    fn assert_inside(&self, cell: Cell) {
        assert!(self.size.contains(cell), "{cell} lies outside a {} map", self.size);
    }
}

/// The bit of a cell of the map in its word.
const fn bit_of(cell: Cell) -> u64 {
    // Unsigned, so that the remainder is a mask.
    1 << (cell.x as u32 % u64::BITS)
}

impl fmt::Debug for BitGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "BitGrid {}", self.size)?;
        for y in 0..self.size.height() {
            let row: String =
                (0..self.size.width()).map(|x| if self.contains(Cell::new(x, y)) { '#' } else { '.' }).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}
