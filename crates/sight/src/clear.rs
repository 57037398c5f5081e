//! Clear sight of one cell: a depth-first scan over beams, away from the observer's row.
//!
//! The cells of a row that are visible are the whole columns within its beams. The scan follows one beam through as many
//! rows as it lasts, with its edges in registers, and puts aside what splits off. A row of a beam costs a handful of
//! instructions while the beam is whole: its strip is compared with all ones and the row is filled, by words.
//!
//! Beams are clipped by walls, not by the map's border or the radius' bounding box: a straight ray that has left these
//! never comes back, so it is enough not to look there.

use undercroft_grid::{BitGrid, Cell, WORD_BITS};

use crate::beam::{Beam, Window};
use crate::{Floor, Radius, View};

/// The rows and columns that are looked at, all inclusive.
#[derive(Clone, Copy, Debug)]
struct Field {
    west: i32,
    east: i32,
    north: i32,
    south: i32,
}

/// Adds everything in clear sight of a free cell to an empty view. `beams` is the scan's memory.
pub(crate) fn look(floor: &Floor, from: Cell, radius: Option<Radius>, beams: &mut Vec<Beam>, view: &mut View) {
    let field = Field::new(floor, from, radius);
    let own = window_at(floor.free().row(from.y), from.x, field);
    view.write().fill(from.y, own.left..own.right + 1);
    let stride = floor.free().stride();
    let mut reached = [0; 2];
    for (south, rows) in [(true, field.south - from.y), (false, from.y - field.north)] {
        let strip = |row: i32| (if south { from.y + row } else { from.y - row - 1 }) as usize * stride;
        let line = |row: i32| if south { from.y + row } else { from.y - row };
        let scan = Scan { strips: floor.strips(), origin: from.x, rows, field };
        reached[usize::from(south)] = scan.run(strip, line, stride, beams, view.write());
    }
    view.touch(from.y - reached[0]..from.y + reached[1] + 1);
    if let Some(radius) = radius {
        view.keep_within(radius, from);
    }
}

impl Field {
    fn new(floor: &Floor, from: Cell, radius: Option<Radius>) -> Self {
        let size = floor.size();
        let (east, south) = (size.width() - 1, size.height() - 1);
        let Some(reach) = radius.and_then(|radius| radius.half_width(0)) else {
            return Self { west: 0, east, north: 0, south };
        };
        Self {
            west: (from.x - reach).max(0),
            east: (from.x + reach).min(east),
            north: (from.y - reach).max(0),
            south: (from.y + reach).min(south),
        }
    }
}

/// A scan to one side of the observer.
struct Scan<'a> {
    strips: &'a [u64],
    origin: i32,
    /// Rows on this side.
    rows: i32,
    field: Field,
}

impl Scan<'_> {
    /// Fills what is seen and says how many rows away the last touched row is.
    fn run(
        &self,
        strip: impl Fn(i32) -> usize,
        line: impl Fn(i32) -> i32,
        stride: usize,
        beams: &mut Vec<Beam>,
        seen: &mut BitGrid,
    ) -> i32 {
        if self.rows == 0 {
            return 0;
        }
        let window = window_at(&self.strips[strip(0)..][..stride], self.origin, self.field);
        if window.left > window.right {
            return 0;
        }
        beams.push(Beam::first(self.origin, window));
        let mut reached = 0;
        while let Some(mut beam) = beams.pop() {
            loop {
                fill(seen.row_mut(line(beam.row)), beam.low.ceil().max(self.field.west), beam.high.floor().min(self.field.east));
                if beam.row == self.rows {
                    break;
                }
                let touched = Window {
                    left: beam.low.west_of_strip().max(self.field.west),
                    right: beam.high.east_of_strip().min(self.field.east),
                };
                if touched.left > touched.right {
                    break;
                }
                let at = strip(beam.row);
                if !self.split(&self.strips[at..=at + stride], beam, touched, beams) {
                    beam = beam.next();
                    continue;
                }
                break;
            }
            reached = reached.max(beam.row);
        }
        reached
    }

    /// Pushes the parts of the beam that pass the strip; false when it passes whole.
    fn split(&self, strip: &[u64], beam: Beam, touched: Window, beams: &mut Vec<Beam>) -> bool {
        let mut left = touched.left;
        loop {
            let Some(start) = next(strip, left, touched.right, false) else { return true };
            let end = next(strip, start, touched.right, true).unwrap_or(touched.right + 1);
            if start == touched.left && end > touched.right {
                return false;
            }
            beams.extend(beam.through(Window { left: start, right: end - 1 }, touched, self.origin));
            if end > touched.right { return true; }
            left = end;
        }
    }
}

/// First column in left..=right which is set (or clear, with `invert`).
fn next(words: &[u64], left: i32, right: i32, invert: bool) -> Option<i32> {
    (left..=right).find(|&x| (words[x as usize / WORD_BITS] >> (x % 64) & 1 == 1) != invert)
}

/// The run of set columns around a column, within the field; empty (left beyond right) when the column is not set.
fn window_at(words: &[u64], column: i32, field: Field) -> Window {
    let set = |x: &i32| words[*x as usize / WORD_BITS] >> (x % 64) & 1 == 1;
    let right = (column..=field.east).take_while(set).last().unwrap_or(column - 1);
    let left = (field.west..=column).rev().take_while(set).last().unwrap_or(column + 1);
    Window { left, right }
}

fn fill(row: &mut [u64], left: i32, right: i32) {
    for x in left..=right {
        row[x as usize / WORD_BITS] |= 1 << (x % 64);
    }
}
