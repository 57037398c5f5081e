//! The three voices of the lettering: regular, bold and slanted, all with the same letters.

/// How letters are written.
///
/// ```
/// use undercroft_draw::parts::Voice;
///
/// assert!(Voice::Bold.pen_weight(1000) > Voice::Regular.pen_weight(1000));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Voice {
    /// With a pen of 11 % of the capitals.
    #[default]
    Regular,
    /// With a pen of 17 % of the capitals.
    Bold,
    /// Leaning by ten degrees.
    Slanted,
}

impl Voice {
    /// The weight of the pen for letters whose capitals are `height` high.
    pub const fn pen_weight(self, height: i32) -> i32 {
        match self {
            Self::Bold => height * 17 / 100,
            Self::Regular | Self::Slanted => height * 11 / 100,
        }
    }

    /// How far a point this high above the baseline leans to the right.
    pub(crate) const fn lean(self, above: i32) -> i32 {
        match self {
            // The tangent of ten degrees is 0.176.
            Self::Slanted => above * 176 / 1000,
            Self::Regular | Self::Bold => 0,
        }
    }

    /// What a letter takes up beyond its strokes, in units of the glyphs: a broader pen needs more.
    pub(crate) const fn space_between(self) -> i32 {
        match self {
            Self::Bold => 17,
            Self::Regular | Self::Slanted => 14,
        }
    }
}
