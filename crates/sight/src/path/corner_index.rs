//! The corners of a floor, numbered row by row, with what is solid round each.

use std::ops::Range;

use undercroft_grid::{BitGrid, Cell, WORD_BITS};

use super::corner::Corners;
use super::taut::Walls;
use crate::diagonal::Diagonal;
use crate::floor::Floor;
use crate::fov::View;

/// Number of a corner: its place in the order of cell ids.
pub(crate) type CornerId = u32;

/// Corners by number and numbers by cell: one bit per cell and a count per word, instead of a number per cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CornerIndex {
    all: BitGrid,
    /// How many corners there are before each word of `all`.
    before: Vec<u32>,
    cells: Vec<Cell>,
    walls: Vec<Walls>,
}

impl CornerIndex {
    /// Numbers the corners of a floor.
    pub(crate) fn new(floor: &Floor) -> Self {
        let corners = Corners::new(floor);
        let all = corners.all();
        let cells: Vec<Cell> = all.iter().collect();
        let bit = |cell, towards: Diagonal| Walls::from(corners.towards(towards).contains(cell)) << towards as u8;
        let walls = cells.iter().map(|&cell| Diagonal::ALL.iter().fold(0, |walls, &d| walls | bit(cell, d))).collect();
        let before = counts_before(all.words());
        Self { all, before, cells, walls }
    }

    /// How many corners there are.
    pub(crate) const fn len(&self) -> usize {
        self.cells.len()
    }

    /// Where a corner is.
    #[inline]
    pub(crate) fn cell(&self, corner: CornerId) -> Cell {
        self.cells[corner as usize]
    }

    /// What is solid diagonally next to it.
    #[inline]
    pub(crate) fn walls(&self, corner: CornerId) -> Walls {
        self.walls[corner as usize]
    }

    /// The first corner at or after the beginning of a row, which may be the one after the last.
    pub(crate) fn first_of_row(&self, y: i32) -> CornerId {
        self.before.get(y as usize * self.all.stride()).copied().unwrap_or(self.len() as CornerId)
    }

    /// The corners of a row.
    pub(crate) fn row(&self, y: i32) -> Range<usize> {
        self.first_of_row(y) as usize..self.first_of_row(y + 1) as usize
    }

    /// What is solid diagonally next to each corner of a row.
    pub(crate) fn walls_of_row(&self, y: i32) -> &[Walls] {
        &self.walls[self.row(y)]
    }

    /// The number of the corner on a cell.
    #[inline]
    pub(crate) fn number(&self, cell: Cell) -> CornerId {
        let word = cell.y as usize * self.all.stride() + cell.x as usize / WORD_BITS;
        self.before[word] + (self.all.words()[word] & ((1 << (cell.x % 64)) - 1)).count_ones()
    }

    /// The corners of a row from one column to another, both of them on the map.
    #[inline]
    pub(crate) fn each_in_row(&self, y: i32, left: i32, right: i32, mut each: impl FnMut(CornerId)) {
        let start = y as usize * self.all.stride();
        let (first, last) = (start + left as usize / WORD_BITS, start + right as usize / WORD_BITS);
        let mut keep = u64::MAX << (left % 64);
        for word in first..=last {
            if word == last {
                keep &= u64::MAX >> (63 - right % 64);
            }
            let corners = self.all.words()[word];
            if corners & keep != 0 {
                let before = self.before[word];
                bits(corners & keep).for_each(|bit| each(before + (corners & ((1 << bit) - 1)).count_ones()));
            }
            keep = u64::MAX;
        }
    }

    /// The corners at most one step away from a cell, a range of numbers for each of three rows from north to south.
    pub(crate) fn around(&self, cell: Cell) -> [Range<CornerId>; 3] {
        let (left, right) = ((cell.x - 1).max(0), (cell.x + 2).min(self.all.size().width()));
        [cell.y - 1, cell.y, cell.y + 1].map(|y| self.count_before(left, y)..self.count_before(right, y))
    }

    /// How many corners come before a column of a row. Columns are on the map or one too far east, rows one too far.
    fn count_before(&self, x: i32, y: i32) -> CornerId {
        let size = self.all.size();
        if y < 0 || y >= size.height() {
            return if y < 0 { 0 } else { self.len() as CornerId };
        }
        if x >= size.width() {
            return self.first_of_row(y + 1);
        }
        let word = y as usize * self.all.stride() + x as usize / WORD_BITS;
        self.before[word] + (self.all.words()[word] & ((1 << (x % 64)) - 1)).count_ones()
    }

    /// Rebuilds the corners at most one step away from a cell where the floor has changed.
    pub(crate) fn renew_around(&mut self, floor: &Floor, cell: Cell) {
        let ranges = self.around(cell);
        for (range, y) in ranges.into_iter().zip([cell.y - 1, cell.y, cell.y + 1]).rev() {
            let near = (cell.x - 1..=cell.x + 1).map(|x| Cell::new(x, y)).filter(|&near| floor.is_free(near));
            let found: Vec<(Cell, Walls)> =
                near.map(|near| (near, walls_of(floor, near))).filter(|(_, walls)| *walls != 0).collect();
            let range = range.start as usize..range.end as usize;
            self.cells[range.clone()].iter().for_each(|&gone| {
                self.all.remove(gone);
            });
            found.iter().for_each(|&(new, _)| {
                self.all.insert(new);
            });
            self.cells.splice(range.clone(), found.iter().map(|&(cell, _)| cell));
            self.walls.splice(range, found.iter().map(|&(_, walls)| walls));
        }
        self.count_from((cell.y - 1).max(0));
    }

    /// Counts again from a row on.
    fn count_from(&mut self, y: i32) {
        let first = y as usize * self.all.stride();
        let mut count = self.before[first];
        for (before, word) in self.before[first..].iter_mut().zip(&self.all.words()[first..]) {
            *before = count;
            count += word.count_ones();
        }
    }

    /// The seen corners, in the order of their numbers.
    pub(crate) fn seen(&self, view: &View) -> impl Iterator<Item = CornerId> {
        let stride = self.all.stride();
        let rows = view.rows().map(move |y| y as usize * stride);
        let words = rows.flat_map(|start| start + view.words().start..start + view.words().end);
        let pairs = words.map(|word| (word, (&self.all.words()[word], &view.cells().words()[word])));
        pairs.filter(|(_, (corners, seen))| *corners & *seen != 0).flat_map(|(word, (&corners, &seen))| {
            let before = self.before[word];
            bits(corners & seen).map(move |bit| before + (corners & ((1 << bit) - 1)).count_ones())
        })
    }

    /// Bytes that the index takes.
    pub(crate) fn bytes(&self) -> usize {
        self.all.words().len() * 8 + self.before.len() * 4 + self.len() * (size_of::<Cell>() + 1)
    }
}

/// The diagonals towards which a free cell is a corner.
fn walls_of(floor: &Floor, cell: Cell) -> Walls {
    let is_corner = |step: Cell| {
        let beside = floor.is_free(cell + Cell::new(step.x, 0)) && floor.is_free(cell + Cell::new(0, step.y));
        beside && !floor.is_free(cell + step)
    };
    Diagonal::ALL.iter().fold(0, |walls, &towards| walls | Walls::from(is_corner(towards.delta())) << towards as u8)
}

fn counts_before(words: &[u64]) -> Vec<u32> {
    let mut count = 0;
    let before = |word: &u64| {
        let here = count;
        count += word.count_ones();
        here
    };
    words.iter().map(before).collect()
}

/// The set bits of a word, lowest first.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}
