//! Value noise: hashed values on a lattice, joined by bilinear interpolation, all in integers.
//!
//! ```text
//!   a ─────── b      Each lattice point has a value of its own, by a hash of its place and the seed. Between four of
//!   │   ·     │      them the value changes evenly, first along x, then along y. So nearby places have similar
//!   c ─────── d      values, and any place can be asked for without those around it.
//! ```

use undercroft_grid::{Rect, mix};

/// How many steps there are from one lattice point to the next.
const STEPS: i64 = 256;

/// A field of values in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueNoise {
    seed: u64,
    /// Distance of lattice points, in the unit of the places that are asked for.
    spacing: i64,
}

impl ValueNoise {
    /// One more than the largest value.
    pub const LIMIT: i32 = 1 << 16;

    /// A field of its own for each seed. [Limits: 1 <= spacing]
    pub const fn new(seed: u64, spacing: i32) -> Self {
        Self { seed, spacing: spacing as i64 }
    }

    /// The value of a place, at least 0 and less than [`Self::LIMIT`]. [Limits: x and y below 2^32]
    pub const fn at(self, x: i64, y: i64) -> i32 {
        let (x, y) = ((x * STEPS).div_euclid(self.spacing), (y * STEPS).div_euclid(self.spacing));
        let (column, row) = (x.div_euclid(STEPS), y.div_euclid(STEPS));
        let (right, down) = (x.rem_euclid(STEPS), y.rem_euclid(STEPS));
        let upper = self.point(column, row) * (STEPS - right) + self.point(column + 1, row) * right;
        let lower = self.point(column, row + 1) * (STEPS - right) + self.point(column + 1, row + 1) * right;
        // At most 2^16 × 2^8 × 2^8 before it is divided.
        ((upper * (STEPS - down) + lower * down) / (STEPS * STEPS)) as i32
    }

    /// The values of all places in a rectangle. [Limits: not empty]
    pub fn patch(self, places: Rect) -> NoisePatch {
        let (left, top) = (self.split(places.left).0, self.split(places.top).0);
        let (right, bottom) = (self.split(places.right - 1).0 + 2, self.split(places.bottom - 1).0 + 2);
        let mut points = Vec::with_capacity(((right - left) * (bottom - top)) as usize);
        for row in top..bottom {
            points.extend((left..right).map(|column| self.point(column.into(), row.into()) as u32));
        }
        let column = |x: i32| {
            let (column, past) = self.split(x);
            ((column - left) as u32, past)
        };
        let columns = (places.left..places.right).map(column).collect();
        NoisePatch { noise: self, left: places.left, top, columns, across: (right - left) as usize, points }
    }

    /// The lattice point before a place on one axis, and the steps from there.
    const fn split(self, at: i32) -> (i32, u32) {
        let steps = (at * STEPS as i32).div_euclid(self.spacing as i32);
        (steps.div_euclid(STEPS as i32), steps.rem_euclid(STEPS as i32) as u32)
    }

    /// The value of a lattice point.
    const fn point(self, column: i64, row: i64) -> i64 {
        let place = (row as u32 as u64) << 32 | column as u32 as u64;
        (mix(mix(place) ^ self.seed) >> 48) as i64
    }
}

/// The values of a rectangle of places, each lattice point hashed once. [Limits: places below 2^22]
#[derive(Clone, Debug)]
pub struct NoisePatch {
    noise: ValueNoise,
    /// The first column of places, and the first row of lattice points.
    left: i32,
    top: i32,
    /// For each column of places the lattice point before it, and the steps from there.
    columns: Vec<(u32, u32)>,
    /// Lattice points in a row of them.
    across: usize,
    points: Vec<u32>,
}

impl NoisePatch {
    /// Makes `line` the values at the lattice columns on the row of places `y`, times [`STEPS`].
    pub fn blend_row(&self, y: i32, line: &mut Vec<u32>) {
        let (row, down) = self.noise.split(y);
        let (upper, lower) = self.points[(row - self.top) as usize * self.across..].split_at(self.across);
        line.clear();
        line.extend(upper.iter().zip(lower).map(|(upper, lower)| upper * (STEPS as u32 - down) + lower * down));
    }

    /// The value of a place on the row that the line was made for.
    pub fn at(&self, x: i32, line: &[u32]) -> u32 {
        let (column, right) = self.columns[(x - self.left) as usize];
        let (west, east) = (line[column as usize], line[column as usize + 1]);
        // Less than 2^16 × 2^8 × 2^8: it fits before it is divided.
        (west * (STEPS as u32 - right) + east * right) / (STEPS * STEPS) as u32
    }
}

#[cfg(test)]
mod tests;
