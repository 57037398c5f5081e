//! What lies on the floor: the second layer of a level.

/// What lies on a cell that people can otherwise walk on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
#[non_exhaustive]
pub enum Ground {
    /// Nothing.
    #[default]
    Bare,
    /// Water to wade through.
    Shallow,
    /// Water that no one crosses without swimming.
    Deep,
    /// A cleft without a bottom in sight.
    Chasm,
    /// Broken stone.
    Rubble,
    /// Grass, moss or ferns.
    Grass,
    /// Planks or a span of stone over water or a chasm.
    Bridge,
}

impl Ground {
    /// All kinds; the position of each is its code in exports.
    pub const ALL: [Self; 7] =
        [Self::Bare, Self::Shallow, Self::Deep, Self::Chasm, Self::Rubble, Self::Grass, Self::Bridge];

    /// The glyph in documents and in dungeon text.
    pub const fn glyph(self) -> char {
        match self {
            Self::Bare => ' ',
            Self::Shallow => '~',
            Self::Deep => 'w',
            Self::Chasm => ':',
            Self::Rubble => '%',
            Self::Grass => ';',
            Self::Bridge => '=',
        }
    }

    /// The kind with this glyph.
    pub fn from_glyph(glyph: char) -> Option<Self> {
        Self::ALL.into_iter().find(|ground| ground.glyph() == glyph)
    }

    /// Its name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare",
            Self::Shallow => "shallow",
            Self::Deep => "deep",
            Self::Chasm => "chasm",
            Self::Rubble => "rubble",
            Self::Grass => "grass",
            Self::Bridge => "bridge",
        }
    }

    /// Its name for people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Shallow => "shallow water",
            Self::Deep => "deep water",
            other => other.name(),
        }
    }

    /// Its number in exports.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Whether it stops bodies. Nothing that lies on the floor stops sight.
    pub const fn is_solid(self) -> bool {
        matches!(self, Self::Deep | Self::Chasm)
    }

    /// Whether walking over it takes longer.
    pub const fn is_difficult(self) -> bool {
        matches!(self, Self::Shallow | Self::Rubble)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_codes_and_names_are_all_different() {
        for (code, ground) in Ground::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(ground.code()), code);
            assert_eq!(Ground::from_glyph(ground.glyph()), Some(ground));
            assert_eq!(Ground::ALL.iter().filter(|other| other.name() == ground.name()).count(), 1);
        }
        assert_eq!(Ground::from_glyph('q'), None);
    }
}
