//! Shapes of rooms: masks by exact integer rules, drawn by weight.
//!
//! A [`MaskDraft`] names a shape, the sides of its box and what else its rule leaves open; [`MaskDraft::mask`] is the
//! floor of it. Nothing but integers decides a cell, so that a reader of the finished dungeon can repeat each rule.
//!
//! ```text
//!   l        t          octagon   circle    apse       pillared   alcoves
//!   ...      .......     ...      .....     ..         .......     . .
//!   ...      .......    .....    .......   ....        . . . .    .....
//!   .....      ...      .....    .......   .....       .......    .....
//!   .....      ...      .....    .......   .....       . . . .    .....
//! ```

mod cave;
mod cave_chooser;
mod cave_field;
mod cave_walls;
mod chooser;
mod rule;
#[cfg(test)]
mod tests;

/// All drafts of a shape with sides up to a limit, unturned.
#[cfg(test)]
pub fn all_drafts(shape: Shape, longest: i32) -> Vec<MaskDraft> {
    let sides = (3..=longest).flat_map(|width| (3..=longest).map(move |height| [width, height]));
    let mut drafts = Vec::new();
    for sides in sides.filter(|&sides| rule::has_box(shape, sides)) {
        let [across, down] = rule::cuts(shape, sides);
        for cut in (across[0]..=across[1]).flat_map(|x| (down[0]..=down[1]).map(move |y| [x, y])) {
            drafts.push(MaskDraft { shape, sides, cut, turns: 0 });
        }
    }
    drafts
}

pub use cave_chooser::CaveChooser;
pub use chooser::{ShapeChooser, SideLimits};

use undercroft_grid::{BitGrid, Size, Symmetry};

use crate::dungeon::Shape;

/// How likely each shape of [`Shape::DRAWN`] is. [Limits: 0..=1000 each, not all 0]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeWeights(pub [u32; Shape::DRAWN.len()]);

/// A shape with its box and what its rule leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaskDraft {
    /// The shape: one of [`Shape::DRAWN`], or a cloister.
    pub shape: Shape,
    /// Width and height of the box before turning. [Unit: cells]
    pub sides: [i32; 2],
    /// Of an `l` the sides of the missing corner, of a `t` the depth of its bar and 0, else 0.
    pub cut: [i32; 2],
    /// Quarter turns clockwise. [Limits: 0..=3]
    pub turns: u32,
}

impl MaskDraft {
    /// A rectangle.
    pub const fn rect(sides: [i32; 2]) -> Self {
        Self { shape: Shape::Rect, sides, cut: [0; 2], turns: 0 }
    }

    /// A cloister. [Limits: both sides odd, at least 9]
    pub const fn cloister(sides: [i32; 2]) -> Self {
        Self { shape: Shape::Cloister, sides, cut: [0; 2], turns: 0 }
    }

    /// A number that no other draft has.
    pub fn key(&self) -> u64 {
        let numbers = [self.shape as i32, self.sides[0], self.sides[1], self.cut[0], self.cut[1], self.turns as i32];
        // None of them is above 64.
        numbers.into_iter().fold(0, |key, number| key << 7 | number as u64)
    }

    /// The floor: its bounding box is the whole grid.
    pub fn mask(&self) -> BitGrid {
        let [width, height] = self.sides;
        let size = Size::of(width, height);
        let plain = match self.shape {
            // Most rooms, and no cell to ask about.
            Shape::Rect => BitGrid::full(size),
            _ => BitGrid::from_fn(size, |cell| rule::is_floor(self, cell)),
        };
        Symmetry::new(false, self.turns).bits(&plain)
    }

    /// Width and height after turning.
    #[cfg(test)]
    pub const fn turned_sides(&self) -> [i32; 2] {
        let [width, height] = self.sides;
        if self.turns.is_multiple_of(2) { [width, height] } else { [height, width] }
    }
}
