//! A file to be written, and what it may replace.

use std::path::PathBuf;

/// A file to be written.
pub struct Document {
    /// Where.
    pub path: PathBuf,
    /// Its content.
    pub bytes: Vec<u8>,
    /// What it may replace.
    pub claim: Claim,
}

/// What a document may replace.
#[derive(Clone, PartialEq, Eq)]
pub enum Claim {
    /// Any file: the user named the path.
    Named,
    /// Nothing but its like: it accompanies another document, under a name that the user did not choose.
    Companion,
    /// A whole folder, this one, whose files are all among the documents.
    Folder(PathBuf),
}

impl Document {
    /// A file at a path that the user named.
    pub const fn new(path: PathBuf, bytes: Vec<u8>) -> Self {
        Self { path, bytes, claim: Claim::Named }
    }
}
