//! Texts that came with a recipe.

use std::sync::Arc;

/// A text with its name, for positions in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedText {
    /// The name of the file.
    pub name: String,
    /// What stands in it.
    pub text: Arc<str>,
}

/// A file that was attached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The field that names it.
    pub key: &'static str,
    /// The file.
    pub file: NamedText,
}
