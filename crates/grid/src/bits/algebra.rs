//! Sets combined and compared: union, difference, complement, by whole words.

use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign, SubAssign};

use super::BitGrid;

impl BitGrid {
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

    fn assert_same_size(&self, other: &Self) {
        assert_eq!(self.size, other.size, "sets of cells of maps of different sizes cannot be combined");
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
