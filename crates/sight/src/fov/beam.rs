//! A beam: all rays between two edges, both included, as they pass through the rows.
//!
//! ```text
//!  row y      . . [ . . . . . ] . .       The beam touches the columns from `left` to `right` between this row and
//!  strip      # # # . . # . . . # #       the next. Its rays that stay within one window of the strip go on: here
//!  row y+1      .[. . .]#[. . .]. .       the beam splits into two, and each is clipped by its window.
//! ```
//!
//! A ray of slope s stays in the window [l, r] when l ≤ s·y ≤ r and l ≤ s·(y+1) ≤ r, columns counted from the
//! observer. Left of the observer the far row decides about l and the near one about r, right of it the
//! reverse. Since windows end at whole columns, every comparison with an edge is one with its floor or ceiling, and exact.
//! A beam may be a single ray, and goes on as one.
//!
//! In rooms and corridors an outer edge is clipped at the same column row after row. Such an edge *hugs* the wall: it
//! stays in its column, and gets a slope only when the wall beside it ends.

use super::ray::Ray;

/// The rays from `low` to `high`, at a row that is `row` rows away from the observer in column `origin`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beam {
    pub(crate) low: Ray,
    pub(crate) high: Ray,
    pub(crate) row: i32,
    /// Whether `low` has been clipped, at this row, by a wall that it left behind to the west.
    pub(crate) low_hugs: bool,
    /// Whether `high` has been clipped, at this row, by a wall that it left behind to the east.
    pub(crate) high_hugs: bool,
}

/// Columns that are free in both rows of a strip: a maximal run, or its part within a beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) left: i32,
    pub(crate) right: i32,
}

impl Beam {
    /// All rays that pass the first strip through its window, at row 1.
    pub(crate) const fn first(window: Window) -> Self {
        let (low, high) = (Ray::upright(window.left), Ray::upright(window.right));
        Self { low, high, row: 1, low_hugs: true, high_hugs: true }
    }

    /// The rays between two edges that do not hug.
    #[inline]
    pub(crate) const fn between(low: Ray, high: Ray, row: i32) -> Self {
        Self { low, high, row, low_hugs: false, high_hugs: false }
    }

    /// The beam at the next row, nothing lost.
    #[inline]
    pub(crate) const fn next(self) -> Self {
        Self { low: self.low.next(), high: self.high.next(), row: self.row + 1, ..self }
    }

    /// Gives slopes to edges whose wall has ended at this row.
    #[inline]
    pub(crate) fn let_go(&mut self, low: bool, high: bool, origin: i32) {
        let row = self.row;
        let free = |edge: Ray| Ray::new(origin, edge.floor() - origin, row, row);
        if low {
            (self.low, self.low_hugs) = (free(self.low), false);
        }
        if high {
            (self.high, self.high_hugs) = (free(self.high), false);
        }
    }

    /// The part of the beam that passes through one of the strip's windows, at the next row; `None` when no ray does.
    ///
    /// `touched` are the columns that the beam touches in the strip. Where the window goes on at their rim, that
    /// edge of the beam is not clipped, unless it hugs.
    #[inline]
    pub(crate) fn through(self, window: Window, touched: Window, origin: i32) -> Option<Self> {
        let clip_low = self.low_hugs || window.left > touched.left;
        let clip_high = self.high_hugs || window.right < touched.right;
        if !self.reaches(window, origin, clip_low, clip_high) {
            return None;
        }
        let (near, far) = (self.row, self.row + 1);
        let edge = |column: i32| Ray::new(origin, column - origin, near, far);
        let (mut part, Window { left, right }) = (self.next(), window);
        if clip_low {
            part.low_hugs = left <= origin;
            part.low = if left <= origin { Ray::upright(left) } else { edge(left) };
        }
        if clip_high {
            part.high_hugs = right >= origin;
            part.high = if right >= origin { Ray::upright(right) } else { edge(right) };
        }
        Some(part)
    }

    /// Whether a ray of the beam stays within the window, given which of its edges the window clips.
    #[inline]
    fn reaches(self, Window { left, right }: Window, origin: i32, clip_low: bool, clip_high: bool) -> bool {
        match (clip_low, clip_high) {
            (true, true) => {
                let left_run = self.row + i32::from(left <= origin);
                let right_run = self.row + i32::from(right >= origin);
                i64::from(left - origin) * i64::from(right_run) <= i64::from(right - origin) * i64::from(left_run)
            }
            (true, false) => left <= if left > origin { self.high.floor() } else { self.high.next().floor() },
            (false, true) => right >= if right < origin { self.low.ceil() } else { self.low.next().ceil() },
            (false, false) => true,
        }
    }
}
