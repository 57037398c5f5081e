//! Exact sight from between cells: where a body of one cell could walk straight to, if its center began in the middle of
//! two or four cells.
//!
//! ```text
//!     . . . . .       Everything is counted in half cells: cell x is at 2x, and the middle of two neighbours at an odd
//!     . S S . .       number. A beam is all rays between two slopes. Between the centers of two rows its rays stay in
//!     . # . . .       one window of columns that are free in both (`beam.rs`); the first strip begins at the body, which
//!                     may be half-way through it.
//! ```
//!
//! Slopes are fractions of whole numbers below 2¹⁶, compared by cross products below 2³²; nothing is rounded. A view of
//! this kind is asked for once a path, so that beams go row by row, without the registers of `exact.rs`.

use super::beam::Window;
use super::bit_runs::{fill, is_set, run_around, windows};
use super::observer::Observer;
use super::view::View;
use crate::floor::Floor;

/// Adds every cell that a body of one cell could walk straight to from the middle of the observer's cells, which are free,
/// to an empty view.
pub(crate) fn look(floor: &Floor, observer: Observer, view: &mut View) {
    let (at, body) = (observer.at, observer.footprint);
    let center = Center { x: 2 * at.x + body.width() - 1, y: 2 * at.y + body.height() - 1 };
    if center.y % 2 == 0
        && let Some(own) = center.window(floor.free().row(at.y))
    {
        fill(view.write().row_mut(at.y), own.left, own.right);
        view.touch_rows(at.y..at.y + 1);
    }
    for south in [true, false] {
        Scan { floor, center, south }.run(view);
    }
}

/// The middle of a body. [Unit: half cells]
#[derive(Clone, Copy)]
struct Center {
    x: i32,
    y: i32,
}

impl Center {
    /// The free run that the body is in, with all of its columns.
    fn window(self, row: &[u64]) -> Option<Window> {
        let west = self.x.div_euclid(2);
        let east = west + self.x.rem_euclid(2);
        run_around(row, west).filter(|_| is_set(row, east))
    }
}

/// Half columns for each half row, as a fraction with a positive denominator.
#[derive(Clone, Copy)]
struct Slope {
    columns: i64,
    rows: i64,
}

impl Slope {
    const fn new(columns: i32, rows: i32) -> Self {
        Self { columns: columns as i64, rows: rows as i64 }
    }

    const fn is_below(self, other: Self) -> bool {
        self.columns * other.rows < other.columns * self.rows
    }

    const fn max(self, other: Self) -> Self {
        if self.is_below(other) { other } else { self }
    }

    const fn min(self, other: Self) -> Self {
        if other.is_below(self) { other } else { self }
    }

    /// The westernmost cell that is not west of the ray from `x`, so many half rows away.
    const fn ceil(self, x: i32, away: i32) -> i32 {
        -(-self.numerator(x, away)).div_euclid(2 * self.rows) as i32
    }

    /// The easternmost cell that is not east of the ray.
    const fn floor(self, x: i32, away: i32) -> i32 {
        self.numerator(x, away).div_euclid(2 * self.rows) as i32
    }

    const fn numerator(self, x: i32, away: i32) -> i64 {
        x as i64 * self.rows + self.columns * away as i64
    }
}

/// All rays from the center between two slopes, both included.
#[derive(Clone, Copy)]
struct SlopeRange {
    low: Slope,
    high: Slope,
}

/// A look to one side.
struct Scan<'a> {
    floor: &'a Floor,
    center: Center,
    south: bool,
}

impl Scan<'_> {
    fn run(&self, view: &mut View) {
        let mut row = if self.south { self.center.y.div_euclid(2) + 1 } else { (self.center.y + 1).div_euclid(2) - 1 };
        let mut beams: Vec<SlopeRange> = self.first_beam(row).into_iter().collect();
        while !beams.is_empty() {
            let away = self.away(row);
            for beam in &beams {
                let (left, right) = (beam.low.ceil(self.center.x, away), beam.high.floor(self.center.x, away));
                fill(view.write().row_mut(row), left, right);
            }
            view.touch_rows(row..row + 1);
            row += if self.south { 1 } else { -1 };
            beams = beams.into_iter().flat_map(|beam| self.pass(beam, row)).collect();
        }
    }

    /// How far a row is. [Unit: half cells]
    const fn away(&self, row: i32) -> i32 {
        (2 * row - self.center.y).abs()
    }

    /// The columns that are free in a row and in the one before it; `None` beyond the map.
    fn strip(&self, row: i32) -> Option<&[u64]> {
        let strip = if self.south { row - 1 } else { row };
        (0..self.floor.size().height() - 1).contains(&strip).then(|| self.floor.strips().row(strip))
    }

    fn first_beam(&self, row: i32) -> Option<SlopeRange> {
        let window = self.center.window(self.strip(row)?)?;
        let edge = |column: i32| Slope::new(2 * column - self.center.x, self.away(row));
        Some(SlopeRange { low: edge(window.left), high: edge(window.right) })
    }

    /// What is left of a beam in a row: the parts between walls.
    fn pass(&self, beam: SlopeRange, row: i32) -> Vec<SlopeRange> {
        let (near, far, x) = (self.away(row) - 2, self.away(row), self.center.x);
        let Some(strip) = self.strip(row) else { return Vec::new() };
        // A window that ends at the ends of what is touched does not clip the beam, unless the map ends there.
        let touched = Window {
            left: beam.low.floor(x, near).min(beam.low.floor(x, far)).max(0),
            right: beam.high.ceil(x, near).max(beam.high.ceil(x, far)).min(self.floor.size().width() - 1),
        };
        let clipped = windows(strip, touched).map(|Window { left, right }| {
            let [west, east] = [left, right].map(|column| 2 * column - x);
            SlopeRange {
                low: beam.low.max(Slope::new(west, near)).max(Slope::new(west, far)),
                high: beam.high.min(Slope::new(east, near)).min(Slope::new(east, far)),
            }
        });
        clipped.filter(|part| !part.high.is_below(part.low)).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft_grid::{BitGrid, Cell, Size};

    use super::*;
    use crate::fov::Footprint;

    /// Whether a unit square that moves straight from the center to a cell meets the inside of a wall: their centers come
    /// nearer than a cell in both directions at one moment. A segment misses an open square when it lies beside it in
    /// columns, in rows, or across itself. In half cells.
    fn is_hidden(wall: Cell, from: Cell, to: Cell) -> bool {
        let (wall, to) = (Cell::new(2 * wall.x, 2 * wall.y), Cell::new(2 * to.x, 2 * to.y));
        let (d, r) = (to - from, wall - from);
        let overlaps = |d: i32, r: i32| d.min(0) - 2 < r && r < d.max(0) + 2;
        let cross = i64::from(d.x) * i64::from(r.y) - i64::from(d.y) * i64::from(r.x);
        overlaps(d.x, r.x) && overlaps(d.y, r.y) && cross.abs() < 2 * (i64::from(d.x.abs()) + i64::from(d.y.abs()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]
        #[test]
        fn a_body_between_cells_sees_what_it_could_walk_straight_to(
            (width, height) in (2..=24i32, 2..=24i32), seed: u64, percent in 0..=45u64, pick: u32,
        ) {
            let size = Size::of(width, height);
            let noise = |cell: Cell| (size.id(cell) as u64 + 1).wrapping_mul(seed | 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let solid = BitGrid::from_fn(size, |cell| (noise(cell) >> 33) % 100 < percent);
            let floor = Floor::new(&solid);
            for footprint in Footprint::ALL {
                let fits = |at: &Cell| Observer::new(*at, footprint).cells().all(|cell| floor.is_free(cell));
                let places: Vec<Cell> = size.cells().filter(fits).collect();
                let Some(&at) = places.get(pick as usize % places.len().max(1)) else { continue };
                let center = Cell::new(2 * at.x + footprint.width() - 1, 2 * at.y + footprint.height() - 1);
                let mut view = View::new(size);
                look(&floor, Observer::new(at, footprint), &mut view);
                let expected = BitGrid::from_fn(size, |to| {
                    !solid.contains(to) && !solid.iter().any(|wall| is_hidden(wall, center, to))
                });
                prop_assert_eq!(view.cells(), &expected, "{} at {}", footprint, at);
                prop_assert!(expected.iter().all(|cell| view.rows().contains(&cell.y)));
            }
        }
    }

    #[test]
    fn on_the_largest_map_nothing_overflows() {
        let size = Size::of(16_384, 16_384);
        let mut solid = BitGrid::new(size);
        solid.insert(Cell::new(8_000, 8_000));
        let mut view = View::new(size);
        look(&Floor::new(&solid), Observer::new(Cell::new(0, 0), Footprint::Block), &mut view);
        let corner = |x, y| view.contains(Cell::new(x, y));
        assert!(corner(16_383, 0) && corner(0, 16_383) && !corner(16_383, 16_383) && !corner(8_000, 8_000));
    }
}
