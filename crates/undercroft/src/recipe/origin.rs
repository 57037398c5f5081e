//! Where a value comes from, for messages.

use std::fmt;

/// Where a value was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// A file's name, or a word such as `--set`.
    pub source: String,
    /// Line and column, from 1, where the source has lines.
    pub position: Option<(usize, usize)>,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some((line, column)) => write!(f, "{}:{line}:{column}", self.source),
            None => write!(f, "{}", self.source),
        }
    }
}
