//! Seeds and random streams: portable, named, and independent of each other.
//!
//! The generator is PCG XSL RR 128/64 (M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
//! Algorithms for Random Number Generation", 2014), as the `rand_pcg` crate publishes it under a promise of portability.
//! Everything above raw 64-bit outputs (ranges, chances, shuffles) is our own, so that no release of another crate can
//! change a dungeon. Every stage draws from the stream of its own name: a change in one never disturbs another.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use undercroft_grid::split_mix;

use crate::fraction::Fraction;

/// The number a dungeon grows from, with other numbers for single stages where the user re-rolled one.
///
/// ```
/// use undercroft::{Generator, Seed};
///
/// let crypt = Generator::preset("crypt")?;
/// let first = crypt.clone().seed(7).generate()?;
/// let other_corridors = crypt.seed(Seed::new(7).with_stage("route", 3)).generate()?;
/// assert_eq!(first.rooms.len(), other_corridors.rooms.len());
/// assert_eq!(other_corridors.provenance.seed, "7 route=3");
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seed {
    base: u64,
    stages: BTreeMap<String, u64>,
    /// How often placement was begun again round pins; no part of the seed as it is written.
    attempt: u32,
}

impl Seed {
    /// The stages that can have a number of their own, in the order in which they run.
    pub const STAGES: [&str; 7] = ["plan", "place", "route", "doors", "ground", "stock", "name"];

    /// A seed for all stages.
    pub fn new(base: u64) -> Self {
        Self { base, stages: BTreeMap::new(), attempt: 0 }
    }

    /// The same seed with another number for one stage.
    #[must_use]
    pub fn with_stage(mut self, stage: &str, number: u64) -> Self {
        self.stages.insert(stage.to_owned(), number);
        self
    }

    /// The number for all stages that have none of their own.
    pub const fn base(&self) -> u64 {
        self.base
    }

    /// The stages that have a number of their own.
    pub const fn stages(&self) -> &BTreeMap<String, u64> {
        &self.stages
    }

    /// Reads the seed of a record, as [`Display`](fmt::Display) writes it: numbers only, for a dungeon keeps the number of a
    /// word.
    ///
    /// # Errors
    /// When the text is not written as `7` or `7 route=9`.
    ///
    /// ```
    /// use undercroft::Seed;
    ///
    /// assert!(Seed::from_record("7 route=9").is_ok());
    /// assert!(Seed::from_record("seven").is_err() && "seven".parse::<Seed>().is_ok());
    /// ```
    pub fn from_record(text: &str) -> Result<Self, SeedError> {
        let refuse = || SeedError::Stages(text.to_owned());
        let mut words = text.split_whitespace();
        let base = words.next().and_then(|word| word.parse().ok()).ok_or_else(refuse)?;
        words.try_fold(Self::new(base), |seed, word| {
            let (stage, number) = word.split_once('=').ok_or_else(refuse)?;
            Ok(seed.with_stage(stage, number.parse().map_err(|_| refuse())?))
        })
    }

    /// The random stream of this name. A name is a stage, or a stage and what it decides about: `place/step/3` is a stream
    /// of its own, and re-rolling `place` re-rolls it too.
    ///
    /// ```
    /// use undercroft::Seed;
    ///
    /// let (seed, rolled) = (Seed::new(7), Seed::new(7).with_stage("place", 9));
    /// assert_ne!(seed.stream("place/step/3").bits(), seed.stream("place/step/4").bits());
    /// assert_eq!(rolled.stream("place/step/3").bits(), Seed::new(9).stream("place/step/3").bits());
    /// ```
    pub fn stream(&self, name: &str) -> Stream {
        let stage = name.split('/').next().unwrap_or(name);
        let number = self.stages.get(stage).copied().unwrap_or(self.base);
        if self.attempt > 0 && ["place", "route"].contains(&stage) {
            return Stream::new(number, &format!("{stage}#{}{}", self.attempt, &name[stage.len()..]));
        }
        Stream::new(number, name)
    }

    /// The same seed for another attempt at placing and routing, whose streams are `place#k` and `route#k`.
    pub(crate) fn with_attempt(&self, attempt: u32) -> Self {
        Self { attempt, ..self.clone() }
    }

    /// Which attempt at placing and routing this is, from 0.
    pub(crate) const fn attempt(&self) -> u32 {
        self.attempt
    }
}

impl From<u64> for Seed {
    fn from(base: u64) -> Self {
        Self::new(base)
    }
}

impl From<i32> for Seed {
    /// For numbers written in code, which are `i32` where nothing else decides.
    fn from(base: i32) -> Self {
        Self::new(base as u64)
    }
}

impl fmt::Display for Seed {
    /// `7`, or `7 route=9` where a stage was re-rolled.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base)?;
        self.stages.iter().try_for_each(|(stage, number)| write!(f, " {stage}={number}"))
    }
}

/// A text that is not a seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeedError {
    /// It is empty, or a number beyond the limits.
    #[error("a seed is a whole number from 0 to {max}, or a word; got {0:?}", max = u64::MAX)]
    Base(String),
    /// It is not written as `7` or `7 route=9`.
    #[error("a seed is a whole number from 0 to {max}, with STAGE=NUMBER for single stages; got {0:?}", max = u64::MAX)]
    Stages(String),
}

impl std::str::FromStr for Seed {
    type Err = SeedError;

    /// `7`, `7 route=9`, or a word: text without `=` that is not digits, alone or after a sign, is the seed that
    /// FNV-1a makes of its bytes. Blanks at the ends do not count.
    fn from_str(text: &str) -> Result<Self, SeedError> {
        let text = text.trim();
        if text.contains('=') {
            return Self::from_record(text);
        }
        base(text).map(Self::new).ok_or_else(|| SeedError::Base(text.to_owned()))
    }
}

/// The number of a seed without stages, if it is one.
fn base(text: &str) -> Option<u64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = text.is_empty() || !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { Some(fnv(text)) }
}

/// FNV-1a with 64 bits (G. Fowler, L. C. Noll and K.-P. Vo).
pub(crate) fn fnv(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// A stream of random numbers that is the same on every machine.
#[derive(Clone, Debug)]
pub struct Stream(Pcg64);

impl Stream {
    /// The stream `name` of the seed `number`.
    pub fn new(number: u64, name: &str) -> Self {
        // FNV-1a keeps names apart; SplitMix64 then spreads number and name over the 256 bits that PCG takes.
        let mut state = number ^ fnv(name).rotate_left(32);
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_exact_mut(8) {
            chunk.copy_from_slice(&split_mix(&mut state).to_le_bytes());
        }
        Self(Pcg64::from_seed(bytes))
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, all equally likely. `bound` must not be 0.
    ///
    /// D. Lemire, "Fast Random Integer Generation in an Interval", 2019.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "there is no number below 0");
        let bound = u64::from(bound);
        loop {
            let product = (self.bits() >> 32) * bound;
            // The low half below 2^32 mod bound would favour some numbers: draw again.
            if product & 0xffff_ffff >= (1 << 32) % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// A number of the range, all equally likely. The range must not be empty.
    pub fn range(&mut self, range: Range<i32>) -> i32 {
        assert!(range.start < range.end, "there is no number in {range:?}");
        let span = range.end.wrapping_sub(range.start) as u32;
        range.start.wrapping_add(self.below(span) as i32)
    }

    /// Yes with this chance.
    pub fn chance(&mut self, chance: Fraction) -> bool {
        self.below(u32::from(Fraction::WHOLE)) < u32::from(chance.parts())
    }

    /// One of the items, all equally likely; `None` of none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.below(items.len() as u32) as usize])
    }

    /// The index of an item, each as likely as its weight; `None` when all weights are 0. The sum must fit `u32`.
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: u32 = weights.iter().sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        weights.iter().position(|&weight| {
            let hit = left < weight;
            left = left.saturating_sub(weight);
            hit
        })
    }

    /// Puts the items in random order, all orders equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests;
