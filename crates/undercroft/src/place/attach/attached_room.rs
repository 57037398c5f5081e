//! A room that has its place.

use std::rc::Rc;

use undercroft_grid::{Cell, Rect};

use crate::place::joint::RoomMask;

/// A room in its place.
#[derive(Clone, Debug)]
pub struct AttachedRoom {
    /// Its floor, from 0, 0.
    pub mask: Rc<RoomMask>,
    /// Where that is.
    pub at: Cell,
    /// The oriented template that it is made from.
    pub template: Option<u32>,
}

impl AttachedRoom {
    /// The smallest rectangle round its floor.
    pub fn bounds(&self) -> Rect {
        self.mask.size().rect().shift(self.at)
    }

    /// Whether the cell is its floor or ring.
    pub fn is_closed(&self, cell: Cell) -> bool {
        self.bounds().grow(1).contains(cell) && self.mask.is_closed(cell - self.at)
    }

    /// Whether floor or ring has a cell in the rectangle.
    pub fn meets(&self, rect: Rect) -> bool {
        self.bounds().grow(1).intersection(rect).cells().any(|cell| self.mask.is_closed(cell - self.at))
    }

    /// Whether its ring has cells within this distance of the other's ring, sideways or across.
    pub fn is_near(&self, other: &Self, distance: i32) -> bool {
        let near = self.bounds().grow(1 + distance).intersection(other.bounds().grow(1));
        if near.area() == 0 || self.mask.is_full() && other.mask.is_full() {
            return near.area() > 0;
        }
        near.cells().any(|cell| other.is_closed(cell) && self.meets(Rect::at(cell, 1, 1).grow(distance)))
    }
}
