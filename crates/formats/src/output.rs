//! What a writer makes: files by name, and why there are none.

/// A file that is to be. Writers make them, whoever calls writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, with `/` between folders, relative to where the user wants it.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Whether it only goes with another one under a name that nobody chose, so that it must not replace a stranger's file.
    pub is_companion: bool,
}

impl File {
    /// A file.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), bytes: bytes.into(), is_companion: false }
    }

    /// A file that goes with another one.
    pub fn companion(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { is_companion: true, ..Self::new(name, bytes) }
    }
}

/// A dungeon cannot be written in a format, as a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub String);
