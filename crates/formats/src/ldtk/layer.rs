//! The layers of a level.

use crate::pin_cells::{self, pinned_cells};
use undercroft::dungeon::Dungeon;

/// The layers, the first one on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    Entities,
    Tiles,
    Terrain,
    Ground,
    Pinned,
}

impl Layer {
    /// The layers of a dungeon, the first one on top; that of pinned cells only where there are some.
    pub fn of(dungeon: &Dungeon) -> Vec<Self> {
        let has_pinned = dungeon.levels.iter().any(|level| !pinned_cells(dungeon, level).is_empty());
        let pinned = has_pinned.then_some(Self::Pinned);
        [Self::Entities].into_iter().chain(pinned).chain([Self::Tiles, Self::Ground, Self::Terrain]).collect()
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Entities => "Entities",
            Self::Tiles => "Tiles",
            Self::Terrain => "Terrain",
            Self::Ground => "Ground",
            Self::Pinned => pin_cells::NAME,
        }
    }

    /// LDtk's type of it.
    pub const fn layer_type(self) -> &'static str {
        match self {
            Self::Entities => "Entities",
            Self::Tiles => "Tiles",
            Self::Terrain | Self::Ground | Self::Pinned => "IntGrid",
        }
    }

    /// Its number.
    pub const fn uid(self) -> u32 {
        1 + self as u32
    }
}
