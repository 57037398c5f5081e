//! A soft pen on pixels: lines, dots and letters with smooth edges. Lengths are thousandths of a pixel.

use super::palette::{Hue, SHADES};
use crate::frame_encoder::Canvas;
use crate::picture::{PathCommand, Point, VectorPath};

/// A pixel.
pub const PIXEL: i32 = 1000;
/// Straight pieces that a curve is drawn with.
const PIECES: i64 = 6;

/// Fills a rectangle of pixels, as far as it lies on the canvas.
pub fn fill(canvas: &mut Canvas, [left, top, right, bottom]: [i32; 4], color: u8) {
    let (width, height) = (canvas.width as i32, canvas.height() as i32);
    let (left, right) = (left.clamp(0, width), right.clamp(0, width));
    for y in top.clamp(0, height)..bottom.clamp(0, height) {
        let row = y as usize * canvas.width;
        if left < right {
            canvas.pixels[row + left as usize..row + right as usize].fill(color);
        }
    }
}

/// A line with round ends.
pub fn line(canvas: &mut Canvas, from: Point, to: Point, weight: i32, hue: Hue) {
    let reach = weight / 2 + PIXEL;
    let span = |a: i32, b: i32, side: usize| {
        let low = ((a.min(b) - reach) / PIXEL).max(0);
        low..((a.max(b) + reach) / PIXEL + 1).min(side as i32)
    };
    let height = canvas.height();
    for y in span(from.y, to.y, height) {
        for x in span(from.x, to.x, canvas.width) {
            let middle = Point::new(x * PIXEL + PIXEL / 2, y * PIXEL + PIXEL / 2);
            if let Some(shade) = shade(distance(middle, from, to) - weight / 2) {
                let at = y as usize * canvas.width + x as usize;
                // What is darker already stays.
                let darker = (0..shade).any(|darker| canvas.pixels[at] == hue.shade(darker));
                canvas.pixels[at] = if darker { canvas.pixels[at] } else { hue.shade(shade) };
            }
        }
    }
}

/// A line of dashes as long as the gaps between them.
pub fn dashes(canvas: &mut Canvas, from: Point, to: Point, weight: i32, hue: Hue) {
    let length = distance(from, to, to);
    let count = (length / (weight * 3).max(1)).max(1);
    let between = |part: i32| {
        let along = |a: i32, b: i32| a + (i64::from(b - a) * i64::from(part) / i64::from(count)) as i32;
        Point::new(along(from.x, to.x), along(from.y, to.y))
    };
    for part in (0..count).step_by(2) {
        line(canvas, between(part), between(part + 1), weight, hue);
    }
}

/// A dot.
pub fn dot(canvas: &mut Canvas, middle: Point, radius: i32, hue: Hue) {
    line(canvas, middle, middle, radius * 2, hue);
}

/// The strokes of a path.
pub fn path(canvas: &mut Canvas, path: &VectorPath, weight: i32, hue: Hue) {
    let (mut pen, mut start) = (Point::default(), Point::default());
    for command in &path.commands {
        match *command {
            PathCommand::Move(to) => (pen, start) = (to, to),
            PathCommand::Line(to) => {
                line(canvas, pen, to, weight, hue);
                pen = to;
            }
            PathCommand::Curve(a, b, to) => {
                let points = (1..=PIECES).map(|t| bezier([pen, a, b, to], t));
                points.fold(pen, |from, to| {
                    line(canvas, from, to, weight, hue);
                    to
                });
                pen = to;
            }
            PathCommand::Close => {
                line(canvas, pen, start, weight, hue);
                pen = start;
            }
        }
    }
}

/// The point of a curve at so many of its pieces.
fn bezier(points: [Point; 4], t: i64) -> Point {
    let s = PIECES - t;
    let weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    let mix = |pick: fn(&Point) -> i32| {
        let sum: i64 = points.iter().zip(weights).map(|(point, weight)| i64::from(pick(point)) * weight).sum();
        (sum / (PIECES * PIECES * PIECES)) as i32
    };
    Point::new(mix(|p| p.x), mix(|p| p.y))
}

/// The shade of a pixel whose middle is this far beyond the edge of a stroke.
fn shade(beyond: i32) -> Option<u8> {
    let steps = SHADES.len() as i32;
    // From half a pixel inside to half a pixel outside.
    let shade = (beyond + PIXEL / 2).max(0) * steps / PIXEL;
    (shade < steps).then_some(shade as u8)
}

/// From a point to the nearest of a stretch.
fn distance(point: Point, from: Point, to: Point) -> i32 {
    let [dx, dy] = [i64::from(to.x - from.x), i64::from(to.y - from.y)];
    let [px, py] = [i64::from(point.x - from.x), i64::from(point.y - from.y)];
    let square = dx * dx + dy * dy;
    let along = if square == 0 { 0 } else { (px * dx + py * dy).clamp(0, square) };
    // |along| < 2^42 and |d| < 2^21, so that the product stays below 2^63.
    let [nx, ny] = if square == 0 { [0, 0] } else { [along * dx / square, along * dy / square] };
    ((px - nx).pow(2) + (py - ny).pow(2)).isqrt() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_nearest_point() {
        let [a, b] = [Point::new(0, 0), Point::new(10_000, 0)];
        let far = |x: i32, y: i32| distance(Point::new(x, y), a, b);
        assert_eq!([far(5000, 300), far(-300, 400), far(10_300, -400), far(2000, 0)], [300, 500, 500, 0]);
        assert_eq!(distance(b, a, a), 10_000);
    }

    #[test]
    fn nothing_is_painted_off_the_canvas() {
        let mut canvas = Canvas::filled(8, 8, 1);
        fill(&mut canvas, [-5, -5, 99, 2], 2);
        line(&mut canvas, Point::new(-90_000, 4000), Point::new(90_000, 4000), 1000, Hue::INK);
        dot(&mut canvas, Point::new(99_000, 99_000), 5000, Hue::INK);
        assert_eq!(canvas.pixels[..16], [2; 16]);
        assert!(canvas.pixels[24..40].iter().all(|&pixel| pixel != 1));
        assert_eq!(canvas.pixels[63], 1);
    }
}
