//! Where a feature would stand: a rectangle of a room's floor and a turn.

use undercroft_grid::{Cell, Dir, Rect};

use crate::contents::FeatureKind;

/// A rectangle of cells and quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The cells it covers.
    pub rect: Rect,
    /// Quarter turns clockwise; its back is to the north at 0.
    pub turn: u8,
}

impl Placement {
    /// Width and height of a kind whose back is towards `back`.
    pub fn size(kind: &FeatureKind, back: Dir) -> (i32, i32) {
        let [width, depth] = kind.size.map(i32::from);
        if back.is_horizontal() { (depth, width) } else { (width, depth) }
    }

    /// A feature of this kind with its north-west corner at a cell and its back towards `back`.
    pub fn new(kind: &FeatureKind, at: Cell, back: Dir) -> Self {
        let (width, height) = Self::size(kind, back);
        Self { rect: Rect::at(at, width, height), turn: back.index() as u8 }
    }
}
