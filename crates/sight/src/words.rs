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

/// The 64 columns from `column` on. The word after that of the column must exist, and may belong to the next row.
#[inline]
pub(crate) fn columns_from(words: &[u64], column: i32) -> u64 {
    let (word, bit) = (column as usize / WORD_BITS, column % 64);
    words[word] >> bit | words[word + 1] << 1 << (63 - bit)
}

/// The maximal runs of set columns within `touched`, west to east.
#[inline]
pub(crate) fn windows(row: &[u64], touched: Window) -> impl Iterator<Item = Window> {
    let mut at = touched.left;
    std::iter::from_fn(move || {
        let left = find(row, at, touched.right, |word| word)?;
        at = find(row, left, touched.right, |word| !word).unwrap_or(touched.right + 1);
        Some(Window { left, right: at - 1 })
    })
}

/// The maximal runs of ones in a word, as columns, where bit 0 is `column`.
#[inline]
pub(crate) fn windows_of_word(mut word: u64, column: i32) -> impl Iterator<Item = Window> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let left = word.trailing_zeros();
        let length = (word >> left).trailing_ones();
        // Adding the lowest one carries through its run and leaves only what lies beyond.
        word &= word.wrapping_add(1 << left);
        let left = column + left as i32;
        Some(Window { left, right: left + length as i32 - 1 })
    })
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
