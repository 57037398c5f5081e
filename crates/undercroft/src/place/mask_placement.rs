//! Rooms whose floor is a mask.

use undercroft_grid::{BitGrid, Cell};

use super::Placement;
use crate::dungeon::{Run, Shape};

impl Placement {
    /// Whether it is a cave.
    pub fn is_cave(&self) -> bool {
        self.shape == Shape::Cave
    }

    /// A room on level 0 whose floor is a mask that begins at `at`, off the module grid.
    pub fn of_mask(shape: Shape, mask: &BitGrid, at: Cell) -> Self {
        let floor = Run::of_cells(mask).map(|run| Run { start: run.start + at, ..run }).collect();
        Self { floor, shape, ..Self::rectangle(mask.size().rect().shift(at), false) }
    }
}
