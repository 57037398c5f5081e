//! How a search ends that may not go on for ever.

/// How a search with a budget ended.
///
/// ```
/// use undercroft_grid::Outcome;
///
/// assert_eq!(Outcome::Found(4).map(|cost| cost * 2).found(), Some(8));
/// assert_eq!(Outcome::<u32>::OutOfBudget.found(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// There is an answer, and this is the best one.
    Found(T),
    /// Everything was looked at; there is no answer.
    Impossible,
    /// The budget ended first; there may or may not be an answer.
    OutOfBudget,
}

impl<T> Outcome<T> {
    /// The answer, if there is one.
    pub fn found(self) -> Option<T> {
        match self {
            Self::Found(answer) => Some(answer),
            Self::Impossible | Self::OutOfBudget => None,
        }
    }

    /// The same ending with the answer converted.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Self::Found(answer) => Outcome::Found(convert(answer)),
            Self::Impossible => Outcome::Impossible,
            Self::OutOfBudget => Outcome::OutOfBudget,
        }
    }
}
