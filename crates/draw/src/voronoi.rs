//! Voronoi regions of a sample, with whole-numbered corners that neighbours share exactly.
//!
//! A corner is the middle of the circle through three places that holds no fourth one. It is computed as a fraction and
//! rounded once: whichever of the three regions asks gets the same point, so that the sides of neighbours cancel.

use undercroft_grid::Cell;

use super::picture::Point;
use super::poisson_sample::{Sample, length_squared};

/// No circle without a place in it has this diameter, so that farther places bound no region.
const FARTHEST: i32 = 1500;
/// Corners are rounded to twentieths of a cell: finer ones are not seen, and make files larger.
const STEP: i64 = 50;

/// The corners of a place's region, clockwise, from the north-west corner of its cell.
pub fn region(sample: &Sample, cell: Cell, place: Point) -> Vec<Point> {
    let others = sample.within(cell, place, FARTHEST);
    let mut corners: Vec<Point> = Vec::new();
    for (i, &q) in others.iter().enumerate() {
        for &r in &others[..i] {
            corners.extend(corner(place, q, r, &others));
        }
    }
    corners.sort_by(|a, b| clockwise(step(place, *a), step(place, *b)));
    corners.dedup();
    corners
}

/// The middle of the circle through the place and two others, unless a third lies in it.
fn corner(place: Point, q: Point, r: Point, others: &[Point]) -> Option<Point> {
    let cross = wide(q.x) * wide(r.y) - wide(q.y) * wide(r.x);
    if cross == 0 {
        return None;
    }
    let (qq, rr) = (length_squared(q), length_squared(r));
    // The middle is (x, y) / under, seen from the place.
    let (x, y) = (wide(r.y) * qq - wide(q.y) * rr, wide(q.x) * rr - wide(r.x) * qq);
    let sign = cross.signum();
    let (x, y, under) = (x * sign, y * sign, 2 * cross * sign);
    // A place s is nearer to the middle than the origin is where 2·(middle · s) > s · s.
    let is_nearer = |s: &Point| 2 * (x * wide(s.x) + y * wide(s.y)) > length_squared(*s) * under;
    if others.iter().any(is_nearer) {
        return None;
    }
    let round = |at: i32, over: i64| {
        let (over, under) = (wide(at) * under + over, STEP * under);
        ((2 * over + under).div_euclid(2 * under) * STEP) as i32
    };
    Some(Point::new(round(place.x, x), round(place.y, y)))
}

fn wide(number: i32) -> i64 {
    number.into()
}

fn step(from: Point, to: Point) -> Point {
    Point::new(to.x - from.x, to.y - from.y)
}

/// Order of two directions round a place, clockwise from the east; y points south.
fn clockwise(a: Point, b: Point) -> std::cmp::Ordering {
    let half = |p: Point| p.y < 0 || p.y == 0 && p.x < 0;
    let turn = wide(a.x) * wide(b.y) - wide(a.y) * wide(b.x);
    half(a).cmp(&half(b)).then(0.cmp(&turn))
}
