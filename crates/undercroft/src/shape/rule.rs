//! The rules: which boxes a shape can have, and which cells of them are floor.

use undercroft_grid::Cell;

use super::{MaskDraft, Shape};

/// The shorter side from which the bars of a cross are five cells wide instead of three.
const WIDE_CROSS: i32 = 11;
/// The height from which pillars stand two cells from the wall instead of one.
const DEEP_PILLARS: i32 = 9;
/// Width of the stem of a `t`, and the least width that an `l` keeps beside its missing corner.
const STEM: i32 = 3;
/// Width of the walk of a `ring` and of a `cloister`.
const WALK: i32 = 2;

/// Whether a shape can have a box of these sides.
pub const fn has_box(shape: Shape, [width, height]: [i32; 2]) -> bool {
    let odd = width % 2 == 1 && height % 2 == 1;
    match shape {
        Shape::Rect => true,
        Shape::L => width >= 5 && height >= 5,
        Shape::T => width >= 7 && height >= 5 && width % 2 == 1,
        Shape::Cross | Shape::Pillared => width >= 7 && height >= 7 && odd,
        Shape::Octagon => width == height && width >= 5,
        Shape::Circle => width == height && width >= 5 && odd,
        Shape::Apse => width >= 5 && width % 2 == 1 && height >= width / 2 + 3,
        // Its box holds the niches: the rectangle between them is two cells less high and no higher than wide.
        Shape::Alcoves => width >= 5 && height >= 5 && width >= height - 2,
        Shape::Dais => width >= 4 && height >= 6,
        Shape::Ring => width >= 7 && height >= 7,
        Shape::Cloister => width >= 9 && height >= 9 && odd,
        Shape::Court | Shape::Cave | Shape::Free => false,
    }
}

/// Whether a cell of the box is floor, before turning.
pub const fn is_floor(draft: &MaskDraft, Cell { x, y }: Cell) -> bool {
    let MaskDraft { shape, sides: [width, height], cut, .. } = *draft;
    let from_side = min(x, width - 1 - x);
    let from_end = min(y, height - 1 - y);
    match shape {
        Shape::L => x < width - cut[0] || y >= cut[1],
        Shape::T => y < cut[0] || (2 * x - (width - 1)).abs() < STEM,
        Shape::Cross => {
            let bar = if min(width, height) < WIDE_CROSS { 3 } else { 5 };
            (2 * x - (width - 1)).abs() < bar || (2 * y - (height - 1)).abs() < bar
        }
        Shape::Octagon => from_side + from_end >= 3 * width / 10,
        Shape::Circle => is_in_disc(x, y, width),
        Shape::Apse => y >= width / 2 || is_in_disc(x, y, width),
        Shape::Pillared => {
            let row = if height < DEEP_PILLARS { 1 } else { 2 };
            x % 2 == 0 || from_end != row
        }
        Shape::Alcoves => from_end > 0 || (x % 2 == 1 && x <= width - 2),
        Shape::Ring => from_side < WALK || from_end < WALK,
        // Sides are odd, so that the line of pillars has one in every corner.
        Shape::Cloister => min(from_side, from_end) != WALK || x % 2 == 1 || y % 2 == 1,
        Shape::Rect | Shape::Dais | Shape::Court | Shape::Cave | Shape::Free => true,
    }
}

/// Whether a cell lies in the disc of an odd diameter whose box begins at 0, 0. [Limits: diameter <= 64]
const fn is_in_disc(x: i32, y: i32, diameter: i32) -> bool {
    let (dx, dy) = (2 * x - (diameter - 1), 2 * y - (diameter - 1));
    dx * dx + dy * dy <= diameter * diameter
}

const fn min(a: i32, b: i32) -> i32 {
    if a < b { a } else { b }
}

/// What the rule of a shape leaves open in a box, from least to most: see [`MaskDraft::cut`].
pub const fn cuts(shape: Shape, [width, height]: [i32; 2]) -> [[i32; 2]; 2] {
    match shape {
        Shape::L => [[2, width - STEM], [2, height - STEM]],
        Shape::T => [[2, 3], [0, 0]],
        _ => [[0, 0], [0, 0]],
    }
}
