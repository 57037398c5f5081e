//! Where something can begin: the free cells of furnished rooms.

use undercroft_grid::Cell;

use super::super::room_features::RoomFeatures;
use super::super::room_openings::RoomOpenings;
use crate::dungeon::{Dungeon, Feature, Room, RoomId, Spawn, SpawnKind};
use crate::fraction::Fraction;

/// The free cells of all rooms, and the spawns that take them.
pub struct SpawnFloor<'a> {
    openings: &'a [RoomOpenings],
    features: RoomFeatures,
    /// The cells of each room that a spawn has.
    taken: Vec<Vec<Cell>>,
}

impl<'a> SpawnFloor<'a> {
    /// The floor of a furnished dungeon.
    pub fn new(dungeon: &Dungeon, openings: &'a [RoomOpenings]) -> Self {
        Self { openings, features: RoomFeatures::new(dungeon), taken: vec![Vec::new(); dungeon.rooms.len()] }
    }

    /// The features of a room.
    pub fn features<'d>(&self, dungeon: &'d Dungeon, room: RoomId) -> impl Iterator<Item = &'d Feature> {
        self.features.of(dungeon, room)
    }

    /// The free cells of a room that nothing stands on and no spawn has; without those kept clear unless `is_near_doors`.
    pub fn cells<'d>(
        &self,
        dungeon: &'d Dungeon,
        room: &'d Room,
        is_near_doors: bool,
    ) -> impl Iterator<Item = Cell> + use<'d> {
        let bounds = room.bounds();
        let index = move |cell: Cell| ((cell.y - bounds.top) * bounds.width() + cell.x - bounds.left) as usize;
        let mut is_closed = vec![false; bounds.area() as usize];
        let mut close = |cell: Cell| {
            if bounds.contains(cell) {
                is_closed[index(cell)] = true;
            }
        };
        let standing = self.features(dungeon, room.id).filter(|feature| feature.is_on_floor() && !feature.flat);
        standing.flat_map(Feature::cells).for_each(&mut close);
        self.taken[room.id.index()].iter().copied().for_each(&mut close);
        if !is_near_doors {
            self.openings[room.id.index()].clear.iter().copied().for_each(&mut close);
        }
        let level = dungeon.level(room.z);
        let is_free = move |cell: &Cell| level.is_some_and(|level| !level.ground_at(*cell).is_solid());
        room.cells().filter(move |&cell| !is_closed[index(cell)]).filter(is_free)
    }

    /// Puts a spawn on a cell.
    pub fn add(
        &mut self,
        dungeon: &mut Dungeon,
        kind: SpawnKind,
        room: RoomId,
        cell: Cell,
        difficulty: Fraction,
    ) -> u32 {
        let (id, z) = (dungeon.spawns.len() as u32, dungeon.room(room).z);
        dungeon.spawns.push(Spawn { id, kind, z, cell, room, group: None, difficulty, name: None });
        self.take(room, cell);
        id
    }

    /// Marks a cell as taken.
    pub fn take(&mut self, room: RoomId, cell: Cell) {
        self.taken[room.index()].push(cell);
    }

    /// The cell nearest to `to`, away from other spawns where that is possible.
    pub fn nearest(&self, dungeon: &Dungeon, room: &Room, to: Cell) -> Option<Cell> {
        self.nearest_of(self.cells(dungeon, room, false), room, to)
    }

    /// The same with the cells that are kept clear.
    pub fn nearest_at_doors(&self, dungeon: &Dungeon, room: &Room, to: Cell) -> Option<Cell> {
        self.nearest_of(self.cells(dungeon, room, true), room, to)
    }

    fn nearest_of(&self, cells: impl Iterator<Item = Cell>, room: &Room, to: Cell) -> Option<Cell> {
        let taken = &self.taken[room.id.index()];
        let is_beside = |cell: Cell| taken.iter().any(|other| other.chebyshev(cell) <= 1);
        cells.min_by_key(|&cell| (is_beside(cell), cell.distance_squared(to), cell))
    }
}
