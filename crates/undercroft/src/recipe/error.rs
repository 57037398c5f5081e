//! What can be wrong with a recipe.

use super::origin::Origin;
use crate::contents::ContentError;
use crate::dungeon::Shape;
use crate::field::suggestion;
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
    #[error("{key}: unknown field; {}`undercroft fields` lists all ({origin})", suggestion(nearest))]
    UnknownField {
        /// The name.
        key: String,
        /// The fields that were probably meant, at most three.
        nearest: Vec<&'static str>,
        /// Where.
        origin: Origin,
    },
    /// No shape has such a name.
    #[error("{key}: unknown shape; {}({origin})", meant_shape(nearest))]
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
    #[error("{name}:{line}:{column}: {problem}")]
    Mask {
        /// The file.
        name: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong there.
        problem: String,
    },
    /// A mask leaves no place for a dungeon.
    #[error("mask.file: {name}:{line}:1: {problem}")]
    MaskPlace {
        /// The file.
        name: String,
        /// The first line of the level that has none.
        line: usize,
        /// What has no place, and what to do.
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

impl RecipeError {
    /// The field that is to blame, as far as one is.
    ///
    /// ```
    /// use undercroft::{RecipeFile, Seed};
    ///
    /// let mut file = RecipeFile::default();
    /// file.attach("mask.file", "lot.txt", b"..\n.\n")?;
    /// let error = file.check(Seed::new(1)).unwrap_err();
    /// assert_eq!((error.field(), error.position()), (Some("mask.file"), Some((2, Some(2)))));
    /// # Ok::<(), undercroft::recipe::RecipeError>(())
    /// ```
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::UnknownField { key, .. }
            | Self::UnknownShape { key, .. }
            | Self::RenamedField { key, .. }
            | Self::NotAValue { key, .. }
            | Self::NoFileField { key } => Some(key),
            Self::NoWeight { key, .. }
            | Self::File { key, .. }
            | Self::NotAttached { key, .. }
            | Self::OutOfLimits { key, .. } => Some(key),
            Self::Template(_) => Some("templates.file"),
            Self::Program(_) => Some("house.program_file"),
            Self::Contents(_) => Some("stock.file"),
            Self::Mask { .. } | Self::MaskPlace { .. } => Some("mask.file"),
            Self::Syntax { .. } | Self::NotAnAssignment { .. } => None,
        }
    }

    /// Line and column in an attached file that is to blame, from 1.
    pub const fn position(&self) -> Option<(usize, Option<usize>)> {
        match self {
            Self::Template(TemplateError { line: 0, .. }) | Self::Contents(ContentError { line: 0, .. }) => None,
            Self::Template(TemplateError { line, column: 0, .. }) | Self::MaskPlace { line, .. } => Some((*line, None)),
            Self::Template(TemplateError { line, column, .. })
            | Self::Program(ProgramError { line, column, .. })
            | Self::Contents(ContentError { line, column, .. })
            | Self::Mask { line, column, .. } => Some((*line, Some(*column))),
            _ => None,
        }
    }
}

/// The shapes that are near, else all.
fn meant_shape(nearest: &[&str]) -> String {
    let all = || format!("need {} ", Shape::DRAWN.map(Shape::name).join(", "));
    if nearest.is_empty() { all() } else { suggestion(nearest) }
}
