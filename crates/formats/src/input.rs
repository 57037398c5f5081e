//! A file to be read: its name, its bytes, and its text.

use undercroft::format::{ReadError, decode};

/// A file to be read.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Its name, where it has one.
    pub name: Option<&'a str>,
    /// Its text, without a byte order mark.
    pub text: &'a str,
}

impl<'a> Input<'a> {
    /// Decodes a file.
    ///
    /// # Errors
    /// When the bytes are not text; with the position.
    pub fn new(name: Option<&'a str>, bytes: &'a [u8]) -> Result<Self, ReadError> {
        Ok(Self { name, text: decode::text(bytes)? })
    }

    /// The text without blanks before it.
    pub fn start(&self) -> &'a str {
        self.text.trim_start()
    }

    /// Whether the text begins as JSON does.
    pub fn is_json(&self) -> bool {
        self.start().starts_with(['{', '['])
    }

    /// The extension of its name, in lower case.
    pub fn extension(&self) -> Option<String> {
        self.name?.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase())
    }
}
