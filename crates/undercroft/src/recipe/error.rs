//! What can be wrong with a recipe.

use super::origin::Origin;
use crate::contents::ContentError;
use crate::program::ProgramError;
use crate::template::TemplateError;

/// A recipe cannot be used. Every message names the field, the value, the limit and where it was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// The text is not TOML or JSON.
    #[error("{message} ({origin})")]
    Syntax {
        /// The message of the parser.
        message: String,
        /// Where.
        origin: Origin,
    },
    /// No recipe has such a field.
    #[error("{key}: unknown field; did you mean {}? `undercroft fields` lists all ({origin})", either(nearest))]
    UnknownField {
        /// The name.
        key: String,
        /// The fields that were probably meant, at most three.
        nearest: Vec<&'static str>,
        /// Where.
        origin: Origin,
    },
    /// No shape has such a name.
    #[error("{key}: unknown shape; did you mean {}? ({origin})", either(nearest))]
    UnknownShape {
        /// The field.
        key: String,
        /// The shapes that were probably meant, at most three.
        nearest: Vec<&'static str>,
        /// Where.
        origin: Origin,
    },
    /// Weights of which none is above 0.
    #[error("{key}: all weights are 0; raise one of them ({origin})")]
    NoWeight {
        /// The table of weights.
        key: &'static str,
        /// Where.
        origin: Origin,
    },
    /// The field has another key since.
    #[error("{key}: {hint} ({origin})")]
    RenamedField {
        /// The old key.
        key: String,
        /// What to write instead.
        hint: String,
        /// Where.
        origin: Origin,
    },
    /// A date, a null or the like stands where a value should be.
    #[error("{key}: need a number, a text, true or false, or a list ({origin})")]
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
    /// A file is attached to a field that names none.
    #[error("{key}: this field names no files; mask.file, templates.file and house.program_file do")]
    NoFileField {
        /// The field.
        key: String,
    },
    /// A file cannot be attached.
    #[error("{key}: {name}: {problem}")]
    File {
        /// The field.
        key: &'static str,
        /// The file.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A file is named whose content is not there.
    #[error("{key}: {name:?} is named, but the file was not attached ({origin})")]
    NotAttached {
        /// The field.
        key: &'static str,
        /// The file.
        name: String,
        /// Where.
        origin: Origin,
    },
    /// A template file breaks a rule.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// A house program cannot be used.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// A content table of the user's own cannot be used.
    #[error(transparent)]
    Contents(#[from] ContentError),
    /// A mask cannot be used.
    #[error("{position}: {problem}")]
    Mask {
        /// File, line and column.
        position: String,
        /// What is wrong there.
        problem: String,
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

fn either(names: &[&str]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
