//! Drawings at another scale: cells become millimetres on paper.

use super::picture::{CELL, Paint, PaintedPath, PictureGroup, Point};

impl PictureGroup {
    /// The group with the side of a cell `cell` long instead of [`CELL`].
    #[must_use]
    pub(crate) fn scaled(mut self, cell: i32) -> Self {
        self.offset = point(self.offset, cell);
        self.shapes = self.shapes.into_iter().map(|shape| painted(&shape, cell)).collect();
        self.groups = self.groups.into_iter().map(|group| group.scaled(cell)).collect();
        self
    }
}

fn painted(shape: &PaintedPath, cell: i32) -> PaintedPath {
    let Paint { fill, stroke, opacity, dash } = shape.paint;
    let stroke = stroke.map(|(color, weight)| (color, length(weight, cell).max(1)));
    let dash = if dash > 0 { length(dash, cell).max(1) } else { 0 };
    let paint = Paint { fill, stroke, opacity, dash };
    PaintedPath { class: shape.class, paint, path: shape.path.map(|at| point(at, cell)) }
}

/// A point of a map on paper.
pub fn point(at: Point, cell: i32) -> Point {
    Point::new(length(at.x, cell), length(at.y, cell))
}

/// A length of a map on paper, halves up.
pub fn length(thousandths: i32, cell: i32) -> i32 {
    let whole = i64::from(thousandths) * i64::from(cell) + i64::from(CELL) / 2;
    whole.div_euclid(i64::from(CELL)) as i32
}
