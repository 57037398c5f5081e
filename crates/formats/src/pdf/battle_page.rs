//! Battle pages on paper: pieces of the map with the numbers of their rooms beside them.

use std::collections::BTreeMap;

use super::PdfOptions;
use super::battle::{BattlePiece, BattleSheets, GAP, ShelfSheet};
use super::clip::{Axis, Layer, cut, layers};
use super::document::Document;
use super::font::line;
use super::paint::Ink;
use super::paper::INCH;
use super::scale_drawing::{scale_drawing, without_secret_doors};
use super::tile;
use undercroft::dungeon::Dungeon;
use undercroft_draw as draw;
use undercroft_draw::parts::Voice;
use undercroft_draw::{Area, CELL, Cancelled, Color, Paint, Picture, Point, VectorPath, WorkMeter};

const WHITE: Color = Color::new(255, 255, 255);
const BLACK: Color = Color::new(0, 0, 0);
const GREY: Color = Color::new(110, 110, 110);
/// Numbers of rooms, and the words at the foot.
const NUMBER: i32 = 9_000;
const SMALL: i32 = 7_000;

/// Prints all sheets.
///
/// # Errors
/// When the sink of the meter asked to stop.
pub fn print(
    dungeon: &Dungeon,
    sheets: &BattleSheets,
    options: &PdfOptions,
    document: &mut Document,
    meter: &WorkMeter,
) -> Result<(), Cancelled> {
    let hidden = without_secret_doors(dungeon);
    let mut pictures: BTreeMap<i32, Picture> = BTreeMap::new();
    for level in hidden.levels.iter().filter(|level| options.levels.shows(level.z)) {
        let mut drawing = scale_drawing(level.z, options);
        drawing.numbers = false;
        pictures.insert(level.z, draw::draw_metered(&hidden, &drawing, meter)?);
    }
    let maps: BTreeMap<i32, Vec<Layer>> = pictures.iter().map(|(&z, picture)| (z, layers(picture))).collect();
    let printer = BattlePrinter { dungeon, options, maps: &maps };
    for sheet in &sheets.shelves {
        meter.ask()?;
        document.add(sheet.sheet, printer.page(sheet));
    }
    for (number, tiling) in &sheets.tiled {
        let Some(map) = maps.get(&tiling.z) else { continue };
        tile::print_tiles(dungeon, tiling, &format!("{number} "), map, options, document, meter)?;
    }
    Ok(())
}

struct BattlePrinter<'a> {
    dungeon: &'a Dungeon,
    options: &'a PdfOptions,
    maps: &'a BTreeMap<i32, Vec<Layer<'a>>>,
}

impl BattlePrinter<'_> {
    fn page(&self, sheet: &ShelfSheet) -> Ink {
        let mut ink = Ink::new(sheet.sheet.height);
        for (at, piece) in &sheet.pieces {
            self.piece(&mut ink, *at, piece);
        }
        let words = format!("{}  ·  1 inch = 1 square", self.options.title(self.dungeon));
        let foot = Point::new(sheet.sheet.width / 2, sheet.sheet.height - INCH / 5);
        let words = line(words, Voice::Regular, SMALL, foot);
        ink.write(&words.clone().shift(-words.width() / 2, 0), GREY);
        ink
    }

    fn piece(&self, ink: &mut Ink, at: Point, piece: &BattlePiece) {
        let side = CELL / i32::from(self.options.squares_per_tile);
        let squares = piece.squares;
        let window = Area::new(at, at.shift(squares.width() * INCH, squares.height() * INCH));
        let window = VectorPath::rect(window);
        if self.options.theme.paper != WHITE {
            ink.path(Paint::fill(self.options.theme.paper), &window);
        }
        let Some(map) = self.maps.get(&piece.z) else { return };
        let shown = cut(map, Axis::Y, &(squares.top * side..squares.bottom * side));
        let shown = cut(&shown, Axis::X, &(squares.left * side..squares.right * side));
        let corner = Point::new(squares.left * side, squares.top * side);
        ink.within(Some(&window), (INCH / side) as f32, at, |ink| {
            shown.iter().for_each(|layer| ink.layer(layer, corner));
        });
        let number = line(piece.number.clone(), Voice::Bold, NUMBER, at.shift(-GAP / 8, 0));
        ink.write(&number.clone().shift(-number.width(), number.height), BLACK);
    }
}
