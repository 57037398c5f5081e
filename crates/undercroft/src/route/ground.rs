//! What the router knows of the ground: five sets of cells for the whole map, and nothing larger.

use undercroft_grid::{BitGrid, Cell, Rect};

use crate::place::{Layout, Placement};

/// The sets of cells that decide where a corridor may go and what a step costs.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The map without its outermost cells.
    pub inner: Rect,
    /// Floor and ring of every room.
    pub rooms: BitGrid,
    /// Cells that no corridor may enter although no room has them.
    pub reserved: BitGrid,
    /// Cells of corridors.
    pub corridors: BitGrid,
    /// Cells of runways: corridors too, but not to merge with.
    pub runways: BitGrid,
    /// Cells of doors.
    pub doors: BitGrid,
}

impl Ground {
    /// The ground of a layout, before the first corridor.
    pub fn new(layout: &Layout) -> Self {
        let empty = BitGrid::new(layout.size);
        let mut rooms = empty.clone();
        layout.rooms.iter().for_each(|room| fill_with_ring(room, &mut rooms));
        Self {
            inner: layout.size.rect().grow(-1),
            rooms,
            reserved: empty.clone(),
            corridors: empty.clone(),
            runways: empty.clone(),
            doors: empty,
        }
    }

    /// Whether a corridor may enter the cell.
    pub fn is_passable(&self, cell: Cell) -> bool {
        self.inner.contains(cell) && !self.rooms.contains(cell) && !self.reserved.contains(cell)
    }

    /// Whether a corridor may enter every cell of the rectangle.
    pub fn is_clear(&self, rect: Rect) -> bool {
        rect.cells().all(|cell| self.is_passable(cell))
    }

    /// Whether a room has one of the cells.
    pub fn has_room(&self, rect: Rect) -> bool {
        rect.cells().any(|cell| self.rooms.contains(cell))
    }

    /// Whether a door has one of the cells.
    pub fn has_door(&self, rect: Rect) -> bool {
        rect.cells().any(|cell| self.doors.contains(cell))
    }
}

fn fill_with_ring(room: &Placement, cells: &mut BitGrid) {
    room.floor.iter().for_each(|run| cells.fill_rect(run.rect().grow(1)));
}
