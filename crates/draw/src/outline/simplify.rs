//! Fewer points for the same line.
//!
//! D. Douglas and T. Peucker, "Algorithms for the reduction of the number of points required to represent a digitized
//! line or its caricature", Cartographica 10, 1973.

use super::OutlinePoint;
use crate::picture::Point;

/// How far a point that is left out may lie from the line that is left.
const TOLERANCE: i64 = 30;

/// The points of a loop that matter: all fixed ones, and of the others those that keep the line within the tolerance.
/// Lines of different tags are not merged.
pub fn simplify(points: &[OutlinePoint]) -> Vec<OutlinePoint> {
    let count = points.len();
    let tag_before = |i: usize| points[(i + count - 1) % count].tag;
    let stays = |i: usize| points[i].is_fixed || points[i].tag != tag_before(i);
    let mut anchors: Vec<usize> = (0..count).filter(|&i| stays(i)).collect();
    if anchors.len() < 2 {
        let first = anchors.first().copied().unwrap_or(0);
        anchors = vec![first, farthest(points, first)];
        anchors.sort_unstable();
    }
    let mut kept = Vec::new();
    for (k, &from) in anchors.iter().enumerate() {
        let to = if k + 1 < anchors.len() { anchors[k + 1] } else { anchors[0] + count };
        let stretch: Vec<OutlinePoint> = (from..=to).map(|i| points[i % count]).collect();
        keep(&stretch, &mut kept);
    }
    kept
}

fn farthest(points: &[OutlinePoint], from: usize) -> usize {
    let away = |i: &usize| length_squared(step(points[from].at, points[*i].at));
    (0..points.len()).max_by_key(away).unwrap_or(from)
}

/// Adds the points of a stretch that matter, without its last.
fn keep(stretch: &[OutlinePoint], kept: &mut Vec<OutlinePoint>) {
    let mut waiting = vec![(0, stretch.len() - 1)];
    while let Some((from, to)) = waiting.pop() {
        let ends = [stretch[from].at, stretch[to].at];
        let far = |&i: &usize| distance(stretch[i].at, ends);
        match (from + 1..to).max_by_key(far) {
            Some(i) if far(&i) > i128::from(TOLERANCE * TOLERANCE) << FINE => waiting.extend([(i, to), (from, i)]),
            _ => kept.push(stretch[from]),
        }
    }
}

/// Squared distances are compared in 2^−16 of a squared thousandth; maps are below 2^23, so that nothing overflows.
const FINE: u32 = 16;

/// The squared distance from a point to a line between two others.
fn distance(point: Point, [a, b]: [Point; 2]) -> i128 {
    let (line, to) = (step(a, b), step(a, point));
    let square = length_squared(line);
    let along = line.0 * to.0 + line.1 * to.1;
    if along <= 0 || square == 0 {
        return i128::from(length_squared(to)) << FINE;
    }
    if along >= square {
        return i128::from(length_squared(step(b, point))) << FINE;
    }
    let cross = i128::from(line.0 * to.1 - line.1 * to.0);
    ((cross * cross) << FINE) / i128::from(square)
}

fn step(from: Point, to: Point) -> (i64, i64) {
    (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y))
}

fn length_squared((x, y): (i64, i64)) -> i64 {
    x * x + y * y
}
