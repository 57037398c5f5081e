//! Value noise: hashed values on a lattice, joined by bilinear interpolation, all in integers.
//!
//! ```text
//!   a ─────── b      Each lattice point has a value of its own, by a hash of its place and the seed. Between four of
//!   │   ·     │      them the value changes evenly, first along x, then along y. So nearby places have similar
//!   c ─────── d      values, and any place can be asked for without those around it.
//! ```

use undercroft_grid::mix;

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

    /// The value of a lattice point.
    const fn point(self, column: i64, row: i64) -> i64 {
        let place = (row as u32 as u64) << 32 | column as u32 as u64;
        (mix(mix(place) ^ self.seed) >> 48) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The four neighbours weighed by the areas that lie opposite to them, in one sum.
    fn slow(noise: ValueNoise, x: i64, y: i64) -> i32 {
        let steps =
            |at: i64| (0..1_000_000).find(|n| (n + 1) * noise.spacing > (at + 1_000 * noise.spacing) * STEPS).unwrap();
        let (x, y) = (steps(x) - 1_000 * STEPS, steps(y) - 1_000 * STEPS);
        let (column, row) = (x >> 8, y >> 8);
        let near = |at: i64, point: i64| STEPS - (at - point * STEPS).abs();
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, down)| (column + right, row + down));
        let sum: i64 = corners.iter().map(|&(cx, cy)| noise.point(cx, cy) * near(x, cx) * near(y, cy)).sum();
        (sum >> 16) as i32
    }

    #[test]
    fn a_value_is_the_mean_of_four_lattice_points_weighed_by_nearness() {
        for spacing in [1, 2, 5, 9, 11, 12] {
            let noise = ValueNoise::new(7, spacing);
            for (x, y) in (-14..14).flat_map(|x| (-14..14).map(move |y| (x, y))) {
                assert_eq!(noise.at(x, y), slow(noise, x, y), "{spacing} at {x}, {y}");
            }
        }
    }

    #[test]
    fn lattice_points_keep_their_values_and_places_between_change_evenly() {
        let noise = ValueNoise::new(3, 8);
        for (column, row) in (-9..9).flat_map(|x| (-9..9).map(move |y| (x, y))) {
            assert_eq!(i64::from(noise.at(8 * column, 8 * row)), noise.point(column, row));
            let (left, right) = (noise.at(8 * column, 8 * row), noise.at(8 * column + 8, 8 * row));
            assert_eq!(noise.at(8 * column + 4, 8 * row), (left + right).div_euclid(2));
            assert!((0..8).all(|x| (noise.at(8 * column + x, 8 * row) - left).abs() <= (right - left).abs()));
        }
    }

    #[test]
    fn seeds_have_fields_of_their_own_with_the_middle_as_their_mean() {
        let mean = |seed: u64| {
            let noise = ValueNoise::new(seed, 5);
            let places = (-100..100).flat_map(|x| (-100..100).map(move |y| (x, y)));
            places.map(|(x, y)| i64::from(noise.at(x, y))).sum::<i64>() / 40_000
        };
        let means: Vec<i64> = (0..8).map(mean).collect();
        assert!(means.iter().all(|mean| (31_500..34_000).contains(mean)), "{means:?}");
        assert!(means.iter().skip(1).all(|mean| *mean != means[0]));
    }
}
