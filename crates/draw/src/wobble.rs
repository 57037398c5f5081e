//! The uneven hand: ruled lines are moved a little, by smooth noise that depends on the place alone.
//!
//! A wall is stroked twice, along paths that differ a little, so that its weight varies as a pen's does. Corners of doors
//! and windows stay where they are. Tabletops get the lines without any of this.

use super::outline::{OutlineLoop, OutlinePoint, OutlineTag};
use super::picture::{CELL, Point};
use super::value_noise::value_noise;

/// How far the second stroke of a wall leaves the outline on each axis: together less than 50.
const SECOND: i32 = 35;
/// The first stroke has a vertex for each cell, the second one for each four: more of them only make files larger.
const LONG: i32 = 4 * CELL;

/// A hand that draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wobble {
    /// How far it moves a point on each axis, at most.
    amplitude: i32,
    salt: u64,
    /// Whether it moves soft lines as well, which are uneven already.
    moves_soft: bool,
}

impl Wobble {
    /// The hand for fills and first strokes.
    pub const fn first(amplitude: i32) -> Self {
        Self { amplitude, salt: 11, moves_soft: false }
    }

    /// The hand for second strokes.
    pub const fn second() -> Self {
        Self { amplitude: SECOND, salt: 23, moves_soft: true }
    }

    /// The points of a loop as this hand draws it, with vertices along ruled lines.
    pub fn trace(self, found: &OutlineLoop) -> Vec<OutlinePoint> {
        if self.amplitude == 0 {
            return found.points.clone();
        }
        let count = found.points.len();
        let mut points = Vec::with_capacity(count);
        for i in 0..count {
            let (before, from) = (found.points[(i + count - 1) % count], found.points[i]);
            let to = found.points[(i + 1) % count];
            points.push(OutlinePoint { at: self.vertex(before, from), ..from });
            let parts = if from.is_fixed && to.is_fixed { parts(from.at, to.at, self.length()) } else { 1 };
            let is_opening = matches!(from.tag, OutlineTag::DoorJamb | OutlineTag::Window);
            for part in (1..parts).filter(|_| !is_opening) {
                let at = self.moved(part_of_line(from.at, to.at, part, parts));
                points.push(OutlinePoint { at, ..from });
            }
        }
        points
    }

    /// The longest piece of a ruled line.
    const fn length(self) -> i32 {
        if self.moves_soft { LONG } else { CELL }
    }

    fn vertex(self, before: OutlinePoint, point: OutlinePoint) -> Point {
        let is_opening = |tag| matches!(tag, OutlineTag::DoorJamb | OutlineTag::Window);
        let stays = is_opening(before.tag) || is_opening(point.tag) || !(point.is_fixed || self.moves_soft);
        if stays { point.at } else { self.moved(point.at) }
    }

    fn moved(self, point: Point) -> Point {
        let part = |salt: u64| value_noise(point, salt) * self.amplitude / 1000;
        // Hundredths of a cell are fine enough, and make a shorter file.
        let round = |at: i32| (at + 5).div_euclid(10) * 10;
        Point::new(round(point.x + part(self.salt)), round(point.y + part(self.salt + 1)))
    }
}

/// How many pieces of at most this length a line has.
const fn parts(from: Point, to: Point, longest: i32) -> i32 {
    let length = if (to.x - from.x).abs() > (to.y - from.y).abs() { to.x - from.x } else { to.y - from.y };
    (length.abs() + longest - 1) / longest
}

const fn part_of_line(from: Point, to: Point, part: i32, parts: i32) -> Point {
    Point::new(from.x + (to.x - from.x) / parts * part, from.y + (to.y - from.y) / parts * part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::Outline;

    #[test]
    fn drawn_lines_stay_within_60_of_the_outline_and_doors_stay_where_they_are() {
        let dungeon = undercroft::generate("crypt", 4).unwrap();
        for level in &dungeon.levels {
            for found in Outline::trace(&dungeon, level).loops {
                for hand in [Wobble::first(25), Wobble::second()] {
                    let drawn = hand.trace(&found);
                    let limit = 60_i64;
                    for (a, b) in found.segments() {
                        let is_near = |p: &&OutlinePoint| {
                            let [dx, dy] = [i64::from(p.at.x - a.at.x), i64::from(p.at.y - a.at.y)];
                            dx * dx + dy * dy <= limit * limit
                        };
                        assert!(drawn.iter().any(|point| is_near(&point)), "{a:?} is left");
                        let stays = a.tag == OutlineTag::DoorJamb;
                        assert!(!stays || [a, b].iter().all(|p| drawn.iter().any(|drawn| drawn.at == p.at)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_steady_hand_changes_nothing_and_an_uneven_one_draws_the_same_twice() {
        let dungeon = undercroft::generate("cave", 3).unwrap();
        let outline = Outline::trace(&dungeon, &dungeon.levels[0]);
        for found in &outline.loops {
            assert_eq!(Wobble::first(0).trace(found), found.points);
            assert_eq!(Wobble::second().trace(found), Wobble::second().trace(&found.clone()));
        }
    }
}
