//! Footprints: the outlines of houses.

/// The outline of a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footprint {
    /// A rectangle.
    Rect,
    /// A rectangle without one corner.
    L,
    /// A rectangle without two neighbouring corners.
    T,
    /// A rectangle without the middle of one side.
    U,
    /// Four ranges round a court.
    Court,
    /// A disc.
    Round,
}

impl Footprint {
    /// All footprints, in the order of the recipe's choice.
    pub const ALL: [Self; 6] = [Self::Rect, Self::L, Self::T, Self::U, Self::Court, Self::Round];

    /// Its name in recipes and programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rect => "rect",
            Self::L => "l",
            Self::T => "t",
            Self::U => "u",
            Self::Court => "court",
            Self::Round => "round",
        }
    }
}
