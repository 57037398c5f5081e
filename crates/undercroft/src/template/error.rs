//! What can be wrong with a template file.

use std::fmt;

/// A template breaks a rule. The message names file, line, column and rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// The file.
    pub file: String,
    /// Line, from 1; 0 where the file as a whole is meant.
    pub line: usize,
    /// Column, from 1; 0 where the line as a whole is meant.
    pub column: usize,
    /// The rule, as a sentence for people.
    pub rule: String,
}

impl TemplateError {
    pub(super) fn new(file: &str, (line, column): (usize, usize), rule: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line, column, rule: rule.into() }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        for number in [self.line, self.column].into_iter().filter(|&number| number > 0) {
            write!(f, ":{number}")?;
        }
        write!(f, ": {}", self.rule)
    }
}

impl std::error::Error for TemplateError {}
