//! What can be reached: flood fill over free cells, by orthogonal steps.
//!
//! The unit of work is not the cell but the *run*, a maximal stretch of free cells in a row. A run is reached as a
//! whole or not at all, so one bit tells whether it has been, it is filled by whole words, and its neighbours are found
//! by looking for the next set or clear bit:
//!
//! ```text
//!     ##....##...#     a run of the row above …
//!     #...######..     … touches the runs of this row with which it shares a column
//! ```
//!
//! The fill costs what the runs cost: an open map of 4096×4096 is 4096 runs.

use std::ops::Range;

use crate::{BitGrid, Cell};

/// The workspace of flood fills: the runs whose neighbours are still to be looked at.
#[derive(Clone, Debug, Default)]
pub struct Flood {
    waiting: Vec<Run>,
}

/// Free columns of one row.
#[derive(Clone, Copy, Debug)]
struct Run {
    y: i32,
    start: i32,
    end: i32,
}

impl Flood {
    /// A workspace that has not grown yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes `reached` the set of free cells that can be reached from the sources, and returns their number.
    ///
    /// What `reached` held before is lost. A source that is not free, or not on the map, leads nowhere.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Cell, Flood, Size};
    ///
    /// // A wall at x = 3 with a gap at the bottom keeps nothing apart; closed, it does.
    /// let mut free = BitGrid::full(Size::of(7, 4));
    /// free.erase_rect(undercroft_grid::Rect::new(3, 0, 4, 3));
    /// let mut reached = BitGrid::new(free.size());
    /// let mut flood = Flood::new();
    /// assert_eq!(flood.fill(&free, [Cell::new(0, 0)], &mut reached), 25);
    /// free.remove(Cell::new(3, 3));
    /// assert_eq!(flood.fill(&free, [Cell::new(0, 0)], &mut reached), 12);
    /// assert!(!reached.contains(Cell::new(4, 0)));
    /// ```
    ///
    /// # Panics
    /// When the two sets belong to maps of different sizes.
    pub fn fill(&mut self, free: &BitGrid, sources: impl IntoIterator<Item = Cell>, reached: &mut BitGrid) -> usize {
        assert_eq!(free.size(), reached.size(), "what is reached belongs to the map that is flooded");
        reached.clear();
        self.waiting.clear();
        let mut cells = 0;
        for source in sources.into_iter().filter(|&source| free.contains(source)) {
            cells += self.reach(free, source.y, source.x..source.x + 1, reached);
            while let Some(Run { y, start, end }) = self.waiting.pop() {
                cells += self.reach(free, y - 1, start..end, reached);
                cells += self.reach(free, y + 1, start..end, reached);
            }
        }
        cells
    }

    /// Fills every run of row `y` that has a cell in the columns and was not reached; returns how many cells are new.
    fn reach(&mut self, free: &BitGrid, y: i32, columns: Range<i32>, reached: &mut BitGrid) -> usize {
        if y < 0 || y >= free.size().height() {
            return 0;
        }
        let mut cells = 0;
        let mut from = columns.start;
        while let Some(hit) = free.next_set(y, from).filter(|&hit| hit < columns.end) {
            let end = free.next_clear(y, hit).unwrap_or(free.size().width());
            if !reached.contains(Cell::new(hit, y)) {
                // Only the first hit can belong to a run that began before the columns.
                let start = if hit > columns.start { hit } else { free.previous_clear(y, hit).map_or(0, |x| x + 1) };
                reached.fill(y, start..end);
                cells += (end - start) as usize;
                self.waiting.push(Run { y, start, end });
            }
            from = end;
        }
        cells
    }
}

/// The free cells that can be reached from one cell; for a single question. Many questions share a [`Flood`].
pub fn flood(free: &BitGrid, source: Cell) -> BitGrid {
    let mut reached = BitGrid::new(free.size());
    Flood::new().fill(free, [source], &mut reached);
    reached
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::Size;
    use crate::testing::maps;

    /// The slow truth: one cell at a time.
    fn walked(free: &BitGrid, sources: &[Cell]) -> BTreeSet<Cell> {
        let mut reached: BTreeSet<Cell> = sources.iter().copied().filter(|&c| free.contains(c)).collect();
        let mut waiting: Vec<Cell> = reached.iter().copied().collect();
        while let Some(cell) = waiting.pop() {
            for next in cell.neighbors4() {
                if free.contains(next) && reached.insert(next) {
                    waiting.push(next);
                }
            }
        }
        reached
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn a_flood_reaches_what_a_walk_reaches(
            free in maps(150, 12),
            sources in vec((-2..152i32, -2..14i32).prop_map(|(x, y)| Cell::new(x, y)), 0..4),
        ) {
            let mut reached = BitGrid::full(free.size());
            let cells = Flood::new().fill(&free, sources.iter().copied(), &mut reached);
            let truth = walked(&free, &sources);
            prop_assert_eq!(reached.iter().collect::<BTreeSet<_>>(), truth);
            prop_assert_eq!(reached.count(), cells);
        }
    }

    #[test]
    fn a_spiral_is_followed_to_its_end() {
        let rows = ["......", ".####.", ".#..#.", ".##.#.", "....#."];
        let size = Size::of(6, 5);
        let free = BitGrid::from_fn(size, |c| rows[c.y as usize].as_bytes()[c.x as usize] == b'.');
        assert_eq!(flood(&free, Cell::new(5, 4)), free);
    }

    #[test]
    fn corners_do_not_connect() {
        let free = BitGrid::from_fn(Size::of(9, 9), |c| (c.x + c.y) % 2 == 0);
        assert_eq!(flood(&free, Cell::new(4, 4)).count(), 1);
    }

    #[test]
    fn the_workspace_does_not_grow_after_the_warm_up() {
        let free = BitGrid::from_fn(Size::of(90, 90), |c| c.x % 3 != 0 || c.y % 7 == 0);
        let (mut flood, mut reached) = (Flood::new(), BitGrid::new(free.size()));
        let first = flood.fill(&free, [Cell::new(1, 1)], &mut reached);
        let warm = flood.waiting.capacity();
        assert_eq!(flood.fill(&free, [Cell::new(1, 1)], &mut reached), first);
        assert_eq!(flood.waiting.capacity(), warm);
    }
}
