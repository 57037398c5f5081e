//! A room without its features: where bodies can stand, what is kept clear, and what must stay joined.

use undercroft_grid::{BitGrid, Cell, Rect, Size};

use super::openings::{Opening, Openings};
use crate::dungeon::{Feature, Level, Room};

/// A room without its features. Sets count cells from the north-west corner of its bounds.
pub(super) struct RoomSpace<'a> {
    pub(super) room: &'a Room,
    pub(super) level: &'a Level,
    /// The smallest rectangle round its floor.
    pub(super) bounds: Rect,
    /// Its floor, as the tiles show it.
    pub(super) floor: BitGrid,
    /// The part of its floor where bodies can stand: neither deep water nor a chasm.
    pub(super) free: BitGrid,
    /// Cells that carry no feature: the two before every door at its full width, stairs with their neighbors, keys.
    pub(super) kept_clear: BitGrid,
    /// Cells that stay joined: those before doors, stairs and keys.
    pub(super) anchors: Vec<Cell>,
}

impl<'a> RoomSpace<'a> {
    pub(super) fn new(level: &'a Level, room: &'a Room, openings: &Openings) -> Self {
        let bounds = room.bounds();
        let size = Size::of(bounds.width(), bounds.height());
        let floor = floor(level, room, bounds, size);
        let free = free(level, &floor, bounds);
        let (kept_clear, anchors) = (BitGrid::new(size), Vec::new());
        let mut space = Self { room, level, bounds, floor, free, kept_clear, anchors };
        openings.of(room.id).for_each(|opening| space.open(opening));
        space.anchors.sort_unstable();
        space.anchors.dedup();
        space
    }

    /// A cell of the map, counted from the corner of the bounds.
    pub(super) fn local(&self, cell: Cell) -> Cell {
        cell - self.bounds.min()
    }

    /// Such a cell on the map.
    pub(super) fn on_map(&self, cell: Cell) -> Cell {
        cell + self.bounds.min()
    }

    /// The cells of the room that features take from bodies.
    pub(super) fn blocked<'f>(&self, features: impl IntoIterator<Item = &'f Feature>) -> BitGrid {
        let mut blocked = BitGrid::new(self.floor.size());
        for feature in features {
            blocked.fill_rect(feature.rect().shift(-self.bounds.min()));
        }
        blocked
    }

    fn open(&mut self, opening: Opening) {
        match opening {
            Opening::Door(before, inwards) => {
                let before = self.local(before);
                if self.anchor(before) {
                    self.keep_clear(before + inwards);
                }
            }
            Opening::Stairs(step) => {
                let step = self.local(step);
                if self.anchor(step) {
                    step.neighbors4().into_iter().for_each(|beside| self.keep_clear(beside));
                }
            }
            Opening::Key(cell) => {
                self.anchor(self.local(cell));
            }
        }
    }

    /// Notes a cell that stays joined and clear. Returns whether it is floor of the room.
    fn anchor(&mut self, cell: Cell) -> bool {
        let is_floor = self.floor.contains(cell);
        if is_floor {
            self.kept_clear.insert(cell);
            self.anchors.push(cell);
        }
        is_floor
    }

    fn keep_clear(&mut self, cell: Cell) {
        if self.floor.contains(cell) {
            self.kept_clear.insert(cell);
        }
    }
}

/// The floor of a room without cells that are solid on the map.
fn floor(level: &Level, room: &Room, bounds: Rect, size: Size) -> BitGrid {
    let mut floor = BitGrid::new(size);
    for run in &room.floor {
        let Rect { left, right, top, .. } = run.rect();
        floor.fill(top - bounds.top, left - bounds.left..right - bounds.left);
        let tiles = &level.terrain.row(top)[left as usize..right as usize];
        for (x, _) in (left..).zip(tiles).filter(|(_, tile)| tile.is_massive()) {
            floor.remove(Cell::new(x, top) - bounds.min());
        }
    }
    floor
}

/// The cells of a floor without ground that stops bodies.
fn free(level: &Level, floor: &BitGrid, bounds: Rect) -> BitGrid {
    let mut free = floor.clone();
    if level.ground.is_some() {
        for cell in floor.iter().filter(|&cell| level.ground_at(cell + bounds.min()).is_solid()) {
            free.remove(cell);
        }
    }
    free
}
