//! Clear sight of one cell: a depth-first scan over beams, away from the observer's row.
//!
//! The cells of a row that are visible are the whole columns within its beams. The scan follows one beam through as many
//! rows as it lasts, with its edges in registers, and puts aside what splits off. A row of a beam costs a handful of
//! instructions while the beam is whole: its strip is compared with all ones and the row is filled, by words.
//!
//! Beams are clipped by walls, not by the map's border or the radius' bounding box: a straight ray that has left these
//! never comes back, so it is enough not to look there.

use undercroft_grid::{BitGrid, Cell};

use super::beam::{Beam, Window};
use super::bit_runs::{columns_from, fill, is_full, is_set, run_around, windows, windows_of_word};
use super::bounds::ScanBounds;
use super::radius::Radius;
use super::ray::Ray;
use super::view::View;
use crate::floor::Floor;

/// What becomes of seen cells. Some are told more than once.
pub(crate) trait Notes {
    /// Takes note that the columns from `left` to `right` of a row are seen; none when `left` is beyond `right`.
    fn note(&mut self, y: i32, left: i32, right: i32);
}

impl Notes for BitGrid {
    #[inline]
    fn note(&mut self, y: i32, left: i32, right: i32) {
        fill(self.row_mut(y), left, right);
    }
}

/// Which rows are looked at, away from the observer's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    North,
    South,
}

/// Adds everything in clear sight of a cell to an empty view. `beams` is the scan's memory.
pub(crate) fn look(floor: &Floor, from: Cell, radius: Option<Radius>, beams: &mut Vec<Beam>, view: &mut View) {
    let bounds = ScanBounds::new(floor.size(), from, radius);
    let Some(own) = window_at(floor.free().row(from.y), from.x, bounds) else { return };
    fill(view.write().row_mut(from.y), own.left, own.right);
    let south = look_aside(floor, from, Side::South, bounds, beams, view.write());
    let north = look_aside(floor, from, Side::North, bounds, beams, view.write());
    view.touch(from.y - north..from.y + south + 1);
    if let Some(radius) = radius {
        view.keep_within(radius, from);
    }
}

/// Notes what is in clear sight of a free cell on one side of its row, within a bounds, and says how many rows away the last
/// touched row is.
pub(crate) fn look_aside(
    floor: &Floor,
    from: Cell,
    side: Side,
    bounds: ScanBounds,
    beams: &mut Vec<Beam>,
    notes: &mut impl Notes,
) -> i32 {
    let scan = Scan::new(floor, from, side, bounds);
    scan.first_window().map_or(0, |window| scan.follow_all(Beam::first(window), beams, notes))
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
pub(crate) fn look_through(floor: &Floor, from: Cell, gap: Cell, beams: &mut Vec<Beam>, notes: &mut impl Notes) {
    let off = gap - from;
    if off.y == 0 {
        look_along(floor, from, notes);
    }
    let scan = Scan::new(floor, from, Side::South, ScanBounds::new(floor.size(), from, None));
    if let Some(beam) = scan.beam_over(off) {
        scan.follow_all(beam, beams, notes);
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
        let first = (self.rows > 0).then(|| &self.strip(0)[..self.strips.stride()])?;
        window_at(first, self.from.x, self.bounds)
    }

    /// The rays over the inside of a cell, given as seen from the observer, on this side or in the observer's row.
    fn beam_over(&self, off: Cell) -> Option<Beam> {
        let (west, east, rows) = (off.x - 1, off.x + 1, off.y.abs());
        let edge = |column: i32, run: i32, row: i32| Ray::new(self.from.x, column, run, row);
        if rows >= 2 {
            let low = edge(west, if west < 0 { rows - 1 } else { rows + 1 }, 0);
            let high = edge(east, if east > 0 { rows - 1 } else { rows + 1 }, 0);
            return (self.rows > 0).then(|| Beam::between(low, high, 0));
        }
        let window = self.first_window()?;
        let mut beam = Beam::first(window);
        if off.x > 0 {
            (beam.low, beam.low_hugs) = (edge(west, rows + 1, 1), false);
        } else {
            (beam.high, beam.high_hugs) = (edge(east, rows + 1, 1), false);
        }
        (beam.low.ceil() <= window.right && beam.high.floor() >= window.left).then_some(beam)
    }

    /// Follows a beam and all that splits off, and says how far the farthest came.
    fn follow_all(&self, first: Beam, beams: &mut Vec<Beam>, seen: &mut impl Notes) -> i32 {
        let mut reached = self.follow(first, beams, seen);
        while let Some(beam) = beams.pop() {
            reached = reached.max(self.follow(beam, beams, seen));
        }
        reached
    }

    /// Follows one beam as long as something of it is left, puts aside what splits off, and says how far it came.
    #[inline]
    fn follow(&self, mut beam: Beam, beams: &mut Vec<Beam>, seen: &mut impl Notes) -> i32 {
        loop {
            if beam.low_hugs && beam.high_hugs {
                self.slide(&mut beam, seen);
            }
            let ahead = self.glide(&mut beam, seen);
            let touched = self.touched(beam);
            let reached = beam.row;
            let alive = match ahead {
                Ahead::End => false,
                Ahead::Gap { low, high } => {
                    beam.let_go(low, high, self.from.x);
                    true
                }
                Ahead::Broken(columns) => self.split(windows_of_word(columns, touched.left), &mut beam, touched, beams),
                Ahead::BrokenWide => self.split(windows(self.strip(beam.row), touched), &mut beam, touched, beams),
            };
            if !alive {
                return reached;
            }
        }
    }

    /// Takes a beam between two walls as far as they go on unchanged, when one word holds it.
    #[inline]
    fn slide(&self, beam: &mut Beam, seen: &mut impl Notes) {
        let Window { left, right } = self.touched(*beam);
        let (west, east) = self.beside(*beam);
        let span = right - left;
        if span + west + east >= 64 {
            return;
        }
        let around = u64::MAX >> (63 - span - west - east);
        let all = u64::MAX >> (63 - span) << west;
        while beam.row < self.rows && columns_from(self.strip(beam.row), left - west) & around == all {
            seen.note(self.line(beam.row), left, right);
            beam.row += 1;
        }
    }

    /// Takes a beam as far as it stays whole, fills what is seen, and returns what lies ahead.
    #[inline]
    fn glide(&self, beam: &mut Beam, seen: &mut impl Notes) -> Ahead {
        let (west, east) = self.beside(*beam);
        loop {
            let (left, right) = (beam.low.ceil().max(self.bounds.west), beam.high.floor().min(self.bounds.east));
            seen.note(self.line(beam.row), left, right);
            let touched = self.touched(*beam);
            if beam.row == self.rows || touched.left > touched.right {
                return Ahead::End;
            }
            let span = touched.right - touched.left;
            if span + west + east >= 64 {
                match self.look_far_ahead(*beam, touched) {
                    Some(ahead) => return ahead,
                    None => *beam = beam.next(),
                }
                continue;
            }
            let around = u64::MAX >> (63 - span - west - east);
            let columns = columns_from(self.strip(beam.row), touched.left - west) & around;
            let all = u64::MAX >> (63 - span) << west;
            if columns != all {
                let gap = columns & !all;
                let low = gap & 1 != 0 && west == 1;
                return match gap {
                    0 => Ahead::Broken(columns >> west),
                    _ => Ahead::Gap { low, high: gap > u64::from(low) },
                };
            }
            *beam = beam.next();
        }
    }

    /// What lies ahead of a beam that touches more columns than a word has; `None` when it stays whole.
    fn look_far_ahead(&self, beam: Beam, touched: Window) -> Option<Ahead> {
        let strip = self.strip(beam.row);
        let (west, east) = self.beside(beam);
        let low = west == 1 && is_set(strip, touched.left - 1);
        let high = east == 1 && is_set(strip, touched.right + 1);
        if low || high {
            return Some(Ahead::Gap { low, high });
        }
        (!is_full(strip, touched)).then_some(Ahead::BrokenWide)
    }

    /// Takes the last part of the beam that passes a window to the next row, if there is one, and puts the others aside.
    /// The last part stays in registers: what has just been stored is slow to load again.
    #[inline]
    fn split(
        &self,
        windows: impl Iterator<Item = Window>,
        beam: &mut Beam,
        touched: Window,
        beams: &mut Vec<Beam>,
    ) -> bool {
        let whole = *beam;
        let mut alive = false;
        for mut part in windows.filter_map(|window| whole.through(window, touched, self.from.x)) {
            self.settle(&mut part);
            if alive {
                beams.push(*beam);
            }
            *beam = part;
            alive = true;
        }
        alive
    }

    /// Lets go of walls that end right here, so that the beam need not stop for it.
    #[inline]
    fn settle(&self, beam: &mut Beam) {
        if beam.row < self.rows {
            let (west, east) = self.beside(*beam);
            let strip = self.strip(beam.row);
            let low = west == 1 && is_set(strip, beam.low.floor() - 1);
            let high = east == 1 && is_set(strip, beam.high.floor() + 1);
            beam.let_go(low, high, self.from.x);
        }
    }

    /// The columns of the bounds that the beam touches between its row and the next.
    #[inline]
    fn touched(&self, beam: Beam) -> Window {
        let ScanBounds { west, east, .. } = self.bounds;
        Window { left: beam.low.west_of_strip().max(west), right: beam.high.east_of_strip().min(east) }
    }

    /// How many columns beside the beam, to the west and to the east, are of interest, since it hugs a wall there.
    #[inline]
    fn beside(&self, beam: Beam) -> (i32, i32) {
        let west = beam.low_hugs && beam.low.floor() > self.bounds.west;
        let east = beam.high_hugs && beam.high.floor() < self.bounds.east;
        (i32::from(west), i32::from(east))
    }

    /// The row of the map that is `row` rows away.
    #[inline]
    const fn line(&self, row: i32) -> i32 {
        self.from.y + self.step * row
    }

    /// The words of the strip between that row and the next, and of all strips south of it.
    #[inline]
    fn strip(&self, row: i32) -> &[u64] {
        let strip = self.line(row) - i32::from(self.step < 0);
        &self.strips.words()[strip as usize * self.strips.stride()..]
    }
}

/// What stops a beam from going on whole.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ahead {
    /// The end of the bounds.
    End,
    /// A wall that it hugs has ended, to the west or to the east.
    Gap { low: bool, high: bool },
    /// Solid cells; these columns are free, from the first that it touches.
    Broken(u64),
    /// Solid cells, and more columns than a word has.
    BrokenWide,
}

/// The run of set columns around a column, within the bounds; `None` when the column is not set.
#[inline]
fn window_at(row: &[u64], column: i32, bounds: ScanBounds) -> Option<Window> {
    let Window { left, right } = run_around(row, column)?;
    Some(Window { left: left.max(bounds.west), right: right.min(bounds.east) })
}

#[cfg(test)]
mod tests;
