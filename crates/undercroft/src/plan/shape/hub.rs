//! A centre with spokes north, south, east and west.

use undercroft_grid::Dir;

use super::{Bounds, PlanCell, Sketch};

/// The spokes in the order in which they get rooms: away from the entry, towards it, right, left.
const SPOKES: [Dir; 4] = [Dir::North, Dir::South, Dir::East, Dir::West];

/// The most rooms: the centre and the line to each edge.
pub fn most(bounds: Bounds) -> u64 {
    1 + SPOKES.iter().map(|&dir| u64::from(reach(bounds, dir))).sum::<u64>()
}

/// The centre and the first room of each spoke that the bounds allow.
pub fn rooms(bounds: Bounds) -> usize {
    1 + SPOKES.iter().filter(|&&dir| reach(bounds, dir) > 0).count()
}

/// Deals the rooms evenly, one to each spoke in turn; spokes at the bounds are passed over.
pub fn draw(size: usize, bounds: Bounds) -> Sketch {
    let mut sketch = Sketch::start();
    let mut ends = [(PlanCell::START, 0, 0); 4];
    while sketch.cells.len() < size {
        let before = sketch.cells.len();
        for (dir, end) in SPOKES.into_iter().zip(&mut ends) {
            let (cell, room, length) = *end;
            if sketch.cells.len() < size && length < reach(bounds, dir) {
                *end = (cell.step(dir), sketch.add(cell.step(dir), room), length + 1);
            }
        }
        if sketch.cells.len() == before {
            break;
        }
    }
    sketch
}

/// Rooms that are equally far from the centre on neighbouring spokes, the lower number first: what can be joined to a walk
/// round the centre.
pub fn ambulatory(sketch: &Sketch) -> Vec<[usize; 2]> {
    let numbers = sketch.numbers();
    let beside = |cell: PlanCell| numbers.get(&cell.turned(Dir::East));
    let pairs = sketch.cells.iter().enumerate().filter(|(_, cell)| **cell != PlanCell::START);
    pairs.filter_map(|(room, &cell)| beside(cell).map(|&other| [room.min(other), room.max(other)])).collect()
}

/// Rooms between the centre and an edge.
const fn reach(bounds: Bounds, dir: Dir) -> u32 {
    match dir {
        Dir::North => bounds.y[1].unsigned_abs(),
        Dir::East => bounds.x[1].unsigned_abs(),
        Dir::South => bounds.y[0].unsigned_abs(),
        Dir::West => bounds.x[0].unsigned_abs(),
    }
}
