//! The map in blocks, on which the way between distant rooms is found before its corridor is.
//!
//! A block costs the more, the more of it is taken, and is closed to a way that no straight line through it leads along.
//! The corridor is then searched in the blocks along that way and those beside them.

use undercroft_grid::{Cell, Dir, Problem, Rect, Search, Size};

use super::block_window::{BLOCK_AREA, BLOCK_SIDE, block_of};
use super::brush_flags::OPEN;
use super::metered_search::search_path;
use super::routing_map::RoutingMap;
use crate::meter::{Halt, Meter};

/// Cost of a free block.
const FREE: u32 = 16;
/// Most that taken cells add to the cost of a block.
const TAKEN: u32 = 64;
/// What a turn costs: about what the turn of a corridor costs beside a block of steps.
const TURN: u32 = 2;
/// A block without a straight line in a direction.
const CLOSED: u32 = u32::MAX;

/// What it costs to pass through each block, north to south and west to east.
pub struct CoarseMap {
    size: Size,
    costs: Vec<[u32; 2]>,
    /// The blocks round both rooms, which are open in any case.
    ends: [Rect; 2],
}

/// The open positions of a block, as far as its rows were looked at.
#[derive(Clone, Copy)]
struct OpenBlock {
    count: u32,
    /// Bit `x` where every position of the column is open.
    columns: u32,
    /// Whether every position of some row is open.
    has_row: bool,
}

impl OpenBlock {
    const EMPTY: Self = Self { count: 0, columns: u32::MAX, has_row: false };

    fn add_row(&mut self, flags: &[u8]) {
        let row = flags.iter().rev().fold(0, |row, flags| row << 1 | u32::from(flags & OPEN));
        self.count += row.count_ones();
        self.columns &= row;
        self.has_row |= row.count_ones() as usize == flags.len();
    }

    /// The cost of passing north to south, and west to east. A wall across the block closes one of them.
    const fn costs(self, is_end: bool) -> [u32; 2] {
        let taken = FREE + TAKEN * (BLOCK_AREA - self.count) / BLOCK_AREA;
        let along = if is_end || self.columns != 0 { taken } else { CLOSED };
        let across = if is_end || self.has_row { taken } else { CLOSED };
        [along, across]
    }
}

impl CoarseMap {
    /// The blocks of a map, for a corridor between rooms in these rectangles.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn new(map: &RoutingMap, ends: [Rect; 2], meter: &mut Meter) -> Result<Self, Halt> {
        let cells = map.flags().size();
        let blocks = |cells: i32| (cells + BLOCK_SIDE - 1) / BLOCK_SIDE;
        let size = Size::of(blocks(cells.width()), blocks(cells.height()));
        let mut open = vec![OpenBlock::EMPTY; size.area()];
        for y in 0..cells.height() {
            meter.spend(1 + cells.width() as u64 / 32)?;
            let row = map.flags().row(y).chunks(BLOCK_SIDE as usize);
            let blocks = &mut open[(y / BLOCK_SIDE * size.width()) as usize..];
            blocks.iter_mut().zip(row).for_each(|(block, flags)| block.add_row(flags));
        }
        let last = |end: Rect| Cell::new(end.right - 1, end.bottom - 1);
        let ends = ends.map(|end| Rect::around([end.min(), last(end)].map(block_of)).unwrap_or(end));
        let is_end = |id: usize| ends.iter().any(|end| end.contains(size.cell(id)));
        let costs = open.iter().enumerate().map(|(id, block)| block.costs(is_end(id))).collect();
        Ok(Self { size, costs, ends })
    }

    /// The blocks of the cheapest way between the rooms and those beside them; `None` where every way is closed.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn band(&self, search: &mut Search, meter: &mut Meter) -> Result<Option<Vec<Cell>>, Halt> {
        let [from, to] = self.ends.map(Rect::center);
        let way = Way { map: self, to };
        let sources = Dir::ALL.map(|dir| ((self.size.id(from) as u32) << 2 | dir.index() as u32, 0));
        let Some(path) = search_path(search, &way, sources, meter)? else { return Ok(None) };
        let passed = path.nodes.iter().map(|&node| Rect::at(self.size.cell(node as usize >> 2), 1, 1));
        let wide = passed.chain(self.ends).map(|blocks| blocks.grow(1).intersection(self.size.rect()));
        let mut band: Vec<Cell> = wide.flat_map(Rect::cells).collect();
        band.sort_unstable();
        band.dedup();
        Ok(Some(band))
    }

    /// Makes blocks dearer, so that the next way avoids them.
    pub fn avoid(&mut self, band: &[Cell]) {
        for &block in band.iter().filter(|&&block| !self.ends.iter().any(|end| end.grow(1).contains(block))) {
            for cost in &mut self.costs[self.size.id(block)] {
                *cost = cost.saturating_add(TAKEN);
            }
        }
    }
}

/// A way over the blocks; a node is a block and the direction in which it was reached.
struct Way<'a> {
    map: &'a CoarseMap,
    to: Cell,
}

impl Problem for Way<'_> {
    fn nodes(&self) -> u32 {
        (self.map.size.area() as u32) << 2
    }

    fn successors(&self, node: u32, mut push: impl FnMut(u32, u32)) {
        let (at, came) = (self.map.size.cell(node as usize >> 2), node as usize & 3);
        for dir in Dir::ALL.into_iter().filter(|dir| self.map.size.contains(at + *dir)) {
            let next = self.map.size.id(at + dir);
            let turn = if dir.index() == came { 0 } else { TURN };
            let cost = self.map.costs[next][usize::from(dir.is_horizontal())];
            if cost != CLOSED {
                push((next as u32) << 2 | dir.index() as u32, cost + turn);
            }
        }
    }

    fn estimate(&self, node: u32) -> u32 {
        FREE * self.map.size.cell(node as usize >> 2).manhattan(self.to) as u32
    }

    fn is_goal(&self, node: u32) -> bool {
        self.map.size.cell(node as usize >> 2) == self.to
    }
}
