//! Kinds of features: what furniture and other objects are like, whichever dungeon they stand in.

use super::feature_symbol::FeatureSymbol;
use crate::dungeon::{Ground, Mount};

/// The kind that is dug for a trap, and the mechanism of such traps.
pub const PIT: &str = "pit";

/// Where in a room a feature is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FurnishRule {
    /// With its back along a wall.
    Wall,
    /// Where two walls meet.
    Corner,
    /// On the axis of the main door.
    Center,
    /// In pairs on both sides of the axis.
    Rows,
    /// Anywhere, more often along walls.
    Scatter,
    /// Touching another feature.
    Beside,
}

impl FurnishRule {
    /// All rules, in the order of the documentation.
    pub const ALL: [Self; 6] = [Self::Wall, Self::Corner, Self::Center, Self::Rows, Self::Scatter, Self::Beside];

    /// Its name in content files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Corner => "corner",
            Self::Center => "center",
            Self::Rows => "rows",
            Self::Scatter => "scatter",
            Self::Beside => "beside",
        }
    }
}

/// A kind of feature, such as `sarcophagus`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own in the file")]
pub struct FeatureKind {
    /// Its name.
    pub name: String,
    /// Width and depth before turning, its back to the north. [Unit: cells] [Limits: 1..=6 each]
    pub size: [u8; 2],
    /// Whether it stops bodies.
    pub blocks: bool,
    /// Whether it lies on the floor, so that others may stand on it.
    pub flat: bool,
    /// Whether it stops sight.
    pub opaque: bool,
    /// How far its light reaches, bright and dim. [Unit: feet] [Limits: 5 <= bright <= dim <= 120]
    pub light: Option<[u16; 2]>,
    /// Whether players must not see it on their map.
    pub secret: bool,
    /// The words for one of it, with its article: `a sarcophagus`.
    pub one: String,
    /// The word for several: `sarcophagi`.
    pub many: String,
    /// How drawings show it; shipped kinds have theirs in the crate that draws.
    pub symbol: Option<FeatureSymbol>,
    /// Where it stands.
    pub(crate) mount: Mount,
    /// The grounds that it may stand on.
    pub(crate) on: Vec<Ground>,
    /// The rules by which it may be placed.
    pub(crate) rules: Vec<FurnishRule>,
}

impl FeatureKind {
    /// The names of the rules by which it may be placed.
    pub fn rule_names(&self) -> impl Iterator<Item = &'static str> {
        self.rules.iter().map(|rule| rule.name())
    }

    /// The noun for one of it without its article.
    pub(crate) fn noun(&self) -> &str {
        let one = self.one.as_str();
        one.strip_prefix("a ").or_else(|| one.strip_prefix("an ")).unwrap_or(one)
    }
}
