//! Files that a dungeon was made from besides its recipe, kept with it so that it can be made again without them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::run_length;
use crate::seed::fnv;

/// A file that a recipe names: templates, a mask, a house program.
///
/// ```
/// use undercroft::dungeon::ProvenanceInput;
///
/// let mut input = ProvenanceInput::new("mask.file", "lot.txt", "####\n#..#\n####\n");
/// assert_eq!((input.text.as_str(), input.is_intact()), ("4#\n#2.#\n4#\n", true));
/// assert_eq!(input.file_text().unwrap(), "####\n#..#\n####\n");
/// input.text = "9#\n".to_owned();
/// assert!(!input.is_intact());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ProvenanceInput {
    /// The field of the recipe that names the file.
    pub key: String,
    /// The name of the file, as the recipe has it.
    pub name: String,
    /// FNV-1a with 64 bits of the text, in 16 hexadecimal digits.
    pub digest: String,
    /// The file; a mask is run-length coded.
    pub text: String,
}

impl ProvenanceInput {
    /// The field that names masks.
    pub(crate) const MASK: &'static str = "mask.file";
    /// The most files of a recipe.
    pub const MAX_FILES: usize = 16;
    /// The longest file. [Unit: bytes]
    pub const MAX_BYTES: usize = 256 * 1024;

    /// The input that holds this text of a file.
    pub fn new(key: &str, name: &str, text: &str) -> Self {
        let text = if key == Self::MASK { run_length::encode(text) } else { text.to_owned() };
        Self { key: key.to_owned(), name: name.to_owned(), digest: digest(&text), text }
    }

    /// Whether the digest is that of the text.
    pub fn is_intact(&self) -> bool {
        self.digest == digest(&self.text)
    }

    /// The text of the file. Masks come back with `#` for all that is blocked.
    ///
    /// # Errors
    /// When the code of a mask cannot be read; the text says why.
    pub fn file_text(&self) -> Result<Cow<'_, str>, String> {
        if self.key == Self::MASK {
            return run_length::decode(&self.text).map(Cow::Owned);
        }
        Ok(Cow::Borrowed(&self.text))
    }
}

fn digest(text: &str) -> String {
    format!("{:016x}", fnv(text))
}
