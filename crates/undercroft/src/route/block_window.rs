//! A window of any shape for rooms that lie far apart: the blocks of the map along the way between them.
//!
//! ```text
//!     ┌─┬─┬─┐                A rectangle round both rooms would hold the square of their distance. The blocks along a way
//!     │A│·│·├─┬─┬─┐          between them hold a multiple of the distance.
//!     ├─┼─┼─┼─┼─┼─┤
//!     │·│·│·│·│·│·│
//!     └─┴─┴─┼─┼─┼─┤
//!           │·│·│B│
//!           └─┴─┴─┘
//! ```

use std::collections::BTreeMap;

use undercroft_grid::{Cell, Dir, Rect};

use super::brush_flags::MERGE;
use super::noise::Noise;
use super::positions::Positions;
use super::routing_map::RoutingMap;
use super::search_window::{HARD, TARGET};

/// Binary logarithm of the side of a block.
const SHIFT: u32 = 5;
/// Side of a block. [Unit: cells]
pub const BLOCK_SIDE: i32 = 1 << SHIFT;
/// Positions of a block.
pub const BLOCK_AREA: u32 = 1 << (2 * SHIFT);

/// The positions of a brush in some blocks of the map.
#[derive(Clone, Debug)]
pub struct BlockWindow {
    blocks: Vec<Block>,
    /// The number of each block by its place, in blocks.
    numbers: BTreeMap<Cell, u32>,
    /// The flags of block after block, then those of a block that is closed.
    flags: Vec<u8>,
    merges: bool,
    noise: Option<Noise>,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    corner: Cell,
    /// The blocks to the north, east, south and west; the closed one where there is none.
    beside: [u32; 4],
}

impl BlockWindow {
    /// A window on nothing.
    pub const fn new(noise: Option<Noise>) -> Self {
        Self { blocks: Vec::new(), numbers: BTreeMap::new(), flags: Vec::new(), merges: false, noise }
    }

    /// Looks at these blocks, given by their places in blocks, each once. Memory is used again.
    pub fn load(&mut self, map: &RoutingMap, places: &[Cell]) {
        self.numbers = places.iter().copied().zip(0..).collect();
        let closed = places.len() as u32;
        let beside = |place: Cell| Dir::ALL.map(|dir| self.numbers.get(&(place + dir)).copied().unwrap_or(closed));
        let corner = |place: Cell| Cell::new(place.x * BLOCK_SIDE, place.y * BLOCK_SIDE);
        self.blocks = places.iter().map(|&place| Block { corner: corner(place), beside: beside(place) }).collect();
        self.flags.clear();
        self.flags.resize((places.len() + 1) * BLOCK_AREA as usize, 0);
        for number in 0..self.blocks.len() {
            self.load_block(map, number);
        }
        self.merges = self.flags.iter().fold(0, |all, flags| all | flags) & MERGE != 0;
    }

    fn load_block(&mut self, map: &RoutingMap, number: usize) {
        let corner = self.blocks[number].corner;
        let shown = Rect::at(corner, BLOCK_SIDE, BLOCK_SIDE).intersection(map.inner());
        for y in shown.top..shown.bottom {
            let start = number * BLOCK_AREA as usize + ((y - corner.y) << SHIFT | (shown.left - corner.x)) as usize;
            let row = &map.flags().row(y)[shown.left as usize..shown.right as usize];
            let flags = &mut self.flags[start..start + row.len()];
            flags.copy_from_slice(row);
            if let Some(noise) = self.noise {
                for (x, flags) in (shown.left..).zip(flags) {
                    *flags |= if noise.is_hard(Cell::new(x, y)) { HARD } else { 0 };
                }
            }
        }
    }
}

/// The block that a cell lies in.
pub const fn block_of(cell: Cell) -> Cell {
    Cell::new(cell.x.div_euclid(BLOCK_SIDE), cell.y.div_euclid(BLOCK_SIDE))
}

impl Positions for BlockWindow {
    fn len(&self) -> u32 {
        self.flags.len() as u32
    }

    fn index(&self, at: Cell) -> u32 {
        let number = self.numbers.get(&block_of(at)).copied().unwrap_or(self.blocks.len() as u32);
        let (x, y) = (at.x.rem_euclid(BLOCK_SIDE) as u32, at.y.rem_euclid(BLOCK_SIDE) as u32);
        (number * BLOCK_AREA) | (y << SHIFT) | x
    }

    fn cell(&self, index: u32) -> Cell {
        let inside = index % BLOCK_AREA;
        let (x, y) = ((inside % BLOCK_SIDE as u32) as i32, (inside >> SHIFT) as i32);
        self.blocks[(index / BLOCK_AREA) as usize].corner + Cell::new(x, y)
    }

    fn offset(&self, index: u32) -> Cell {
        self.cell(index)
    }

    fn first(&self) -> Cell {
        Cell::new(0, 0)
    }

    fn neighbor(&self, index: u32, dir: usize) -> u32 {
        const LAST: u32 = BLOCK_SIDE as u32 - 1;
        let (number, x, y) = (index / BLOCK_AREA, index & LAST, index >> SHIFT & LAST);
        // Within the block, or the far edge of the one beside it.
        let (leaves, next, entry) = match dir {
            0 => (y == 0, index.wrapping_sub(1 << SHIFT), LAST << SHIFT | x),
            1 => (x == LAST, index + 1, y << SHIFT),
            2 => (y == LAST, index + (1 << SHIFT), x),
            _ => (x == 0, index.wrapping_sub(1), y << SHIFT | LAST),
        };
        if leaves { (self.blocks[number as usize].beside[dir] * BLOCK_AREA) | entry } else { next }
    }

    fn flags(&self, index: u32) -> u8 {
        self.flags[index as usize]
    }

    fn mark_target(&mut self, index: u32) {
        self.flags[index as usize] |= TARGET;
    }

    fn merges(&self) -> bool {
        self.merges
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Size;

    use super::*;
    use crate::place::{Layout, Placement};
    use crate::route::brush_flags::OPEN;

    #[test]
    fn blocks_show_the_map_and_know_their_neighbours() {
        let room = Placement::rectangle(Rect::new(30, 30, 40, 36), false);
        let layout = Layout::of_rooms(Size::of(150, 100), vec![room], [1, 1], vec![]);
        let map = RoutingMap::unmetered(&layout, 1);
        let mut window = BlockWindow::new(None);
        let places = [(0, 0), (1, 0), (1, 1), (4, 3)].map(|(x, y)| Cell::new(x, y));
        window.load(&map, &places);
        let shows = |cell: Cell| places.contains(&block_of(cell));
        for cell in layout.size.cells() {
            let expected = shows(cell) && map.is_open(cell);
            assert_eq!(window.flags(window.index(cell)) & OPEN != 0, expected, "{cell}");
            if !expected {
                continue;
            }
            let index = window.index(cell);
            assert_eq!(window.cell(index), cell);
            for dir in Dir::ALL {
                let beside = cell + dir;
                let open = shows(beside) && map.is_open(beside);
                let next = window.neighbor(index, dir.index());
                assert_eq!(window.flags(next) & OPEN != 0, open, "{cell} {dir:?}");
                assert!(!open || window.cell(next) == beside, "{cell} {dir:?}");
            }
        }
    }
}
