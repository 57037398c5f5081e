//! Walls of caves: smoothed, without arms and small holes, broken where they are straight. Whole words of cells at a time.

use undercroft_grid::{BitGrid, Cell, Dir, Flood, Regions};

/// The longest straight side, and the longest bulge in one that is longer. [Unit: cells]
const LONGEST_SIDE: i32 = 4;
const LONGEST_BULGE: i32 = 3;
/// The most bulges of a cave.
const BULGES: usize = 256;

/// One round of majority: floor where at least five of the nine cells around are.
pub fn smoothed(floor: &BitGrid) -> BitGrid {
    floor.map_neighborhood(|rows| {
        // Each row has 0 to 3 of its cells; three such numbers are 5 or more where their binary digits say so.
        let [[a1, a2], [b1, b2], [c1, c2]] = rows.map(|[w, c, e]| [w ^ c ^ e, w & c | (w ^ c) & e]);
        let (ones, carry) = (a1 ^ b1 ^ c1, a1 & b1 | (a1 ^ b1) & c1);
        let (twos, fours) = sum_of_four(a2, b2, c2, carry);
        // At most nine: two fours are eight, one four needs a one or a two beside it.
        fours[1] | fours[0] & (twos | ones)
    })
}

/// The sum of four bits: its ones, and whether its twos are at least one and at least two.
fn sum_of_four(a: u64, b: u64, c: u64, d: u64) -> (u64, [u64; 2]) {
    let (low, high) = (a ^ b, c ^ d);
    let (both, other) = (a & b, c & d);
    let carry = low & high;
    (low ^ high, [both | other | carry, both & other])
}

/// The largest connected part; of equals the first.
pub fn largest_part(floor: BitGrid) -> Option<BitGrid> {
    if is_whole(&floor) {
        return Some(floor);
    }
    let regions = Regions::of(&floor);
    regions.largest().map(|part| regions.cells(part))
}

/// Whether it has cells, and all of them are connected.
fn is_whole(floor: &BitGrid) -> bool {
    let first = (0..floor.size().height()).find_map(|y| floor.next_set(y, 0).map(|x| Cell::new(x, y)));
    let mut reached = BitGrid::new(floor.size());
    first.is_some_and(|first| Flood::new().fill(floor, [first], &mut reached) == floor.count())
}

/// Fills enclosed rock of one or two cells; larger parts stay. Rock on the edge of the grid is enclosed by nothing.
pub fn without_small_holes(mut floor: BitGrid) -> BitGrid {
    let closed = floor.map_neighborhood(|[[_, n, _], [w, c, e], [_, s, _]]| !c & (n & s & (w | e) | w & e & (n | s)));
    if closed.is_empty() {
        return floor;
    }
    let single = floor.map_neighborhood(|[[_, n, _], [w, c, e], [_, s, _]]| !c & n & e & s & w);
    // Two cells side by side, each with floor on its three other sides.
    let pairs = closed.map_neighborhood(|[[_, n, _], [w, c, e], [_, s, _]]| c & (n | e | s | w));
    floor |= &single;
    floor |= &pairs;
    floor
}

/// Drops cells outside every block of 2×2 while the rest stays connected, as the floor must be.
pub fn without_arms(mut floor: BitGrid) -> BitGrid {
    loop {
        let mut dropped = false;
        for arm in arms(&floor).iter() {
            floor.remove(arm);
            // A cell with one neighbor is an end: what is behind it stays connected.
            let beside = arm.neighbors4().into_iter().filter(|&cell| floor.contains(cell)).count();
            let is_dropped = beside == 1 || beside > 1 && is_whole(&floor);
            floor.set(arm, !is_dropped);
            dropped |= is_dropped;
        }
        if !dropped {
            return floor;
        }
    }
}

/// Whether a cell lies outside every block of 2×2.
pub fn has_arms(floor: &BitGrid) -> bool {
    !arms(floor).is_empty()
}

/// The cells outside every block of 2×2.
fn arms(floor: &BitGrid) -> BitGrid {
    floor.map_neighborhood(|[[nw, n, ne], [w, c, e], [sw, s, se]]| c & !(n & (w & nw | e & ne) | s & (w & sw | e & se)))
}

/// Puts a bulge of some cells into each side that is too long. `None` where some stay.
pub fn with_broken_sides(mut floor: BitGrid) -> Option<BitGrid> {
    for bulges in 0..BULGES {
        let Some((normal, first, length)) = long_side(&floor) else { return Some(floor) };
        let bulge = LONGEST_BULGE.min(length - 2);
        // Not in the middle of every side, and not at its ends, which would only move them.
        let places = length - bulge - 1;
        let at = 1 + (first.x + 3 * first.y + bulges as i32).rem_euclid(places);
        let along = if normal.is_horizontal() { Dir::South } else { Dir::East };
        let cells: Vec<Cell> = (at..at + bulge).map(|i| first.step(along, i)).collect();
        if !cells.iter().all(|&cell| floor.size().rect().grow(-1).contains(cell)) {
            return None;
        }
        cells.into_iter().for_each(|cell| floor.set(cell, true));
    }
    None
}

/// The first straight side that is too long: its normal, its first wall cell and its length.
fn long_side(floor: &BitGrid) -> Option<(Dir, Cell, i32)> {
    Dir::ALL.into_iter().find_map(|normal| {
        let walls = match normal {
            Dir::North => floor.map_neighborhood(|[_, [_, c, _], [_, s, _]]| s & !c),
            Dir::East => floor.map_neighborhood(|[_, [w, c, _], _]| w & !c),
            Dir::South => floor.map_neighborhood(|[[_, n, _], [_, c, _], _]| n & !c),
            Dir::West => floor.map_neighborhood(|[_, [_, c, e], _]| e & !c),
        };
        let side = if normal.is_horizontal() { long_column(&walls) } else { long_row(&walls) };
        side.map(|(first, length)| (normal, first, length))
    })
}

/// The first line of too many cells in a row: its first cell and its length.
fn long_row(walls: &BitGrid) -> Option<(Cell, i32)> {
    (0..walls.size().height()).find_map(|y| {
        let long = walls.runs(y).find(|run| run.end - run.start > LONGEST_SIDE)?;
        Some((Cell::new(long.start, y), long.end - long.start))
    })
}

/// The first line of too many cells in a column, row by row: its first cell and its length.
fn long_column(walls: &BitGrid) -> Option<(Cell, i32)> {
    let stride = walls.stride();
    let long = |at: usize| {
        let before = at.checked_sub(stride).map_or(0, |at| walls.words()[at]);
        let column = walls.words()[at..].iter().step_by(stride);
        column.take(LONGEST_SIDE as usize + 1).fold(!before, |all, word| all & word)
    };
    let rows = walls.size().height() - LONGEST_SIDE;
    let at = (0..rows.max(0) as usize * stride).find(|&at| long(at) != 0)?;
    let first = Cell::new((at % stride * 64) as i32 + long(at).trailing_zeros() as i32, (at / stride) as i32);
    let length = (0..walls.size().height()).take_while(|&i| walls.contains(first.step(Dir::South, i))).count();
    Some((first, length as i32))
}

#[cfg(test)]
mod tests;
