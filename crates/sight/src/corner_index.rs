//! The corners of a floor, numbered row by row, with what is solid round each.

use undercroft_grid::{BitGrid, Cell};

use crate::taut::Walls;
use crate::{Corners, Diagonal, Floor, View};

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

    /// The seen corners, in the order of their numbers.
    pub(crate) fn seen(&self, view: &View) -> impl Iterator<Item = CornerId> {
        let stride = self.all.stride();
        let words = view.rows().start as usize * stride..view.rows().end as usize * stride;
        let pairs = self.all.words()[words.clone()].iter().zip(&view.cells().words()[words.clone()]);
        words.zip(pairs).filter(|(_, (corners, seen))| *corners & *seen != 0).flat_map(|(word, (&corners, &seen))| {
            let before = self.before[word];
            bits(corners & seen).map(move |bit| before + (corners & ((1 << bit) - 1)).count_ones())
        })
    }

    /// Bytes that the index takes.
    pub(crate) fn bytes(&self) -> usize {
        self.all.words().len() * 8 + self.before.len() * 4 + self.len() * (size_of::<Cell>() + 1)
    }
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
