//! One row of a set: its columns, its runs, and stretches that are filled or erased, by whole words.

use std::ops::Range;

use super::{BitGrid, WORD_BITS};

impl BitGrid {
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
    #[inline]
    pub fn next_set(&self, y: i32, x: i32) -> Option<i32> {
        self.next_where(y, x, |word| word)
    }

    /// The first column of the map at or after `x` that is not in the set. `x` may lie outside the map.
    #[inline]
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
    #[inline]
    pub fn fill(&mut self, y: i32, columns: Range<i32>) {
        self.for_range(y, columns, |word, mask| *word |= mask);
    }

    /// Takes out the cells of row `y` whose columns lie in the range.
    #[inline]
    pub fn erase(&mut self, y: i32, columns: Range<i32>) {
        self.for_range(y, columns, |word, mask| *word &= !mask);
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
