//! Walls and rock, seen from above and a little from the south.
//!
//! ```text
//!   ▒▒▒▒▒▒▒▒   the top, with a light rim where it falls off to the north, east or west
//!   ▒▒▒▒▒▒▒▒
//!   ▄▄▄▄▄▄▄▄   the edge, and below it the face: only where the south is open
//!   ▌▐▌▐▌▐▌▐
//! ```

use super::Blob;
use super::canvas::{Canvas, Color, colour, noise, tinted};
use super::ground::grain;

/// Where the face of a wall begins. [Unit: sixteenths]
pub(super) const EDGE: i32 = 7;

const WALL_TOP: Color = colour(0x4c_4d5c);
const WALL_RIM: Color = colour(0x90_90a0);
const BRICK: Color = colour(0x85_7a78);
const MORTAR: Color = colour(0x47_4048);
const ROCK_TOP: Color = colour(0x23_2029);
const ROCK_RIM: Color = colour(0x4d_4550);
const ROCK_FACE: Color = colour(0x4a_4147);

/// A wall of dressed stone.
pub(super) fn wall(canvas: &mut Canvas, open: Blob) {
    canvas.paint([0, 0, 16, 16], |x, y| tinted(WALL_TOP, grain(x, y, 51, 4)));
    let [north, north_east, east, south_east, south, south_west, west, north_west] = open.open();
    if south {
        canvas.paint([0, EDGE, 16, 16], brick(canvas.unit()));
        canvas.tint([0, 14, 16, 16], |_, _| -22);
    }
    let end = if south { EDGE } else { 16 };
    let rims = [
        (north, [0, 0, 16, 1]),
        (east, [15, 0, 16, end]),
        (west, [0, 0, 1, end]),
        (south, [0, EDGE - 1, 16, EDGE]),
        (north_east, [15, 0, 16, 1]),
        (south_east, [15, 15, 16, 16]),
        (south_west, [0, 15, 1, 16]),
        (north_west, [0, 0, 1, 1]),
    ];
    rims.into_iter().filter(|(open, _)| *open).for_each(|(_, rim)| canvas.fill(rim, WALL_RIM));
    let sides = [(east, [15, EDGE, 16, 16]), (west, [0, EDGE, 1, 16])];
    sides.into_iter().filter(|(open, _)| *open && south).for_each(|(_, side)| canvas.tint(side, |_, _| -26));
}

/// Rock as the pick left it.
pub(super) fn rock(canvas: &mut Canvas, open: Blob) {
    canvas.paint([0, 0, 16, 16], |x, y| tinted(ROCK_TOP, grain(x, y, 71, 3)));
    let [north, north_east, east, south_east, south, south_west, west, north_west] = open.open();
    let side = canvas.side();
    let unit = canvas.unit();
    // The rim wavers by a unit, so that rock does not look built.
    let waver = move |along: i32, salt: u32| unit + (noise(along / unit, 0, salt) % 2) as i32 * unit;
    canvas.tint([0, 0, 16, 16], |x, y| {
        let near = (north && y < waver(x, 1))
            || (east && x >= side - waver(y, 2))
            || (west && x < waver(y, 3))
            || (north_east && x >= side - 2 * unit && y < unit)
            || (north_west && x < 2 * unit && y < unit)
            || (south_east && x >= side - unit && y >= side - 2 * unit)
            || (south_west && x < unit && y >= side - 2 * unit);
        if near { i32::from(ROCK_RIM[0]) - i32::from(ROCK_TOP[0]) } else { 0 }
    });
    if south {
        canvas.paint([0, EDGE, 16, 16], |x, y| crag(x, y, unit));
        canvas.paint([0, EDGE - 1, 16, EDGE], |x, y| tinted(ROCK_RIM, grain(x, y, 75, 6) + 8));
    }
}

/// Courses of bricks, every second one shifted by half a brick.
fn brick(unit: i32) -> impl Fn(i32, i32) -> Color {
    move |x, y| {
        let row = y / unit - EDGE;
        let (course, height) = (row / 3, row % 3);
        let along = x / unit + if course % 2 == 0 { 0 } else { 4 };
        if height == 2 || along % 8 == 7 {
            return tinted(MORTAR, grain(x, y, 61, 4));
        }
        let stone = grain(along / 8 % 2, course, 62, 9);
        let light = if height == 0 { 12 } else { 0 };
        tinted(BRICK, stone + light + grain(x, y, 63, 5))
    }
}

/// Slabs that lean against each other, darker towards the ground.
fn crag(x: i32, y: i32, unit: i32) -> Color {
    let (column, row) = (x / unit, y / unit - EDGE);
    let slab = (column + row / 2) / 4;
    let crevice = (column + row / 2) % 4 == 0;
    let depth = -3 * row + if crevice { -24 } else { 0 };
    tinted(ROCK_FACE, depth + grain(slab % 4, 0, 81, 8) + grain(x, y, 82, 6))
}
