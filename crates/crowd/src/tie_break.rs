//! Random numbers for breaking ties, the same on every machine.
//!
//! `SplitMix64`: one addition and a mixer per number, which suits a choice made for every actor in every step.

use undercroft_grid::split_mix;

/// A stream of random numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct TieBreaker(u64);

impl TieBreaker {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub(crate) const fn bits(&mut self) -> u64 {
        split_mix(&mut self.0)
    }

    /// A number below `bound`, which must not be 0.
    ///
    /// The product's upper half favours some numbers by less than `bound` in 2^32: nothing for a tie.
    pub(crate) const fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * bound as u64) >> 32) as u32
    }

    /// Puts the items in random order (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_keeps_the_items_and_numbers_stay_below_their_bound() {
        let mut random = TieBreaker::new(7);
        let mut items: Vec<u32> = (0..50).collect();
        random.shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
        assert!((0..1000).all(|_| random.below(3) < 3));
    }
}
