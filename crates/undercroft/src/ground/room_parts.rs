//! The parts into which solid ground cuts a room.

use std::collections::VecDeque;

use undercroft_grid::{BitGrid, Cell, Dir, Grid, RegionId, Regions, Size};

use super::draft::GroundDraft;
use super::level_floor::FloorRoom;
use crate::dungeon::Ground;

/// Connected parts of the cells of a room that can be walked on.
pub struct RoomParts<'a> {
    room: &'a FloorRoom,
    parts: Regions,
}

impl<'a> RoomParts<'a> {
    pub fn new(room: &'a FloorRoom, draft: &GroundDraft) -> Self {
        let mut free = BitGrid::new(Size::of(room.bounds.width(), room.bounds.height()));
        for cell in room.cells().filter(|&cell| !draft.is_solid(cell)) {
            free.insert(cell - room.bounds.min());
        }
        Self { room, parts: Regions::of(&free) }
    }

    pub fn count(&self) -> usize {
        self.parts.count()
    }

    /// The part that a cell of the room lies in, if it can be walked on.
    pub fn at(&self, cell: Cell) -> Option<RegionId> {
        self.parts.at(cell - self.room.bounds.min())
    }

    /// The part that people are in: that of the first door, or else the largest.
    pub fn main(&self) -> Option<RegionId> {
        self.room.entries.first().and_then(|&cell| self.at(cell)).or_else(|| self.parts.largest())
    }

    /// Number of cells of a part.
    pub fn len(&self, part: RegionId) -> usize {
        self.parts.len(part)
    }

    /// Whether a door, stairs or a key are in a part.
    pub fn has_entry(&self, part: RegionId) -> bool {
        self.room.entries.iter().any(|&cell| self.at(cell) == Some(part))
    }

    /// The cells of deep water on a shortest path from a part to any other; `None` where there is no such path.
    pub fn path_through_water(&self, from: RegionId, draft: &GroundDraft) -> Option<Vec<Cell>> {
        let min = self.room.bounds.min();
        let mut came: Grid<Option<Dir>> = Grid::filled(self.parts.size(), None);
        let mut queue: VecDeque<Cell> = self.room.cells().filter(|&cell| self.at(cell) == Some(from)).collect();
        while let Some(cell) = queue.pop_front() {
            for dir in Dir::ALL {
                let next = cell + dir;
                match self.at(next) {
                    Some(part) if part == from => {}
                    Some(_) if draft.at(cell) == Ground::Deep => return Some(self.trace(cell, &came, draft)),
                    _ if draft.at(next) == Ground::Deep && came.get(next - min).is_some_and(Option::is_none) => {
                        came[next - min] = Some(dir);
                        queue.push_back(next);
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// The cells of deep water back to where a search began.
    fn trace(&self, last: Cell, came: &Grid<Option<Dir>>, draft: &GroundDraft) -> Vec<Cell> {
        let before = |&cell: &Cell| came[cell - self.room.bounds.min()].map(|dir| cell - dir);
        std::iter::successors(Some(last), before).take_while(|&cell| draft.at(cell) == Ground::Deep).collect()
    }
}
