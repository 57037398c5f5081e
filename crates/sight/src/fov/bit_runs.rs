//! Runs of bits in a row of words: the innermost loops of a scan.
//!
//! Most beams are narrower than a word. Their columns are brought into one word, however they lie to the words of the
//! row, and everything else is counting zeros and ones.

use undercroft_grid::WORD_BITS;

use super::beam::Window;

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

/// The maximal run of set columns around a column; `None` when that is not set.
#[inline]
pub(crate) fn run_around(row: &[u64], column: i32) -> Option<Window> {
    if !is_set(row, column) {
        return None;
    }
    let (word, bit) = (column as usize / WORD_BITS, column % 64);
    let ones_west = (row[word] << (63 - bit)).leading_ones() as i32;
    let ones_east = (row[word] >> bit).trailing_ones() as i32;
    let mut run = Window { left: column + 1 - ones_west, right: column - 1 + ones_east };
    if ones_west > bit {
        let whole = row[..word].iter().rev().take_while(|&&word| word == u64::MAX).count();
        let rest = word.checked_sub(whole + 1).map_or(0, |i| row[i].leading_ones());
        run.left -= (whole * WORD_BITS) as i32 + rest as i32;
    }
    if ones_east + bit == 64 {
        let whole = row[word + 1..].iter().take_while(|&&word| word == u64::MAX).count();
        let rest = row.get(word + 1 + whole).map_or(0, |word| word.trailing_ones());
        run.right += (whole * WORD_BITS) as i32 + rest as i32;
    }
    Some(run)
}

/// The 64 columns from `column` on. Those beyond the row belong to the next one, or are clear after the last.
#[inline]
pub(crate) fn columns_from(words: &[u64], column: i32) -> u64 {
    let (word, bit) = (column as usize / WORD_BITS, column % 64);
    let next = words.get(word + 1).copied().unwrap_or(0);
    words[word] >> bit | next << 1 << (63 - bit)
}

/// Whether all columns of a window are set, of which there is at least one.
#[inline]
pub(crate) fn is_full(words: &[u64], window: Window) -> bool {
    let span = window.right - window.left;
    if span < 64 {
        let all = u64::MAX >> (63 - span);
        return columns_from(words, window.left) & all == all;
    }
    find(words, window.left, window.right, |word| !word).is_none()
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Words with long runs of ones, and their bits one by one.
    fn rows() -> impl Strategy<Value = (Vec<u64>, Vec<bool>)> {
        let word = prop_oneof![3 => Just(u64::MAX), 1 => Just(0), 3 => any::<(u64, u64)>().prop_map(|(a, b)| a | b)];
        prop::collection::vec(word, 2..6).prop_map(|words| {
            let bits = words.iter().flat_map(|&word| (0..64).map(move |bit| word >> bit & 1 == 1)).collect();
            (words, bits)
        })
    }

    /// Runs of true in a slice, counted from `first`.
    fn slow_windows(bits: &[bool], first: i32) -> Vec<Window> {
        let starts = (0..bits.len()).filter(|&i| bits[i] && (i == 0 || !bits[i - 1]));
        let length = |start: usize| bits[start..].iter().take_while(|&&bit| bit).count() as i32;
        starts.map(|i| Window { left: first + i as i32, right: first + i as i32 + length(i) - 1 }).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]
        #[test]
        fn runs_are_found_bit_by_bit((words, bits) in rows(), a in 0..384i32, b in 0..384i32) {
            let last = bits.len() as i32 - 1;
            let (left, right) = (a.min(b).min(last), a.max(b).min(last));
            let within = slow_windows(&bits[left as usize..=right as usize], left);
            prop_assert_eq!(is_full(&words, Window { left, right }), within == [Window { left, right }]);
            prop_assert_eq!(windows(&words, Window { left, right }).collect::<Vec<_>>(), within);
            let around = slow_windows(&bits, 0).into_iter().find(|run| run.left <= left && left <= run.right);
            prop_assert_eq!(run_around(&words, left), around);
            if left + 64 <= last && left / 64 + 1 < words.len() as i32 {
                let word = slow_windows(&bits[left as usize..][..64], left);
                prop_assert_eq!(windows_of_word(columns_from(&words, left), left).collect::<Vec<_>>(), word);
            }
        }

        #[test]
        fn a_row_is_filled_bit_by_bit((mut words, mut bits) in rows(), a in 0..384i32, b in 0..384i32) {
            let (left, right) = (a, b.min(bits.len() as i32 - 1));
            fill(&mut words, left, right);
            (left..=right).for_each(|x| bits[x as usize] = true);
            let filled: Vec<bool> = (0..bits.len() as i32).map(|x| is_set(&words, x)).collect();
            prop_assert_eq!(filled, bits);
        }
    }
}
