//! The figures of many dungeons of one preset, column by column, with the verdict.

use std::fmt;

use serde::Serialize;

use super::decimal::{Decimal, ONE};
use super::range::Range;
use crate::plural;

/// Percentiles beside the median. [Unit: percent]
const LOW: usize = 5;
const HIGH: usize = 95;

/// The figures of many dungeons of one preset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FigureTable {
    pub(super) preset: String,
    pub(super) family: Option<String>,
    pub(super) dungeons: usize,
    pub(super) columns: Vec<Row>,
}

/// One column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Row {
    column: &'static str,
    #[serde(flatten)]
    figures: Option<Spread>,
    /// The range as text, empty where there is none.
    range: String,
    verdict: Option<Verdict>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Spread {
    mean: Decimal,
    low: Decimal,
    median: Decimal,
    high: Decimal,
    worst: Decimal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
enum Verdict {
    #[serde(rename = "ok")]
    Ok,
    #[serde(rename = "OUT")]
    Out,
}

impl FigureTable {
    /// The columns that miss their ranges.
    pub fn misses(&self) -> Vec<&'static str> {
        let is_out = |row: &&Row| row.verdict == Some(Verdict::Out);
        self.columns.iter().filter(is_out).map(|row| row.column).collect()
    }
}

impl Row {
    /// A column of facts, in parts of 1/10,000.
    pub(super) fn new(column: &'static str, mut values: Vec<u64>, range: &Range) -> Self {
        values.sort_unstable();
        let verdict = (!range.is_empty()).then(|| Verdict::new(range.is_kept(&values)));
        Self { column, figures: Spread::new(&values, range), range: range.to_string(), verdict }
    }

    /// A number of different ones; judged where enough dungeons were counted.
    pub(super) fn distinct(column: &'static str, count: usize, is_enough: bool, range: &Range) -> Self {
        let verdict = range.distinct.filter(|_| is_enough).map(|least| Verdict::new(count >= least));
        let count = Decimal(count as u64 * ONE);
        let figures = Spread { mean: count, low: count, median: count, high: count, worst: count };
        Self { column, figures: Some(figures), range: range.to_string(), verdict }
    }
}

impl Verdict {
    const fn new(is_kept: bool) -> Self {
        if is_kept { Self::Ok } else { Self::Out }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Out => "OUT",
        }
    }
}

impl Spread {
    /// Of sorted values. A percentile of n values is the one at (n − 1) × percent ÷ 100, rounded down.
    fn new(values: &[u64], range: &Range) -> Option<Self> {
        let (&least, &greatest) = (values.first()?, values.last()?);
        let sum: u128 = values.iter().map(|&value| u128::from(value)).sum();
        let at = |percent: usize| Decimal(values[(values.len() - 1) * percent / 100]);
        Some(Self {
            mean: Decimal((sum / values.len() as u128) as u64),
            low: at(LOW),
            median: at(50),
            high: at(HIGH),
            worst: Decimal(range.worst(least, greatest)),
        })
    }
}

impl fmt::Display for FigureTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let family = self.family.as_deref().unwrap_or("no family");
        writeln!(f, "{} ({family}), {}", self.preset, plural::count(self.dungeons, "dungeon"))?;
        let names = [format!("{LOW} %"), "median".to_owned(), format!("{HIGH} %"), "worst".to_owned()];
        write!(f, "{:<22}{:>12}", "column", "mean")?;
        names.iter().try_for_each(|name| write!(f, "{name:>10}"))?;
        writeln!(f, "   range")?;
        self.columns.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = self.verdict.map_or("", Verdict::name);
        let numbers = self.figures.map_or_else(
            || format!("{:>12}", "-"),
            |Spread { mean, low, median, high, worst }| format!("{mean:>12}{low:>10}{median:>10}{high:>10}{worst:>10}"),
        );
        let line = format!("{:<22}{numbers:<52}   {verdict:<3} {}", self.column, self.range);
        f.write_str(line.trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::super::range::Bounds;
    use super::*;

    fn spread(values: &[u64]) -> Vec<String> {
        let values: Vec<u64> = values.iter().map(|value| value * ONE).collect();
        let Spread { mean, low, median, high, worst } = Spread::new(&values, &Range::default()).unwrap();
        [mean, low, median, high, worst].map(|value| value.to_string()).to_vec()
    }

    #[test]
    fn of_an_even_number_the_lower_middle_is_the_median() {
        assert_eq!(spread(&[1, 2, 3, 4]), ["2.5", "1", "2", "3", "4"]);
        assert_eq!(spread(&[7]), ["7", "7", "7", "7", "7"]);
        assert_eq!(spread(&(1..=100).collect::<Vec<_>>()), ["50.5", "5", "50", "95", "100"]);
        assert_eq!(spread(&(0..=100).collect::<Vec<_>>()), ["50", "5", "50", "95", "100"]);
    }

    #[test]
    fn a_mean_is_rounded_down_once() {
        assert_eq!(spread(&[0, 0, 2])[0], "0.6666");
    }

    #[test]
    fn a_column_without_values_has_no_figures_and_misses_its_range() {
        let range = Range { each: Bounds::parse("0.."), ..Range::default() };
        let row = Row::new("critical_hops", Vec::new(), &range);
        assert_eq!((row.figures, row.verdict), (None, Some(Verdict::Out)));
        assert_eq!(Row::new("critical_hops", Vec::new(), &Range::default()).verdict, None);
    }

    #[test]
    fn too_few_dungeons_are_not_judged_by_how_they_differ() {
        let range = Range { distinct: Some(3), ..Range::default() };
        let verdict = |count, is_enough| Row::distinct("plans", count, is_enough, &range).verdict;
        assert_eq!(verdict(2, false), None);
        assert_eq!(verdict(2, true), Some(Verdict::Out));
        assert_eq!(verdict(3, true), Some(Verdict::Ok));
    }
}
