//! Random numbers for breaking ties, the same on every machine.
//!
//! `SplitMix64` (G. Steele, D. Lea and C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014): one addition
//! and a mixer per number, which suits a choice made for every actor in every step.

use serde::{Deserialize, Serialize};

/// A stream of random numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub(crate) const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
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

/// Spreads the bits of a number over all 64: the mixer of `SplitMix64`, also good for hashing.
pub(crate) const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_mix_gives_its_published_outputs() {
        // The reference implementation (S. Vigna, splitmix64.c) from state 1234567.
        let mut random = Random::new(1_234_567);
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!([0; 5].map(|_: u64| random.bits()), published);
    }

    #[test]
    fn a_shuffle_keeps_the_items_and_numbers_stay_below_their_bound() {
        let mut random = Random::new(7);
        let mut items: Vec<u32> = (0..50).collect();
        random.shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
        assert!((0..1000).all(|_| random.below(3) < 3));
    }
}
