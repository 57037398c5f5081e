//! Walls cut at the seams of a table.

use super::outline::WallPoint;
use super::table_frame::TableFrame;

/// The stretches of a wall that lie on a table: the whole wall, where none of it lies elsewhere.
pub(super) fn clip_wall(wall: &[WallPoint], frame: TableFrame) -> Vec<Vec<WallPoint>> {
    let mut stretches: Vec<Vec<WallPoint>> = Vec::new();
    for pair in wall.windows(2) {
        let Some([from, to]) = clip_segment([pair[0], pair[1]], frame) else { continue };
        match stretches.last_mut().filter(|stretch| stretch.last() == Some(&from)) {
            Some(stretch) => stretch.push(to),
            None => stretches.push(vec![from, to]),
        }
    }
    stretches
}

/// The part of a line that lies on a table, unless that is no more than a point.
fn clip_segment([from, to]: [WallPoint; 2], frame: TableFrame) -> Option<[WallPoint; 2]> {
    let [min, max] = frame.corners();
    // How far along the line each edge is crossed, as fractions of one denominator for each axis (Y.-D. Liang and
    // B. A. Barsky, "A new concept and method for line clipping", 1984). Fractions are compared by cross-multiplying.
    let (mut enter, mut leave) = (Fraction { part: 0, whole: 1 }, Fraction { part: 1, whole: 1 });
    for (at, step, low, high) in [(from.x, to.x - from.x, min.x, max.x), (from.y, to.y - from.y, min.y, max.y)] {
        let [at, step, low, high] = [at, step, low, high].map(i64::from);
        if step == 0 {
            if at < low || at > high {
                return None;
            }
            continue;
        }
        let (near, far) = if step > 0 { (low, high) } else { (high, low) };
        enter = enter.max(Fraction::new(near - at, step));
        leave = leave.min(Fraction::new(far - at, step));
    }
    let ends = [enter, leave].map(|along| along.between(from, to));
    (enter.is_before(leave) && ends[0] != ends[1]).then_some(ends)
}

/// A place along a line. [Limits: `whole` > 0]
#[derive(Clone, Copy)]
struct Fraction {
    part: i64,
    whole: i64,
}

impl Fraction {
    const fn new(part: i64, whole: i64) -> Self {
        if whole < 0 { Self { part: -part, whole: -whole } } else { Self { part, whole } }
    }

    const fn is_before(self, other: Self) -> bool {
        self.part * other.whole < other.part * self.whole
    }

    const fn max(self, other: Self) -> Self {
        if self.is_before(other) { other } else { self }
    }

    const fn min(self, other: Self) -> Self {
        if other.is_before(self) { other } else { self }
    }

    /// The point there, to the nearest thousandth; on a seam exactly.
    fn between(self, from: WallPoint, to: WallPoint) -> WallPoint {
        let place = |a: i32, b: i32| {
            let length = i64::from(b - a) * self.part;
            a + (2 * length + self.whole).div_euclid(2 * self.whole) as i32
        };
        WallPoint { x: place(from.x, to.x), y: place(from.y, to.y) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft_grid::Rect;

    use super::*;
    use crate::outline::Scale;

    fn frame(left: i32, top: i32, right: i32, bottom: i32) -> TableFrame {
        TableFrame { cells: Rect::new(left, top, right, bottom), scale: Scale { squares: 1, inset: 0 } }
    }

    fn points(list: &[(i32, i32)]) -> Vec<WallPoint> {
        list.iter().map(|&(x, y)| WallPoint { x, y }).collect()
    }

    #[test]
    fn a_loop_across_a_seam_becomes_open_there() {
        let square = points(&[(1000, 1000), (3000, 1000), (3000, 2000), (1000, 2000), (1000, 1000)]);
        let west = clip_wall(&square, frame(0, 0, 2, 3));
        assert_eq!(west, [points(&[(1000, 1000), (2000, 1000)]), points(&[(2000, 2000), (1000, 2000), (1000, 1000)])]);
        assert_eq!(
            clip_wall(&square, frame(2, 0, 4, 3)),
            [points(&[(2000, 1000), (3000, 1000), (3000, 2000), (2000, 2000)])]
        );
        assert_eq!(clip_wall(&square, frame(0, 0, 9, 9)), std::slice::from_ref(&square));
        assert!(clip_wall(&square, frame(4, 0, 9, 9)).is_empty());
    }

    /// How much a point is off a line, in thousandths.
    fn distance(point: WallPoint, [a, b]: [WallPoint; 2]) -> f64 {
        let [dx, dy] = [b.x - a.x, b.y - a.y].map(f64::from);
        let [px, py] = [point.x - a.x, point.y - a.y].map(f64::from);
        (px * dy - py * dx).abs() / dx.hypot(dy)
    }

    proptest! {
        /// Judged by walking along the line: a step lies on the table just where the clipped part says so.
        #[test]
        fn clipping_keeps_what_lies_on_the_table(
            x0 in -9000..9000, y0 in -9000..9000, x1 in -9000..9000, y1 in -9000..9000,
            left in -8..0, top in -8..0, right in 1..8, bottom in 1..8,
        ) {
            let line = [WallPoint { x: x0, y: y0 }, WallPoint { x: x1, y: y1 }];
            let table = frame(left, top, right, bottom);
            let part = clip_segment(line, table);
            prop_assert!(part.is_none_or(|part| part.map(|end| table.nearest(end)) == part));
            if let Some(part) = part {
                prop_assert!(part.iter().all(|&end| distance(end, line) <= 1.0));
            }
            let length = |[a, b]: [WallPoint; 2]| f64::from(b.x - a.x).hypot(f64::from(b.y - a.y));
            let steps = 1000;
            let is_inside = |step: &i32| {
                let at = |a: i32, b: i32| f64::from(a) + f64::from(b - a) * (f64::from(*step) + 0.5) / f64::from(steps);
                let [x, y] = [at(x0, x1) / 1000.0, at(y0, y1) / 1000.0];
                (f64::from(left)..=f64::from(right)).contains(&x) && (f64::from(top)..=f64::from(bottom)).contains(&y)
            };
            let walked = (0..steps).filter(is_inside).count() as f64 / f64::from(steps) * length(line);
            prop_assert!((walked - part.map_or(0.0, length)).abs() <= 2.0 + 2.0 * length(line) / f64::from(steps));
        }
    }
}
