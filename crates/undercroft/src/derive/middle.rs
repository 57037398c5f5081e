//! The middle of a room: where its light hangs, and what lies or appears beside it.

use undercroft_grid::{Cell, Rect};

use crate::dungeon::Run;

/// The floor of a room and the cells of it that are stairs.
#[derive(Clone, Copy, Debug)]
pub struct RoomMiddle<'a> {
    /// The floor, alcoves of stairs included.
    pub floor: &'a [Run],
    /// The stairs.
    pub stairs: &'a [Cell],
}

impl RoomMiddle<'_> {
    /// Where the light hangs: over the middle, not over stairs.
    pub fn light(self) -> Cell {
        self.nearest(self.center(), |_| false).unwrap_or_else(|| self.center())
    }

    /// The cell beside the light, which keys leave free.
    pub fn beside_light(self) -> Cell {
        let light = self.light();
        self.nearest(light, |cell| cell == light).unwrap_or(light)
    }

    /// The free cell nearest to the middle; the first cell of the floor where none is.
    pub fn free(self, is_taken: impl Fn(Cell) -> bool) -> Cell {
        self.nearest(self.center(), is_taken).unwrap_or(self.floor[0].start)
    }

    fn center(self) -> Cell {
        self.floor.iter().fold(Rect::new(0, 0, 0, 0), |bounds, run| bounds.hull(run.rect())).center()
    }

    fn nearest(self, to: Cell, is_taken: impl Fn(Cell) -> bool) -> Option<Cell> {
        let cells = self.floor.iter().flat_map(|run| run.cells());
        let free = cells.filter(|cell| !self.stairs.contains(cell) && !is_taken(*cell));
        free.min_by_key(|cell| (cell.distance_squared(to), *cell))
    }
}
