//! Maps at one inch to a square: how they are drawn, and how secrets stay hidden on the table.

use super::PdfOptions;
use undercroft::dungeon::{Dungeon, Terrain};
use undercroft_draw::{CELL, DrawOptions, Levels, Theme, Weight};

/// Parts of a square along whose sides hatching is drawn as along a cell: strokes up to 4.6 mm, reach up to 7.6 mm.
const HATCH_PARTS: u8 = 4;
/// Pens at one inch to a square: 0.25 mm for hatching, 0.2 mm for the grid. [Unit: thousandths of a square]
const HATCH_PEN: i32 = 10;
const GRID_PEN: i32 = 8;

/// The drawing of a level without a sheet, with lines that suit a map one looks at from nearby.
pub fn scale_drawing(z: i32, options: &PdfOptions) -> DrawOptions {
    let squares = options.squares_per_tile;
    let mut drawing = options.drawing(Levels::One(z));
    drawing.theme = near(drawing.theme, i32::from(squares));
    drawing.symbols = Some(CELL / i32::from(squares));
    drawing.number_height = Some(CELL * 6 / 10 / i32::from(squares));
    drawing.hatch_parts = HATCH_PARTS * squares;
    drawing.squares = squares;
    (drawing.sheet, drawing.legend) = (false, false);
    drawing
}

/// At two inches to a tile, lines of the usual weight would be broader than a finger.
fn near(mut theme: Theme, squares: i32) -> Theme {
    let finer = |weight: &mut Weight, per_cent: i32| weight.0 = (weight.0 * per_cent / 100 / squares).max(4);
    finer(&mut theme.weights.room, 80);
    finer(&mut theme.weights.corridor, 90);
    finer(&mut theme.weights.symbol, 90);
    theme.weights.grid = Weight((GRID_PEN / squares).max(4));
    theme.weights.hatch = Weight((HATCH_PEN / squares).max(4));
    theme
}

/// The dungeon with walls where its secret doors are: battle pages lie in front of the players.
pub fn without_secret_doors(dungeon: &Dungeon) -> Dungeon {
    let mut hidden = dungeon.clone();
    for door in hidden.doors.iter_mut().filter(|door| door.secret) {
        if let Some(level) = hidden.levels.iter_mut().find(|level| level.z == door.z) {
            for cell in &door.cells {
                level.terrain.get_mut(*cell).into_iter().for_each(|terrain| *terrain = Terrain::Wall);
            }
        }
        door.cells.clear();
    }
    hidden
}
