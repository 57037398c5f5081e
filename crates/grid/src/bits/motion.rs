//! Moving a whole set of cells: shifted, mirrored, transposed, by whole words.

use super::{BitGrid, WORD_BITS};
use crate::{Cell, Size};

impl BitGrid {
    /// The set with every cell moved by `by`; what leaves the map is lost.
    #[must_use]
    pub fn shifted(&self, by: Cell) -> Self {
        let mut moved = Self::new(self.size);
        let height = self.size.height();
        for y in by.y.max(0)..(height + by.y.min(0)).max(0) {
            shift_row(self.row(y - by.y), moved.row_mut(y), by.x);
            let mask = self.last_word_mask();
            moved.row_mut(y)[self.stride - 1] &= mask;
        }
        moved
    }

    /// Mirrors the set: east and west change places.
    pub fn reverse_columns(&mut self) {
        let (stride, beyond) = (self.stride, self.last_word_mask().leading_zeros());
        for row in self.words.chunks_exact_mut(stride) {
            row.reverse();
            // The bits beyond the width are now the first of the row; every word gives them up to the one before.
            let mut from_next = 0;
            for word in row.iter_mut().rev() {
                let reversed = word.reverse_bits();
                *word = reversed >> beyond | from_next;
                from_next = reversed.unbounded_shl(u64::BITS - beyond);
            }
        }
    }

    /// Mirrors the set: north and south change places.
    pub fn reverse_rows(&mut self) {
        let (stride, height) = (self.stride, self.size.height() as usize);
        for y in 0..height / 2 {
            let (upper, lower) = self.words.split_at_mut((height - 1 - y) * stride);
            upper[y * stride..][..stride].swap_with_slice(&mut lower[..stride]);
        }
    }

    /// The set with `x` and `y` of every cell swapped, on a map with width and height swapped.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let mut swapped = Self::new(Size::of(self.size.height(), self.size.width()));
        for (block_y, rows) in self.words.chunks(self.stride * WORD_BITS).enumerate() {
            for block_x in 0..self.stride {
                let mut block = [0; WORD_BITS];
                let column = rows.iter().skip(block_x).step_by(self.stride);
                block.iter_mut().zip(column).for_each(|(to, &from)| *to = from);
                transpose_block(&mut block);
                let target = swapped.words.chunks_exact_mut(swapped.stride).skip(block_x * WORD_BITS);
                target.zip(block).for_each(|(row, word)| row[block_y] = word);
            }
        }
        swapped
    }
}

/// Writes `from` moved `by` columns to the east into `to`. Bits beyond the width may be left in the last word.
pub(super) fn shift_row(from: &[u64], to: &mut [u64], by: i32) {
    let (words, bits) = (by.unsigned_abs() as usize / WORD_BITS, by.unsigned_abs() % 64);
    let at = |i: Option<usize>| i.and_then(|i| from.get(i)).copied().unwrap_or(0);
    for (i, word) in to.iter_mut().enumerate() {
        // The second word only matters when bits > 0; a shift by 64 must not happen.
        *word = if by >= 0 {
            let near = at(i.checked_sub(words)) << bits;
            let far = at(i.checked_sub(words + 1)).checked_shr(64 - bits).unwrap_or(0);
            near | far
        } else {
            let near = at(Some(i + words)) >> bits;
            let far = at(Some(i + words + 1)).checked_shl(64 - bits).unwrap_or(0);
            near | far
        };
    }
}

/// Transposes 64×64 bits: swaps the off-diagonal quarters, then those of each quarter, and so on down to single bits.
/// (Warren, *Hacker's Delight*, 2nd edition, section 7–3.)
fn transpose_block(block: &mut [u64; WORD_BITS]) {
    let mut half = WORD_BITS / 2;
    while half > 0 {
        // In every stretch of 2·half bits, the lower half.
        let low = u64::MAX / ((1 << half) + 1);
        for upper in (0..WORD_BITS).filter(|row| row & half == 0) {
            let swap = (block[upper] >> half ^ block[upper + half]) & low;
            block[upper] ^= swap << half;
            block[upper + half] ^= swap;
        }
        half /= 2;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::maps;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn shifting_moves_every_cell(set in maps(150, 6), dx in -160..160i32, dy in -7..7i32) {
            let by = Cell::new(dx, dy);
            prop_assert_eq!(set.shifted(by), BitGrid::from_fn(set.size(), |c| set.contains(c - by)));
        }

        #[test]
        fn mirroring_and_transposing_move_every_cell(set in maps(150, 90)) {
            let (size, last) = (set.size(), Cell::new(set.size().width() - 1, set.size().height() - 1));
            let mut mirrored = set.clone();
            mirrored.reverse_columns();
            prop_assert_eq!(mirrored, BitGrid::from_fn(size, |c| set.contains(Cell::new(last.x - c.x, c.y))));
            let mut mirrored = set.clone();
            mirrored.reverse_rows();
            prop_assert_eq!(mirrored, BitGrid::from_fn(size, |c| set.contains(Cell::new(c.x, last.y - c.y))));
            let turned = Size::of(size.height(), size.width());
            prop_assert_eq!(set.transposed(), BitGrid::from_fn(turned, |c| set.contains(Cell::new(c.y, c.x))));
        }
    }

    #[test]
    fn shifting_by_any_amount_at_all_is_harmless() {
        let set = BitGrid::full(Size::of(70, 3));
        for (x, y) in [(i32::MIN, 0), (i32::MAX, 0), (0, i32::MIN), (0, i32::MAX)] {
            assert!(set.shifted(Cell::new(x, y)).is_empty());
        }
    }
}
