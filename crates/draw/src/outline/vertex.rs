//! The vertices of a loop before its corners are cut.

use undercroft_grid::{BitGrid, Cell, Edge};

use super::OutlineTag;
use super::edge_place::{around, middle};
use super::edge_rule::{Bend, EdgeKind};
use super::house_walls::HouseWalls;
use crate::picture::{CELL, Point};

/// A vertex; one that is not fixed is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    pub at: Point,
    pub tag: OutlineTag,
    pub is_fixed: bool,
}

/// The vertices of a loop, in walking order.
pub fn vertices(edges: &[Edge], kinds: &[EdgeKind], open: &BitGrid, inset: i32) -> Vec<Vertex> {
    let count = edges.len();
    let mut vertices = Vec::with_capacity(count);
    for i in 0..count {
        let (before, after) = ((i + count - 1) % count, (i + 1) % count);
        let corner = Joint { edges: [edges[before], edges[i]], kinds: [kinds[before], kinds[i]] };
        let points = corner.points(open, inset);
        let last = points.len().saturating_sub(1);
        // The step from one depth of a wall to another is wall, beside a window, too.
        let tag =
            |k: usize| if k < last && kinds[i].tag == OutlineTag::Window { OutlineTag::RoomWall } else { kinds[i].tag };
        let fixed = |(k, at): (usize, Point)| Vertex { at, tag: tag(k), is_fixed: true };
        vertices.extend(points.into_iter().enumerate().map(fixed));
        let is_end = |j: usize| edges[j].dir == edges[i].dir;
        let (offset, is_fixed) = match kinds[i].bend {
            Bend::Ruled(_) => continue,
            Bend::Soft(offset) => (offset, false),
            Bend::Slanted(offset) => (offset, is_end(before) != is_end(after)),
        };
        let (x, y) = middle(edges[i]);
        let out = edges[i].dir.left().delta();
        vertices.push(Vertex { at: Point::new(x + out.x * offset, y + out.y * offset), tag: kinds[i].tag, is_fixed });
    }
    vertices
}

/// Where one edge ends and the next begins.
struct Joint {
    edges: [Edge; 2],
    kinds: [EdgeKind; 2],
}

impl Joint {
    /// The points that stay here: none on a straight wall and between soft edges.
    fn points(&self, open: &BitGrid, inset: i32) -> Vec<Point> {
        let corner = self.edges[1].start();
        let is_straight = self.edges[0].dir == self.edges[1].dir;
        let [a, b] = self.kinds.map(|kind| match kind.bend {
            Bend::Ruled(out) => (out, true),
            Bend::Slanted(out) => (out, false),
            Bend::Soft(_) => (inset, false),
        });
        let is_ruled = a.1 && b.1;
        if !a.1 && !b.1 && !self.kinds[1].is_fixed_corner {
            return Vec::new();
        }
        if !is_straight {
            // Where two floors touch at a corner, walls that stand back meet in it and leave no slit.
            let back = if is_pinched(open, corner) { [0, 0] } else { [a.0, b.0] };
            return vec![self.shifted(corner, back)];
        }
        if let Some(back) = self.threshold() {
            return vec![self.shifted(corner, [a.0, 0]).shift(back.x, back.y)];
        }
        if a.0 != b.0 {
            return vec![self.shifted(corner, [a.0, 0]), self.shifted(corner, [0, b.0])];
        }
        let is_plain = is_ruled && self.kinds[0].tag == self.kinds[1].tag;
        if is_plain { Vec::new() } else { vec![self.shifted(corner, [a.0, 0])] }
    }

    /// The door of a house ends at the outer face of its wall and not where its cell does.
    fn threshold(&self) -> Option<Point> {
        let along = self.edges[1].dir.delta();
        let back = HouseWalls::outer_recess();
        match self.kinds.map(|kind| kind.tag) {
            [OutlineTag::DoorJamb, OutlineTag::Entrance] => Some(Point::new(-along.x * back, -along.y * back)),
            [OutlineTag::Entrance, OutlineTag::DoorJamb] => Some(Point::new(along.x * back, along.y * back)),
            _ => None,
        }
    }

    /// A corner of the lattice moved out along the normals of its two edges.
    fn shifted(&self, corner: Cell, back: [i32; 2]) -> Point {
        let [a, b] = self.edges.map(|edge| edge.dir.left().delta());
        let along = |at: i32, a: i32, b: i32| at * CELL + a * back[0] + b * back[1];
        Point::new(along(corner.x, a.x, b.x), along(corner.y, a.y, b.y))
    }
}

/// Whether exactly two of the four cells round a corner are open, and touch only in it.
fn is_pinched(open: &BitGrid, corner: Cell) -> bool {
    let [a, b, c, d] = around(corner).map(|cell| open.contains(cell));
    (a && d && !b && !c) || (b && c && !a && !d)
}
