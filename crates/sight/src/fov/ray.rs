//! The edge of a view: a straight line from the observer's centre, followed row by row, exactly.
//!
//! A ray leaves the observer with a slope p/q, in columns per row, 0 < q ≤ 2¹⁵. Its column at row y is o + p·y/q; what
//! the scan needs of it are the whole numbers below and above. The column is kept in units of 2⁻³², and the slope is
//! rounded *up* to them, so that following the ray is one addition. That is exact:
//!
//! - after y ≤ 2¹⁴ rows the kept column is at least the true one and less than 2¹⁴ units above it;
//! - a true column that is not whole is at least 1/q ≥ 2⁻¹⁵, or 2¹⁷ units, away from the next whole number, above and
//!   below.
//!
//! So the floor is right as it stands, and a fraction below [`WHOLE`] = 2¹⁶ units means "whole". With |p/q| ≤ 2¹⁴ and
//! maps of at most 2¹⁴ rows and columns all numbers stay below 2⁶¹.

use undercroft_grid::MAX_SIDE;

const FRACTION_BITS: u32 = 32;
/// Anything between the greatest error, 2¹⁴, and the least fraction, 2¹⁷.
const WHOLE: i64 = 1 << 16;
/// Added before rounding down, it rounds up.
const ROUND_UP: i64 = (1 << FRACTION_BITS) - WHOLE;

const HALF: i64 = 1 << (FRACTION_BITS - 1);

const _: () = assert!(MAX_SIDE <= 1 << 14, "the error bound above counts on it");

/// A ray at a row: where it is and how far it moves to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ray {
    at: i64,
    slope: i64,
}

impl Ray {
    /// The ray that leaves column `origin` with slope `rise / run`, at row `row`.
    #[inline]
    pub(crate) fn new(origin: i32, rise: i32, run: i32, row: i32) -> Self {
        let (rise, run) = (i64::from(rise) << FRACTION_BITS, i64::from(run));
        let slope = rise / run + i64::from(rise % run > 0);
        Self { at: (i64::from(origin) << FRACTION_BITS) + slope * i64::from(row), slope }
    }

    /// The ray that leaves the observer for a column `run` rows away, at row `row`. Columns are counted outward, so that none
    /// is negative.
    #[inline]
    pub(crate) const fn outward(column: i32, run: i32, row: i32) -> Self {
        let slope = ((column as u64) << FRACTION_BITS).div_ceil(run as u64) as i64;
        Self { at: slope * row as i64, slope }
    }

    /// A line that stays in its column.
    #[inline]
    pub(crate) const fn upright(column: i32) -> Self {
        Self { at: (column as i64) << FRACTION_BITS, slope: 0 }
    }

    /// The last whole column at or west of the ray.
    #[inline]
    pub(crate) const fn floor(self) -> i32 {
        (self.at >> FRACTION_BITS) as i32
    }

    /// The first whole column at or east of the ray.
    #[inline]
    pub(crate) const fn ceil(self) -> i32 {
        ((self.at + ROUND_UP) >> FRACTION_BITS) as i32
    }

    /// The whole column nearest to the ray, the eastern one of two.
    #[inline]
    pub(crate) const fn nearest_or_east(self) -> i32 {
        ((self.at + HALF) >> FRACTION_BITS) as i32
    }

    /// The whole column nearest to the ray, the western one of two.
    #[inline]
    pub(crate) const fn nearest_or_west(self) -> i32 {
        ((self.at - HALF + ROUND_UP) >> FRACTION_BITS) as i32
    }

    /// The westernmost column that a body on the ray touches between this row and the next.
    #[inline]
    pub(crate) const fn west_of_strip(self) -> i32 {
        let westward = self.slope & (self.slope >> 63);
        ((self.at + westward) >> FRACTION_BITS) as i32
    }

    /// The easternmost column that a body on the ray touches between this row and the next.
    #[inline]
    pub(crate) const fn east_of_strip(self) -> i32 {
        let eastward = self.slope & !(self.slope >> 63);
        ((self.at + eastward + ROUND_UP) >> FRACTION_BITS) as i32
    }

    /// The ray one row farther away.
    #[inline]
    pub(crate) const fn next(self) -> Self {
        Self { at: self.at + self.slope, slope: self.slope }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(origin: i32, rise: i32, run: i32, row: i32) {
        let exact = |row: i32| i64::from(rise) * i64::from(row);
        let floor = |row: i32| origin + exact(row).div_euclid(run.into()) as i32;
        let ceil = |row: i32| origin - (-exact(row)).div_euclid(run.into()) as i32;
        let ray = Ray::new(origin, rise, run, row);
        let case = format!("{origin} + {rise}/{run} at row {row}");
        if origin == 0 && rise >= 0 {
            assert_eq!(Ray::outward(rise, run, row), ray, "{case}");
        }
        assert_eq!((ray.floor(), ray.ceil()), (floor(row), ceil(row)), "{case}");
        assert_eq!((ray.next().floor(), ray.next().ceil()), (floor(row + 1), ceil(row + 1)), "{case}");
        if run % 2 == 0 {
            let (two, halves) = (2 * i64::from(run), 2 * exact(row));
            assert_eq!(ray.nearest_or_east(), origin + (halves + i64::from(run)).div_euclid(two) as i32, "{case}");
            assert_eq!(ray.nearest_or_west(), origin - (i64::from(run) - halves).div_euclid(two) as i32, "{case}");
        }
        assert_eq!(ray.west_of_strip(), floor(row).min(floor(row + 1)), "{case}");
        assert_eq!(ray.east_of_strip(), ceil(row).max(ceil(row + 1)), "{case}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200_000))]
        #[test]
        fn a_ray_is_exact_on_the_largest_map(
            origin in 0..MAX_SIDE, rise in -2 * MAX_SIDE..=2 * MAX_SIDE, run in 1..=2 * MAX_SIDE, row in 1..MAX_SIDE,
        ) {
            // The steepest rays of a scan have |rise / run| <= MAX_SIDE.
            prop_assume!(rise.abs() <= run.saturating_mul(MAX_SIDE));
            check(origin, rise, run, row);
        }
    }

    #[test]
    fn a_ray_is_exact_where_the_error_is_greatest() {
        for run in (2 * MAX_SIDE - 60..=2 * MAX_SIDE).chain(MAX_SIDE - 60..=MAX_SIDE).chain(1..60) {
            for rise in [-run - 1, 1 - run, -1, 0, 1, run / 2, run - 1, run, run + 1, 2 * MAX_SIDE, -2 * MAX_SIDE] {
                for row in [1, 2, run / 2, run - 1, run, MAX_SIDE - 2, MAX_SIDE - 1] {
                    let steep = rise.abs() > run.saturating_mul(MAX_SIDE);
                    if (1..MAX_SIDE).contains(&row) && !steep {
                        check(MAX_SIDE - 1, rise, run, row);
                        check(0, rise, run, row);
                    }
                }
            }
        }
    }
}
