//! Where and how paths are drawn that share corridors: side by side, each in a color of its own.

use undercroft_draw::{Color, PALETTE};

/// Between two paths that share a corridor, and between the outermost of many. [Unit: thousandths of a cell]
const GAP: i32 = 240;
const WIDEST: i32 = 800;

/// The color of a path.
pub const fn color(number: usize) -> Color {
    PALETTE[number % PALETTE.len()]
}

/// How far a path is drawn beside its true place. [Unit: thousandths of a cell]
pub fn lane(number: usize, paths: usize) -> i32 {
    let gap = (WIDEST / paths as i32).min(GAP);
    gap * (2 * number as i32 + 1 - paths as i32) / 2
}
