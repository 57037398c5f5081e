//! Ranges that the columns of a family keep.

use std::fmt;

use super::decimal::{Decimal, ONE};

/// What is asked of one column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Range {
    /// Of the mean over all dungeons.
    pub(super) mean: Option<Bounds>,
    /// Of every dungeon.
    pub(super) each: Option<Bounds>,
    /// Of at least this share of the dungeons.
    pub(super) most: Option<Most>,
    /// The least number of different ones.
    pub(super) distinct: Option<usize>,
}

/// A closed range, perhaps open to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    min: Option<Decimal>,
    max: Option<Decimal>,
}

/// A range that a share of the dungeons keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Most {
    bounds: Bounds,
    share: Decimal,
}

impl Range {
    /// Whether nothing is asked.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the values keep it; none keep nothing but the empty range.
    pub(super) fn is_kept(&self, values: &[u64]) -> bool {
        let sum: u128 = values.iter().map(|&value| u128::from(value)).sum();
        let count = values.len() as u128;
        let within = |bounds: Bounds| values.iter().filter(|&&value| bounds.holds(value.into(), 1)).count() as u128;
        let keeps_most = |most: Most| within(most.bounds) * u128::from(ONE) >= u128::from(most.share.0) * count;
        self.is_empty()
            || count > 0
                && self.mean.is_none_or(|bounds| bounds.holds(sum, count))
                && self.each.is_none_or(|bounds| within(bounds) == count)
                && self.most.is_none_or(keeps_most)
    }

    /// Of the least and the greatest value the one that lies farther outside; without a range the greatest.
    pub(super) fn worst(&self, least: u64, greatest: u64) -> u64 {
        let Some(bounds) = self.each.or(self.most.map(|most| most.bounds)).or(self.mean) else { return greatest };
        let below = bounds.min.map_or(i128::MIN, |min| i128::from(min.0) - i128::from(least));
        let above = bounds.max.map_or(i128::MIN, |max| i128::from(greatest) - i128::from(max.0));
        if below > above { least } else { greatest }
    }
}

impl Bounds {
    /// Reads `0.28..0.44`, `0.28..` or `..0.44`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (min, max) = text.trim().split_once("..")?;
        let side = |text: &str| if text.is_empty() { Some(None) } else { Decimal::parse(text).map(Some) };
        let bounds = Self { min: side(min)?, max: side(max)? };
        let is_ordered = bounds.min.zip(bounds.max).is_none_or(|(min, max)| min <= max);
        (is_ordered && (bounds.min.is_some() || bounds.max.is_some())).then_some(bounds)
    }

    /// Whether `sum` ÷ `count` lies within, without dividing.
    fn holds(self, sum: u128, count: u128) -> bool {
        self.min.is_none_or(|min| sum >= u128::from(min.0) * count)
            && self.max.is_none_or(|max| sum <= u128::from(max.0) * count)
    }
}

impl Most {
    /// Reads `1.. in 0.95`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (bounds, share) = text.split_once(" in ")?;
        let share = Decimal::parse(share.trim()).filter(|share| share.0 <= ONE)?;
        Some(Self { bounds: Bounds::parse(bounds)?, share })
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |side: Option<Decimal>| side.map(|side| side.to_string()).unwrap_or_default();
        write!(f, "{}..{}", side(self.min), side(self.max))
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.mean.map(|bounds| format!("mean {bounds}")),
            self.each.map(|bounds| format!("each {bounds}")),
            self.most.map(|Most { bounds, share }| format!("{bounds} in {share}")),
            self.distinct.map(|least| format!("distinct {least}..")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(text: &str) -> Range {
        Range { mean: Bounds::parse(text), ..Range::default() }
    }

    fn whole(values: &[u64]) -> Vec<u64> {
        values.iter().map(|value| value * ONE).collect()
    }

    #[test]
    fn a_mean_is_compared_without_rounding() {
        assert!(mean("2..4").is_kept(&whole(&[1, 3])));
        assert!(!mean("2..4").is_kept(&[ONE, 3 * ONE - 1]));
        assert!(!mean("..0.3333").is_kept(&[ONE, 0, 0]), "a third is more than 0.3333");
        assert!(mean("..0.3334").is_kept(&[ONE, 0, 0]));
        assert!(!mean("0..9").is_kept(&[]), "no dungeon, no mean");
    }

    #[test]
    fn every_dungeon_or_most_of_them_keep_a_range() {
        let each = Range { each: Bounds::parse("1.."), ..Range::default() };
        assert!(each.is_kept(&whole(&[1, 5])) && !each.is_kept(&whole(&[0, 5])));
        let most = Range { most: Most::parse("..0 in 0.75"), ..Range::default() };
        assert!(most.is_kept(&whole(&[0, 0, 0, 9])) && !most.is_kept(&whole(&[0, 0, 1, 9])));
    }

    #[test]
    fn the_worst_value_lies_farthest_outside() {
        assert_eq!(mean("2..4").worst(0, 5 * ONE), 0);
        assert_eq!(mean("2..4").worst(ONE, 9 * ONE), 9 * ONE);
        assert_eq!(mean("2..").worst(3 * ONE, 9 * ONE), 3 * ONE);
        assert_eq!(Range::default().worst(1, 9), 9);
    }

    #[test]
    fn malformed_ranges_are_refused() {
        for text in ["", "..", "1", "1..0", "a..b", "-1..2", "1...2"] {
            assert_eq!(Bounds::parse(text), None, "{text}");
        }
        for text in ["1..", "1.. in", "1.. in 2", "in 0.5", "1.. of 0.5"] {
            assert_eq!(Most::parse(text), None, "{text}");
        }
    }
}
