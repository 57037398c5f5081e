//! Seeds on the command line: a number or a word, one for a stage, or a range of them.

use std::ops::RangeInclusive;
use std::str::FromStr;

use undercroft::seed::Seed;

/// The most dungeons of one run.
const MAX_SEEDS: u64 = 1_000_000;

/// `7`, a word, or `route=7` for one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeedArg {
    /// For all stages that have none of their own.
    Base(u64),
    /// For one stage.
    Stage(&'static str, u64),
}

impl SeedArg {
    /// The number for all stages, if it is one.
    pub const fn base(&self) -> Option<u64> {
        match self {
            Self::Base(number) => Some(*number),
            Self::Stage(..) => None,
        }
    }

    /// The stage and its number, if it is for one.
    pub const fn stage(&self) -> Option<(&'static str, u64)> {
        match self {
            Self::Base(_) => None,
            Self::Stage(stage, number) => Some((stage, *number)),
        }
    }
}

impl FromStr for SeedArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((stage, seed)) = text.split_once('=') else {
            let seed: Seed = text.parse().map_err(|error| format!("{error}"))?;
            return Ok(Self::Base(seed.base()));
        };
        let known = Seed::STAGES.into_iter().find(|&known| known == stage);
        let stage =
            known.ok_or_else(|| format!("there is no stage {stage:?}; there are {}", Seed::STAGES.join(", ")))?;
        Ok(Self::Stage(stage, number(seed)?))
    }
}

/// `1..25`: from 1 to 25, both included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedRange(pub RangeInclusive<u64>);

impl FromStr for SeedRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let range = range(text)?;
        if range.end() - range.start() >= MAX_SEEDS {
            return Err(format!("at most {MAX_SEEDS} seeds at a time"));
        }
        Ok(Self(range))
    }
}

/// The same without a limit: a data set is made shard by shard.
#[cfg(feature = "dataset")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongSeedRange(pub RangeInclusive<u64>);

#[cfg(feature = "dataset")]
impl FromStr for LongSeedRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        range(text).map(Self)
    }
}

fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let Some((first, last)) = text.split_once("..") else {
        return Err("write FIRST..LAST, for example 1..100".to_owned());
    };
    let (first, last) = (number(first)?, number(last)?);
    if last < first {
        return Err(format!("the last seed {last} comes before the first {first}"));
    }
    Ok(first..=last)
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}, got {text:?}", u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_for_all_or_for_one_stage() {
        assert_eq!("7".parse(), Ok(SeedArg::Base(7)));
        assert_eq!("route=7".parse(), Ok(SeedArg::Stage("route", 7)));
        assert_eq!(
            "rout=7".parse::<SeedArg>(),
            Err("there is no stage \"rout\"; there are plan, place, route, doors, ground, stock, name".to_owned())
        );
        assert!("-1".parse::<SeedArg>().unwrap_err().ends_with("got \"-1\""));
        assert!("route=abbot".parse::<SeedArg>().unwrap_err().ends_with("got \"abbot\""));
    }

    #[test]
    fn a_word_was_refused_as_a_seed() {
        let abbot: Seed = "grey abbot".parse().unwrap();
        assert_eq!("grey abbot".parse(), Ok(SeedArg::Base(abbot.base())));
    }

    #[test]
    fn a_range_includes_both_ends_and_is_never_empty_or_huge() {
        assert_eq!("3..5".parse(), Ok(SeedRange(3..=5)));
        assert_eq!("3..3".parse(), Ok(SeedRange(3..=3)));
        let refusal = |text: &str| text.parse::<SeedRange>().unwrap_err();
        assert_eq!(refusal("5..3"), "the last seed 3 comes before the first 5");
        assert_eq!(refusal("0..18446744073709551615"), "at most 1000000 seeds at a time");
        assert_eq!(refusal("7"), "write FIRST..LAST, for example 1..100");
        assert!(refusal("a..3").ends_with("got \"a\""));
    }
}
