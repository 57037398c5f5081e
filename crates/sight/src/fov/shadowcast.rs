//! Glimpse sight: symmetric shadowcasting as Albert Ford describes it, for display and fog of war.
//!
//! The map falls into four quadrants around the observer, bounded by the diagonals. Each is scanned away from the
//! observer, row by row (column by column in the east and the west), by beams between two rays from the observer's
//! centre. A wall blocks what passes the part of its row that it covers. A free cell is seen when its *centre* lies in a
//! beam, so that between free cells seeing is mutual; a wall is lit when a beam touches it.
//!
//! Slopes are odd halves over whole rows and are followed exactly (see the module `ray`); no beam ever shrinks to a
//! single ray. Paper: A. Ford, "Symmetric Shadowcasting", 2017, <https://www.albertford.com/shadowcasting/>.

use undercroft_grid::{BitGrid, Cell};

use super::beam::{Beam, Window};
use super::bit_runs::{columns_from, fill, is_full, is_set, windows, windows_of_word};
use super::bounds::ScanBounds;
use super::radius::Radius;
use super::ray::Ray;
use super::view::View;
use crate::floor::Floor;

/// Adds everything that shadowcasting shows from a free cell to an empty view. `beams` is the scan's memory.
pub(crate) fn look(floor: &Floor, from: Cell, radius: Option<Radius>, beams: &mut Vec<Beam>, view: &mut View) {
    let bounds = ScanBounds::new(floor.size(), from, radius);
    let (mut north, mut south) = (from.y, from.y);
    let seen = view.write();
    seen.insert(from);
    for (step, rows) in [(1, bounds.south - from.y), (-1, from.y - bounds.north)] {
        let quadrant = Quadrant { free: floor.free(), from, step, rows, low: bounds.west, high: bounds.east };
        quadrant.scan(beams, |y, columns| {
            fill(seen.row_mut(y), columns.left, columns.right);
            (north, south) = (north.min(y), south.max(y));
        });
    }
    let turned = Cell::new(from.y, from.x);
    for (step, rows) in [(1, bounds.east - from.x), (-1, from.x - bounds.west)] {
        let quadrant =
            Quadrant { free: floor.columns(), from: turned, step, rows, low: bounds.north, high: bounds.south };
        quadrant.scan(beams, |x, rows| {
            for y in rows.left..=rows.right {
                seen.row_mut(y)[x as usize / 64] |= 1 << (x % 64);
            }
            (north, south) = (north.min(rows.left), south.max(rows.right));
        });
    }
    view.touch_rows(north..south + 1);
    if let Some(radius) = radius {
        view.keep_within(radius, from);
    }
}

/// A quarter of the map, turned so that its rows run across the direction of sight.
struct Quadrant<'a> {
    free: &'a BitGrid,
    from: Cell,
    /// 1 towards greater rows, −1 towards smaller ones.
    step: i32,
    /// Rows on this side.
    rows: i32,
    /// The first and the last column that are looked at.
    low: i32,
    high: i32,
}

impl Quadrant<'_> {
    /// Reports what is lit, as a row and the columns in it.
    fn scan(&self, beams: &mut Vec<Beam>, mut light: impl FnMut(i32, Window)) {
        if self.rows == 0 {
            return;
        }
        let diagonal = |slope| Ray::new(self.from.x, slope, 1, 1);
        beams.push(Beam::between(diagonal(-1), diagonal(1), 1));
        while let Some(mut beam) = beams.pop() {
            while self.pass(&mut beam, beams, &mut light) {}
        }
    }

    /// Lights a row of a beam and takes it, or the last of its parts, to the next; false when nothing is left.
    #[inline]
    fn pass(&self, beam: &mut Beam, beams: &mut Vec<Beam>, light: &mut impl FnMut(i32, Window)) -> bool {
        let touched = Window {
            left: beam.low.nearest_or_east().max(self.low),
            right: beam.high.nearest_or_west().min(self.high),
        };
        if touched.left > touched.right {
            return false;
        }
        let y = self.from.y + self.step * beam.row;
        let row = &self.free.words()[y as usize * self.free.stride()..];
        light_row(row, y, *beam, touched, light);
        if beam.row == self.rows {
            return false;
        }
        let span = touched.right - touched.left;
        if span < 64 {
            let all = u64::MAX >> (63 - span);
            let columns = columns_from(row, touched.left) & all;
            if columns != all {
                return self.split(windows_of_word(columns, touched.left), beam, touched, beams);
            }
        } else if !is_full(row, touched) {
            return self.split(windows(row, touched), beam, touched, beams);
        }
        *beam = beam.next();
        true
    }

    /// Takes the last part of the beam between walls to the next row, if there is one, and puts the others aside.
    #[inline]
    fn split(
        &self,
        windows: impl Iterator<Item = Window>,
        beam: &mut Beam,
        touched: Window,
        beams: &mut Vec<Beam>,
    ) -> bool {
        let whole = *beam;
        let edge = |halves: i32| Ray::new(self.from.x, halves - 2 * self.from.x, 2 * whole.row, whole.row + 1);
        let mut parts = windows.map(|window| {
            let next = whole.next();
            let low = if window.left > touched.left { edge(2 * window.left - 1) } else { next.low };
            let high = if window.right < touched.right { edge(2 * window.right + 1) } else { next.high };
            Beam::between(low, high, next.row)
        });
        let Some(first) = parts.next() else { return false };
        *beam = first;
        for part in parts {
            beams.push(std::mem::replace(beam, part));
        }
        true
    }
}

/// Lights what has its centre in the beam, and the cells that only stand into it at its edges when they are walls.
#[inline]
fn light_row(row: &[u64], y: i32, beam: Beam, touched: Window, light: &mut impl FnMut(i32, Window)) {
    let mut lit = Window { left: beam.low.ceil().max(touched.left), right: beam.high.floor().min(touched.right) };
    if lit.left > touched.left && !is_set(row, touched.left) {
        lit.left = touched.left;
    }
    if lit.right < touched.right && !is_set(row, touched.right) {
        lit.right = touched.right;
    }
    if lit.left <= lit.right {
        light(y, lit);
    }
}
