//! Doors, in walls that run across and in walls that run down.
//!
//! Across, a door is seen from the front, under the lintel of its wall; down, it is seen from above, edge-on.

use super::canvas::{Canvas, Color, colour, tinted};
use super::door_tile::{DoorLook, DoorPart, DoorTile, WallRun};
use super::ground::grain;
use super::masonry::EDGE;

const WOOD: Color = colour(0x9a_6230);
const WOOD_DARK: Color = colour(0x5d_3818);
const IRON: Color = colour(0x3b_3d47);
const STEEL: Color = colour(0xa9_afbb);
const GOLD: Color = colour(0xf2_c744);
const STONE: Color = colour(0xb3_aca6);
const STONE_DARK: Color = colour(0x6a_6468);
const LINTEL: Color = colour(0x4c_4d5c);
const BLACK: Color = colour(0x16_1218);
/// Nothing in a dungeon is of this colour but what players must not see.
const SECRET: Color = colour(0xe0_4fb0);

/// What a door looks like in its cell.
pub(super) fn door(canvas: &mut Canvas, tile: DoorTile) {
    match (tile.look, tile.wall) {
        (DoorLook::Secret, wall) => secret(canvas, wall, tile.part),
        (DoorLook::Doorway, wall) => threshold(canvas, wall, tile.part),
        (look, WallRun::Across) => across(canvas, look, tile.part),
        (look, WallRun::Down) => down(canvas, look, tile.part),
    }
}

/// A line worn into the floor, with neither lintel nor jambs.
fn threshold(canvas: &mut Canvas, wall: WallRun, part: DoorPart) {
    let [from, to] = [if part.begins() { 2 } else { 0 }, if part.ends() { 14 } else { 16 }];
    match wall {
        WallRun::Across => canvas.fill([from, 8, to, 9], STONE_DARK),
        WallRun::Down => canvas.fill([8, from, 9, to], STONE_DARK),
    }
}

fn across(canvas: &mut Canvas, look: DoorLook, part: DoorPart) {
    let [left, right] = [if part.begins() { 2 } else { 0 }, if part.ends() { 14 } else { 16 }];
    match look {
        DoorLook::Closed => leaf(canvas, [left, EDGE, right, 16], part),
        DoorLook::Locked => {
            leaf(canvas, [left, EDGE, right, 16], part);
            lock(canvas, part);
        }
        DoorLook::Barred => {
            leaf(canvas, [left, EDGE, right, 16], part);
            beam(canvas, [left - 1, 10, right + 1, 13], part);
        }
        DoorLook::Open | DoorLook::BarredOpen => {
            passage(canvas, left, right);
            swung_across(canvas, look, part);
        }
        DoorLook::Archway | DoorLook::Secret | DoorLook::Doorway => passage(canvas, left, right),
        DoorLook::Portcullis => {
            passage(canvas, left, right);
            bars(canvas, [left, EDGE, right, 16]);
        }
        DoorLook::PortcullisOpen => {
            passage(canvas, left, right);
            bars(canvas, [left, EDGE, right, EDGE + 2]);
        }
    }
    if let Some(colour) = sill(look) {
        canvas.fill([left, 15, right, 16], colour);
    }
    lintel(canvas);
    jambs_across(canvas, part);
}

/// The top of the wall runs on over the door.
fn lintel(canvas: &mut Canvas) {
    canvas.paint([0, 1, 16, EDGE - 1], |x, y| tinted(LINTEL, grain(x, y, 51, 4)));
    canvas.fill([0, 0, 16, 1], STONE_DARK);
    canvas.fill([0, EDGE - 1, 16, EDGE], STONE);
}

fn jambs_across(canvas: &mut Canvas, part: DoorPart) {
    let jambs = [(part.begins(), 0), (part.ends(), 14)];
    for (_, left) in jambs.into_iter().filter(|(there, _)| *there) {
        canvas.paint([left, EDGE - 1, left + 2, 16], |x, y| tinted(STONE, grain(x, y, 91, 6)));
        canvas.fill([left, 11, left + 2, 12], STONE_DARK);
        canvas.tint([left + 1, EDGE, left + 2, 16], |_, _| -28);
    }
}

/// Darkness that gets lighter towards the viewer.
fn passage(canvas: &mut Canvas, left: i32, right: i32) {
    canvas.fill([left, EDGE, right, EDGE + 2], BLACK);
    canvas.fill([left, EDGE + 2, right, EDGE + 4], [BLACK[0], BLACK[1], BLACK[2], 150]);
    canvas.fill([left, EDGE + 4, right, EDGE + 6], [BLACK[0], BLACK[1], BLACK[2], 80]);
}

/// Planks, held by two bands of iron, with a ring to pull.
fn leaf(canvas: &mut Canvas, [left, top, right, bottom]: [i32; 4], part: DoorPart) {
    let unit = canvas.unit();
    canvas.paint([left, top, right, bottom], |x, y| {
        let plank = x / unit % 3 == 2;
        tinted(WOOD, grain(x, y / 3, 95, 8) - if plank { 34 } else { 0 })
    });
    canvas.fill([left, top, right, top + 1], WOOD_DARK);
    [top + 2, bottom - 2].into_iter().for_each(|y| canvas.fill([left, y, right, y + 1], IRON));
    match part {
        DoorPart::Whole => canvas.fill([11, 11, 12, 13], STEEL),
        DoorPart::First => canvas.fill([14, 11, 15, 13], STEEL),
        DoorPart::Last => canvas.fill([1, 11, 2, 13], STEEL),
        DoorPart::Middle => {}
    }
}

/// A plate with a keyhole, where the leaves meet.
fn lock(canvas: &mut Canvas, part: DoorPart) {
    let left = match part {
        DoorPart::Whole | DoorPart::Middle => 6,
        DoorPart::First => 11,
        DoorPart::Last => 1,
    };
    canvas.fill([left, 9, left + 4, 15], tinted(GOLD, -90));
    canvas.fill([left, 9, left + 4, 14], GOLD);
    canvas.fill([left + 1, 10, left + 3, 12], BLACK);
    canvas.fill([left + 2, 12, left + 3, 13], BLACK);
    canvas.fill([left + 1, 12, left + 2, 13], BLACK);
}

/// A beam in two hooks.
fn beam(canvas: &mut Canvas, [left, top, right, bottom]: [i32; 4], part: DoorPart) {
    canvas.paint([left, top, right, bottom], |x, y| tinted(WOOD, 42 + grain(x / 2, y, 97, 8)));
    canvas.fill([left, bottom, right, bottom + 1], WOOD_DARK);
    canvas.fill([left, top - 1, right, top], WOOD_DARK);
    let hooks = [(part.begins(), 3), (part.ends(), 12)];
    hooks.into_iter().filter(|(there, _)| *there).for_each(|(_, x)| canvas.fill([x, top - 1, x + 1, bottom + 2], IRON));
}

/// Leaves that stand open at the jambs, seen edge-on.
fn swung_across(canvas: &mut Canvas, look: DoorLook, part: DoorPart) {
    let leaves = [(part.begins(), 2), (part == DoorPart::Last, 12)];
    for (_, left) in leaves.into_iter().filter(|(there, _)| *there) {
        canvas.paint([left, EDGE, left + 2, 16], |x, y| tinted(WOOD, grain(x, y / 3, 95, 8)));
        canvas.fill([left, EDGE + 2, left + 2, EDGE + 3], IRON);
        canvas.fill([left, 14, left + 2, 15], IRON);
    }
    if look == DoorLook::BarredOpen && part.ends() {
        // The beam leans beside it.
        let left = if part == DoorPart::Last { 10 } else { 12 };
        canvas.fill([left, EDGE + 1, left + 1, 16], tinted(WOOD, 42));
        canvas.fill([left + 1, EDGE + 1, left + 2, 16], WOOD_DARK);
    }
}

/// Iron bars, three units apart, with crossbars.
fn bars(canvas: &mut Canvas, [left, top, right, bottom]: [i32; 4]) {
    for x in (left..right).filter(|x| x % 3 == 0 && *x > 0 || *x == left && left > 0) {
        canvas.fill([x, top, x + 1, bottom], STEEL);
        canvas.fill([x + 1, top, (x + 2).min(right), bottom], IRON);
    }
    for y in [top + 2, bottom - 3].into_iter().filter(|_| bottom - top > 4) {
        canvas.fill([left, y, right, y + 1], STEEL);
        canvas.fill([left, y + 1, right, y + 2], IRON);
    }
}

fn down(canvas: &mut Canvas, look: DoorLook, part: DoorPart) {
    let [top, bottom] = [if part.begins() { 2 } else { 0 }, if part.ends() { 14 } else { 16 }];
    match look {
        DoorLook::Closed => slab(canvas, top, bottom),
        DoorLook::Locked => {
            slab(canvas, top, bottom);
            canvas.fill([5, 6, 11, 10], tinted(GOLD, -90));
            canvas.fill([5, 6, 11, 9], GOLD);
            canvas.fill([7, 7, 9, 9], BLACK);
        }
        DoorLook::Barred => {
            slab(canvas, top, bottom);
            canvas.fill([3, top, 6, bottom], tinted(WOOD, 42));
            canvas.fill([3, top, 4, bottom], WOOD_DARK);
            canvas.fill([2, 5, 7, 6], IRON);
            canvas.fill([2, 10, 7, 11], IRON);
        }
        DoorLook::Open | DoorLook::BarredOpen => swung_down(canvas, look, part),
        DoorLook::Archway | DoorLook::Secret | DoorLook::Doorway => {}
        DoorLook::Portcullis => grating(canvas, top, bottom, 2),
        DoorLook::PortcullisOpen => grating(canvas, top, bottom, 1),
    }
    if let Some(colour) = sill(look) {
        canvas.fill([7, top, 8, bottom], colour);
    }
    jambs_down(canvas, part);
}

/// The sill of a door that stands open: it tells them apart where neither jamb nor leaf is to be seen.
const fn sill(look: DoorLook) -> Option<Color> {
    match look {
        DoorLook::Archway => Some(STONE_DARK),
        DoorLook::Open => Some(WOOD_DARK),
        DoorLook::BarredOpen => Some(WOOD),
        _ => None,
    }
}

/// A shut leaf from above: its upper edge, and what the light leaves of its side.
fn slab(canvas: &mut Canvas, top: i32, bottom: i32) {
    canvas.fill([6, top, 11, bottom], WOOD_DARK);
    canvas.paint([6, top, 10, bottom], |x, y| tinted(WOOD, grain(x / 3, y, 95, 8)));
    canvas.fill([6, top, 7, bottom], tinted(WOOD, 30));
    [top + 2, bottom - 3].into_iter().for_each(|y| canvas.fill([6, y, 11, y + 1], IRON));
}

fn swung_down(canvas: &mut Canvas, look: DoorLook, part: DoorPart) {
    let leaves = [(part.begins(), 2), (part == DoorPart::Last, 11)];
    for (_, top) in leaves.into_iter().filter(|(there, _)| *there) {
        canvas.paint([6, top, 16, top + 2], |x, y| tinted(WOOD, grain(x / 3, y, 95, 8)));
        canvas.fill([6, top + 2, 16, top + 3], WOOD_DARK);
        [8, 13].into_iter().for_each(|x| canvas.fill([x, top, x + 1, top + 2], IRON));
    }
    if look == DoorLook::BarredOpen && part.ends() {
        let top = if part == DoorPart::Last { 8 } else { 11 };
        canvas.fill([4, top, 14, top + 1], tinted(WOOD, 42));
        canvas.fill([4, top + 1, 14, top + 2], WOOD_DARK);
    }
}

/// The bars of a grating from above.
fn grating(canvas: &mut Canvas, top: i32, bottom: i32, size: i32) {
    if size > 1 {
        canvas.fill([7, top, 9, bottom], IRON);
    }
    for y in (top..bottom).filter(|y| y % 3 == 0) {
        canvas.fill([8 - size, y, 8 + size, y + 2], IRON);
        canvas.fill([8 - size, y, 8 + size, y + 1], STEEL);
    }
}

fn jambs_down(canvas: &mut Canvas, part: DoorPart) {
    let jambs = [(part.begins(), 0), (part.ends(), 14)];
    for (_, top) in jambs.into_iter().filter(|(there, _)| *there) {
        canvas.paint([3, top, 13, top + 2], |x, y| tinted(STONE, grain(x, y, 91, 6)));
        canvas.fill([3, top + 1, 13, top + 2], STONE_DARK);
        canvas.tint([12, top, 13, top + 2], |_, _| -28);
    }
}

/// A dashed frame, open where the door goes on in the next cell, and an S in it.
fn secret(canvas: &mut Canvas, wall: WallRun, part: DoorPart) {
    let (before, behind) = (part.begins(), part.ends());
    let sides = match wall {
        WallRun::Across => [true, behind, true, before],
        WallRun::Down => [before, true, behind, true],
    };
    for at in (1..15).filter(|at| at % 4 < 2) {
        let dashes = [[at, 1, at + 1, 2], [14, at, 15, at + 1], [at, 14, at + 1, 15], [1, at, 2, at + 1]];
        dashes.into_iter().zip(sides).filter(|(_, there)| *there).for_each(|(dash, _)| canvas.fill(dash, SECRET));
    }
    // Two notches show the direction of passage.
    let notches = match wall {
        WallRun::Across => [[7, 0, 9, 1], [7, 15, 9, 16]],
        WallRun::Down => [[0, 7, 1, 9], [15, 7, 16, 9]],
    };
    notches.into_iter().for_each(|notch| canvas.fill(notch, SECRET));
    let strokes = [[6, 4, 11, 5], [5, 5, 7, 7], [6, 7, 10, 9], [9, 9, 11, 11], [5, 11, 10, 12]];
    strokes
        .into_iter()
        .for_each(|[left, top, right, bottom]| canvas.fill([left + 1, top + 1, right + 1, bottom + 1], BLACK));
    strokes.into_iter().for_each(|stroke| canvas.fill(stroke, SECRET));
}
