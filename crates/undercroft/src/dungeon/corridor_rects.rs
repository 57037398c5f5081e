//! The cells that corridors take up.

use undercroft_grid::{Cell, Rect};

use super::{Corridor, Door, Dungeon, Link, LinkKind};

impl Dungeon {
    /// The width of a link: that of its corridor, of the door in its wall, or 1 for stairs. [Unit: cells]
    pub fn link_width(&self, link: &Link) -> u8 {
        match &link.kind {
            LinkKind::Corridor { corridor, .. } | LinkKind::Secret { corridor, .. } => corridor.width,
            LinkKind::Shared { door, .. } => self.doors.get(door.index()).map_or(1, |door| door.cells.len() as u8),
            LinkKind::Stairs { .. } => 1,
        }
    }

    /// The rectangles that make up a link's corridor, in the order of its path; they may overlap.
    ///
    /// At each end the corridor is as wide as its door for as far as the runway goes; between the runways a square brush
    /// of the corridor's width sweeps along the path.
    pub fn corridor_rects(&self, link: &Link) -> impl Iterator<Item = Rect> {
        link.corridor().into_iter().flat_map(|corridor| corridor.rects(&self.doors))
    }

    /// Every cell that a link's corridor takes up, in the order of its path; a cell may come more than once.
    pub fn corridor_cells(&self, link: &Link) -> impl Iterator<Item = Cell> {
        self.corridor_rects(link).flat_map(Rect::cells)
    }
}

impl Corridor {
    /// The rectangles that make it up, in the order of its path; they may overlap.
    pub(crate) fn rects(&self, doors: &[Door]) -> impl Iterator<Item = Rect> {
        let width = i32::from(self.width);
        let runway = |end: usize| {
            let door = self.doors.get(end).filter(|_| !self.path.is_empty());
            door.map(|&door| doors[door.index()].runway_rect(self.runway[end].into()))
        };
        let brush = self.brush_positions().iter().map(move |&at| Rect::at(at, width, width));
        runway(0).into_iter().chain(brush).chain(runway(1)).filter(|rect| !rect.is_empty())
    }
}
