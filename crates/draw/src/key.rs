//! The room key of a plain picture: entries as prints have them, beside the map or below it.

use super::page_pen::PagePen;
use super::picture::Point;
use super::typeset::columns::{Block, Columns, Leading, balance};
use super::typeset::paragraph::Setting;
use super::typeset::room_entry;
use undercroft::dungeon::Dungeon;

/// Height of the letters, from one line to the next, between entries, and the width of a column. [Unit: hundredths of the
/// pen's unit]
const LETTERS: i32 = 38;
const LINE: i32 = 72;
const ENTRY_GAP: i32 = 22;
const COLUMN: i32 = 1500;
const COLUMN_GAP: i32 = 120;
/// The most columns beside a map.
const MOST_BESIDE: usize = 12;

/// Writes the key in as few columns as are no higher than the map; gives the corner right of and below all of them.
pub fn beside(sheet: &mut PagePen, dungeon: &Dungeon, at: Point, height: i32) -> Point {
    let width = sheet.units(COLUMN);
    let blocks = blocks(sheet, dungeon, width);
    let leading = leading(sheet);
    let mut tries = (1..=MOST_BESIDE).map(|count| balance(&blocks, count, leading));
    let columns = tries.find(|columns| columns.height <= height.max(sheet.units(8 * LINE)));
    write(sheet, &columns.unwrap_or_else(|| balance(&blocks, MOST_BESIDE, leading)), at, width)
}

/// Writes the key in columns that fill this width; gives the corner right of and below all of them.
pub fn below(sheet: &mut PagePen, dungeon: &Dungeon, at: Point, width: i32) -> Point {
    let gap = sheet.units(COLUMN_GAP);
    let count = ((width + gap) / (sheet.units(COLUMN) + gap)).max(1);
    let column = (width - gap * (count - 1)) / count;
    let blocks = blocks(sheet, dungeon, column);
    let columns = balance(&blocks, count as usize, leading(sheet));
    write(sheet, &columns, at, column)
}

fn leading(sheet: &PagePen) -> Leading {
    Leading { line: sheet.units(LINE), entry: sheet.units(ENTRY_GAP) }
}

fn blocks(sheet: &PagePen, dungeon: &Dungeon, width: i32) -> Vec<Block> {
    let entries = room_entry::key(dungeon, sheet.options.levels);
    let height = sheet.units(LETTERS);
    let setting = Setting { height, width, indent: Setting::indent(height, &entries) };
    entries.iter().map(|paragraph| setting.set(paragraph)).collect()
}

fn write(sheet: &mut PagePen, columns: &Columns, at: Point, width: i32) -> Point {
    let step = width + sheet.units(COLUMN_GAP);
    for word in columns.words(step, sheet.units(LETTERS)) {
        sheet.write_word(&word.shift(at.x, at.y));
    }
    let count = columns.lines.iter().filter(|column| !column.is_empty()).count() as i32;
    Point::new(at.x + (count * step - sheet.units(COLUMN_GAP)).max(0), at.y + columns.height)
}
