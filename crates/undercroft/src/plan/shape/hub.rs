//! A centre with spokes north, south, east and west.

use undercroft_grid::Dir;

use super::{Bounds, PlanCell, Sketch};

/// The spokes in the order in which they get rooms: away from the entry, towards it, right, left.
const SPOKES: [Dir; 4] = [Dir::North, Dir::South, Dir::East, Dir::West];

/// The spokes on the line from the visitor through the centre.
const AXIS: [Dir; 2] = [Dir::North, Dir::South];

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
    let mut hub = GrowingHub::new(size, bounds);
    while hub.grow_each(&SPOKES) {}
    hub.sketch
}

/// Deals the rooms so that east and west have equally many: a room that is left over goes on north or south. Where the
/// bounds leave neither, east and west get the rest as it comes.
pub fn draw_mirrored(size: usize, bounds: Bounds) -> Sketch {
    let mut hub = GrowingHub::new(size, bounds);
    let both = [Dir::East, Dir::West];
    loop {
        let mut grew = hub.grow_each(&AXIS);
        if hub.left() >= both.len() && both.into_iter().all(|dir| hub.has_space(dir)) {
            grew |= hub.grow_each(&both);
        }
        if !grew {
            break;
        }
    }
    while hub.grow_each(&both) {}
    hub.sketch
}

/// A hub whose spokes get longer.
struct GrowingHub {
    sketch: Sketch,
    size: usize,
    bounds: Bounds,
    /// The last cell of each spoke, its room and the spoke's length, by direction.
    ends: [(PlanCell, usize, u32); 4],
}

impl GrowingHub {
    fn new(size: usize, bounds: Bounds) -> Self {
        Self { sketch: Sketch::start(), size, bounds, ends: [(PlanCell::START, 0, 0); 4] }
    }

    fn left(&self) -> usize {
        self.size - self.sketch.cells.len().min(self.size)
    }

    const fn has_space(&self, dir: Dir) -> bool {
        self.ends[dir.index()].2 < reach(self.bounds, dir)
    }

    /// Makes each of some spokes longer by a room; whether any could be.
    fn grow_each(&mut self, spokes: &[Dir]) -> bool {
        let before = self.left();
        for &dir in spokes {
            self.grow(dir);
        }
        self.left() < before
    }

    /// Makes a spoke longer by a room, where one is left and the bounds allow it.
    fn grow(&mut self, dir: Dir) {
        if self.left() == 0 || !self.has_space(dir) {
            return;
        }
        let (cell, room, length) = self.ends[dir.index()];
        self.ends[dir.index()] = (cell.step(dir), self.sketch.add(cell.step(dir), room), length + 1);
    }
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn is_own_image(sketch: &Sketch) -> bool {
        let image = |cell: &PlanCell| PlanCell::new(-cell.x, cell.y);
        let cells: BTreeSet<PlanCell> = sketch.cells.iter().copied().collect();
        let link = |&[a, b]: &[usize; 2]| BTreeSet::from([sketch.cells[a], sketch.cells[b]]);
        let links: BTreeSet<BTreeSet<PlanCell>> = sketch.links.iter().map(link).collect();
        cells.iter().all(|cell| cells.contains(&image(cell)))
            && links.iter().all(|link| links.contains(&link.iter().map(image).collect()))
    }

    #[test]
    fn a_mirrored_hub_has_every_size_and_is_its_own_image_where_the_axis_has_space() {
        for size in 1..60 {
            let sketch = draw_mirrored(size, Bounds::around(60));
            assert_eq!((sketch.cells.len(), sketch.links.len()), (size, size - 1));
            assert!(is_own_image(&sketch), "{size}: {:?}", sketch.cells);
        }
        for size in 1..=9 {
            let tight = draw_mirrored(size, Bounds::around(2));
            assert_eq!(tight.cells.len(), size);
            let narrow = Bounds { x: [-1, 3], y: [0, 1] };
            assert_eq!(draw_mirrored(size, narrow).cells.len(), size.min(most(narrow) as usize));
        }
        // Nothing is left for a fourth room but one side.
        assert!(!is_own_image(&draw_mirrored(4, Bounds::around(1))));
    }
}
