//! A beam: all rays between two edges, both included, on their way through the rows.
//!
//! ```text
//!  row y      . . [ . . . . . ] . .       The beam touches the columns from `first` to `last` between this row and
//!  strip      # # # . . # . . . # #       the next. Its rays that stay within one window of the strip go on: here
//!  row y+1      .[. . .]#[. . .]. .       the beam splits into two, and each is clipped by its window.
//! ```
//!
//! A ray of slope s stays in the window [l, r] when l ≤ s·y ≤ r and l ≤ s·(y+1) ≤ r, columns counted from the
//! observer. Left of the observer the far row decides about l and the near one about r, right of it the other way
//! round. Since windows end at whole columns, every comparison with an edge is one with its floor or ceiling, and exact.
//! A beam may be a single ray, and goes on as one.

use crate::ray::Ray;

/// The rays from `low` to `high`, at a row that is `row` rows away from the observer in column `origin`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beam {
    pub(crate) low: Ray,
    pub(crate) high: Ray,
    pub(crate) row: i32,
}

/// Columns that are free in both rows of a strip: a maximal run, or its part within a beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) left: i32,
    pub(crate) right: i32,
}

impl Beam {
    /// All rays that pass the first strip through its window, at row 1.
    pub(crate) fn first(origin: i32, window: Window) -> Self {
        let through = |column| Ray::new(origin, column - origin, 1, 1);
        Self { low: through(window.left), high: through(window.right), row: 1 }
    }

    /// The beam at the next row, nothing lost.
    pub(crate) const fn next(self) -> Self {
        Self { low: self.low.next(), high: self.high.next(), row: self.row + 1 }
    }

    /// The part of the beam that passes through one of the strip's windows, at the next row; `None` when no ray does.
    ///
    /// `touched` are the columns that the beam touches in the strip. Where the window goes on at their rim, that
    /// edge of the beam is not clipped.
    pub(crate) fn through(self, window: Window, touched: Window, origin: i32) -> Option<Self> {
        let Window { left, right } = window;
        let row = self.row + 1;
        let edge = |column: i32, run: i32| Ray::new(origin, column - origin, run, row);
        let low = match left {
            _ if left == touched.left => self.low.next(),
            _ if left > origin => edge(left, self.row),
            _ => edge(left, row),
        };
        if right == touched.right {
            let high = self.high.next();
            let reached = if left > origin { self.high.floor() } else { high.floor() };
            return (left == touched.left || left <= reached).then_some(Self { low, high, row });
        }
        let reached = if right >= origin { low.ceil() } else { low.previous().ceil() };
        let high = || if right >= origin { edge(right, row) } else { edge(right, self.row) };
        (reached <= right).then(|| Self { low, high: high(), row })
    }
}
