//! What can be wrong with a content file.

use std::fmt;

/// A content file cannot be used. The message names file, line, column, entry and limit.
///
/// ```
/// use undercroft::contents::Contents;
///
/// let error = Contents::with_files(&[("bakery.toml", "[purpose.oven]\nwants = [\"dead_end\"]\n")]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "bakery.toml:2:10: purpose.oven.wants: unknown constraint \"dead_end\"; did you mean \"dead-end\"?"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentError {
    /// The file.
    pub file: String,
    /// Line, from 1; 0 where the file as a whole is meant.
    pub line: usize,
    /// Column, from 1; 0 where the file as a whole is meant.
    pub column: usize,
    /// What is wrong, and what is needed.
    pub message: String,
    /// Further mistakes of the same file, in its order.
    pub others: Vec<Self>,
}

impl ContentError {
    /// The error about a file as a whole.
    pub(super) fn of_file(file: &str, message: String) -> Self {
        Self { file: file.to_owned(), line: 0, column: 0, message, others: Vec::new() }
    }
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        for number in [self.line, self.column].into_iter().filter(|&number| number > 0) {
            write!(f, ":{number}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for ContentError {}
