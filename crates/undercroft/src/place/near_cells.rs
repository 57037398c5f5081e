//! Sets of cells in and round one room.

use undercroft_grid::{BitGrid, Cell, Rect, Size};

/// A set of cells in and round a room.
#[derive(Clone, Debug)]
pub struct NearCells {
    /// The cells that can be in it.
    pub frame: Rect,
    cells: BitGrid,
}

impl NearCells {
    /// None of the cells of a frame.
    pub fn new(frame: Rect) -> Self {
        Self { frame, cells: BitGrid::new(Size::of(frame.width(), frame.height())) }
    }

    /// Whether the cell is in it; cells outside the frame never are.
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.contains(cell - self.frame.min())
    }

    /// Adds the cells of a rectangle that lie in the frame.
    pub fn fill(&mut self, rect: Rect) {
        let rect = rect.intersection(self.frame);
        if !rect.is_empty() {
            self.cells.fill_rect(rect.shift(-self.frame.min()));
        }
    }

    /// Adds all cells within a number of steps of a rectangle.
    pub fn fill_round(&mut self, rect: Rect, reach: i32) {
        for off in 0..=reach {
            let Rect { left, top, right, bottom } = rect;
            self.fill(Rect::new(left - (reach - off), top - off, right + reach - off, bottom + off));
        }
    }
}
