//! The tiles and the ground of all levels as one block of codes.

use undercroft::dungeon::{Dungeon, Ground, Level};
use undercroft::format::text;
use undercroft::grid::Grid;

use super::DatasetError;

/// The characters of dungeon text, by code. Code 15 is reserved.
pub const TILE_GLYPHS: [char; 15] = [' ', '#', '.', ',', '+', '\'', '"', 'L', 'H', 'B', 'S', '<', '>', '_', 'W'];

/// The names of the codes.
pub const TILE_NAMES: [&str; 15] = [
    "rock",
    "wall",
    "floor",
    "corridor",
    "closed_door",
    "open_door",
    "archway",
    "locked",
    "portcullis",
    "barred",
    "secret_door",
    "stairs_up",
    "stairs_down",
    "doorway",
    "window",
];

/// Codes in order z, y, x: levels as in [`Dungeon::levels`], highest first, padded with 0 to the largest.
///
/// ```
/// use undercroft_formats::dataset::TileBlock;
///
/// let hall = undercroft_formats::read(Some("hall.txt"), b"####\n#.+ \n####\n").unwrap();
/// let block = TileBlock::tiles(&hall).unwrap();
/// assert_eq!((block.levels, block.height, block.width), (1, 3, 4));
/// assert_eq!(block.codes[4..8], [1, 2, 4, 0]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileBlock {
    /// Number of levels.
    pub levels: u8,
    /// Rows of a level.
    pub height: u16,
    /// Columns of a level.
    pub width: u16,
    /// One byte a cell.
    pub codes: Vec<u8>,
}

impl TileBlock {
    /// The tile codes of a dungeon.
    ///
    /// # Errors
    /// When it has more levels than a column of bytes can number.
    pub fn tiles(dungeon: &Dungeon) -> Result<Self, DatasetError> {
        Self::filled(dungeon, |level, codes| {
            let characters = text::level_characters(dungeon, level);
            codes.put(&characters, |&character| code(character));
        })
    }

    /// The ground codes of a dungeon; `None` where all of it is bare.
    ///
    /// # Errors
    /// As [`TileBlock::tiles`].
    pub fn ground(dungeon: &Dungeon) -> Result<Option<Self>, DatasetError> {
        if dungeon.levels.iter().all(|level| level.ground.is_none()) {
            return Ok(None);
        }
        let fill = |level: &Level, codes: &mut Pane<'_>| {
            level.ground.iter().for_each(|ground| codes.put(ground, |&kind: &Ground| kind.code()));
        };
        Self::filled(dungeon, fill).map(Some)
    }

    fn filled(dungeon: &Dungeon, fill: impl Fn(&Level, &mut Pane<'_>)) -> Result<Self, DatasetError> {
        let (levels, height, width) = block_size(dungeon)?;
        let area = usize::from(height) * usize::from(width);
        let mut codes = vec![0; area * dungeon.levels.len()];
        for (level, cells) in dungeon.levels.iter().zip(codes.chunks_mut(area.max(1))) {
            fill(level, &mut Pane { cells, width: width.into() });
        }
        Ok(Self { levels, height, width, codes })
    }

    /// Cells of one level.
    pub fn area(&self) -> usize {
        usize::from(self.height) * usize::from(self.width)
    }
}

/// The part of a block that one level fills.
struct Pane<'a> {
    cells: &'a mut [u8],
    width: usize,
}

impl Pane<'_> {
    fn put<T>(&mut self, grid: &Grid<T>, code: impl Fn(&T) -> u8) {
        for (row, cells) in grid.rows().zip(self.cells.chunks_mut(self.width)) {
            row.iter().zip(cells).for_each(|(value, cell)| *cell = code(value));
        }
    }
}

/// Levels, height and width of the padded block.
fn block_size(dungeon: &Dungeon) -> Result<(u8, u16, u16), DatasetError> {
    let most = |side: fn(&Level) -> i32| dungeon.levels.iter().map(side).max().unwrap_or(0);
    // Sides end at 16384 (`MAX_SIDE`).
    let (height, width) = (most(|level| level.size().height()) as u16, most(|level| level.size().width()) as u16);
    let levels = u8::try_from(dungeon.levels.len()).map_err(|_| DatasetError::TooMany {
        what: "levels",
        count: dungeon.levels.len(),
        limit: u8::MAX.into(),
    })?;
    Ok((levels, height, width))
}

fn code(character: char) -> u8 {
    TILE_GLYPHS.iter().position(|&glyph| glyph == character).unwrap_or_default() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_dungeon_text_has_its_code() {
        let text = "#.,+'\"LHBS<>_W ";
        assert!(TILE_GLYPHS.iter().all(|&glyph| text.contains(glyph)));
        assert!(text.chars().all(|glyph| text::is_glyph(glyph) && TILE_GLYPHS[usize::from(code(glyph))] == glyph));
    }

    #[test]
    fn smaller_levels_are_padded_with_rock() {
        let text = "--- level 1\n## \n#.\n\n--- level 0\n###\n#.#\n###\n";
        let Ok(tower) = text::read(text) else { panic!("the text is a dungeon of two levels") };
        let block = TileBlock::tiles(&tower).unwrap();
        assert_eq!((block.levels, block.height, block.width), (2, 3, 3));
        assert_eq!(block.codes[..9], [1, 1, 0, 1, 2, 0, 0, 0, 0]);
        assert_eq!(TileBlock::ground(&tower), Ok(None));
    }
}
