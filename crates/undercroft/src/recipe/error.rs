//! What can be wrong with a recipe.

use super::source::Origin;

/// A recipe cannot be used. Every message names the field, the value, the limit and where it was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecipeError {
    /// The text is not TOML or JSON.
    #[error("{message} ({origin})")]
    Syntax {
        /// What the parser says.
        message: String,
        /// Where.
        origin: Origin,
    },
    /// No recipe has such a field.
    #[error("{key}: there is no such field{} ({origin})", suggestion(*nearest))]
    UnknownField {
        /// The name.
        key: String,
        /// The field that was probably meant.
        nearest: Option<&'static str>,
        /// Where.
        origin: Origin,
    },
    /// A date, a null or the like stands where a value should be.
    #[error("{key}: need a number, a word, a switch or a list ({origin})")]
    NotAValue {
        /// The field.
        key: String,
        /// Where.
        origin: Origin,
    },
    /// `--set` without `=`.
    #[error("--set {text}: write KEY=VALUE, for example rooms.count=12")]
    NotAnAssignment {
        /// What was given.
        text: String,
    },
    /// A value that its field does not take.
    #[error("{key}: need {limit}, got {value} ({origin})")]
    OutOfLimits {
        /// The field.
        key: &'static str,
        /// What it takes.
        limit: String,
        /// What was given, with the other values that it contradicts.
        value: String,
        /// Where.
        origin: Origin,
    },
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|key| format!("; did you mean {key}?")).unwrap_or_default()
}
