//! Rows and columns exchanged, 64 of each at a time.

use undercroft_grid::{BitGrid, Size, WORD_BITS};

/// The set with rows and columns exchanged.
pub(crate) fn transposed(set: &BitGrid) -> BitGrid {
    let size = Size::of(set.size().height(), set.size().width());
    let mut turned = BitGrid::new(size);
    for top in (0..size.width()).step_by(WORD_BITS) {
        for column in 0..set.stride() {
            let mut block = [0; WORD_BITS];
            for (word, y) in block.iter_mut().zip(top..size.width()) {
                *word = set.row(y)[column];
            }
            transpose_block(&mut block);
            for (&word, x) in block.iter().zip((column * WORD_BITS) as i32..size.height()) {
                turned.row_mut(x)[top as usize / WORD_BITS] = word;
            }
        }
    }
    turned
}

/// Exchanges the off-diagonal halves of the block, then of its quarters, and so on: six rounds of masked swaps
/// (H. S. Warren, "Hacker's Delight", 2nd edition, section 7-3).
fn transpose_block(block: &mut [u64; WORD_BITS]) {
    let mut width = WORD_BITS / 2;
    let mut low = u64::MAX >> width;
    while width > 0 {
        for i in (0..WORD_BITS).filter(|i| i & width == 0) {
            let swap = (block[i] >> width ^ block[i + width]) & low;
            block[i] ^= swap << width;
            block[i + width] ^= swap;
        }
        width /= 2;
        low ^= low << width;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft_grid::Cell;

    use super::*;

    proptest! {
        #[test]
        fn every_cell_changes_row_and_column(w in 1..200i32, h in 1..200i32, factor in 1..1000usize) {
            let size = Size::of(w, h);
            let set = BitGrid::from_fn(size, |cell| (size.id(cell) * factor) % 7 < 3);
            let turned = BitGrid::from_fn(Size::of(h, w), |cell| set.contains(Cell::new(cell.y, cell.x)));
            prop_assert_eq!(transposed(&set), turned);
        }
    }
}
