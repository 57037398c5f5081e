//! A set of cells, one bit each, in rows of 64-bit words.
//!
//! Column `x` of a row is bit `x % 64` of word `x / 64`. The bits of the last word beyond the map's width are always
//! zero: every operation keeps that, so that whole words can be counted, compared and combined.

mod motion;

use std::fmt;
use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign, Range, SubAssign};

use crate::{Cell, Rect, Size};

/// Bits in a word.
pub const WORD_BITS: usize = 64;

/// A set of cells of one map. Cells outside the map are never in it.
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
    pub fn row(&self, y: i32) -> &[u64] {
        &self.words[y as usize * self.stride..][..self.stride]
    }

    /// The words of one row, to change them. Bits beyond the width must stay zero.
    pub fn row_mut(&mut self, y: i32) -> &mut [u64] {
        &mut self.words[y as usize * self.stride..][..self.stride]
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        self.size.contains(cell) && self.words[self.word_of(cell)] >> (cell.x % 64) & 1 == 1
    }

    /// Adds a cell of the map; says whether it is new.
    ///
    /// # Panics
    /// When the cell lies outside the map.
    pub fn insert(&mut self, cell: Cell) -> bool {
        self.assert_inside(cell);
        let (at, bit) = (self.word_of(cell), 1 << (cell.x % 64));
        let new = self.words[at] & bit == 0;
        self.words[at] |= bit;
        new
    }

    /// Takes a cell out; says whether it was there. A cell outside the map never is.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let was = self.contains(cell);
        if was {
            let at = self.word_of(cell);
            self.words[at] &= !(1 << (cell.x % 64));
        }
        was
    }

    /// Adds or takes out a cell of the map.
    ///
    /// # Panics
    /// When a cell outside the map is to be added.
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

    /// The columns of one row that are in the set, west to east.
    pub fn iter_row(&self, y: i32) -> impl Iterator<Item = i32> {
        self.row(y).iter().enumerate().flat_map(|(i, &word)| SetBits(word).map(move |bit| (i * WORD_BITS) as i32 + bit))
    }

    /// The maximal runs of set columns of one row, west to east.
    pub fn runs(&self, y: i32) -> impl Iterator<Item = Range<i32>> {
        let mut x = 0;
        std::iter::from_fn(move || {
            let start = self.next_set(y, x)?;
            x = self.next_clear(y, start).unwrap_or(self.size.width());
            Some(start..x)
        })
    }

    /// The first column at or after `x` that is in the set. `x` may lie outside the map.
    pub fn next_set(&self, y: i32, x: i32) -> Option<i32> {
        self.next_where(y, x, |word| word)
    }

    /// The first column of the map at or after `x` that is not in the set. `x` may lie outside the map.
    pub fn next_clear(&self, y: i32, x: i32) -> Option<i32> {
        self.next_where(y, x, |word| !word).filter(|&x| x < self.size.width())
    }

    /// The last column at or before `x` that is in the set. `x` may lie outside the map.
    pub fn previous_set(&self, y: i32, x: i32) -> Option<i32> {
        self.previous_where(y, x, |word| word)
    }

    /// The last column of the map at or before `x` that is not in the set. `x` may lie outside the map.
    pub fn previous_clear(&self, y: i32, x: i32) -> Option<i32> {
        self.previous_where(y, x, |word| !word)
    }

    /// Adds the cells of row `y` whose columns lie in the range. What lies outside the map is passed over.
    pub fn fill(&mut self, y: i32, columns: Range<i32>) {
        self.for_range(y, columns, |word, mask| *word |= mask);
    }

    /// Takes out the cells of row `y` whose columns lie in the range.
    pub fn erase(&mut self, y: i32, columns: Range<i32>) {
        self.for_range(y, columns, |word, mask| *word &= !mask);
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

    /// Turns the set into the cells of the map that were not in it.
    pub fn complement(&mut self) {
        let (stride, mask) = (self.stride, self.last_word_mask());
        for row in self.words.chunks_exact_mut(stride) {
            for word in &mut *row {
                *word = !*word;
            }
            row[stride - 1] &= mask;
        }
    }

    /// Whether the two sets share a cell. Both belong to maps of one size.
    pub fn intersects(&self, other: &Self) -> bool {
        self.assert_same_size(other);
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether every cell of the set is in the other.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.assert_same_size(other);
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    fn word_of(&self, cell: Cell) -> usize {
        cell.y as usize * self.stride + cell.x as usize / WORD_BITS
    }

    fn next_where(&self, y: i32, x: i32, wanted: impl Fn(u64) -> u64) -> Option<i32> {
        let x = x.max(0);
        let first = x as usize / WORD_BITS;
        let row = self.row(y).get(first..)?;
        let mut keep = u64::MAX << (x % 64);
        for (i, &word) in row.iter().enumerate() {
            let hits = wanted(word) & keep;
            if hits != 0 {
                return Some(((first + i) * WORD_BITS) as i32 + hits.trailing_zeros() as i32);
            }
            keep = u64::MAX;
        }
        None
    }

    fn previous_where(&self, y: i32, x: i32, wanted: impl Fn(u64) -> u64) -> Option<i32> {
        if x < 0 {
            return None;
        }
        let x = x.min(self.size.width() - 1);
        let last = x as usize / WORD_BITS;
        let mut keep = u64::MAX >> (63 - x % 64);
        for (i, &word) in self.row(y)[..=last].iter().enumerate().rev() {
            let hits = wanted(word) & keep;
            if hits != 0 {
                return Some((i * WORD_BITS) as i32 + 63 - hits.leading_zeros() as i32);
            }
            keep = u64::MAX;
        }
        None
    }

    fn for_range(&mut self, y: i32, columns: Range<i32>, change: impl Fn(&mut u64, u64)) {
        let (start, end) = (columns.start.max(0) as usize, columns.end.min(self.size.width()).max(0) as usize);
        if start >= end || y < 0 || y >= self.size.height() {
            return;
        }
        let (first, last) = (start / WORD_BITS, (end - 1) / WORD_BITS);
        let row = self.row_mut(y);
        let head = u64::MAX << (start % WORD_BITS);
        let tail = u64::MAX >> (WORD_BITS - 1 - (end - 1) % WORD_BITS);
        if first == last {
            return change(&mut row[first], head & tail);
        }
        change(&mut row[first], head);
        row[first + 1..last].iter_mut().for_each(|word| change(word, u64::MAX));
        change(&mut row[last], tail);
    }

    fn assert_inside(&self, cell: Cell) {
        assert!(self.size.contains(cell), "{cell} lies outside a {} map", self.size);
    }

    fn assert_same_size(&self, other: &Self) {
        assert_eq!(self.size, other.size, "sets of cells of maps of different sizes cannot be combined");
    }
}

/// The positions of the set bits of a word, lowest first.
struct SetBits(u64);

impl Iterator for SetBits {
    type Item = i32;
    fn next(&mut self) -> Option<i32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as i32;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

macro_rules! combine_in_place {
    ($($operator:ident, $method:ident, $word:expr, $doc:literal;)*) => {$(
        impl $operator<&BitGrid> for BitGrid {
            #[doc = $doc]
            fn $method(&mut self, other: &BitGrid) {
                self.assert_same_size(other);
                let combine: fn(u64, u64) -> u64 = $word;
                for (word, &theirs) in self.words.iter_mut().zip(&other.words) {
                    *word = combine(*word, theirs);
                }
            }
        }
    )*};
}

combine_in_place! {
    BitAndAssign, bitand_assign, |a, b| a & b, "Keeps the cells that are in both.";
    BitOrAssign, bitor_assign, |a, b| a | b, "Adds the other's cells.";
    BitXorAssign, bitxor_assign, |a, b| a ^ b, "Keeps the cells that are in exactly one of the two.";
    SubAssign, sub_assign, |a, b| a & !b, "Takes out the other's cells.";
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// A map up to three words wide with random members, as bits and as the obvious set.
    fn sets() -> impl Strategy<Value = (BitGrid, BTreeSet<Cell>)> {
        (1..=150i32, 1..=5i32, vec(any::<bool>(), 750)).prop_map(|(w, h, members)| from_members(w, h, &members))
    }

    fn pairs() -> impl Strategy<Value = [(BitGrid, BTreeSet<Cell>); 2]> {
        (1..=150i32, 1..=5i32, vec(any::<bool>(), 750), vec(any::<bool>(), 750))
            .prop_map(|(w, h, a, b)| [from_members(w, h, &a), from_members(w, h, &b)])
    }

    fn from_members(w: i32, h: i32, members: &[bool]) -> (BitGrid, BTreeSet<Cell>) {
        let size = Size::of(w, h);
        let slow = size.cells().filter(|&c| members[size.id(c)]).collect();
        (BitGrid::from_fn(size, |c| members[size.id(c)]), slow)
    }

    fn check(fast: &BitGrid, slow: &BTreeSet<Cell>) {
        assert_eq!(fast.iter().collect::<Vec<_>>(), slow.iter().copied().collect::<Vec<_>>());
        assert_eq!(fast.count(), slow.len());
        assert_eq!(fast.is_empty(), slow.is_empty());
        let beyond = !fast.last_word_mask();
        assert!(
            (0..fast.size().height()).all(|y| fast.row(y)[fast.stride() - 1] & beyond == 0),
            "bits beyond the width"
        );
    }

    proptest! {
        #[test]
        fn membership_agrees_with_a_set((fast, slow) in sets(), x in -2..160i32, y in -2..7i32) {
            check(&fast, &slow);
            prop_assert_eq!(fast.contains(Cell::new(x, y)), slow.contains(&Cell::new(x, y)));
        }

        #[test]
        fn insert_and_remove_agree_with_a_set((mut fast, mut slow) in sets(), at in any::<prop::sample::Index>()) {
            let cell = fast.size().cell(at.index(fast.size().area()));
            prop_assert_eq!(fast.insert(cell), slow.insert(cell));
            check(&fast, &slow);
            prop_assert_eq!(fast.remove(cell), slow.remove(&cell));
            check(&fast, &slow);
        }

        #[test]
        fn combinations_agree_with_sets([(a, sa), (b, sb)] in pairs()) {
            let combined = |f: fn(&mut BitGrid, &BitGrid)| { let mut c = a.clone(); f(&mut c, &b); c };
            check(&combined(|c, b| *c &= b), &(&sa & &sb));
            check(&combined(|c, b| *c |= b), &(&sa | &sb));
            check(&combined(|c, b| *c ^= b), &(&sa ^ &sb));
            check(&combined(|c, b| *c -= b), &(&sa - &sb));
            prop_assert_eq!(a.intersects(&b), !sa.is_disjoint(&sb));
            prop_assert_eq!(a.is_subset(&b), sa.is_subset(&sb));
            let mut not = a.clone();
            not.complement();
            check(&not, &a.size().cells().filter(|c| !sa.contains(c)).collect());
        }

        #[test]
        fn ranges_are_filled_and_erased((fast, slow) in sets(), y in -2..7i32, start in -5..160i32, len in -3..160i32) {
            let range = start..start + len;
            let inside = |c: &Cell| c.y == y && range.contains(&c.x);
            let mut filled = fast.clone();
            filled.fill(y, range.clone());
            check(&filled, &(&slow | &fast.size().cells().filter(inside).collect()));
            let mut erased = fast.clone();
            erased.erase(y, range.clone());
            check(&erased, &slow.into_iter().filter(|c| !inside(c)).collect());
        }

        #[test]
        fn rectangles_are_filled_and_erased((fast, slow) in sets(), x in -5..160i32, y in -3..6i32, w in 0..90i32, h in 0..6i32) {
            let rect = Rect::at(Cell::new(x, y), w, h);
            let mut filled = fast.clone();
            filled.fill_rect(rect);
            check(&filled, &(&slow | &fast.size().cells().filter(|&c| rect.contains(c)).collect()));
            let mut erased = fast.clone();
            erased.erase_rect(rect);
            check(&erased, &slow.into_iter().filter(|&c| !rect.contains(c)).collect());
        }

        #[test]
        fn neighbours_in_a_row_are_found((fast, slow) in sets(), at in -70..300i32) {
            let width = fast.size().width();
            let set = |x: &i32| slow.contains(&Cell::new(*x, 0));
            prop_assert_eq!(fast.next_set(0, at), (at.max(0)..width).find(set));
            prop_assert_eq!(fast.next_clear(0, at), (at.max(0)..width).find(|x| !set(x)));
            prop_assert_eq!(fast.previous_set(0, at), (0..width.min(at + 1)).rev().find(set));
            prop_assert_eq!(fast.previous_clear(0, at), (0..width.min(at + 1)).rev().find(|x| !set(x)));
        }

        #[test]
        fn runs_cover_a_row_maximally((fast, slow) in sets()) {
            let runs: Vec<_> = fast.runs(0).collect();
            let cells: BTreeSet<Cell> = runs.iter().cloned().flatten().map(|x| Cell::new(x, 0)).collect();
            prop_assert_eq!(cells, slow.into_iter().filter(|c| c.y == 0).collect());
            prop_assert!(runs.windows(2).all(|pair| pair[0].end < pair[1].start));
        }
    }

    #[test]
    fn a_set_draws_itself() {
        let mut set = BitGrid::full(Size::of(3, 2));
        set.remove(Cell::new(1, 1));
        assert_eq!(format!("{set:?}"), "BitGrid 3×2\n###\n#.#\n");
    }
}
