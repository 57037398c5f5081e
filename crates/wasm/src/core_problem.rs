//! Failures of the npm package: a code for programs, a sentence for people, and what is to blame, as JSON.

use serde_json::{Map, Value, json};
use undercroft::Error;
use undercroft::error::PlaceError;
use undercroft::field::suggestion;
use undercroft::format::{FilePosition, ReadError};
use undercroft::journal::JournalError;
use undercroft::recipe::RecipeError;

/// A failure that `UndercroftError` is made of.
#[derive(Debug)]
pub struct CoreProblem(Map<String, Value>);

impl CoreProblem {
    /// A failure with its code.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        let parts = [("code", json!(code)), ("message", json!(message.into()))];
        Self(parts.map(|(name, value)| (name.to_owned(), value)).into_iter().collect())
    }

    /// An option that is refused.
    pub fn option(field: &str, error: &impl ToString) -> Self {
        let message = error.to_string();
        let named = message.starts_with(field);
        Self::new("option", if named { message } else { format!("{field}: {message}") }).field(field)
    }

    /// The field that is to blame.
    pub fn field(self, field: &str) -> Self {
        self.with("field", json!(field))
    }

    fn position(self, line: usize, column: Option<usize>) -> Self {
        let lined = self.with("line", json!(line));
        match column {
            Some(column) => lined.with("column", json!(column)),
            None => lined,
        }
    }

    fn with(mut self, name: &str, value: Value) -> Self {
        self.0.insert(name.to_owned(), value);
        self
    }
}

/// What the module throws.
impl From<CoreProblem> for String {
    fn from(problem: CoreProblem) -> Self {
        Value::Object(problem.0).to_string()
    }
}

impl From<RecipeError> for CoreProblem {
    fn from(error: RecipeError) -> Self {
        let message = match &error {
            RecipeError::UnknownField { key, nearest, .. } => {
                format!("{key}: unknown field; {}", suggestion(nearest)).trim_end_matches([' ', ';']).to_owned()
            }
            other => other.to_string(),
        };
        let problem = Self::new("recipe", message);
        let problem = match error.field() {
            Some(field) => problem.field(field),
            None => problem,
        };
        match error.position() {
            Some((line, column)) => problem.position(line, column),
            None => problem,
        }
    }
}

impl From<Error> for CoreProblem {
    fn from(error: Error) -> Self {
        match error {
            Error::Recipe(recipe) => recipe.into(),
            Error::UnknownPreset { name, nearest } => {
                let hint = suggestion(&nearest);
                let message = format!("preset: unknown preset {name:?}; {hint}");
                Self::new("recipe", message.trim_end_matches([' ', ';'])).field("preset")
            }
            Error::OutOfBudget { .. } | Error::Place(PlaceError::OutOfBudget { .. }) => {
                Self::new("budget", error.to_string()).field("budget")
            }
            other => Self::new("unmet", other.to_string()),
        }
    }
}

impl From<JournalError> for CoreProblem {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Roll(error) => error.into(),
            JournalError::Malformed(message) => {
                let field = message.split([':', '.']).next().unwrap_or_default().to_owned();
                Self::new("recipe", message).field(&field)
            }
            other => Self::new("recipe", other.to_string()),
        }
    }
}

impl From<ReadError> for CoreProblem {
    fn from(error: ReadError) -> Self {
        let problem = Self::new("read", error.to_string());
        match error.place() {
            FilePosition::File => problem,
            FilePosition::Line(line) => problem.position(*line, None),
            FilePosition::Character { line, column } => problem.position(*line, Some(*column)),
            FilePosition::Value { path, line, column } => problem.field(path).position(*line, Some(*column)),
        }
    }
}
