//! Clear sight of one cell: a depth-first scan over beams, away from the observer's row.
//!
//! The cells of a row that are visible are the whole columns within its beams. The scan follows one beam through as many
//! rows as it lasts, with its edges in registers, and puts aside what splits off. A row of a beam costs a handful of
//! instructions while the beam is whole: its strip is compared with all ones and the row is filled, by words.
//!
//! Beams are clipped by walls, not by the map's border or the radius' bounding box: a straight ray that has left these
//! never comes back, so it is enough not to look there.

use undercroft_grid::{BitGrid, Cell};

use crate::beam::{Beam, Window};
use crate::field::Field;
use crate::words::{fill, windows};
use crate::{Floor, Radius, View};

/// Adds everything in clear sight of a free cell to an empty view. `beams` is the scan's memory.
pub(crate) fn look(floor: &Floor, from: Cell, radius: Option<Radius>, beams: &mut Vec<Beam>, view: &mut View) {
    let field = Field::new(floor.size(), from, radius);
    let own = window_at(floor.free(), from, field);
    view.write().fill(from.y, own.left..own.right + 1);
    let south = Scan { strips: floor.strips(), from, field, step: 1 }.run(field.south - from.y, beams, view.write());
    let north = Scan { strips: floor.strips(), from, field, step: -1 }.run(from.y - field.north, beams, view.write());
    view.touch(from.y - north..from.y + south + 1);
    if let Some(radius) = radius {
        view.keep_within(radius, from);
    }
}

/// A scan to one side of the observer.
struct Scan<'a> {
    strips: &'a BitGrid,
    from: Cell,
    field: Field,
    /// 1 to look south, −1 to look north.
    step: i32,
}

impl Scan<'_> {
    /// Fills what is seen within so many rows and says how many rows away the last touched row is.
    fn run(&self, rows: i32, beams: &mut Vec<Beam>, seen: &mut BitGrid) -> i32 {
        let first = Cell::new(self.from.x, self.strip(0));
        if rows == 0 || !self.strips.contains(first) {
            return 0;
        }
        beams.push(Beam::first(self.from.x, window_at(self.strips, first, self.field)));
        let mut reached = 1;
        while let Some(beam) = beams.pop() {
            reached = reached.max(self.follow(beam, rows, beams, seen));
        }
        reached
    }

    /// Follows one beam as long as something of it is left, puts aside what splits off, and says how far it came.
    fn follow(&self, mut beam: Beam, rows: i32, beams: &mut Vec<Beam>, seen: &mut BitGrid) -> i32 {
        let Field { west, east, .. } = self.field;
        loop {
            let row = seen.row_mut(self.from.y + self.step * beam.row);
            fill(row, beam.low.ceil().max(west), beam.high.floor().min(east));
            let touched =
                Window { left: beam.low.west_of_strip().max(west), right: beam.high.east_of_strip().min(east) };
            if beam.row == rows || touched.left > touched.right {
                return beam.row;
            }
            let strip = self.strip(beam.row) as usize * self.strips.stride();
            let reached = beam.row;
            match self.pass(&self.strips.words()[strip..], beam, touched, beams) {
                Some(rest) => beam = rest,
                None => return reached,
            }
        }
    }

    /// The last part of the beam that passes the strip, at the next row; the other parts are put aside.
    fn pass(&self, strip: &[u64], beam: Beam, touched: Window, beams: &mut Vec<Beam>) -> Option<Beam> {
        let mut windows = windows(strip, touched);
        let first = windows.next()?;
        if first == touched {
            return Some(beam.next());
        }
        let mut last = beam.through(first, touched, self.from.x);
        for window in windows {
            let part = beam.through(window, touched, self.from.x);
            if part.is_some() {
                beams.extend(std::mem::replace(&mut last, part));
            }
        }
        last
    }

    /// The strip between the row `row` rows away and the next.
    const fn strip(&self, row: i32) -> i32 {
        self.from.y + self.step * row - (self.step < 0) as i32
    }
}

/// The run of set columns around a cell of the set, within the field.
fn window_at(set: &BitGrid, at: Cell, field: Field) -> Window {
    let left = set.previous_clear(at.y, at.x).map_or(0, |x| x + 1);
    let right = set.next_clear(at.y, at.x).map_or(field.east, |x| x - 1);
    Window { left: left.max(field.west), right: right.min(field.east) }
}
