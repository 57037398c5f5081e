//! What lies around the rooms of a level.

use serde::{Deserialize, Serialize};

/// What the cells are made of that are neither room nor corridor. Drawings show it; nothing else changes with it.
///
/// ```
/// use undercroft::dungeon::Surround;
///
/// let forest = undercroft::generate("forest", 1)?;
/// assert!(forest.levels.iter().all(|level| level.surround == Surround::Trees));
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Surround {
    /// Solid rock.
    #[default]
    Rock,
    /// Trees and undergrowth.
    Trees,
    /// Masonry.
    Brick,
    /// Water.
    Water,
    /// Nothing: open ground round a building.
    Bare,
}

impl Surround {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Rock, Self::Trees, Self::Brick, Self::Water, Self::Bare];

    /// Its name in dungeon JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rock => "rock",
            Self::Trees => "trees",
            Self::Brick => "brick",
            Self::Water => "water",
            Self::Bare => "bare",
        }
    }

    /// The one of this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|surround| surround.name() == name)
    }
}
