//! Sight as a straight line between the centres of two cells, asked twice: of lines, and of opaque cells.
//!
//! The rule for rays through corners: to graze a corner is to pass it; between two walls that meet there, one on each
//! side of the ray, nothing passes. Whole numbers decide, so that both sides agree to the last ray.

use std::collections::BTreeMap;

use undercroft::grid::{BitGrid, Cell};

/// A place, in any unit.
pub type Place = (i64, i64);

/// Twice the area of the triangle, with its sign: above zero when `c` lies to the right of the line from `a` to `b`.
fn side(a: Place, b: Place, c: Place) -> i64 {
    ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
}

/// Whether two segments cross within both.
#[allow(dead_code, reason = "each test file uses its part")]
pub fn cross([a, b]: [Place; 2], [c, d]: [Place; 2]) -> bool {
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

/// Whether nothing of the lines stands between two places that none of them touches.
pub fn passes(lines: &[[Place; 2]], from: Place, to: Place) -> bool {
    let (left, right) = (from.0.min(to.0), from.0.max(to.0));
    let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
    // What ends on the ray, with the sides from which lines come to that point.
    let mut touched: BTreeMap<Place, [bool; 2]> = BTreeMap::new();
    for &[c, d] in lines {
        if c.0.max(d.0) < left || c.0.min(d.0) > right || c.1.max(d.1) < top || c.1.min(d.1) > bottom {
            continue;
        }
        let sides = [side(from, to, c), side(from, to, d)];
        if sides[0] * sides[1] < 0 && side(c, d, from) * side(c, d, to) < 0 {
            return false;
        }
        for (end, own, other) in [(c, sides[0], sides[1]), (d, sides[1], sides[0])] {
            let within = left <= end.0 && end.0 <= right && top <= end.1 && end.1 <= bottom;
            if own == 0 && other != 0 && within {
                touched.entry(end).or_default()[usize::from(other > 0)] = true;
            }
        }
    }
    touched.values().all(|sides| *sides != [true, true])
}

/// The same question to opaque cells: the ray meets the inside of none, and passes between no two that touch there.
pub fn passes_cells(opaque: &BitGrid, from: Cell, to: Cell) -> bool {
    let centre = |cell: Cell| (2 * i64::from(cell.x) + 1, 2 * i64::from(cell.y) + 1);
    let (a, b) = (centre(from), centre(to));
    let (left, right) = (from.x.min(to.x), from.x.max(to.x));
    let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
    for y in top..=bottom {
        for x in left..=right {
            let cell = Cell::new(x, y);
            if opaque.contains(cell) && meets_inside(a, b, cell) {
                return false;
            }
            let corner = (2 * i64::from(x), 2 * i64::from(y));
            if x > left && y > top && side(a, b, corner) == 0 && is_pinched(opaque, cell, a, b) {
                return false;
            }
        }
    }
    true
}

/// Whether a segment meets the inside of a cell in whose bounding box of cells it lies: some corner is on each side.
fn meets_inside(a: Place, b: Place, cell: Cell) -> bool {
    let (x, y) = (2 * i64::from(cell.x), 2 * i64::from(cell.y));
    let sides = [(x, y), (x + 2, y), (x, y + 2), (x + 2, y + 2)].map(|corner| side(a, b, corner));
    sides.contains(&1) && sides.contains(&-1)
}

/// Whether both cells beside the ray are opaque where it passes the north-west corner of `cell`.
fn is_pinched(opaque: &BitGrid, cell: Cell, a: Place, b: Place) -> bool {
    let falls = (b.0 - a.0).signum() == (b.1 - a.1).signum();
    let beside = if falls { [Cell::new(0, -1), Cell::new(-1, 0)] } else { [Cell::new(-1, -1), Cell::new(0, 0)] };
    beside.into_iter().all(|step| opaque.contains(cell + step))
}
