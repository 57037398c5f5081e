//! Runs of bits in a row of words: the innermost loops of a scan.
//!
//! Most beams are narrower than a word. Their columns are brought into one word, however they lie to the words of the
//! row, and everything else is counting zeros and ones.

use undercroft_grid::WORD_BITS;

use crate::beam::Window;

/// Sets the columns from `left` to `right`; none when `left` is beyond `right`.
#[inline]
pub(crate) fn fill(row: &mut [u64], left: i32, right: i32) {
    if left > right {
        return;
    }
    let (first, last) = (left as usize / WORD_BITS, right as usize / WORD_BITS);
    let head = u64::MAX << (left % 64);
    let tail = u64::MAX >> (63 - right % 64);
    if first == last {
        row[first] |= head & tail;
        return;
    }
    row[first] |= head;
    row[last] |= tail;
    for word in &mut row[first + 1..last] {
        *word = u64::MAX;
    }
}

/// Whether the column is set.
#[inline]
pub(crate) fn is_set(row: &[u64], column: i32) -> bool {
    row[column as usize / WORD_BITS] >> (column % 64) & 1 == 1
}

/// The maximal runs of set columns within `touched`, west to east.
#[inline]
pub(crate) fn windows(row: &[u64], touched: Window) -> Windows<'_> {
    Windows { row, at: touched.left, right: touched.right }
}

/// See [`windows`].
pub(crate) struct Windows<'a> {
    row: &'a [u64],
    at: i32,
    right: i32,
}

impl Iterator for Windows<'_> {
    type Item = Window;

    #[inline]
    fn next(&mut self) -> Option<Window> {
        let left = find(self.row, self.at, self.right, |word| word)?;
        let end = find(self.row, left, self.right, |word| !word).unwrap_or(self.right + 1);
        self.at = end;
        Some(Window { left, right: end - 1 })
    }
}

/// The first column from `at` to `right` whose bit is set after `flip`.
#[inline]
fn find(row: &[u64], at: i32, right: i32, flip: impl Fn(u64) -> u64) -> Option<i32> {
    if at > right {
        return None;
    }
    let (first, last) = (at as usize / WORD_BITS, right as usize / WORD_BITS);
    let mut keep = u64::MAX << (at % 64);
    for (i, &word) in row[first..=last].iter().enumerate() {
        let hits = flip(word) & keep;
        if hits != 0 {
            let column = ((first + i) * WORD_BITS) as i32 + hits.trailing_zeros() as i32;
            return (column <= right).then_some(column);
        }
        keep = u64::MAX;
    }
    None
}
