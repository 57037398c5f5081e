//! The word and the version that every file of a crowd begins with.

use serde::de::DeserializeOwned;

/// What a file says it is.
pub(crate) trait FileHeader: DeserializeOwned {
    /// The word of this kind of file.
    const FORMAT: &str;
    /// The version that is written and read.
    const VERSION: u32;

    /// The word and the version that the file has.
    fn header(&self) -> (&str, u32);
}

/// Reads a file of this kind and version; what is wrong is a clause for a sentence.
pub(crate) fn read<T: FileHeader>(text: &str) -> Result<T, String> {
    let file: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let (format, version) = file.header();
    if (format, version) == (T::FORMAT, T::VERSION) {
        return Ok(file);
    }
    Err(format!("need {} version {}, got {format:?} version {version}", T::FORMAT, T::VERSION))
}
