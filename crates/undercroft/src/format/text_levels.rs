//! Maps drawn in characters: what every text alphabet has in common.
//!
//! A sheet is one map of a text file. A zero-length line ends it, and what follows is commentary, up to the next
//! `--- level z`, which begins another sheet.
//!
//! ```text
//! #####
//! #...+        ← the sheet of level 0: no header needed
//! #####
//!
//! A cell with one door.
//!
//! --- level -1
//! ###          ← the sheet of level -1
//! ```
//!
//! A line `ground:` begins the block of what lies on the floor of the level above it: as many rows as its map, each as
//! long as the map is wide.

use undercroft_grid::{Grid, Size};

use super::decode::{height, lines, size};
use super::{FilePosition, MAX_Z, ReadError};
use crate::dungeon::Ground;
use crate::plural::count;

/// What begins the header of a level.
const HEADER: &str = "--- level";

/// The line that begins what lies on the floor of a level.
pub const GROUND: &str = "ground:";

/// The end of the sentence about an unknown kind of ground.
pub const GROUND_WRITTEN_WITH: &str = "ground is written with ~ w : % ; = and spaces";

/// The header line of a level.
pub fn header(z: i32) -> String {
    format!("{HEADER} {z}")
}

/// Whether a line is the header of a level.
pub fn is_header(line: &str) -> bool {
    line.starts_with(HEADER)
}

/// One map of a text file.
pub struct LevelText<'a> {
    /// The level it shows.
    pub z: i32,
    /// The number of its first row's line in the file.
    line: usize,
    rows: Vec<&'a str>,
    ground: Option<GroundText<'a>>,
}

/// The rows below `ground:`.
struct GroundText<'a> {
    /// The number of that line in the file.
    line: usize,
    rows: Vec<&'a str>,
}

/// What the lines of a text belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Map,
    Ground,
    Commentary,
}

/// A set of characters that maps are drawn in.
pub struct Alphabet<T> {
    /// What a character means; `None` for characters that do not belong to the alphabet.
    pub meaning: fn(char) -> Option<T>,
    /// What is in cells beyond the end of a short line; `None` where all lines must have the same length.
    pub beyond: Option<T>,
    /// The end of the sentence about an unknown character.
    pub written_with: &'static str,
}

/// All sheets of a text, at least one, each with at least one row.
pub fn level_texts(text: &str) -> Result<Vec<LevelText<'_>>, ReadError> {
    let mut sheets: Vec<LevelText<'_>> = Vec::new();
    let mut block = Block::Map;
    for (number, line) in lines(text) {
        if is_header(line) {
            sheets.push(LevelText::new(level_of(number, line, &sheets)?, number + 1));
            block = Block::Map;
        } else if line == GROUND && sheets.last().is_some_and(|sheet| !sheet.rows.is_empty()) {
            sheets.last_mut().map_or(Ok(()), |sheet| sheet.begin_ground(number))?;
            block = Block::Ground;
        } else if line.is_empty() {
            // Empty lines before the first row are nothing; after it they end the map.
            let has_rows = sheets.last().is_some_and(|sheet| !sheet.rows.is_empty());
            block = if has_rows { Block::Commentary } else { Block::Map };
        } else if block != Block::Commentary {
            if sheets.is_empty() {
                sheets.push(LevelText::new(0, number));
            }
            sheets.last_mut().into_iter().for_each(|sheet| sheet.add(block, number, line));
        }
    }
    match sheets.iter().find(|sheet| sheet.rows.is_empty()) {
        Some(sheet) => {
            Err(ReadError::on_line(sheet.line - 1, format!("level {} has no map below its header", sheet.z)))
        }
        None if sheets.is_empty() => Err(ReadError::new("there is no map, only empty lines")),
        None => Ok(sheets),
    }
}

fn level_of(number: usize, line: &str, before: &[LevelText<'_>]) -> Result<i32, ReadError> {
    let refuse = |problem: String| Err(ReadError::on_line(number, problem));
    let written = line[HEADER.len()..].trim();
    let Some(z) = written.parse().ok().and_then(|z| height(z).ok()) else {
        return refuse(format!("need a level from -{MAX_Z} to {MAX_Z} after `{HEADER}`, got {written:?}"));
    };
    if before.iter().any(|sheet| sheet.z == z) {
        return refuse(format!("level {z} is drawn twice"));
    }
    Ok(z)
}

impl<'a> LevelText<'a> {
    const fn new(z: i32, line: usize) -> Self {
        Self { z, line, rows: Vec::new(), ground: None }
    }

    fn add(&mut self, block: Block, number: usize, row: &'a str) {
        if let (Block::Ground, Some(ground)) = (block, &mut self.ground) {
            ground.rows.push(row);
            return;
        }
        if self.rows.is_empty() {
            self.line = number;
        }
        self.rows.push(row);
    }

    fn begin_ground(&mut self, line: usize) -> Result<(), ReadError> {
        match self.ground.replace(GroundText { line, rows: Vec::new() }) {
            Some(_) => Err(ReadError::on_line(line, format!("level {} has two blocks `{GROUND}`", self.z))),
            None => Ok(()),
        }
    }

    /// What lies on the floor, if the text says it; `size` is that of the map.
    pub fn ground(&self, size: Size) -> Result<Option<Grid<Ground>>, ReadError> {
        let Some(GroundText { line, rows }) = &self.ground else { return Ok(None) };
        if rows.len() != size.height() as usize {
            let problem = format!(
                "need {} of ground, as many as the map has, got {}",
                count(size.height() as usize, "row"),
                rows.len()
            );
            return Err(ReadError::on_line(*line, problem));
        }
        let mut cells = Vec::with_capacity(size.area());
        for (number, row) in (line + 1..).zip(rows) {
            let length = row.chars().count();
            if length != size.width() as usize {
                let cells = count(size.width() as usize, "cell");
                let problem = format!("need {cells} of ground, as many as the map is wide, got {length}");
                return Err(ReadError::on_line(number, problem));
            }
            for (column, glyph) in (1..).zip(row.chars()) {
                let place = FilePosition::Character { line: number, column };
                let unknown = || ReadError::at(place, format!("unknown character {glyph:?}; {GROUND_WRITTEN_WITH}"));
                cells.push(Ground::from_glyph(glyph).ok_or_else(unknown)?);
            }
        }
        Ok(Some(Grid::from_values(size, cells)))
    }

    /// Every character of the map.
    pub fn characters(&self) -> impl Iterator<Item = char> {
        self.rows.iter().flat_map(|row| row.chars())
    }

    /// The map without blank rows above and below it, for alphabets in which a blank is no cell.
    #[must_use]
    pub fn without_blank_ends(mut self) -> Self {
        let is_drawn = |row: &&str| !row.trim().is_empty();
        let Some(first) = self.rows.iter().position(is_drawn) else { return self };
        let last = self.rows.iter().rposition(is_drawn).unwrap_or(first);
        self.rows = self.rows[first..=last].to_vec();
        self.line += first;
        self
    }

    /// Accepts a map of known characters.
    ///
    /// # Errors
    /// At the first other one.
    pub fn check_characters(&self, is_known: fn(char) -> bool, written_with: &str) -> Result<(), ReadError> {
        for (y, row) in self.rows.iter().enumerate() {
            if let Some((x, character)) = row.chars().enumerate().find(|&(_, character)| !is_known(character)) {
                return Err(self.unknown(x, y, character, written_with));
            }
        }
        Ok(())
    }

    /// The map, read with an alphabet; `taken` cells of the file's limit belong to other sheets.
    pub fn read<T: Copy>(&self, alphabet: &Alphabet<T>, taken: usize) -> Result<Grid<T>, ReadError> {
        let size = self.size(taken)?;
        let width = size.width() as usize;
        let mut cells = Vec::with_capacity(size.area());
        for (y, row) in self.rows.iter().enumerate() {
            for (x, character) in row.chars().enumerate() {
                let meaning = (alphabet.meaning)(character);
                cells.push(meaning.ok_or_else(|| self.unknown(x, y, character, alphabet.written_with))?);
            }
            let length = cells.len() - y * width;
            match alphabet.beyond {
                Some(beyond) => cells.resize((y + 1) * width, beyond),
                None if length < width => return Err(self.ragged(width)),
                None => {}
            }
        }
        Ok(Grid::from_values(size, cells))
    }

    fn size(&self, taken: usize) -> Result<Size, ReadError> {
        let width = self.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        size(width as i64, self.rows.len() as i64, taken).map_err(|problem| ReadError::on_line(self.line, problem))
    }

    fn unknown(&self, x: usize, y: usize, character: char, written_with: &str) -> ReadError {
        let place = FilePosition::Character { line: self.line + y, column: x + 1 };
        ReadError::at(place, format!("unknown character {character:?}; {written_with}"))
    }

    /// The first line whose length is not that of the map's first line.
    fn ragged(&self, width: usize) -> ReadError {
        let mut lengths = self.rows.iter().map(|row| row.chars().count());
        let expected = lengths.next().unwrap_or(width);
        let (y, length) = (1..).zip(lengths).find(|&(_, length)| length != expected).unwrap_or((0, width));
        let problem = format!(
            "this line is {} long, the first line of the map is {expected}; \
             all lines of a map without spaces must be equally long (fill up with `#`)",
            count(length, "cell")
        );
        ReadError::on_line(self.line + y, problem)
    }
}
