//! Errors of the protocol: a code for programs, a sentence for people, and the position where there is one.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use undercroft::edit::EditError;
use undercroft::format::{FilePosition, ReadError};
use undercroft::recipe::RecipeError;
use undercroft_crowd::CrowdError;

use crate::limits::MAX_MESSAGE;
use crate::words::{abridged, echo};

/// Why a request was not met. The session is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProtocolError {
    /// What kind of error it is. Programs decide by this alone.
    pub code: ErrorCode,
    /// A complete sentence for people.
    pub message: String,
    /// The field of the recipe or of the command that is to blame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The line of a text, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column in that line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// The message is malformed: not JSON, no `id`, an unknown or missing field, a value of the wrong type.
    InvalidRequest,
    /// No command has this name.
    UnknownCommand,
    /// A field of the recipe or of the command has a value that it does not take.
    InvalidField,
    /// An export option is unknown, or has a value that it does not take.
    InvalidOption,
    /// A cell lies outside the map, or must be free and is solid.
    InvalidCell,
    /// What the command names, or requires, does not exist.
    NotFound,
    /// More than the limits of this server allow.
    TooLarge,
    /// Too many requests are pending in this session.
    TooManyRequests,
    /// Too many sessions are open.
    SessionLimit,
    /// No dungeon follows this recipe with this seed.
    GenerationFailed,
    /// The dungeon does not allow this edit.
    EditRejected,
    /// The crowd does not allow this command.
    CrowdRejected,
    /// A file, text or link cannot be read.
    Unreadable,
    /// The format cannot hold this dungeon.
    Unsupported,
    /// A `cancel` ended the request.
    Cancelled,
    /// The request exceeded its time.
    Timeout,
    /// A bug in the program.
    Internal,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 17] = [
        Self::InvalidRequest,
        Self::UnknownCommand,
        Self::InvalidField,
        Self::InvalidOption,
        Self::InvalidCell,
        Self::NotFound,
        Self::TooLarge,
        Self::TooManyRequests,
        Self::SessionLimit,
        Self::GenerationFailed,
        Self::EditRejected,
        Self::CrowdRejected,
        Self::Unreadable,
        Self::Unsupported,
        Self::Cancelled,
        Self::Timeout,
        Self::Internal,
    ];
}

impl ProtocolError {
    /// An error without a field or position.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: abridged(&message.into()), field: None, line: None, column: None }
    }

    /// A field of the recipe or of the command has a value that it does not take.
    pub fn invalid_field(field: &str, message: impl Into<String>) -> Self {
        Self::blame(ErrorCode::InvalidField, field, message.into())
    }

    /// An export option is unknown, or has a value that it does not take.
    pub fn invalid_option(key: &str, message: impl Into<String>) -> Self {
        Self::blame(ErrorCode::InvalidOption, key, message.into())
    }

    /// A cell lies outside the map, or must be free and is solid.
    pub fn invalid_cell(field: &str, message: impl Into<String>) -> Self {
        Self::blame(ErrorCode::InvalidCell, field, message.into())
    }

    /// The request was cancelled.
    pub fn cancelled() -> Self {
        Self::new(ErrorCode::Cancelled, "The request was cancelled.")
    }

    /// The request took longer than it may. [Unit: seconds]
    pub fn timeout(seconds: f32) -> Self {
        let sentence = format!("The command took longer than {seconds} seconds and was ended; try a smaller one.");
        Self::new(ErrorCode::Timeout, sentence)
    }

    /// The text of the request is longer than a session reads.
    pub fn message_too_long() -> Self {
        Self::new(ErrorCode::TooLarge, format!("The message is too large (limit {MAX_MESSAGE} bytes)."))
    }

    /// The same error, blamed on a field.
    #[must_use]
    pub fn with_field(mut self, field: &str) -> Self {
        self.field = Some(echo(field));
        self
    }

    /// An error whose message may repeat the name of the field. Cut here, where the name is known: it may hold blanks,
    /// which would part it.
    fn blame(code: ErrorCode, field: &str, message: String) -> Self {
        let short = echo(field);
        let message = if short == field { message } else { message.replace(field, &short) };
        Self::new(code, message).with_field(&short)
    }

    /// The same error at a position of a text, counted from 1.
    #[must_use]
    pub fn with_position(mut self, line: usize, column: Option<usize>) -> Self {
        self.line = Some(line as u32);
        self.column = column.map(|column| column as u32);
        self
    }
}

impl From<RecipeError> for ProtocolError {
    fn from(error: RecipeError) -> Self {
        let message = ended(&error);
        let blamed = match error.field() {
            Some(field) => Self::invalid_field(field, message),
            None => Self::new(ErrorCode::InvalidField, message),
        };
        match error.position() {
            Some((line, column)) => blamed.with_position(line, column),
            None => blamed,
        }
    }
}

impl From<ReadError> for ProtocolError {
    fn from(error: ReadError) -> Self {
        let unreadable = Self::new(ErrorCode::Unreadable, ended(&error));
        match *error.place() {
            FilePosition::File => unreadable,
            FilePosition::Line(line) => unreadable.with_position(line, None),
            FilePosition::Character { line, column } | FilePosition::Value { line, column, .. } => {
                unreadable.with_position(line, Some(column))
            }
        }
    }
}

impl From<CrowdError> for ProtocolError {
    fn from(error: CrowdError) -> Self {
        Self::new(ErrorCode::CrowdRejected, sentence(&error))
    }
}

impl From<EditError> for ProtocolError {
    fn from(error: EditError) -> Self {
        let code = match error {
            EditError::NoSuchRoom { .. }
            | EditError::NoSuchDoor { .. }
            | EditError::NoSuchLink { .. }
            | EditError::NoSubject { .. }
            | EditError::NoSuchLevel(_) => ErrorCode::NotFound,
            EditError::Outside { .. } => ErrorCode::InvalidCell,
            _ => ErrorCode::EditRejected,
        };
        Self::new(code, sentence(&error))
    }
}

/// A message of the library as a sentence, with a capital letter and a full stop.
pub(crate) fn sentence(message: &impl Display) -> String {
    let message = message.to_string();
    let mut letters = message.chars();
    let capital = letters.next().into_iter().flat_map(char::to_uppercase);
    ended(&capital.chain(letters).collect::<String>())
}

/// A message of the library with a full stop, unless it ends in one or in a question mark. It may begin with the name
/// of a field or a file, which keeps its case.
pub(crate) fn ended(message: &impl Display) -> String {
    let message = message.to_string();
    if message.ends_with(['.', '?', '!']) { message } else { message + "." }
}
