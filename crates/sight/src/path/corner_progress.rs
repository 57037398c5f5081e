//! How far a search has come with each corner: three bits, and nothing to clear between searches.
//!
//! Most edges that a search looks at lead to corners that it has taken up already, or to such as no path has reached.
//! For both a few bits are enough, and those of a whole region fit in the nearest cache. They lie where those of the cells
//! do, so that for a corner that has been taken up not even its number is looked up.

use super::corner_index::BitPlace;

/// What is noted of a corner.
pub(crate) type Flag = usize;

/// A path has reached the corner.
pub(crate) const REACHED: Flag = 0;
/// The corner has been taken up.
pub(crate) const CLOSED: Flag = 1;
/// A taut path can leave the corner for the destination.
pub(crate) const LAST: Flag = 2;

/// The flags of all corners of a graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct CornerProgress {
    words: Vec<Flags>,
    /// Flags of other rounds are void.
    round: u32,
}

/// The flags of 64 cells.
#[derive(Clone, Copy, Debug, Default)]
struct Flags {
    bits: [u64; 3],
    round: u32,
}

/// The flags of one corner.
pub(crate) struct CornerFlags<'a> {
    flags: &'a mut [u64; 3],
    bit: u64,
}

impl CornerProgress {
    /// Takes all flags from corners whose bits are in so many words.
    pub(crate) fn begin(&mut self, words: usize) {
        if self.words.len() < words {
            self.words.resize(words, Flags::default());
        }
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.words.fill(Flags::default());
            self.round = 1;
        }
    }

    /// The flags of a corner.
    #[inline]
    pub(crate) fn at(&mut self, place: BitPlace) -> CornerFlags<'_> {
        let word = &mut self.words[place.word];
        if word.round != self.round {
            *word = Flags { bits: [0; 3], round: self.round };
        }
        CornerFlags { flags: &mut word.bits, bit: place.bit }
    }
}

impl CornerFlags<'_> {
    /// Whether a flag is set.
    #[inline]
    pub(crate) const fn has(&self, flag: Flag) -> bool {
        self.flags[flag] & self.bit != 0
    }

    /// Sets a flag.
    #[inline]
    pub(crate) const fn add(&mut self, flag: Flag) {
        self.flags[flag] |= self.bit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_earlier_rounds_are_void_even_when_rounds_start_over() {
        let mut progress = CornerProgress { words: Vec::new(), round: u32::MAX - 1 };
        let place = BitPlace { word: 1, bit: 1 << 63 };
        for _ in 0..4 {
            progress.begin(2);
            assert!([REACHED, CLOSED, LAST].iter().all(|&flag| !progress.at(place).has(flag)));
            progress.at(place).add(CLOSED);
            assert!(progress.at(place).has(CLOSED) && !progress.at(place).has(REACHED));
            assert!(!progress.at(BitPlace { word: 1, bit: 1 }).has(CLOSED));
        }
    }
}
