//! The page before those at true scale: where each of them lies, and what to do with them.

use super::PdfOptions;
use super::document::Document;
use super::font::line;
use super::index;
use super::paint::Ink;
use super::paper::{INCH, sheet};
use super::tiling::Tiling;
use undercroft::dungeon::Dungeon;
use undercroft_draw::parts::Voice;
use undercroft_draw::{Area, Color, Paint, Point, VectorPath};

const BLACK: Color = Color::new(0, 0, 0);
const MARGIN: i32 = INCH / 2;
const SIZE: i32 = 9_000;
const LEADING: i32 = 11_500;

/// One page where there is more than one page to be found.
pub fn page_count(tilings: &[Tiling]) -> usize {
    usize::from(tilings.iter().map(Tiling::page_count).sum::<usize>() > 1)
}

/// Prints the index, if there is one.
pub fn print(dungeon: &Dungeon, tilings: &[Tiling], options: &PdfOptions, document: &mut Document) {
    if page_count(tilings) == 0 {
        return;
    }
    let sheet = sheet(options.paper, false);
    let inside = sheet.inside(MARGIN);
    let mut ink = Ink::new(sheet.height);
    let title = line(options.title(dungeon), Voice::Bold, 14_000, inside.min.shift(0, 12_000));
    ink.write(&title, BLACK);
    let mut y = inside.min.y + 32_000;
    for text in note(dungeon, tilings, options) {
        ink.write(&line(text, Voice::Regular, SIZE, Point::new(inside.min.x, y)), BLACK);
        y += LEADING;
    }
    let start = Point::new(inside.min.x, y + 6_000);
    let mut ruler = VectorPath::line([start, start.shift(INCH, 0)]);
    for i in [0, INCH / 2, INCH] {
        ruler.add_line([start.shift(i, -3_000), start.shift(i, 3_000)]);
    }
    ink.path(Paint::stroke(BLACK, 600), &ruler);
    ink.write(&line("1 inch", Voice::Regular, SIZE, start.shift(INCH + 5_000, 3_000)), BLACK);
    index::draw(&mut ink, dungeon, tilings, options, Area::new(start.shift(0, 24_000), inside.max));
    document.add(sheet, ink);
}

fn note(dungeon: &Dungeon, tilings: &[Tiling], options: &PdfOptions) -> [String; 3] {
    let count: usize = tilings.iter().map(Tiling::page_count).sum();
    let feet = i32::from(dungeon.tile_feet) / i32::from(options.squares_per_tile);
    [
        format!("{count} pages at true scale follow, one inch to a square of {feet} ft."),
        "Print them at 100 %, not fitted to the page. Cut along the marks at the left and the top,".to_owned(),
        "and glue each page on the strips of those before it. Pages with only rock are left out.".to_owned(),
    ]
}
