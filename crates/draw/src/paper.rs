//! Sizes of paper.

/// A size of paper.
///
/// ```
/// use undercroft_draw::Paper;
///
/// assert_eq!(Paper::A4.sides(false), (210_000, 297_000));
/// assert_eq!(Paper::named("letter").map(Paper::label), Some("Letter"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl Paper {
    /// Width and height, upright or on its side. [Unit: thousandths of a millimetre]
    pub const fn sides(self, landscape: bool) -> (i32, i32) {
        let (short, long) = match self {
            Self::A4 => (210_000, 297_000),
            Self::Letter => (215_900, 279_400),
        };
        if landscape { (long, short) } else { (short, long) }
    }

    /// What people call it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "Letter",
        }
    }

    /// The paper of this name on the command line.
    pub fn named(name: &str) -> Option<Self> {
        [Self::A4, Self::Letter].into_iter().find(|paper| paper.label().eq_ignore_ascii_case(name))
    }
}
