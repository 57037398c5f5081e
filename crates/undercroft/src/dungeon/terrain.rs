//! What a cell is made of.

/// The physics of a cell, and nothing else: door kinds and states, names and roles belong to things with ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
#[non_exhaustive]
pub enum Terrain {
    /// Solid rock, never worked.
    #[default]
    Rock,
    /// The wall of a room.
    Wall,
    /// The floor of a room.
    Floor,
    /// The floor of a corridor.
    Corridor,
    /// A gap in a wall that holds a door.
    Door,
    /// Stairs to the level above, part of a room.
    StairsUp,
    /// Stairs to the level below, part of a room.
    StairsDown,
}

impl Terrain {
    /// All kinds, in the order of their glyphs in documents.
    pub const ALL: [Self; 7] =
        [Self::Rock, Self::Wall, Self::Floor, Self::Corridor, Self::Door, Self::StairsUp, Self::StairsDown];

    /// The glyph in dungeon JSON.
    pub const fn glyph(self) -> char {
        match self {
            Self::Rock => ' ',
            Self::Wall => '#',
            Self::Floor => '.',
            Self::Corridor => ',',
            Self::Door => '+',
            Self::StairsUp => '<',
            Self::StairsDown => '>',
        }
    }

    /// The terrain with this glyph.
    pub fn from_glyph(glyph: char) -> Option<Self> {
        Self::ALL.into_iter().find(|terrain| terrain.glyph() == glyph)
    }

    /// Rock or wall: nobody passes and nothing is seen through it.
    pub const fn is_massive(self) -> bool {
        matches!(self, Self::Rock | Self::Wall)
    }

    /// Floor of a room, stairs included.
    pub const fn is_room(self) -> bool {
        matches!(self, Self::Floor | Self::StairsUp | Self::StairsDown)
    }
}
