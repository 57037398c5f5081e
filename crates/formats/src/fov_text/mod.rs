//! Maps that show what an observer sees, read as maps.
//!
//! ```text
//! ■■■■■■      ■ b # solid      s observer      z observer on an interesting corner
//! ■soo□■      o visible        □ x . free      ▲ c interesting corner
//! ■o■▲□■      n visible corner that is not interesting      u corner that is not visible
//! ```
//!
//! Here only solid and free are told apart. All lines must have the same length.

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
    for sheet in level_texts(text)? {
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

/// The alphabet of a map, by the first character that only one of them has; `None` for a text whose first line is drawn
/// in neither.
pub(crate) fn map_alphabet(map: &str) -> Option<MapAlphabet> {
    let is_drawn = |character| text::is_glyph(character) || is_glyph(character);
    let first = map.lines().find(|line| !line.is_empty())?;
    if !text_levels::is_header(first) && !first.trim_end_matches('\r').chars().all(is_drawn) {
        return None;
    }
    let levels = level_texts(map).ok()?;
    let mut own = levels.iter().flat_map(LevelText::characters).filter_map(|character| {
        match (text::is_glyph(character), is_glyph(character)) {
            (true, false) => Some(MapAlphabet::Dungeon),
            (false, true) => Some(MapAlphabet::Fov),
            _ => None,
        }
    });
    Some(own.next().unwrap_or(MapAlphabet::Dungeon))
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
}
