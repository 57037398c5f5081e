//! Masks: where on the map a dungeon may lie.
//!
//! ```text
//!     level: 0         # and space are blocked, . is free. Rows before the first `level:` hold for every level that has
//!     #........#       no block of its own; a level with neither is free.
//!     #..####..#       Of free cells in several parts the largest part is used.
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use undercroft_grid::{BitGrid, Cell, Dir, MAX_SIDE, Regions, Size};

use super::RecipeError;
use crate::dungeon::{MASK_LEVEL, MAX_MASK_CELLS};
use crate::plural::count;

/// The heights that a level of a mask may have.
const LEVELS: std::ops::RangeInclusive<i32> = -100..=100;
/// The shortest side of a map. [Unit: cells]
const MIN_SIDE: usize = 16;

/// The least that `rooms.min` may be. [Unit: cells]
const SMALLEST: i32 = 3;

/// The cells of two square rooms with their walls.
const fn space_for_two(side: i32) -> usize {
    2 * ((side + 2) * (side + 2)) as usize
}

/// The free cells of each level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    size: Size,
    /// `None` is the block of all levels that have none of their own.
    blocks: BTreeMap<Option<i32>, MaskBlock>,
}

/// The rows of one level, or of all that have none of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MaskBlock {
    free: Arc<BitGrid>,
    /// The file and the line of its first row.
    file: String,
    line: usize,
}

/// Rows while they are read.
struct OpenBlock<'a> {
    level: Option<i32>,
    /// The line of its heading or first row.
    line: usize,
    rows: Vec<(usize, &'a str)>,
}

impl Mask {
    /// Reads files, given as name and text.
    ///
    /// # Errors
    /// When a line is uneven or has a foreign character, a level is there twice, or there are too many cells.
    pub fn parse<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, RecipeError> {
        let (mut blocks, mut size, mut cells) = (BTreeMap::new(), None, 0);
        for (file, text) in files {
            for open in open_blocks(file, text)? {
                cells += open.rows.iter().map(|(_, row)| row.len()).sum::<usize>();
                if cells > MAX_MASK_CELLS {
                    let problem = format!("masks have at most {MAX_MASK_CELLS} cells in all, such as 2048×2048");
                    return Err(at(file, open.line, 1, problem));
                }
                let (level, block) = (open.level, open.read(file, &mut size)?);
                if let Some(MaskBlock { file: other, line, .. }) = blocks.get(&level) {
                    let which = level.map_or("the rows before `level:` are".to_owned(), |z| format!("level {z} is"));
                    return Err(at(file, block.line, 1, format!("{which} there twice ({other}:{line})")));
                }
                blocks.insert(level, block);
            }
        }
        let size = size.unwrap_or_else(|| Size::of(MIN_SIDE as i32, MIN_SIDE as i32));
        Ok(Self { size, blocks })
    }

    /// Width and height of the map.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The cells of a level that are free and connected, those of its largest part; `None` where all are.
    pub fn free(&self, z: i32) -> Option<&Arc<BitGrid>> {
        self.block(z).map(|block| &block.free)
    }

    /// Every level has space for two rooms of this side with their walls, and the entrance is on its side.
    ///
    /// # Errors
    /// When it has not.
    pub fn check(&self, side: i32, entrance_side: Dir) -> Result<(), RecipeError> {
        let need = space_for_two(side);
        if let Some(block) = self.blocks.values().find(|block| block.free.count() < need) {
            let free = block.free.count();
            // Smaller rooms are named only where they have place.
            let remedy = if free >= space_for_two(SMALLEST) { ", or lower rooms.min" } else { "" };
            let problem = format!(
                "{}; two rooms of {side}×{side} need at least {need}; free more cells{remedy}",
                count(free, "connected free cell")
            );
            return Err(block.no_place(problem));
        }
        let Some(block) = self.block(0) else { return Ok(()) };
        let half = |cell: Cell| match entrance_side {
            Dir::North => 2 * cell.y < self.size.height(),
            Dir::South => 2 * cell.y >= self.size.height(),
            Dir::West => 2 * cell.x < self.size.width(),
            Dir::East => 2 * cell.x >= self.size.width(),
        };
        if block.free.iter().any(half) {
            return Ok(());
        }
        let side = format!("{entrance_side:?}").to_lowercase();
        let problem =
            format!("no free cell in the {side} half, where the entrance is; free some or change entrance_side");
        Err(block.no_place(problem))
    }

    fn block(&self, z: i32) -> Option<&MaskBlock> {
        self.blocks.get(&Some(z)).or_else(|| self.blocks.get(&None))
    }
}

impl MaskBlock {
    fn no_place(&self, problem: String) -> RecipeError {
        RecipeError::MaskPlace { name: self.file.clone(), line: self.line, problem }
    }
}

impl OpenBlock<'_> {
    /// The free cells; `size` is that of the first block.
    fn read(self, file: &str, size: &mut Option<Size>) -> Result<MaskBlock, RecipeError> {
        let Some(&(line, first)) = self.rows.first() else {
            return Err(at(file, self.line, 1, "a level needs rows of # and ."));
        };
        for (line, row) in &self.rows {
            if let Some(column) = row.chars().position(|glyph| !matches!(glyph, '#' | ' ' | '.')) {
                let glyph = row.chars().nth(column).unwrap_or_default();
                let problem = format!("{glyph:?} means nothing in a mask; known are # . and space");
                return Err(at(file, *line, column + 1, problem));
            }
            if row.len() != first.len() {
                let (cells, wanted) = (row.len(), first.len());
                let problem = format!("line has {}, the first has {wanted}", count(cells, "cell"));
                return Err(at(file, *line, cells.min(wanted) + 1, problem));
            }
        }
        let [width, height] = [first.len(), self.rows.len()];
        let side = MIN_SIDE..=MAX_SIDE as usize;
        if !side.contains(&width) || !side.contains(&height) {
            let problem = format!("a mask has sides of {MIN_SIDE} to {MAX_SIDE} cells, got {width}×{height}");
            return Err(at(file, line, 1, problem));
        }
        let own = Size::of(width as i32, height as i32);
        let whole = *size.get_or_insert(own);
        if own != whole {
            return Err(at(file, line, 1, format!("this level has {own} cells, the first of the mask has {whole}")));
        }
        let rows: Vec<&[u8]> = self.rows.iter().map(|(_, row)| row.as_bytes()).collect();
        let free = BitGrid::from_fn(own, |cell| rows[cell.y as usize][cell.x as usize] == b'.');
        // Rooms in another part could not be reached.
        let regions = Regions::of(&free);
        let free = regions.largest().map_or(free, |largest| regions.cells(largest));
        Ok(MaskBlock { free: Arc::new(free), file: file.to_owned(), line })
    }
}

/// Cuts a file into blocks. Empty lines stand round blocks only.
fn open_blocks<'a>(file: &str, text: &'a str) -> Result<Vec<OpenBlock<'a>>, RecipeError> {
    let mut blocks: Vec<OpenBlock> = Vec::new();
    let mut gap = None;
    for (line, row) in (1..).zip(text.lines()) {
        if let Some(level) = row.strip_prefix(MASK_LEVEL) {
            blocks.push(OpenBlock { level: Some(height(file, line, level)?), line, rows: Vec::new() });
            gap = None;
            continue;
        }
        if row.is_empty() {
            gap = gap.or_else(|| blocks.last().filter(|block| !block.rows.is_empty()).map(|_| line));
            continue;
        }
        if let Some(gap) = gap {
            return Err(at(file, gap, 1, "an empty line in a block; write # for cells that are blocked"));
        }
        if blocks.is_empty() {
            blocks.push(OpenBlock { level: None, line, rows: Vec::new() });
        }
        blocks.iter_mut().last().into_iter().for_each(|block| block.rows.push((line, row)));
    }
    if blocks.is_empty() {
        return Err(at(file, 1, 1, "a mask needs rows of # and ."));
    }
    Ok(blocks)
}

fn height(file: &str, line: usize, text: &str) -> Result<i32, RecipeError> {
    let (low, high) = (LEVELS.start(), LEVELS.end());
    let refuse = || at(file, line, 1, format!("level: need a number from {low} to {high}, got {:?}", text.trim()));
    text.trim().parse().ok().filter(|z| LEVELS.contains(z)).ok_or_else(refuse)
}

fn at(file: &str, line: usize, column: usize, problem: impl Into<String>) -> RecipeError {
    RecipeError::Mask { name: file.to_owned(), line, column, problem: problem.into() }
}

#[cfg(test)]
mod tests;
