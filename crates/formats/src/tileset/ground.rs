//! What one walks on.

use super::canvas::{Canvas, Color, colour, noise, tinted};
use super::tile::{FloorLook, Shade};
use undercroft::dungeon::Ground;

const FLAGSTONE: Color = colour(0x8d_8375);
const PACKED_EARTH: Color = colour(0x6a_5e4e);
const STEP: Color = colour(0xa3_9a89);
const DARK: Color = colour(0x1d_1a1e);

/// How much darker ground in the shadow is, from the wall outwards. [Unit: per unit of a sixteenth]
const SHADOW: [i32; 4] = [-46, -34, -20, -8];

/// Flagstones with worn joints.
pub(super) fn floor(canvas: &mut Canvas, ground: FloorLook) {
    let salt = u32::from(ground.texture) + 1;
    canvas.paint([0, 0, 16, 16], |x, y| tinted(FLAGSTONE, grain(x, y, salt, 9)));
    flags(canvas, ground.texture);
    shade(canvas, ground.shade);
}

/// Trodden earth with pebbles.
pub(super) fn corridor(canvas: &mut Canvas, ground: FloorLook) {
    let salt = u32::from(ground.texture) + 11;
    canvas.paint([0, 0, 16, 16], |x, y| tinted(PACKED_EARTH, grain(x, y, salt, 13)));
    let unit = canvas.unit();
    for i in 0..5 + i32::from(ground.texture) {
        let [x, y] = [1, 2].map(|axis| (noise(i, axis, salt) % 14) as i32 + 1);
        let by = if i % 2 == 0 { 22 } else { -20 };
        canvas.tint([x, y, x + 2, y + 1], |_, _| by);
        if unit > 1 {
            canvas.tint([x, y + 1, x + 1, y + 2], |_, _| by / 2);
        }
    }
    shade(canvas, ground.shade);
}

/// What lies on the floor.
pub(super) fn lying(canvas: &mut Canvas, kind: Ground) {
    let (color, rough) = match kind {
        Ground::Shallow => (colour(0x7a_a3b0), 7),
        Ground::Deep => (colour(0x35_5f78), 7),
        Ground::Chasm => (DARK, 5),
        Ground::Rubble => (colour(0x7b_7266), 34),
        Ground::Grass => (colour(0x6f_8250), 22),
        _ => (colour(0x86_6238), 8),
    };
    let salt = u32::from(kind.code()) + 50;
    canvas.paint([0, 0, 16, 16], |x, y| tinted(color, grain(x, y, salt, rough)));
    match kind {
        Ground::Shallow | Ground::Deep => waves(canvas),
        Ground::Bridge => (0..4).for_each(|plank| canvas.tint([4 * plank, 0, 4 * plank + 1, 16], |_, _| -34)),
        _ => {}
    }
}

/// Short crests.
fn waves(canvas: &mut Canvas) {
    let crests = [[2, 3, 7, 4], [9, 6, 14, 7], [3, 10, 8, 11], [10, 13, 14, 14]];
    crests.into_iter().for_each(|crest| canvas.tint(crest, |_, _| 26));
}

/// Worn slabs under a door.
pub(super) fn threshold(canvas: &mut Canvas) {
    canvas.paint([0, 0, 16, 16], |x, y| tinted(FLAGSTONE, grain(x, y, 31, 7) - 22));
    [[0, 7, 16, 8], [7, 0, 8, 7], [4, 8, 5, 16], [12, 8, 13, 16]]
        .into_iter()
        .for_each(|joint| canvas.tint(joint, |_, _| -18));
}

/// Steps that rise to the north into the light.
pub(super) fn stairs_up(canvas: &mut Canvas) {
    floor(canvas, FloorLook { texture: 0, shade: Shade::None });
    steps(canvas, |step| tinted(STEP, 46 - 17 * step));
}

/// Steps that fall to the north into the dark.
pub(super) fn stairs_down(canvas: &mut Canvas) {
    floor(canvas, FloorLook { texture: 0, shade: Shade::None });
    steps(canvas, |step| if step == 0 { DARK } else { tinted(STEP, -118 + 24 * step) });
}

/// Five steps between two stringers, the highest number in the south.
fn steps(canvas: &mut Canvas, tread: impl Fn(i32) -> Color) {
    canvas.fill([2, 1, 14, 16], tinted(DARK, 12));
    for step in 0..5 {
        let (top, inset) = (1 + 3 * step, (4 - step) / 2);
        let face = tread(step);
        canvas.paint([3 + inset, top, 13 - inset, top + 3], |x, y| tinted(face, grain(x, y, 40, 5)));
        canvas.tint([3 + inset, top + 2, 13 - inset, top + 3], |_, _| -30);
        canvas.tint([3 + inset, top, 13 - inset, top + 1], |_, _| 10);
    }
}

/// Joints between flagstones: one texture for each pattern of laying them.
fn flags(canvas: &mut Canvas, texture: u8) {
    let joints: &[[i32; 4]] = match texture {
        0 => &[[0, 15, 16, 16], [15, 0, 16, 15]],
        1 => &[[0, 15, 16, 16], [15, 0, 16, 15], [7, 0, 8, 15]],
        2 => &[[0, 15, 16, 16], [15, 0, 16, 15], [0, 7, 15, 8]],
        _ => &[[0, 15, 16, 16], [15, 0, 16, 15], [7, 0, 8, 7], [0, 7, 15, 8]],
    };
    joints.iter().for_each(|&joint| canvas.tint(joint, |_, _| -26));
    joints.iter().for_each(|&[left, top, right, bottom]| {
        if top > 0 {
            canvas.tint([left, 0, right, 1], |_, _| 4);
        }
        if left > 0 && bottom > 8 {
            canvas.tint([0, top, 1, bottom], |_, _| 4);
        }
    });
    if texture == 3 {
        // A crack.
        [(10, 9), (11, 10), (11, 11), (12, 12), (13, 12)]
            .into_iter()
            .for_each(|(x, y)| canvas.tint([x, y, x + 1, y + 1], |_, _| -30));
    }
}

fn shade(canvas: &mut Canvas, shade: Shade) {
    let unit = canvas.unit();
    let depth = move |distance: i32| SHADOW.get((distance / unit) as usize).copied().unwrap_or(0);
    canvas.tint([0, 0, 16, 16], |x, y| match shade {
        Shade::None => 0,
        Shade::North => depth(y),
        Shade::West => depth(x),
        Shade::NorthWest => depth(x).min(depth(y)),
        Shade::Corner => depth(x.max(y)),
    });
}

/// The unevenness of a surface: at most `most` up or down.
pub(super) fn grain(x: i32, y: i32, salt: u32, most: u32) -> i32 {
    (noise(x, y, salt) % (2 * most + 1)) as i32 - most as i32
}
