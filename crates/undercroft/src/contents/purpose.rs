//! Purposes: what rooms are for, where they may be and what stands in them.

use std::sync::Arc;

use super::constraint::{ConditionList, Constraint};
use super::feature_kind::{FeatureKind, FurnishRule};
use super::note_sentences::NoteSentences;
use super::sentence::Sentence;
use crate::dungeon::Role;
use crate::fraction::Fraction;

/// The purpose that takes a room where nothing else fits. The table `common` has it, without any condition.
pub const FALLBACK: &str = "chamber";

/// Levels by their height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreyRange {
    /// All of them.
    Any,
    /// Those above the entrance's.
    Above,
    /// That of the entrance.
    Ground,
    /// Those below it.
    Below,
}

impl StoreyRange {
    /// All ranges, in the order of the documentation.
    pub const ALL: [Self; 4] = [Self::Above, Self::Ground, Self::Below, Self::Any];

    /// Its name in content tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Above => "above",
            Self::Ground => "ground",
            Self::Below => "below",
        }
    }
}

/// How many features an entry asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FurnishAmount {
    /// So many, least and most. [Limits: 0 <= min <= max <= 64]
    Count([u32; 2]),
    /// So much of the floor.
    Share(Fraction),
}

/// Features of one kind that a purpose asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FurnishEntry {
    /// The kind.
    pub kind: Arc<FeatureKind>,
    /// Where they are put.
    pub rule: FurnishRule,
    /// How many.
    pub amount: FurnishAmount,
    /// With [`FurnishRule::Beside`], the kind that they touch; an earlier entry places it.
    pub of: Option<Arc<FeatureKind>>,
}

impl FurnishEntry {
    /// Whether it asks for at least one.
    pub const fn is_required(&self) -> bool {
        !matches!(self.amount, FurnishAmount::Count([0, _]))
    }
}

/// What a room is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// Its name, such as `ossuary`.
    pub name: String,
    /// How often it is chosen, against others that fit as well. [Limits: 1..=1000]
    pub weight: u32,
    /// How many rooms should have it at least. [Limits: 0 <= min <= max <= 99]
    pub min: u32,
    /// How many rooms may have it.
    pub max: u32,
    /// Floor of its rooms, least and most. [Unit: cells] [Limits: 1 <= min <= max <= 4096]
    pub area: [u32; 2],
    /// Longest side in per cent of the shortest. [Limits: 100..=9900]
    pub aspect: u32,
    /// The levels on which it may be.
    pub levels: StoreyRange,
    /// The roles whose rooms it takes.
    pub roles: Vec<Role>,
    /// What its rooms must be like.
    pub needs: ConditionList,
    /// What its rooms should be like.
    pub wants: ConditionList,
    /// Whether its furniture is symmetric.
    pub mirror: bool,
    /// What its floor is made of, where that is not the table's.
    pub surface: Option<String>,
    /// Names for its rooms; at least one.
    pub names: Vec<Arc<Sentence>>,
    /// What stands in it, in the order of placing.
    pub furnish: Vec<FurnishEntry>,
    /// Notes about its rooms.
    pub notes: NoteSentences,
}

impl Purpose {
    /// The purposes that it needs or prefers as neighbours.
    pub fn neighbors(&self) -> impl Iterator<Item = &str> {
        self.needs.with_values().chain(self.wants.with_values()).filter_map(|constraint| match constraint {
            Constraint::Beside(purpose) => Some(purpose.as_str()),
            _ => None,
        })
    }
}
