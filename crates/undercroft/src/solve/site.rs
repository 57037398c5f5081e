//! Where a solution begins and what it has to visit: the rules of a dungeon as numbered cells.

use super::gates::Gates;
use super::walk_map::WalkMap;
use super::{SolveError, SolveGoal, SolveOptions};
use crate::dungeon::{Dungeon, Entrance, Room, RoomId};
use crate::multi_level::LevelCell;
use crate::verify::has_valid_entities;

/// A dungeon prepared for solving.
#[derive(Clone, Debug)]
pub(super) struct Site<'a> {
    pub(super) dungeon: &'a Dungeon,
    pub(super) gates: Gates,
    pub(super) map: WalkMap,
    /// Where the visitor begins.
    pub(super) start: u32,
    /// The rooms that have to be visited, without the one where the visitor begins.
    pub(super) rooms: Vec<RoomId>,
}

impl<'a> Site<'a> {
    /// Prepares a dungeon.
    pub(super) fn new(dungeon: &'a Dungeon, options: &SolveOptions) -> Result<Self, SolveError> {
        if !has_valid_entities(dungeon) {
            return Err(SolveError::InvalidEntities);
        }
        let entrance = dungeon.entrance.as_ref().ok_or(SolveError::NoEntrance)?;
        let goal = match options.goal {
            SolveGoal::Goal => vec![dungeon.goal.ok_or(SolveError::NoGoal)?],
            SolveGoal::AllRooms => dungeon.rooms.iter().map(|room| room.id).collect(),
        };
        let gates = Gates::new(dungeon, options.with_secrets);
        let map = WalkMap::new(dungeon, &gates);
        let at = start(dungeon, entrance);
        let start = map.node(at).filter(|&node| map.is_free(node)).ok_or(SolveError::EntranceBlocked)?;
        let is_elsewhere = |room: &RoomId| !lies_in(dungeon.room(*room), at);
        let rooms = goal.into_iter().filter(is_elsewhere).collect();
        Ok(Self { dungeon, gates, map, start, rooms })
    }

    /// The cells of a room where a visitor can stand.
    pub(super) fn floor(&self, room: RoomId) -> impl Iterator<Item = u32> {
        let room = self.dungeon.room(room);
        let node = move |cell| self.map.node(LevelCell { z: room.z, cell });
        room.cells().filter_map(node).filter(|&node| self.map.is_free(node))
    }

    /// The cells of a room that a visitor who comes from outside can step on first.
    pub(super) fn entry_cells(&self, id: RoomId) -> Vec<u32> {
        let room = self.dungeon.room(id);
        let is_entry = |&node: &u32| {
            let mut is_entry = false;
            self.map.for_each_step(node, |next| is_entry |= !lies_in(room, self.map.place(next)));
            is_entry
        };
        self.floor(id).filter(is_entry).collect()
    }

    /// The cell of each key that can be reached at all, by position in [`Gates::keys`].
    pub(super) fn key_cells(&self) -> impl Iterator<Item = (usize, u32)> {
        let node = |(i, at)| Some((i, self.map.node(at).filter(|&node| self.map.is_free(node))?));
        self.gates.keys.iter().map(|key| key.at).enumerate().filter_map(node)
    }
}

fn lies_in(room: &Room, at: LevelCell) -> bool {
    room.z == at.z && room.contains(at.cell)
}

impl Dungeon {
    /// Where [`solve`](super::solve) begins: the floor inside the entrance's door. `None` without a valid entrance.
    ///
    /// ```
    /// use undercroft::solve::{SolveOptions, solve};
    ///
    /// let crypt = undercroft::generate("crypt", 7)?;
    /// let solution = solve(&crypt, &SolveOptions::default())?;
    /// assert_eq!(solution.walk().map(|walk| walk.cells[0]), crypt.solution_start());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solution_start(&self) -> Option<LevelCell> {
        let entrance = self.entrance.as_ref()?;
        let (room, door) = (self.rooms.get(entrance.room.index())?, self.doors.get(entrance.door.index())?);
        (!room.floor.is_empty() && !door.cells.is_empty()).then(|| start(self, entrance))
    }
}

/// The floor inside the first cell of the entrance's door, as `critical_steps` has it.
fn start(dungeon: &Dungeon, entrance: &Entrance) -> LevelCell {
    let (room, door) = (dungeon.room(entrance.room), dungeon.door(entrance.door));
    let inside = door.cells[0] - door.normal;
    LevelCell { z: room.z, cell: if room.contains(inside) { inside } else { room.floor[0].start } }
}
