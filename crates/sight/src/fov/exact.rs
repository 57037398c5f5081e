//! Clear sight of one cell: the room between the walls beside the observer, then a scan of each quarter by cones.
//!
//! ```text
//!   # # . . . . .       As long as the free run round the observer's column stays the same from strip to strip, all of it
//!   # . . O . . #       is seen: rooms and corridors cost one comparison a row. Where the run changes, one cone to the east
//!   # . . . . . #       and one to the west go on (`quarter.rs`), and the upright ray between them.
//!   # # . . # # #
//! ```

use undercroft_grid::{BitGrid, Cell};

use super::beam::Window;
use super::bit_runs::{columns_from, is_full, is_set, run_around};
use super::bounds::ScanBounds;
use super::cone::Cone;
use super::notes::{Notes, ViewMarks};
use super::quarter::Quarter;
use super::radius::Radius;
use super::ray::Ray;
use super::view::View;
use crate::floor::Floor;

/// Which rows are looked at, away from the observer's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    North,
    South,
}

/// Adds everything in clear sight of a cell to an empty view. `cones` is the scan's memory.
pub(crate) fn look(floor: &Floor, from: Cell, radius: Option<Radius>, cones: &mut Vec<Cone>, view: &mut View) {
    let bounds = ScanBounds::new(floor.size(), from, radius);
    let Some(own) = window_at(floor.free().row(from.y), from.x, bounds) else { return };
    let mut marks = ViewMarks::new(view.write(), from.x);
    marks.note(from.y, own.left, own.right);
    let south = look_aside(floor, from, Side::South, bounds, cones, &mut marks);
    let north = look_aside(floor, from, Side::North, bounds, cones, &mut marks);
    let columns = marks.left..marks.right + 1;
    view.touch(from.y - north..from.y + south + 1, columns);
    if let Some(radius) = radius {
        view.keep_within(radius, from);
    }
}

/// Notes what is in clear sight of a free cell on one side of its row, within bounds, and returns how many rows away the
/// last touched row is.
pub(crate) fn look_aside(
    floor: &Floor,
    from: Cell,
    side: Side,
    bounds: ScanBounds,
    cones: &mut Vec<Cone>,
    notes: &mut impl Notes,
) -> i32 {
    let scan = Scan::new(floor, from, side, bounds);
    scan.first_window().map_or(0, |window| scan.run(window, cones, notes))
}

/// Notes what is in clear sight of a free cell in its own row.
pub(crate) fn look_along(floor: &Floor, from: Cell, notes: &mut impl Notes) {
    if let Some(run) = run_around(floor.free().row(from.y), from.x) {
        notes.note(from.y, run.left, run.right);
    }
}

/// Notes what is in clear sight of a cell by rays over the inside of another, the gap, and maybe more. The gap is in the
/// row of the cell or south of it, and at least two columns or rows away; so is what is noted.
///
/// Over the inside of the gap means: the ray meets the open square of 2×2 round its centre. All of these rays lie
/// between two slopes, and nothing else need be followed. From less than two rows away one of the slopes is level.
pub(crate) fn look_through(floor: &Floor, from: Cell, gap: Cell, cones: &mut Vec<Cone>, notes: &mut impl Notes) {
    let off = gap - from;
    if off.y == 0 {
        look_along(floor, from, notes);
    }
    let scan = Scan::new(floor, from, Side::South, ScanBounds::new(floor.size(), from, None));
    if off.x.abs() <= 1 {
        scan.look_upright(0, notes);
    }
    if off.x >= 0 {
        scan.look_over(&scan.quarter::<false>(), off, cones, notes);
    }
    if off.x <= 0 {
        scan.look_over(&scan.quarter::<true>(), Cell::new(-off.x, off.y), cones, notes);
    }
}

/// Whether two free cells are in clear sight of each other. Costs a few instructions per row between them.
pub(crate) fn sees(floor: &Floor, from: Cell, to: Cell) -> bool {
    let (upper, lower) = if from.y <= to.y { (from, to) } else { (to, from) };
    let (step, (left, right)) = (lower - upper, (from.x.min(to.x), from.x.max(to.x)));
    if step.y == 0 {
        return run_around(floor.free().row(from.y), from.x).is_some_and(|run| run.left <= left && right <= run.right);
    }
    let mut ray = Ray::new(upper.x, step.x, step.y, 0);
    (upper.y..lower.y).all(|y| {
        let touched = Window { left: ray.west_of_strip(), right: ray.east_of_strip() };
        ray = ray.next();
        is_full(floor.strips().row(y), touched)
    })
}

/// A scan to one side of the observer.
struct Scan<'a> {
    strips: &'a BitGrid,
    from: Cell,
    bounds: ScanBounds,
    /// 1 to look south, −1 to look north.
    step: i32,
    /// Rows on this side.
    rows: i32,
}

impl<'a> Scan<'a> {
    fn new(floor: &'a Floor, from: Cell, side: Side, bounds: ScanBounds) -> Self {
        let (step, rows) = match side {
            Side::South => (1, bounds.south - from.y),
            Side::North => (-1, from.y - bounds.north),
        };
        Self { strips: floor.strips(), from, bounds, step, rows }
    }

    /// The only window of the first strip that the observer can look through.
    fn first_window(&self) -> Option<Window> {
        let first = (self.rows > 0).then(|| self.strip(0))?;
        window_at(first, self.from.x, self.bounds)
    }

    /// Notes what is seen through the window of the first strip, and returns the farthest row.
    fn run(&self, window: Window, cones: &mut Vec<Cone>, notes: &mut impl Notes) -> i32 {
        let row = self.slide(window, notes);
        let mut reached = self.look_upright(row, notes);
        if window.right > self.from.x {
            let cone = Cone::up_to(window.right - self.from.x, row);
            reached = reached.max(self.quarter::<false>().scan(cone, cones, notes));
        }
        if window.left < self.from.x {
            let cone = Cone::up_to(self.from.x - window.left, row);
            reached = reached.max(self.quarter::<true>().scan(cone, cones, notes));
        }
        reached
    }

    /// Notes the rows that are seen through the first window and further strips with the same one, and returns the last.
    #[inline]
    fn slide(&self, window: Window, notes: &mut impl Notes) -> i32 {
        let Window { left, right } = window;
        let west = i32::from(left > self.bounds.west);
        let east = i32::from(right < self.bounds.east);
        let span = right - left;
        let mut row = 1;
        notes.note(self.line(row), left, right);
        let is_narrow = span + west + east < 64;
        let around = u64::MAX >> (63 - (span + west + east).min(63));
        let all = u64::MAX >> (63 - span.min(63)) << west;
        let goes_on = |row: i32| {
            if is_narrow {
                columns_from(self.strip(row), left - west) & around == all
            } else {
                window_at(self.strip(row), self.from.x, self.bounds) == Some(window)
            }
        };
        while row < self.rows && goes_on(row) {
            row += 1;
            notes.note(self.line(row), left, right);
        }
        row
    }

    /// Notes what the upright ray meets after a row, and returns the last.
    #[inline]
    fn look_upright(&self, mut row: i32, notes: &mut impl Notes) -> i32 {
        while row < self.rows && is_set(self.strip(row), self.from.x) {
            row += 1;
            notes.note(self.line(row), self.from.x, self.from.x);
        }
        row
    }

    /// Follows the rays over the inside of a cell, given as seen from the observer, in one of the quarters.
    fn look_over<const WEST: bool>(
        &self,
        quarter: &Quarter<'_, WEST>,
        off: Cell,
        cones: &mut Vec<Cone>,
        notes: &mut impl Notes,
    ) {
        if let Some(cone) = self.cone_over::<WEST>(off) {
            quarter.note(cone, notes);
            quarter.scan(cone, cones, notes);
        }
    }

    /// The rays over the inside of a cell, which is not on the other side of the observer's column.
    fn cone_over<const WEST: bool>(&self, off: Cell) -> Option<Cone> {
        let (inner, outer, rows) = ((off.x - 1).max(0), off.x + 1, off.y);
        if rows >= 2 {
            let edge = |column, run| Ray::outward(column, run, 0);
            return Some(Cone { inner: edge(inner, rows + 1), outer: edge(outer, rows - 1), row: 0 });
        }
        let window = self.first_window()?;
        let widest = if WEST { self.from.x - window.left } else { window.right - self.from.x };
        let inner = Ray::outward(inner, rows + 1, 1);
        (inner.ceil() <= widest).then(|| Cone { inner, ..Cone::up_to(widest, 1) })
    }

    const fn quarter<const WEST: bool>(&self) -> Quarter<'a, WEST> {
        let Self { strips, from, bounds, step, rows } = *self;
        let columns = if WEST { from.x - bounds.west } else { bounds.east - from.x };
        Quarter { strips, from, step, rows, columns }
    }

    /// The row of the map that is `row` rows away.
    #[inline]
    const fn line(&self, row: i32) -> i32 {
        self.from.y + self.step * row
    }

    /// The words of the strip between that row and the next.
    #[inline]
    fn strip(&self, row: i32) -> &[u64] {
        self.strips.row(self.line(row) - i32::from(self.step < 0))
    }
}

/// The run of set columns around a column, within the bounds; `None` when the column is not set.
#[inline]
fn window_at(row: &[u64], column: i32, bounds: ScanBounds) -> Option<Window> {
    let Window { left, right } = run_around(row, column)?;
    Some(Window { left: left.max(bounds.west), right: right.min(bounds.east) })
}

#[cfg(test)]
mod tests;
