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
