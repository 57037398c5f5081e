//! Lengths of what a sentence may become.

/// The fewest and the most letters of a text that is not written yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LengthRange {
    /// The fewest.
    pub shortest: usize,
    /// The most.
    pub longest: usize,
}

impl LengthRange {
    /// From the fewest letters to the most.
    pub const fn new(shortest: usize, longest: usize) -> Self {
        Self { shortest, longest }
    }

    /// Of a text.
    pub fn of_text(text: &str) -> Self {
        let count = text.chars().count();
        Self::new(count, count)
    }

    /// Of one of these; nothing where there is none.
    pub fn any(ranges: impl IntoIterator<Item = Self>) -> Self {
        let both = |a: Self, b: Self| Self::new(a.shortest.min(b.shortest), a.longest.max(b.longest));
        ranges.into_iter().reduce(both).unwrap_or_default()
    }

    /// Of one text after the other.
    pub const fn then(self, next: Self) -> Self {
        Self::new(self.shortest + next.shortest, self.longest + next.longest)
    }
}
