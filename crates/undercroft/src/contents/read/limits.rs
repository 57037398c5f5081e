//! Limits of content files, and the names in them.

use super::super::error::ContentError;
use super::node::Node;
use crate::dungeon::ProvenanceInput;

/// The longest name of a table, kind, purpose, list or tag. [Unit: letters]
pub const MAX_NAME: usize = 40;
/// The longest fact, word, noun or name of a level. [Unit: letters]
pub const MAX_WORDS: usize = 80;
/// The most entries of a list.
pub const MAX_ENTRIES: usize = 1_000;
/// The most purposes of a table, its parents' included.
pub const MAX_PURPOSES: usize = 256;
/// The most tables that a table extends, one through the other.
pub const MAX_PARENTS: usize = 4;

/// Refuses too many files, and files that are too long.
pub fn check_files(files: &[(&str, &str)]) -> Result<(), ContentError> {
    if let Some((name, _)) = files.get(ProvenanceInput::MAX_FILES) {
        let problem = format!("need at most {} content files, got {}", ProvenanceInput::MAX_FILES, files.len());
        return Err(ContentError::of_file(name, problem));
    }
    match files.iter().find(|(_, text)| text.len() > ProvenanceInput::MAX_BYTES) {
        Some((name, text)) => {
            let problem = format!("need at most {} bytes, got {}", ProvenanceInput::MAX_BYTES, text.len());
            Err(ContentError::of_file(name, problem))
        }
        None => Ok(()),
    }
}

/// The name of the table in a file: that of the file without folders and extension, in lower case.
pub fn table_name(file: &str) -> Result<String, ContentError> {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).trim().to_lowercase();
    if is_name(&stem) {
        return Ok(stem);
    }
    let problem = format!("the table is named like its file; need a name {NAME}, got {:?}", short(&stem));
    Err(ContentError::of_file(file, problem))
}

/// What a name is made of.
const NAME: &str = "of at most 40 letters, digits, spaces, ' and -";

fn is_name(text: &str) -> bool {
    let letters = text.chars().all(|letter| letter.is_alphanumeric() || " '-_".contains(letter));
    letters && !text.is_empty() && text.trim() == text && text.chars().count() <= MAX_NAME
}

fn short(text: &str) -> String {
    text.chars().take(MAX_NAME).collect()
}

/// The name that is an entry's key.
pub fn key_name(node: &Node) -> Result<String, ContentError> {
    if is_name(node.key()) { Ok(node.key().to_owned()) } else { Err(node.error(&format!("need a name {NAME}"))) }
}

/// A name.
pub fn name(node: &Node) -> Result<String, ContentError> {
    let text = node.text()?;
    if is_name(text) { Ok(text.to_owned()) } else { Err(node.wrong(&format!("a name {NAME}"))) }
}

/// Words that are written out as they stand.
pub fn words(node: &Node) -> Result<String, ContentError> {
    let text = node.text()?;
    let is_plain = text.chars().all(|letter| !letter.is_control() && !"{}|".contains(letter));
    if is_plain && !text.is_empty() && text.trim() == text && text.chars().count() <= MAX_WORDS {
        return Ok(text.to_owned());
    }
    Err(node.wrong(&format!("1 to {MAX_WORDS} letters without braces, bars and spaces around them")))
}
