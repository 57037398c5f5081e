//! Share links with pins and edits: `w1.` and the base64url of deflated JSON.
//!
//! A link is an attack until it is read: its length, what it inflates to and the depth of its JSON are limited, and every
//! error names what was wrong.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};

use crate::dungeon::{Dungeon, EPOCH};
use crate::edit::Edit;
use crate::format::json;
use crate::journal::{JournalEntry, JournalError, JournalState, JournalStep, RollEntry};

/// What a link begins with.
pub const PREFIX: &str = "w1.";
/// The longest link that is read. [Unit: characters]
const MAX_LINK: usize = 32_768;
/// The longest note of a picture that is read: the code of 64 kB. [Unit: characters]
const MAX_NOTE: usize = PREFIX.len() + (65_536usize * 4).div_ceil(3);
/// The most that a link inflates to. [Unit: bytes]
const MAX_TEXT: usize = 8 << 20;
/// The deepest JSON of a link.
const MAX_DEPTH: usize = 32;
/// How hard text is deflated, 0 to 10.
const LEVEL: u8 = 9;

/// A roll, the edits after it, and a checksum of what they gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedWork {
    /// The epoch of the generator that made it.
    pub epoch: u32,
    /// The roll.
    pub roll: RollEntry,
    /// The edits after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edit>,
    /// FNV-1a with 32 bits of the dungeon JSON that they gave.
    pub sum: u32,
}

/// A text that is no link.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ShareError(String);

/// FNV-1a with 32 bits of a dungeon's JSON.
pub fn dungeon_sum(dungeon: &Dungeon) -> u32 {
    json::write(dungeon).bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl SharedWork {
    /// The work of a roll and edits that gave a dungeon.
    pub fn new(roll: RollEntry, edits: Vec<Edit>, dungeon: &Dungeon) -> Self {
        Self { epoch: EPOCH, roll, edits, sum: dungeon_sum(dungeon) }
    }

    /// The link.
    ///
    /// # Errors
    /// When it would be too long.
    ///
    /// ```
    /// use undercroft::journal::RollEntry;
    /// use undercroft::share::SharedWork;
    ///
    /// let crypt = undercroft::generate("crypt", 7)?;
    /// let work = SharedWork::new(RollEntry::preset("crypt", 7), Vec::new(), &crypt);
    /// let link = work.link()?;
    /// assert!(link.starts_with("w1.") && SharedWork::read(&link)? == work);
    /// let (again, is_same) = work.make(u64::MAX)?;
    /// assert!(is_same && again == crypt);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn link(&self) -> Result<String, ShareError> {
        self.code("a link", MAX_LINK)
    }

    /// The same text for the notes of a picture, which may be longer.
    ///
    /// # Errors
    /// When it would be too long even there.
    pub fn note(&self) -> Result<String, ShareError> {
        self.code("a note", MAX_NOTE)
    }

    fn code(&self, what: &str, most: usize) -> Result<String, ShareError> {
        let text = serde_json::to_vec(self).map_err(|error| ShareError(error.to_string()))?;
        let code = format!("{PREFIX}{}", encode(&compress_to_vec(&text, LEVEL)));
        let length = code.len();
        let problem = || format!("{what} has at most {most} characters, this one would have {length}; save the file");
        if length <= most { Ok(code) } else { Err(ShareError(problem())) }
    }

    /// The work of a link.
    ///
    /// # Errors
    /// When the text is no link, is cut, or is beyond a limit.
    pub fn read(link: &str) -> Result<Self, ShareError> {
        Self::decode(link.trim_start_matches('#'), "a link", MAX_LINK)
    }

    /// The work of a picture's note.
    ///
    /// # Errors
    /// When the text is no note, is cut, or is beyond a limit.
    pub fn read_note(text: &str) -> Result<Self, ShareError> {
        Self::decode(text, "a note", MAX_NOTE)
    }

    fn decode(link: &str, what: &str, most: usize) -> Result<Self, ShareError> {
        let refuse = |problem: String| Err(ShareError(problem));
        if link.len() > most {
            return refuse(format!("{what} has at most {most} characters, this one has {}", link.len()));
        }
        let Some(code) = link.strip_prefix(PREFIX) else {
            return refuse(format!("a link with pins or edits begins with {PREFIX}"));
        };
        let Some(bytes) = decode(code) else {
            return refuse("the link has a character that no link has, or was cut".to_owned());
        };
        let Ok(text) = decompress_to_vec_with_limit(&bytes, MAX_TEXT) else {
            return refuse(format!("the link was cut or changed, or holds more than {MAX_TEXT} bytes"));
        };
        let Ok(text) = String::from_utf8(text) else { return refuse("the link holds no text".to_owned()) };
        if depth(&text) > MAX_DEPTH {
            return refuse(format!("the link is nested deeper than {MAX_DEPTH}"));
        }
        serde_json::from_str(&text).map_err(|error| ShareError(format!("the link holds something else: {error}")))
    }

    /// The dungeon of the roll and all edits, and whether it is the one that was shared.
    ///
    /// # Errors
    /// When the roll or an edit is refused.
    pub fn make(&self, budget: u64) -> Result<(Dungeon, bool), JournalError> {
        let mut state = JournalState::default();
        state.step(&JournalEntry { step: JournalStep::Roll(Box::new(self.roll.clone())), gesture: None }, budget)?;
        for edit in &self.edits {
            state.step(&JournalEntry { step: JournalStep::Edit(edit.clone()), gesture: None }, budget)?;
        }
        let dungeon = state.dungeon.ok_or(JournalError::NothingYet)?;
        let is_same = dungeon_sum(&dungeon) == self.sum;
        Ok((dungeon, is_same))
    }
}

/// How deep brackets are nested in JSON, strings apart.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest, mut in_string, mut is_escaped) = (0usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Base64url without padding (RFC 4648, section 5).
fn encode(bytes: &[u8]) -> String {
    let mut code = String::with_capacity(bytes.len() * 4 / 3 + 3);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for letter in 0..=chunk.len() {
            code.push(char::from(LETTERS[(word >> (18 - 6 * letter) & 63) as usize]));
        }
    }
    code
}

fn decode(code: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(code.len() * 3 / 4);
    for chunk in code.as_bytes().chunks(4) {
        let mut word = 0u32;
        for letter in chunk {
            word = word << 6 | LETTERS.iter().position(|other| other == letter)? as u32;
        }
        if chunk.len() == 1 {
            return None;
        }
        word <<= 6 * (4 - chunk.len());
        bytes.extend(word.to_be_bytes()[1..chunk.len()].iter());
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bytes_come_back_from_their_code(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let code = encode(&bytes);
            prop_assert!(code.bytes().all(|byte| LETTERS.contains(&byte)));
            prop_assert_eq!(decode(&code), Some(bytes));
        }

        #[test]
        fn no_text_is_a_panic(text in "(w1\\.)?[A-Za-z0-9_=-]{0,60}") {
            let _ = SharedWork::read(&text);
        }
    }

    #[test]
    fn hostile_links_are_refused_with_what_is_wrong() {
        let link = |text: &str| format!("{PREFIX}{}", encode(&compress_to_vec(text.as_bytes(), LEVEL)));
        let why = |link: &str| SharedWork::read(link).unwrap_err().to_string();
        assert!(why("seed=7").contains("begins with w1."));
        assert!(why("w1.!!!").contains("character"));
        assert!(why(&link(&"[".repeat(40))).contains("nested deeper"));
        assert!(why(&link("{}")).contains("something else"));
        assert!(why(&link(&" ".repeat(9 << 20))).contains("more than"));
        assert!(why(&"w".repeat(40_000)).contains("at most 32768"));
        let whole = link(r#"{"epoch":4,"roll":{"preset":"crypt","seed":"7"},"sum":1}"#);
        assert!(SharedWork::read(&whole).is_ok());
        assert!(why(&whole[..whole.len() - 9]).contains("cut"));
    }
}
