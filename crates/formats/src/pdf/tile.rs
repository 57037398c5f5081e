//! The pages at true scale: squares of one inch, with marks, labels and the strip for the glue.

use undercroft_grid::Cell;

use super::PdfOptions;
use super::clip::{Axis, Layer, cut, layers};
use super::document::Document;
use super::font::line;
use super::paint::Ink;
use super::paper::{BLEED, INCH, STRIP};
use super::scale_drawing::scale_drawing;
use super::tiling::Tiling;
use undercroft::dungeon::Dungeon;
use undercroft_draw as draw;
use undercroft_draw::parts::Voice;
use undercroft_draw::{Area, CELL, Cancelled, Color, Paint, Point, VectorPath, WorkMeter};

const WHITE: Color = Color::new(255, 255, 255);
const BLACK: Color = Color::new(0, 0, 0);
const GREY: Color = Color::new(110, 110, 110);
/// How long cut marks are, and how far from the drawing they begin.
const MARK: i32 = INCH / 8;
const MARK_GAP: i32 = INCH / 24;
/// Small words at the edges.
const SMALL: i32 = 7_000;

/// Prints all pages of a level.
///
/// # Errors
/// When the sink of the meter asked to stop.
pub fn print(
    dungeon: &Dungeon,
    tiling: &Tiling,
    options: &PdfOptions,
    document: &mut Document,
    meter: &WorkMeter,
) -> Result<(), Cancelled> {
    let picture = draw::draw_metered(dungeon, &scale_drawing(tiling.z, options), meter)?;
    print_tiles(dungeon, tiling, "", &layers(&picture), options, document, meter)
}

/// Prints pages of a map that is drawn already, with a word before their labels.
///
/// # Errors
/// When the sink of the meter asked to stop.
pub fn print_tiles(
    dungeon: &Dungeon,
    tiling: &Tiling,
    heading: &str,
    map: &[Layer],
    options: &PdfOptions,
    document: &mut Document,
    meter: &WorkMeter,
) -> Result<(), Cancelled> {
    let printer = Printer { dungeon, tiling, heading, options };
    for row in 0..tiling.rows() {
        let pages: Vec<Cell> = tiling.pages().filter(|place| place.y == row).collect();
        let Some(&first) = pages.first() else { continue };
        let strip = printer.shown(first);
        let strip = cut(map, Axis::Y, &(strip.min.y..strip.max.y));
        for place in pages {
            meter.ask()?;
            let ink = printer.page(place, &strip);
            document.add(tiling.sheet, ink);
        }
    }
    Ok(())
}

struct Printer<'a> {
    dungeon: &'a Dungeon,
    tiling: &'a Tiling,
    heading: &'a str,
    options: &'a PdfOptions,
}

impl Printer<'_> {
    /// Thousandths of a cell in a square.
    fn square(&self) -> i32 {
        CELL / i32::from(self.options.squares_per_tile)
    }

    /// What is shown beyond the squares: west, north, east, south. [Unit: thousandths of a point]
    fn beyond(&self, place: Cell) -> [i32; 4] {
        let [north, _, _, west] = place.neighbors4();
        let side = |neighbour: Cell| if self.tiling.has(neighbour) { 0 } else { BLEED };
        [side(west), side(north), STRIP, STRIP]
    }

    /// Everything that a page of this row and column may show, on the drawing. [Unit: thousandths of a cell]
    fn shown(&self, place: Cell) -> Area {
        let (squares, side) = (self.tiling.squares(place), self.square());
        let more = (STRIP.max(BLEED) * side).div_euclid(INCH) + 1;
        Area::new(
            Point::new(squares.left * side - more, squares.top * side - more),
            Point::new(squares.right * side + more, squares.bottom * side + more),
        )
    }

    fn page(&self, place: Cell, strip: &[Layer]) -> Ink {
        let (core, shown) = (self.tiling.core(place), self.shown(place));
        let [west, north, east, south] = self.beyond(place);
        let window = Area::new(core.min.shift(-west, -north), core.max.shift(east, south));
        let window = VectorPath::rect(window);
        let mut ink = Ink::new(self.tiling.sheet.height);
        if self.options.theme.paper != WHITE {
            ink.path(Paint::fill(self.options.theme.paper), &window);
        }
        let corner = self.tiling.squares(place).min();
        let corner = Point::new(corner.x * self.square(), corner.y * self.square());
        // Both are whole: 72 or 144 thousandths of a point to a thousandth of a cell.
        let scale = INCH / self.square();
        ink.within(Some(&window), scale as f32, core.min, |ink| {
            for layer in cut(strip, Axis::X, &(shown.min.x..shown.max.x)) {
                ink.layer(&layer, corner);
            }
        });
        Self::marks(&mut ink, core);
        self.words(&mut ink, place, core);
        ink
    }

    /// Eight short lines, beyond everything that is drawn, in line with the edges of the squares.
    fn marks(ink: &mut Ink, core: Area) {
        let [near, far] = [BLEED + MARK_GAP, BLEED + MARK_GAP + MARK];
        let [near_strip, far_strip] = [STRIP + MARK_GAP, STRIP + MARK_GAP + MARK];
        let mut path = VectorPath::default();
        for y in [core.min.y, core.max.y] {
            path.add_line([Point::new(core.min.x - near, y), Point::new(core.min.x - far, y)]);
            path.add_line([Point::new(core.max.x + near_strip, y), Point::new(core.max.x + far_strip, y)]);
        }
        for x in [core.min.x, core.max.x] {
            path.add_line([Point::new(x, core.min.y - near), Point::new(x, core.min.y - far)]);
            path.add_line([Point::new(x, core.max.y + near_strip), Point::new(x, core.max.y + far_strip)]);
        }
        ink.path(Paint::stroke(BLACK, 500), &path);
    }

    /// The label above the squares, what the map is, and which page comes next.
    fn words(&self, ink: &mut Ink, place: Cell, core: Area) {
        let above = core.min.y - BLEED - INCH / 20;
        let label = format!("{}{}", self.heading, Tiling::label(place));
        let label = line(label, Voice::Bold, 12_000, Point::new(core.min.x + INCH / 8, above));
        ink.write(&label, BLACK);
        let mut parts = vec![self.options.title(self.dungeon).to_owned()];
        if self.dungeon.levels.len() > 1 {
            parts.push(format!("level {}", self.tiling.z));
        }
        parts.push("1 inch = 1 square".to_owned());
        let right = Point::new(core.max.x - INCH / 8, above);
        let words = line(parts.join("  ·  "), Voice::Regular, SMALL, right);
        ink.write(&words.clone().shift(-words.width(), 0), GREY);
        self.next(ink, place, core);
    }

    /// The names of the neighbours, where the glue goes.
    fn next(&self, ink: &mut Ink, place: Cell, core: Area) {
        let [_, east, south, _] = place.neighbors4();
        let middle = Point::new(i32::midpoint(core.min.x, core.max.x), i32::midpoint(core.min.y, core.max.y));
        if self.tiling.has(east) {
            let at = Point::new(core.max.x + STRIP + MARK_GAP, middle.y);
            ink.write(&line(Tiling::label(east), Voice::Regular, SMALL, at), GREY);
        }
        if self.tiling.has(south) {
            let at = Point::new(middle.x, core.max.y + STRIP + INCH / 8);
            ink.write(&line(Tiling::label(south), Voice::Regular, SMALL, at), GREY);
        }
    }
}
