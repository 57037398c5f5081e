//! How far a search has come with each corner: three bits, and nothing to clear between searches.
//!
//! Most edges that a search looks at lead to corners that it has taken up already, or to such as no path has reached.
//! For both a few bits are enough, and those of a whole region fit in the nearest cache.

use undercroft_grid::WORD_BITS;

use super::corner_index::CornerId;

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

/// The flags of 64 corners.
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
    /// Takes all flags from so many corners.
    pub(crate) fn begin(&mut self, corners: usize) {
        let words = corners.div_ceil(WORD_BITS);
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
    pub(crate) fn at(&mut self, corner: CornerId) -> CornerFlags<'_> {
        let word = &mut self.words[corner as usize / WORD_BITS];
        if word.round != self.round {
            *word = Flags { bits: [0; 3], round: self.round };
        }
        CornerFlags { flags: &mut word.bits, bit: 1 << (corner as usize % WORD_BITS) }
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
        let corner = 127;
        for _ in 0..4 {
            progress.begin(128);
            assert!([REACHED, CLOSED, LAST].iter().all(|&flag| !progress.at(corner).has(flag)));
            progress.at(corner).add(CLOSED);
            assert!(progress.at(corner).has(CLOSED) && !progress.at(corner).has(REACHED));
            assert!(!progress.at(64).has(CLOSED));
        }
    }
}
