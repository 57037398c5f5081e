//! How far it is: breadth-first distances from one or many cells.
//!
//! ```text
//!     S123#     Moves::Four: orthogonal steps.
//!     1#34#
//!     23456     Moves::Eight: diagonal steps as well, but never around a corner: both cells beside the step
//!               must be free. So from (0, 1) no step leads to (1, 2), for (1, 1) is solid.
//! ```
//!
//! The queue of a breadth-first search is the list of the cells it reached, nearest first; it is kept, to be read and
//! to wipe exactly those cells before the next search. A field that is used again allocates nothing.

use crate::{BitGrid, Cell, Dir, Grid, Size};

/// Which steps are allowed; each costs 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moves {
    /// To the four orthogonal neighbours.
    Four,
    /// To the eight neighbours; a diagonal step needs both orthogonal cells beside it free.
    Eight,
}

/// The distance of every cell of a map from the nearest source.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, DistanceField, Moves, Size};
///
/// let mut free = BitGrid::full(Size::of(5, 3));
/// free.remove(Cell::new(1, 1));
/// let mut field = DistanceField::new(free.size());
/// field.compute(&free, [Cell::new(0, 1)], Moves::Four);
/// assert_eq!(field.get(Cell::new(2, 1)), Some(4));
/// assert_eq!(field.get(Cell::new(1, 1)), None);
/// assert_eq!(field.reached().len(), 14);
/// ```
#[derive(Clone, Debug)]
pub struct DistanceField {
    distances: Grid<u32>,
    /// The cells that were reached, nearest first.
    reached: Vec<Cell>,
    /// The free cells that were not reached yet: one bit to ask for each neighbour, in place of two larger tables.
    waiting: BitGrid,
}

/// The distance of a cell that cannot be reached, in the raw field.
const UNREACHABLE: u32 = u32::MAX;

impl DistanceField {
    /// A field in which no cell can be reached yet.
    pub fn new(size: Size) -> Self {
        Self { distances: Grid::filled(size, UNREACHABLE), reached: Vec::new(), waiting: BitGrid::new(size) }
    }

    /// Computes the distances over the free cells from the nearest of the sources.
    ///
    /// What the field held before is lost; a map of another size makes it fit. A source that is not free, or not on
    /// the map, leads nowhere.
    pub fn compute(&mut self, free: &BitGrid, sources: impl IntoIterator<Item = Cell>, moves: Moves) {
        self.wipe(free.size());
        self.waiting |= free;
        for source in sources {
            self.reach(source, 0);
        }
        let mut next = 0;
        while let Some(&cell) = self.reached.get(next) {
            next += 1;
            let distance = self.distances[cell] + 1;
            for dir in Dir::ALL {
                self.reach(cell + dir, distance);
            }
            if moves == Moves::Eight {
                self.reach_corners(free, cell, distance);
            }
        }
    }

    /// Width and height of the map.
    pub const fn size(&self) -> Size {
        self.distances.size()
    }

    /// How many steps it is to a cell; `None` if it cannot be reached or is not on the map.
    pub fn get(&self, cell: Cell) -> Option<u32> {
        self.distances.get(cell).copied().filter(|&distance| distance != UNREACHABLE)
    }

    /// The cells that can be reached, nearest first. The order within one distance is fixed by sources and map.
    pub fn reached(&self) -> &[Cell] {
        &self.reached
    }

    /// The distance of the farthest cell that can be reached; `None` if no source was free.
    pub fn greatest(&self) -> Option<u32> {
        self.reached.last().map(|&cell| self.distances[cell])
    }

    /// The distances in row order, `u32::MAX` for what cannot be reached; for loops over whole maps.
    pub fn values(&self) -> &[u32] {
        self.distances.values()
    }

    /// Gives a cell its distance, if it is free and has none yet.
    fn reach(&mut self, cell: Cell, distance: u32) {
        if self.waiting.remove(cell) {
            self.distances[cell] = distance;
            self.reached.push(cell);
        }
    }

    /// Gives the diagonal neighbours of a cell their distance, where no corner blocks it.
    fn reach_corners(&mut self, free: &BitGrid, cell: Cell, distance: u32) {
        let open = Dir::ALL.map(|dir| free.contains(cell + dir));
        for dir in Dir::ALL.into_iter().filter(|dir| open[dir.index()] && open[dir.right().index()]) {
            self.reach(cell + dir + dir.right(), distance);
        }
    }

    /// Forgets the search before.
    fn wipe(&mut self, size: Size) {
        if size == self.size() {
            self.reached.iter().for_each(|&cell| self.distances[cell] = UNREACHABLE);
            self.reached.clear();
            self.waiting.clear();
        } else {
            *self = Self::new(size);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::testing::maps;

    /// Whether one step leads from `a` to `b`, straight from the definition.
    fn is_step(free: &BitGrid, a: Cell, b: Cell, moves: Moves) -> bool {
        let beside = [Cell::new(a.x, b.y), Cell::new(b.x, a.y)];
        match (a.chebyshev(b), a.manhattan(b)) {
            (1, 1) => free.contains(a) && free.contains(b),
            (1, 2) => moves == Moves::Eight && [a, b].iter().chain(&beside).all(|&c| free.contains(c)),
            _ => false,
        }
    }

    /// The slow truth: lets every cell learn from its neighbours until nothing changes.
    fn relaxed(free: &BitGrid, sources: &[Cell], moves: Moves) -> Vec<Option<u32>> {
        let size = free.size();
        let source = |c: Cell| (free.contains(c) && sources.contains(&c)).then_some(0);
        let mut best: Vec<Option<u32>> = size.cells().map(source).collect();
        loop {
            let learnt = size.cells().map(|c| {
                let steps = c.neighbors8().into_iter().filter(|&n| is_step(free, n, c, moves));
                let through = steps.filter_map(|n| best[size.id(n)]).map(|distance| distance + 1);
                best[size.id(c)].into_iter().chain(through).min()
            });
            let learnt: Vec<_> = learnt.collect();
            if learnt == best {
                return best;
            }
            best = learnt;
        }
    }

    fn sources() -> impl Strategy<Value = Vec<Cell>> {
        vec((-1..17i32, -1..10i32).prop_map(|(x, y)| Cell::new(x, y)), 0..4)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn distances_agree_with_relaxation(rounds in vec((maps(16, 9), sources(), any::<bool>()), 1..4)) {
            let mut field = DistanceField::new(Size::of(3, 3));
            for (free, sources, diagonal) in rounds {
                let moves = if diagonal { Moves::Eight } else { Moves::Four };
                field.compute(&free, sources.iter().copied(), moves);
                let found: Vec<_> = free.size().cells().map(|c| field.get(c)).collect();
                prop_assert_eq!(&found, &relaxed(&free, &sources, moves));
                prop_assert_eq!(field.greatest(), found.iter().flatten().max().copied());
                prop_assert_eq!(field.reached().len(), found.iter().flatten().count());
                prop_assert!(field.reached().is_sorted_by_key(|&c| field.get(c)));
            }
        }
    }

    #[test]
    fn a_diagonal_step_never_cuts_a_corner() {
        let mut free = BitGrid::full(Size::of(3, 3));
        let mut field = DistanceField::new(free.size());
        field.compute(&free, [Cell::new(0, 0)], Moves::Eight);
        assert_eq!(field.values(), [0, 1, 2, 1, 1, 2, 2, 2, 2]);
        free.remove(Cell::new(1, 0));
        field.compute(&free, [Cell::new(0, 0)], Moves::Eight);
        assert_eq!(field.values(), [0, u32::MAX, 4, 1, 2, 3, 2, 2, 3]);
    }

    #[test]
    fn the_field_does_not_grow_after_the_warm_up() {
        let free = BitGrid::full(Size::of(50, 50));
        let mut field = DistanceField::new(free.size());
        field.compute(&free, [Cell::new(7, 7)], Moves::Four);
        let warm = field.reached.capacity();
        for cell in free.iter().step_by(97) {
            field.compute(&free, [cell], Moves::Eight);
            assert_eq!((field.reached.len(), field.reached.capacity()), (2500, warm));
        }
    }
}
