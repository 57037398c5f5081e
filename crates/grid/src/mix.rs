//! The mixer of `SplitMix64` (G. Steele, D. Lea and C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014): a
//! hash of places for those who draw, and numbers for those who draw lots. Nothing in this crate uses it.

/// What the state of the generator grows by: 2^64 over the golden ratio, made odd.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Spreads the bits of a number over all 64, so that numbers that differ in one bit differ in about half.
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The generator: moves the state on and gives its next output.
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(GOLDEN);
    mix(*state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_mix_gives_its_published_outputs() {
        // The reference implementation (S. Vigna, splitmix64.c) from state 1234567.
        let mut state = 1_234_567;
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!([0; 5].map(|_: u64| split_mix(&mut state)), published);
    }
}
