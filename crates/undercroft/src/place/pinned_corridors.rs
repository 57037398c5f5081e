//! The cells that pinned corridors, doors and the entrance need.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Rect, Size};

use super::pin_space::front;
use crate::dungeon::Pin;

/// The cells of pinned corridors, before the pinned entrance and of pinned stairs, with those beside them.
pub struct PinnedCorridors {
    pub size: Size,
    near: BTreeMap<i32, BitGrid>,
}

impl PinnedCorridors {
    pub fn new(size: Size, pins: &[Pin]) -> Self {
        let map = size.rect();
        let mut near: BTreeMap<i32, BitGrid> = BTreeMap::new();
        let mut close = |z: i32, rect: Rect| {
            near.entry(z).or_insert_with(|| BitGrid::new(size)).fill_rect(rect.grow(1).intersection(map));
        };
        for pin in pins {
            match pin {
                Pin::Link(link) => {
                    if let Some(z) = link.kind.z() {
                        link.kind.corridor_cells().into_iter().for_each(|cell| close(z, Rect::at(cell, 1, 1)));
                        link.kind.doors().iter().for_each(|door| close(z, door.bounds()));
                    }
                }
                Pin::Door(pin) => close(pin.z, front(&pin.door(), 1).hull(pin.door().bounds())),
                Pin::Entrance(pin) => {
                    let reach = size.width().max(size.height());
                    close(pin.z, front(&pin.door(), reach).hull(pin.door().bounds()));
                }
                _ => {}
            }
        }
        Self { size, near }
    }

    pub fn is_near(&self, z: i32, cell: Cell) -> bool {
        self.near.get(&z).is_some_and(|near| near.contains(cell))
    }
}
