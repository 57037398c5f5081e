//! Figures: presets are tuned by numbers. Ranges for the facts of each family of presets, and the verdict on many dungeons.
//!
//! The ranges are data (`data/figures.toml` of this crate). Everything is counted in whole numbers: a mean is compared with
//! its range by multiplying, and rounded down only where it is printed.
//!
//! ```
//! use undercroft::figures::{Figures, Variety};
//! use undercroft::{generate, verify};
//!
//! let figures = Figures::shipped();
//! assert_eq!(figures.family("crypt").map(|family| family.name.as_str()), Some("planned"));
//! let dungeons = (1..=3).map(|seed| generate("crypt", seed)).collect::<Result<Vec<_>, _>>()?;
//! let facts: Vec<_> = dungeons.iter().map(|dungeon| verify(dungeon).facts).collect();
//! let table = figures.judge("crypt", &facts, &Variety::default());
//! assert!(table.to_string().starts_with("crypt (planned), 3 dungeons"));
//! # Ok::<(), undercroft::Error>(())
//! ```

mod decimal;
mod error;
mod family;
mod file;
mod range;
mod table;
mod variety;

#[cfg(test)]
mod tests;

pub use error::FigureError;
pub use family::FigureFamily;
pub use table::FigureTable;
pub use variety::Variety;

use std::sync::LazyLock;

use crate::verify::Facts;
use family::ColumnRanges;
use file::{DISTINCT, FigureFile};
use range::Range;
use table::Row;

/// Dungeons among which different silhouettes and plans are counted.
pub const VARIETY_SEEDS: usize = 200;

const FILE: &str = "figures.toml";

static SHIPPED: LazyLock<Figures> = LazyLock::new(|| {
    // A test reads it.
    Figures::parse(FILE, include_str!("../../data/figures.toml")).unwrap_or_else(|error| unreachable!("{error}"))
});

/// The ranges of all families.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    all: ColumnRanges,
    families: Vec<FigureFamily>,
}

impl Figures {
    /// The ranges that come with the crate.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Reads TOML. `name` is for messages.
    ///
    /// # Errors
    /// When the text is no TOML, or has a column or a key that does not exist, or a range that is none.
    pub fn parse(name: &str, text: &str) -> Result<Self, FigureError> {
        let (all, families) = FigureFile { name, text }.parse()?;
        Ok(Self { all, families })
    }

    /// All families, in the order of the file.
    pub fn families(&self) -> &[FigureFamily] {
        &self.families
    }

    /// The family of a preset, if it is in one.
    pub fn family(&self, preset: &str) -> Option<&FigureFamily> {
        self.families.iter().find(|family| family.presets.iter().any(|name| name == preset))
    }

    /// The figures of dungeons of one preset. Without a family there are no ranges, and nothing is missed.
    ///
    /// Different silhouettes and plans are judged where `variety` has [`VARIETY_SEEDS`] dungeons or more.
    pub fn judge(&self, preset: &str, facts: &[Facts], variety: &Variety) -> FigureTable {
        let family = self.family(preset);
        let rows: Vec<Vec<Option<u64>>> = facts.iter().map(Facts::parts).collect();
        let none = Range::default();
        let range = |column| family.and_then(|family| self.range(family, preset, column)).unwrap_or(&none);
        let column = |(i, &column): (usize, &&'static str)| {
            Row::new(column, rows.iter().filter_map(|row| row[i]).collect(), range(column))
        };
        let is_enough = variety.dungeons() >= VARIETY_SEEDS;
        let distinct = DISTINCT.into_iter().zip([variety.silhouettes(), variety.plans()]);
        let distinct = distinct.map(|(name, count)| Row::distinct(name, count, is_enough, range(name)));
        FigureTable {
            preset: preset.to_owned(),
            family: family.map(|family| family.name.clone()),
            dungeons: facts.len(),
            columns: Facts::COLUMNS.iter().enumerate().map(column).chain(distinct).collect(),
        }
    }

    /// The range of a column: that of the preset alone, else of the family, else of all.
    fn range<'a>(&'a self, family: &'a FigureFamily, preset: &str, column: &str) -> Option<&'a Range> {
        let only = family.only.get(preset).and_then(|only| only.get(column));
        only.or_else(|| family.ranges.get(column)).or_else(|| self.all.get(column))
    }
}
