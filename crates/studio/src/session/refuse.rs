//! Refusals: why a command was not done, as one sentence.

use std::fmt::Display;

use undercroft::format::{Place, ReadError};
use undercroft::recipe::RecipeError;
use undercroft_crowd::CrowdError;

use crate::protocol::Refusal;

/// The message of a command that nobody waits for any more.
pub const CANCELLED: &str = "cancelled";

impl Refusal {
    /// A sentence.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// A sentence about a field of the recipe or of the command.
    pub fn of(field: &str, message: impl Into<String>) -> Self {
        Self { field: Some(field.to_owned()), ..Self::new(message) }
    }

    /// The page did not want to wait.
    pub fn cancelled() -> Self {
        Self::new(CANCELLED)
    }

    /// The same refusal at a place of a text, counted from 1.
    pub(super) fn at(mut self, line: usize, column: Option<usize>) -> Self {
        self.line = Some(line as u32);
        self.column = column.map(|column| column as u32);
        self
    }
}

impl From<RecipeError> for Refusal {
    fn from(error: RecipeError) -> Self {
        let field = match &error {
            RecipeError::UnknownField { key, .. } | RecipeError::NotAValue { key, .. } => Some(key.clone()),
            RecipeError::OutOfLimits { key, .. } => Some((*key).to_owned()),
            RecipeError::Syntax { .. } | RecipeError::NotAnAssignment { .. } => None,
        };
        Self { field, ..Self::new(ended(&error)) }
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        let refusal = Self::new(ended(&error));
        match *error.place() {
            Place::File => refusal,
            Place::Line(line) => refusal.at(line, None),
            Place::Character { line, column } | Place::Value { line, column, .. } => refusal.at(line, Some(column)),
        }
    }
}

impl From<CrowdError> for Refusal {
    fn from(error: CrowdError) -> Self {
        Self::new(sentence(&error))
    }
}

/// A remark of the library as a sentence: it begins with a capital letter and ends as sentences do.
pub fn sentence(remark: &impl Display) -> String {
    let remark = remark.to_string();
    let mut letters = remark.chars();
    let capital = letters.next().into_iter().flat_map(char::to_uppercase);
    ended(&capital.chain(letters).collect::<String>())
}

/// A remark of the library with a full stop, unless it ends in one or in a question. It may begin with the name of a
/// field or a file, which is no word to be capitalised.
pub fn ended(remark: &impl Display) -> String {
    let remark = remark.to_string();
    if remark.ends_with(['.', '?', '!']) { remark } else { remark + "." }
}
