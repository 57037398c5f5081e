//! The index: a small map of every level with its pages over it.

use undercroft_grid::{Cell, Rect};

use super::PdfOptions;
use super::font::line;
use super::paint::Ink;
use super::tiling::Tiling;
use undercroft::dungeon::Dungeon;
use undercroft_draw::parts::{Voice, column};
use undercroft_draw::{Area, Color, Paint, Point, VectorPath};

const FLOOR: Color = Color::new(200, 200, 200);
const LINE: Color = Color::new(60, 60, 60);
/// Between two levels, and what the letters of columns and rows take up.
const GAP: i32 = 14_000;
/// The largest page on an index. [Unit: thousandths of a point]
const LARGEST: i32 = 30_000;
/// The longer side of a page is ten squares, the shorter seven.
const SQUARES: i32 = 10;

/// Draws the levels side by side into an area; each as large as the others.
pub fn draw(ink: &mut Ink, dungeon: &Dungeon, tilings: &[Tiling], options: &PdfOptions, area: Area) {
    let shown: Vec<&Tiling> = tilings.iter().filter(|tiling| tiling.page_count() > 0).collect();
    let square = square(&shown, area);
    let mut x = area.min.x;
    for tiling in shown {
        let corner = Point::new(x + GAP, area.min.y + GAP);
        level(ink, dungeon, tiling, options, (corner, square));
        x += GAP * 2 + extent(tiling).0 * square;
    }
}

/// Squares from west to east and from north to south, rock pages included.
fn extent(tiling: &Tiling) -> (i32, i32) {
    let page = tiling.squares(Cell::new(0, 0));
    (tiling.columns() * page.width(), tiling.rows() * page.height())
}

/// The side of a square, so that all levels fit.
fn square(tilings: &[&Tiling], area: Area) -> i32 {
    let across: i32 = tilings.iter().map(|tiling| extent(tiling).0).sum();
    let down = tilings.iter().map(|tiling| extent(tiling).1).max().unwrap_or(1);
    let width = area.width() - 2 * GAP * tilings.len() as i32;
    (width / across.max(1)).min((area.height() - GAP) / down.max(1)).clamp(1, LARGEST / SQUARES)
}

fn level(ink: &mut Ink, dungeon: &Dungeon, tiling: &Tiling, options: &PdfOptions, (corner, square): (Point, i32)) {
    let start = tiling.squares(Cell::new(0, 0)).min();
    let place = |x: i32, y: i32| corner.shift((x - start.x) * square, (y - start.y) * square);
    let area = |squares: Rect| Area::new(place(squares.left, squares.top), place(squares.right, squares.bottom));
    ink.path(Paint::fill(FLOOR), &floor(dungeon, tiling.z, i32::from(options.squares_per_tile), area));
    let mut pages = VectorPath::default();
    for page in tiling.pages() {
        pages.extend(VectorPath::rect(area(tiling.squares(page))));
    }
    ink.path(Paint::stroke(LINE, 400), &pages);
    let page = area(tiling.squares(Cell::new(0, 0)));
    letters(ink, tiling, page, corner);
    if dungeon.levels.len() > 1 {
        let name = line(format!("level {}", tiling.z), Voice::Bold, 7_000, corner.shift(0, -9_500));
        ink.write(&name, LINE);
    }
}

/// The floor in runs along the rows.
fn floor(dungeon: &Dungeon, z: i32, n: i32, area: impl Fn(Rect) -> Area) -> VectorPath {
    let mut path = VectorPath::default();
    let Some(level) = dungeon.level(z) else { return path };
    let size = level.size();
    for y in 0..size.height() {
        let mut x = 0;
        while x < size.width() {
            let open = |x: i32| !level.at(Cell::new(x, y)).is_massive();
            let end = (x..size.width()).find(|&end| !open(end)).unwrap_or(size.width());
            if end > x {
                path.extend(VectorPath::rect(area(Rect::new(x * n, y * n, end * n, (y + 1) * n))));
            }
            x = end + 1;
        }
    }
    path
}

/// Letters above the columns and numbers beside the rows; within the pages too, where there is room.
fn letters(ink: &mut Ink, tiling: &Tiling, page: Area, corner: Point) {
    let (width_of, height_of) = (page.width(), page.height());
    let size = (width_of.min(height_of) / 2).clamp(3_500, 7_000);
    let centred = |ink: &mut Ink, text: &str, middle: Point| {
        let word = line(text, Voice::Regular, size, middle);
        ink.write(&word.clone().shift(-word.width() / 2, word.height / 2), LINE);
    };
    if width_of.min(height_of) >= 14_000 {
        for place in tiling.pages() {
            let middle = corner.shift(place.x * width_of + width_of / 2, place.y * height_of + height_of / 2);
            centred(ink, &Tiling::label(place), middle);
        }
        return;
    }
    for x in 0..tiling.columns() {
        centred(ink, &column(x), corner.shift(x * width_of + width_of / 2, -size / 2 - 500));
    }
    for y in 0..tiling.rows() {
        let at = corner.shift(-1_000, y * height_of + height_of / 2 + size / 3);
        let word = line((y + 1).to_string(), Voice::Regular, size, at);
        ink.write(&word.clone().shift(-word.width(), 0), LINE);
    }
}
