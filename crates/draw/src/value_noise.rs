//! Smooth noise over the plane: values hashed at the corners of a lattice, blended in between.
//!
//! K. Perlin, "An Image Synthesizer", 1985, in its simpler form with values instead of gradients. Whole numbers only.

use undercroft_grid::mix;

use super::picture::{CELL, Point};

/// Side of the lattice.
const PERIOD: i32 = 3 * CELL;

/// Noise at a point, from −1000 to 1000.
pub fn value_noise(point: Point, salt: u64) -> i32 {
    let (column, row) = (point.x.div_euclid(PERIOD), point.y.div_euclid(PERIOD));
    let (across, down) = (blend(point.x.rem_euclid(PERIOD)), blend(point.y.rem_euclid(PERIOD)));
    let line = |row: i32| between(hashed(column, row, salt), hashed(column + 1, row, salt), across);
    between(line(row), line(row + 1), down) as i32
}

/// Bits that depend on a place and the salt alone.
pub fn hash(x: i32, y: i32, salt: u64) -> u64 {
    mix(mix((x as u64) << 32 ^ u64::from(y as u32)).wrapping_add(salt))
}

fn hashed(column: i32, row: i32, salt: u64) -> i64 {
    (hash(column, row, salt) % 2001) as i64 - 1000
}

fn between(from: i64, to: i64, part: i64) -> i64 {
    from + (to - from) * part / 1000
}

/// The part of the period as thousandths, level at both ends: 3t² − 2t³.
const fn blend(off: i32) -> i64 {
    let t = off as i64 * 1000 / PERIOD as i64;
    t * t * (3000 - 2 * t) / 1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_smooth_and_uses_its_range() {
        let at = |x: i32| value_noise(Point::new(x, 1234), 5);
        let all: Vec<i32> = (-60_000..60_000).step_by(10).map(at).collect();
        assert!(all.windows(2).all(|pair| (pair[0] - pair[1]).abs() <= 12));
        assert!(all.iter().any(|&value| value > 600) && all.iter().any(|&value| value < -600));
    }
}
