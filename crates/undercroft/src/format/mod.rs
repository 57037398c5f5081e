//! Dungeons as text and JSON, the two formats that the core reads and writes.
//!
//! A file is recognised by its content, then by its extension. Whatever is read is checked here, once, so that everything
//! behind it can trust it; an error is one sentence with the position in the file ([`ReadError`]). Nothing here opens a
//! file: bytes in, values out. Other formats live in the crate `undercroft-formats`.

#[doc(hidden)]
pub mod decode;
mod error;
#[doc(hidden)]
pub mod infer_rooms;
pub mod json;
#[doc(hidden)]
pub mod json_lines;
pub mod text;
#[doc(hidden)]
pub mod text_commentary;
#[doc(hidden)]
pub mod text_levels;

pub use crate::dungeon::MAX_CELLS;
pub use error::{FilePosition, ReadError};

use crate::dungeon::Dungeon;
use crate::field::MAX_TEXT;

/// The highest level's number, and the deepest one's without its sign.
pub const MAX_Z: i32 = 9_999;

/// Reads a dungeon in JSON or text. A map without a name of its own gets that of the file.
///
/// ```
/// use undercroft::format::{json, read};
///
/// let cellar = read(Some("old-cellar.txt"), b"#####\n#...#\n#####\n")?;
/// assert_eq!(cellar.name, "Old Cellar");
/// assert_eq!(read(None, json::write(&cellar).as_bytes())?, cellar);
/// let error = read(Some("cellar.txt"), b"#####\n#.?.#\n").unwrap_err();
/// assert!(error.to_string().starts_with("cellar.txt:2:3"), "{error}");
/// # Ok::<(), undercroft::format::ReadError>(())
/// ```
///
/// # Errors
/// When the bytes are no map; the error names the file and the position in it.
pub fn read(name: Option<&str>, bytes: &[u8]) -> Result<Dungeon, ReadError> {
    let read = || {
        let text = decode::text(bytes)?;
        if is_json(name, text) { json::read(text) } else { text::read(text) }
    };
    read().map_err(|error| error.in_file(name)).map(|dungeon| named(dungeon, name))
}

/// By the first character; a text that is neither an object nor a drawing counts as what its extension says.
fn is_json(name: Option<&str>, text: &str) -> bool {
    let first = text.trim_start().chars().next();
    let is_drawn = |line: &str| text_levels::is_header(line) || line.trim_end_matches('\r').chars().all(text::is_glyph);
    let is_map = text.lines().find(|line| !line.is_empty()).is_some_and(is_drawn);
    let is_named_json = name.is_some_and(|name| name.to_ascii_lowercase().ends_with(".json"));
    matches!(first, Some('{' | '[')) || (is_named_json && !is_map)
}

/// The dungeon, called like its file where it has no name.
#[doc(hidden)]
pub fn named(mut dungeon: Dungeon, file: Option<&str>) -> Dungeon {
    if dungeon.name.is_empty() {
        dungeon.name = file.map(title).unwrap_or_default();
    }
    dungeon
}

/// `maps/drowned-crypt.txt` is called `Drowned Crypt`.
fn title(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    let words = stem.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    words.map(capitalised).collect::<Vec<_>>().join(" ").chars().take(MAX_TEXT).collect()
}

fn capitalised(word: &str) -> String {
    let mut characters = word.chars();
    characters.next().into_iter().flat_map(char::to_uppercase).chain(characters).collect()
}
