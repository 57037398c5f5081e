//! What hangs together: the connected regions of a set of cells, by orthogonal steps.
//!
//! The map is cut into *runs*, maximal stretches of free cells in a row; runs of neighbouring rows that share a column
//! are united. (Two-pass labelling, Rosenfeld and Pfaltz 1966, with runs in place of cells.) Only runs are stored, so a
//! large open map costs little, and the region of a cell is found by bisection in its row.
//!
//! ```text
//!     0#11     Regions are numbered by their first cell, row by row.
//!     0##1
//!     00#1
//!     ##2#     Corners do not connect.
//! ```

use std::ops::Range;

use crate::{BitGrid, Cell, Size, UnionFind};

/// The number of a region on its map: regions are counted from 0 by their first cell, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionId(pub u32);

impl RegionId {
    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The connected regions of a map's free cells.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, RegionId, Regions, Size};
///
/// let free = BitGrid::from_fn(Size::of(5, 3), |cell| cell.x != 2);
/// let regions = Regions::of(&free);
/// assert_eq!(regions.count(), 2);
/// assert_eq!(regions.at(Cell::new(4, 0)), Some(RegionId(1)));
/// assert_eq!(regions.at(Cell::new(2, 0)), None);
/// assert_eq!(regions.len(RegionId(1)), 6);
/// ```
#[derive(Clone, Debug)]
pub struct Regions {
    size: Size,
    /// The runs of all rows, row by row, west to east.
    runs: Vec<Run>,
    /// Where the runs of each row start in `runs`, and a last entry where they end.
    rows: Vec<u32>,
    found: Vec<Region>,
    union: UnionFind,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    start: i32,
    end: i32,
    region: RegionId,
}

#[derive(Clone, Copy, Debug)]
struct Region {
    first: Cell,
    len: u32,
}

impl Regions {
    /// The regions of a set of free cells.
    pub fn of(free: &BitGrid) -> Self {
        let (runs, rows, found, union) = (Vec::new(), Vec::new(), Vec::new(), UnionFind::default());
        let mut regions = Self { size: free.size(), runs, rows, found, union };
        regions.rebuild(free);
        regions
    }

    /// Finds the regions of another set, of any size, keeping the memory.
    pub fn rebuild(&mut self, free: &BitGrid) {
        self.size = free.size();
        self.cut(free);
        self.join();
        self.number();
    }

    /// Width and height of the map.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// How many regions there are.
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// The numbers of all regions.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = RegionId> + ExactSizeIterator + use<> {
        (0..self.found.len() as u32).map(RegionId)
    }

    /// The region that a cell belongs to; `None` if the cell is not free or not on the map.
    pub fn at(&self, cell: Cell) -> Option<RegionId> {
        if !self.size.contains(cell) {
            return None;
        }
        let runs = &self.runs[self.row(cell.y)];
        let run = runs.get(runs.partition_point(|run| run.end <= cell.x))?;
        (run.start <= cell.x).then_some(run.region)
    }

    /// How many cells a region has.
    pub fn len(&self, region: RegionId) -> usize {
        self.found[region.index()].len as usize
    }

    /// Whether there is no region at all.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The first cell of a region, row by row.
    pub fn first(&self, region: RegionId) -> Cell {
        self.found[region.index()].first
    }

    /// The region with the most cells, the lower number on ties; `None` if there is none.
    pub fn largest(&self) -> Option<RegionId> {
        self.ids().rev().max_by_key(|&region| self.len(region))
    }

    /// The cells of a region as a set.
    pub fn cells(&self, region: RegionId) -> BitGrid {
        let mut cells = BitGrid::new(self.size);
        for y in self.first(region).y..self.size.height() {
            for run in self.runs[self.row(y)].iter().filter(|run| run.region == region) {
                cells.fill(y, run.start..run.end);
            }
        }
        cells
    }

    /// Cuts every row into runs.
    fn cut(&mut self, free: &BitGrid) {
        self.runs.clear();
        self.rows.clear();
        self.rows.push(0);
        for y in 0..free.size().height() {
            let run = |columns: Range<i32>| Run { start: columns.start, end: columns.end, region: RegionId(0) };
            self.runs.extend(free.runs(y).map(run));
            self.rows.push(self.runs.len() as u32);
        }
    }

    /// Unites the runs of neighbouring rows that share a column, walking both rows side by side.
    fn join(&mut self) {
        self.union.reset(self.runs.len());
        for rows in self.rows.windows(3) {
            let (mut above, mut below) = (rows[0], rows[1]);
            while above < rows[1] && below < rows[2] {
                let (a, b) = (self.runs[above as usize], self.runs[below as usize]);
                if a.start < b.end && b.start < a.end {
                    self.union.unite(above, below);
                }
                if a.end <= b.end { above += 1 } else { below += 1 }
            }
        }
    }

    /// Numbers the regions. The lowest run of a region, by which the union knows it, is also the first in row order.
    fn number(&mut self) {
        self.found.clear();
        for y in 0..self.size.height() {
            for at in self.row(y) {
                let lowest = self.union.find(at as u32) as usize;
                let run = self.runs[at];
                if lowest == at {
                    self.runs[at].region = RegionId(self.found.len() as u32);
                    self.found.push(Region { first: Cell::new(run.start, y), len: 0 });
                }
                let region = self.runs[lowest].region;
                self.runs[at].region = region;
                self.found[region.index()].len += (run.end - run.start) as u32;
            }
        }
    }

    /// Where the runs of row `y` are.
    fn row(&self, y: i32) -> Range<usize> {
        self.rows[y as usize] as usize..self.rows[y as usize + 1] as usize
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::maps;
    use crate::{Grid, flood};

    /// The slow truth: takes the first free cell that has no number yet, floods from it, and so on.
    fn numbered(free: &BitGrid) -> Grid<Option<RegionId>> {
        let mut numbers = Grid::filled(free.size(), None);
        let mut count = 0;
        for cell in free.iter() {
            if numbers[cell].is_none() {
                flood(free, cell).iter().for_each(|c| numbers[c] = Some(RegionId(count)));
                count += 1;
            }
        }
        numbers
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn regions_agree_with_one_flood_after_another(maps in prop::collection::vec(maps(100, 14), 1..3)) {
            let mut regions = Regions::of(&maps[0]);
            for free in &maps {
                regions.rebuild(free);
                let truth = numbered(free);
                for (cell, &number) in truth.iter() {
                    prop_assert_eq!(regions.at(cell), number);
                }
                let count = truth.values().iter().flatten().max().map_or(0, |last| last.index() + 1);
                prop_assert_eq!((regions.count(), regions.is_empty()), (count, count == 0));
                for id in regions.ids() {
                    let cells = flood(free, regions.first(id));
                    prop_assert_eq!(cells.iter().next(), Some(regions.first(id)));
                    prop_assert_eq!(regions.len(id), cells.count());
                    prop_assert!(regions.len(id) <= regions.len(regions.largest().unwrap()));
                    prop_assert_eq!(regions.cells(id), cells);
                }
            }
        }
    }

    #[test]
    fn arms_that_meet_below_are_one_region_numbered_by_its_first_cell() {
        let rows = [".#.#.", ".#.#.", ".#...", ".####", "#...."];
        let free = BitGrid::from_fn(Size::of(5, 5), |c| rows[c.y as usize].as_bytes()[c.x as usize] == b'.');
        let regions = Regions::of(&free);
        let lens: Vec<_> = regions.ids().map(|id| (regions.first(id), regions.len(id))).collect();
        assert_eq!(lens, [(Cell::new(0, 0), 4), (Cell::new(2, 0), 7), (Cell::new(1, 4), 4)]);
    }

    #[test]
    fn of_two_largest_regions_the_first_is_named() {
        let free = BitGrid::from_fn(Size::of(7, 2), |c| c.x % 3 != 0);
        assert_eq!(Regions::of(&free).largest(), Some(RegionId(0)));
        assert_eq!(Regions::of(&BitGrid::new(Size::of(7, 2))).largest(), None);
    }
}
