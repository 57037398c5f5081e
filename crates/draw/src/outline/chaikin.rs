//! Corner cutting: each round replaces a vertex that may go by two points, a quarter and three quarters along its edges.
//!
//! G. Chaikin, "An algorithm for high-speed curve generation", Computer Graphics and Image Processing 3, 1974.

use super::OutlinePoint;
use super::vertex::Vertex;
use crate::picture::Point;

/// Two rounds of quarters are exact in sixteenths.
const PARTS: i32 = 16;
/// Points are rounded to hundredths of a cell, which is finer than any pen.
const STEP: i32 = 10;

/// The loop after two rounds; vertices that are fixed stay.
pub fn smooth(vertices: Vec<Vertex>) -> Vec<OutlinePoint> {
    let fine = |vertex: Vertex| Vertex { at: Point::new(vertex.at.x * PARTS, vertex.at.y * PARTS), ..vertex };
    let fine: Vec<Vertex> = vertices.into_iter().map(fine).collect();
    let mut points: Vec<OutlinePoint> = cut(&cut(&fine)).into_iter().map(round).collect();
    points.dedup_by_key(|point| point.at);
    if points.len() > 1 && points[0].at == points[points.len() - 1].at {
        points.pop();
    }
    points
}

fn cut(vertices: &[Vertex]) -> Vec<Vertex> {
    let mut points = Vec::with_capacity(2 * vertices.len());
    let next = vertices.iter().cycle().skip(1);
    for (&from, &to) in vertices.iter().zip(next) {
        if from.is_fixed {
            points.push(from);
        } else {
            points.push(Vertex { at: between(from.at, to.at, 1), ..from });
        }
        if !to.is_fixed {
            points.push(Vertex { at: between(from.at, to.at, 3), ..to });
        }
    }
    points
}

/// The point this many quarters along the line.
const fn between(from: Point, to: Point, quarters: i32) -> Point {
    Point::new(from.x + (to.x - from.x) * quarters / 4, from.y + (to.y - from.y) * quarters / 4)
}

/// Fixed points are exact; others are rounded, halves up.
const fn round(vertex: Vertex) -> OutlinePoint {
    let Vertex { at: Point { x, y }, tag, is_fixed } = vertex;
    let at = if is_fixed { Point::new(x / PARTS, y / PARTS) } else { Point::new(nearest(x), nearest(y)) };
    OutlinePoint { at, tag, is_fixed }
}

const fn nearest(at: i32) -> i32 {
    let step = STEP * PARTS;
    (at + step / 2).div_euclid(step) * STEP
}
