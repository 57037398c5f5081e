//! Families of presets that have their ranges in common.

use std::collections::BTreeMap;

use super::range::Range;

/// The ranges of columns, by their names.
pub(super) type ColumnRanges = BTreeMap<&'static str, Range>;

/// Presets that look alike, and the ranges that their figures keep.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FigureFamily {
    /// Its name.
    pub name: String,
    /// Its presets, those that do not exist yet included.
    pub presets: Vec<String>,
    /// Whether the tests insist on the ranges.
    pub judged: bool,
    /// Why they do not, where they do not.
    pub reason: Option<String>,
    pub(super) ranges: ColumnRanges,
    /// What single presets do differently.
    pub(super) only: BTreeMap<String, ColumnRanges>,
}
