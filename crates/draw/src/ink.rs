//! Symbols in progress: strokes sorted by how they will be painted, so that each kind becomes one path.

use undercroft_grid::Dir;

use super::picture::{CELL, Paint, PictureGroup, Point, VectorPath};
use super::theme::Theme;

/// Strokes by paint.
#[derive(Clone, Debug, Default)]
pub struct Ink {
    /// Filled like the rock, under everything else.
    pub clear: VectorPath,
    /// Filled like the floor, with a line round it.
    pub faces: VectorPath,
    /// Filled with ink.
    pub solid: VectorPath,
    /// Filled like the floor, on ink.
    pub light: VectorPath,
    /// Lines.
    pub lines: VectorPath,
    /// Fine lines.
    pub fine: VectorPath,
    /// Lines on what is filled.
    pub over: VectorPath,
}

impl Ink {
    /// Adds another symbol.
    pub fn extend(&mut self, other: Self) {
        self.clear.extend(other.clear);
        self.faces.extend(other.faces);
        self.solid.extend(other.solid);
        self.light.extend(other.light);
        self.lines.extend(other.lines);
        self.fine.extend(other.fine);
        self.over.extend(other.over);
    }

    /// The symbol with every point moved through `place`.
    #[must_use]
    pub fn map(&self, place: impl Fn(Point) -> Point) -> Self {
        Self {
            clear: self.clear.map(&place),
            faces: self.faces.map(&place),
            solid: self.solid.map(&place),
            light: self.light.map(&place),
            lines: self.lines.map(&place),
            fine: self.fine.map(&place),
            over: self.over.map(&place),
        }
    }

    /// Paints everything into a group, with a pen for symbols whose cell is `scale` wide.
    pub fn paint(self, group: &mut PictureGroup, theme: &Theme, scale: i32) {
        let weight = theme.weights.symbol.0 * scale / CELL;
        group.push("clear", Paint::fill(theme.rock), self.clear);
        group.push("line", Paint::stroke(theme.ink, weight), self.lines);
        group.push("fine", Paint::stroke(theme.ink, weight / 2).faint(70), self.fine);
        group.push("face", Paint::face(theme.floor, theme.ink, weight), self.faces);
        group.push("solid", Paint::fill(theme.ink), self.solid);
        group.push("light", Paint::fill(theme.floor), self.light);
        group.push("line", Paint::stroke(theme.ink, weight / 2), self.over);
    }
}

/// A place to draw at, turned: `along` the wall and `out` of it.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The origin.
    pub origin: Point,
    /// The direction that is called out.
    pub out: Dir,
}

impl Frame {
    /// The point this far along (to the right of out) and out.
    pub fn at(self, along: i32, out: i32) -> Point {
        let (o, a) = (self.out.delta(), self.out.right().delta());
        self.origin.shift(a.x * along + o.x * out, a.y * along + o.y * out)
    }

    /// The rectangle between two corners.
    pub fn rect(self, [left, near]: [i32; 2], [right, far]: [i32; 2]) -> VectorPath {
        VectorPath::polygon([self.at(left, near), self.at(right, near), self.at(right, far), self.at(left, far)])
    }

    /// The line between two points.
    pub fn line(self, from: [i32; 2], to: [i32; 2]) -> VectorPath {
        VectorPath::line([self.at(from[0], from[1]), self.at(to[0], to[1])])
    }
}
