//! The layers of a level.

/// The layers, the first one on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    Entities,
    Tiles,
    Terrain,
    Ground,
}

impl Layer {
    /// All layers, the first one on top.
    pub const ALL: [Self; 4] = [Self::Entities, Self::Tiles, Self::Ground, Self::Terrain];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Entities => "Entities",
            Self::Tiles => "Tiles",
            Self::Terrain => "Terrain",
            Self::Ground => "Ground",
        }
    }

    /// LDtk's type of it.
    pub const fn layer_type(self) -> &'static str {
        match self {
            Self::Entities => "Entities",
            Self::Tiles => "Tiles",
            Self::Terrain | Self::Ground => "IntGrid",
        }
    }

    /// Its number.
    pub const fn uid(self) -> u32 {
        1 + self as u32
    }
}
