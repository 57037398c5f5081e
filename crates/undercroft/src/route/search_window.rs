//! A window of the map for one search: the flags of its positions with a closed rim, numbered from 0.
//!
//! A search looks at a window round its two rooms, never at the whole map, so that its memory and time depend on its
//! rooms and not on the map.

use undercroft_grid::{Cell, Rect};

use super::brush_flags::MERGE;
use super::noise::Noise;
use super::positions::Positions;
use super::routing_map::RoutingMap;

/// A corridor may end here.
pub const TARGET: u8 = 1 << 6;
/// The rock is hard here.
pub const HARD: u8 = 1 << 7;

/// The positions of a brush in a part of the map.
#[derive(Clone, Debug)]
pub struct SearchWindow {
    /// The positions, the rim of closed ones included.
    rect: Rect,
    /// Binary logarithm of the positions in a row of `flags`.
    shift: u32,
    flags: Vec<u8>,
    /// Whether some position can be merged with.
    merges: bool,
    /// Which rock is hard, where that changes costs.
    noise: Option<Noise>,
}

impl SearchWindow {
    /// A window on nothing.
    pub const fn new(noise: Option<Noise>) -> Self {
        Self { rect: Rect::new(0, 0, 0, 0), shift: 0, flags: Vec::new(), merges: false, noise }
    }

    /// Looks at the positions in `rect`. Memory is used again.
    pub fn load(&mut self, map: &RoutingMap, rect: Rect) {
        let shown = rect.intersection(map.inner());
        let shown = if shown.is_empty() { Rect::at(map.inner().min(), 0, 0) } else { shown };
        self.rect = shown.grow(1);
        self.shift = (self.rect.width() as u32).next_power_of_two().trailing_zeros();
        self.flags.clear();
        self.flags.resize((self.rect.height() as usize) << self.shift, 0);
        for y in shown.top..shown.bottom {
            let start = self.index(Cell::new(shown.left, y)) as usize;
            let row = &map.flags().row(y)[shown.left as usize..shown.right as usize];
            self.flags[start..start + row.len()].copy_from_slice(row);
            if let Some(noise) = self.noise {
                for (x, flags) in (shown.left..).zip(&mut self.flags[start..start + row.len()]) {
                    *flags |= if noise.is_hard(Cell::new(x, y)) { HARD } else { 0 };
                }
            }
        }
        // All bytes at once: a search that stops at the first would look at each.
        self.merges = self.flags.iter().fold(0, |all, flags| all | flags) & MERGE != 0;
    }

    /// How many positions a window on this rectangle holds, with its rim and what makes its rows a power of two.
    pub const fn positions(rect: Rect) -> i64 {
        (rect.height() as i64 + 2) << (rect.width() as u32 + 2).next_power_of_two().trailing_zeros()
    }
}

impl Positions for SearchWindow {
    fn len(&self) -> u32 {
        self.flags.len() as u32
    }

    #[inline]
    fn index(&self, at: Cell) -> u32 {
        ((at.y - self.rect.top) as u32) << self.shift | (at.x - self.rect.left) as u32
    }

    #[inline]
    fn cell(&self, index: u32) -> Cell {
        self.rect.min() + self.offset(index)
    }

    #[inline]
    fn offset(&self, index: u32) -> Cell {
        Cell::new((index & ((1 << self.shift) - 1)) as i32, (index >> self.shift) as i32)
    }

    #[inline]
    fn neighbor(&self, index: u32, dir: usize) -> u32 {
        let stride = 1 << self.shift;
        match dir {
            0 => index.wrapping_sub(stride),
            1 => index + 1,
            2 => index + stride,
            _ => index.wrapping_sub(1),
        }
    }

    /// The rim's north-west corner.
    fn first(&self) -> Cell {
        self.rect.min()
    }

    #[inline]
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
    use crate::place::Layout;
    use crate::route::brush_flags::OPEN;

    #[test]
    fn a_window_shows_the_ground_and_nothing_beyond_its_rim() {
        let layout = Layout::of_rooms(Size::of(20, 9), vec![], [1, 1], vec![]);
        let map = RoutingMap::unmetered(&layout, 1);
        let mut window = SearchWindow::new(None);
        for rect in [Rect::new(3, 2, 9, 5), Rect::new(-5, -5, 99, 99), Rect::new(0, 0, 1, 1), Rect::new(30, 3, 33, 4)] {
            window.load(&map, rect);
            let shown = rect.intersection(map.inner());
            let open = (0..window.len()).filter(|&index| window.flags(index) & OPEN != 0).map(|i| window.cell(i));
            assert_eq!(open.collect::<Vec<_>>(), shown.cells().collect::<Vec<_>>());
            assert!(!window.merges());
        }
    }
}
