//! Maps that show what an observer sees, read as maps.
//!
//! ```text
//! ■■■■■■      ■ b # solid      s observer      z observer on an interesting corner
//! ■soo□■      o visible        □ x . free      ▲ c interesting corner
//! ■o■▲□■      n visible corner that is not interesting      u corner that is not visible
//! ```
//!
//! Here only solid and free are told apart. All lines must have the same length; blank lines at both ends are dropped.

use std::borrow::Cow;

use undercroft::dungeon::{Dungeon, Level, Terrain};
use undercroft::format::text_levels::{self, Alphabet, LevelText, level_texts};
use undercroft::format::{ReadError, text};

const SOLID: &str = "■b#";
const FREE: &str = "szo□x.▲cnu";

const SIGHT: Alphabet<Terrain> = Alphabet {
    meaning: terrain,
    beyond: None,
    written_with: "sight maps are written with ■ b # (solid) and s z o □ x . ▲ c n u (free)",
};

/// Reads a sight map as a map of walls and floor. The dungeon has no name.
///
/// # Errors
/// At the first unknown character or line of another length.
pub fn read(text: &str) -> Result<Dungeon, ReadError> {
    let mut levels: Vec<Level> = Vec::new();
    for sheet in level_texts(&without_blank_start(text))?.into_iter().map(LevelText::without_blank_ends) {
        let taken = levels.iter().map(|level| level.size().area()).sum();
        levels.push(Level::new(sheet.z, sheet.read(&SIGHT, taken)?));
    }
    Ok(Dungeon::bare("", levels))
}

/// The characters that a map is drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MapAlphabet {
    /// Those of dungeon text.
    Dungeon,
    /// Those of maps that show what an observer sees.
    Fov,
}

/// Reads a map in whichever alphabet it is drawn.
///
/// # Errors
/// At the first character that neither alphabet has; without one, at the first that its own does not have, or at a line
/// of another length.
pub(crate) fn read_drawn(map: &str) -> Result<Dungeon, ReadError> {
    let map = &*without_blank_start(map);
    let mut levels = level_texts(map)?;
    let alphabet = own_alphabet(&levels);
    if alphabet == MapAlphabet::Fov {
        levels = levels.into_iter().map(LevelText::without_blank_ends).collect();
    }
    levels.iter().try_for_each(|level| level.check_characters(is_drawn, alphabet.written_with()))?;
    match alphabet {
        MapAlphabet::Dungeon => text::read(map),
        MapAlphabet::Fov => read(map),
    }
}

/// The alphabet of a map; `None` for a text whose first line is drawn in neither.
pub(crate) fn map_alphabet(map: &str) -> Option<MapAlphabet> {
    let map = &*without_blank_start(map);
    let first = map.lines().find(|line| !line.is_empty())?;
    if !text_levels::is_header(first) && !first.trim_end_matches('\r').chars().all(is_drawn) {
        return None;
    }
    Some(own_alphabet(&level_texts(map).ok()?))
}

/// The text with empty lines in place of lines of blanks above a sight map, which has no blank cells. Dungeon text begins
/// with rock where it begins with blanks.
fn without_blank_start(map: &str) -> Cow<'_, str> {
    let blank = map.len() - map.trim_start().len();
    let (above, drawn) = map.split_at(map[..blank].rfind('\n').map_or(0, |at| at + 1));
    let is_sight = || level_texts(drawn).is_ok_and(|levels| own_alphabet(&levels) == MapAlphabet::Fov);
    if above.chars().all(|character| "\r\n".contains(character)) || !is_sight() {
        return Cow::Borrowed(map);
    }
    Cow::Owned("\n".repeat(above.matches('\n').count()) + drawn)
}

/// The alphabet that has the first character which only one of them has. Spaces do not count: they stand before indented
/// maps of either kind.
fn own_alphabet(levels: &[LevelText<'_>]) -> MapAlphabet {
    let mut characters = levels.iter().flat_map(LevelText::characters).filter(|&character| character != ' ');
    let own = characters.find(|&character| text::is_glyph(character) != is_glyph(character));
    if own.is_some_and(is_glyph) { MapAlphabet::Fov } else { MapAlphabet::Dungeon }
}

impl MapAlphabet {
    /// The end of the sentence about an unknown character.
    const fn written_with(self) -> &'static str {
        match self {
            Self::Dungeon => text::WRITTEN_WITH,
            Self::Fov => SIGHT.written_with,
        }
    }
}

/// Whether the character belongs to one of the alphabets.
fn is_drawn(character: char) -> bool {
    text::is_glyph(character) || is_glyph(character)
}

/// Whether the character belongs to sight maps.
fn is_glyph(character: char) -> bool {
    terrain(character).is_some()
}

fn terrain(character: char) -> Option<Terrain> {
    if SOLID.contains(character) {
        return Some(Terrain::Wall);
    }
    FREE.contains(character).then_some(Terrain::Floor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_a_sight_map_are_the_same_map() {
        let drawn = read("■■■■■\n■so▲■\n■□nu■\n■■■■■\n").unwrap();
        let typed = read("bbb##\n#zocb\nbxnub\n#####\n").unwrap();
        assert_eq!(drawn, typed);
        assert_eq!(text::write(&drawn), "#####\n#...#\n#...#\n#####\n");
    }

    #[test]
    fn places_count_characters_not_bytes() {
        assert_eq!(
            read("■■■\n■o+\n").unwrap_err().to_string(),
            "input:2:3: unknown character '+'; sight maps are written with ■ b # (solid) and s z o □ x . ▲ c n u (free)"
        );
        assert!(read("■■■\n■■\n").unwrap_err().to_string().starts_with("input:2: this line is 2 cells long"));
    }

    fn refusal(map: &str) -> String {
        let sentence = read_drawn(map).unwrap_err().to_string();
        sentence.split_once(';').map_or(sentence.clone(), |(start, _)| start.to_owned())
    }

    #[test]
    fn the_first_character_that_no_alphabet_has_is_blamed_and_not_the_first_of_the_map() {
        assert_eq!(refusal("□s?□"), "input:1:3: unknown character '?'");
        assert_eq!(refusal("#s#\n+?#"), "input:2:2: unknown character '?'");
        assert_eq!(refusal("+s?"), "input:1:3: unknown character '?'");
        assert_eq!(refusal("?□"), "input:1:1: unknown character '?'");
        assert_eq!(refusal("■s+"), "input:1:3: unknown character '+'");
        assert_eq!(refusal(" ■s"), "input:1:1: unknown character ' '");
    }

    #[test]
    fn blank_lines_at_both_ends_are_no_rows() {
        let map = read_drawn("■s■\n■□■\n").unwrap();
        for blank in ["\n", "\r\n", "  \n", "\n \t\n\n"] {
            assert_eq!(read_drawn(&format!("{blank}■s■\n■□■\n{blank}")).unwrap(), map, "{blank:?}");
        }
        assert_eq!(refusal("\n  \n■s■\n■?■"), "input:4:2: unknown character '?'");
        assert!(refusal("\n■s■\n■■").starts_with("input:3: this line is 2 cells long"), "{}", refusal("\n■s■\n■■"));
    }

    #[test]
    fn rows_of_rock_at_both_ends_of_dungeon_text_are_kept() {
        let map = "     \n #++ \n     \n";
        assert_eq!(text::write(&read_drawn(map).unwrap()), map);
    }
}
