//! Which room a cell belongs to.

use crate::dungeon::{Dungeon, RoomId};
use crate::multi_level::LevelCell;

/// The floors of all rooms, to be looked up by cell.
#[derive(Clone, Debug)]
pub(super) struct RoomIndex {
    /// Level, row, first column, length and room of each run, sorted.
    runs: Vec<(i32, i32, i32, i32, RoomId)>,
}

impl RoomIndex {
    pub(super) fn new(dungeon: &Dungeon) -> Self {
        let runs = dungeon
            .rooms
            .iter()
            .flat_map(|room| room.floor.iter().map(|run| (room.z, run.start.y, run.start.x, run.length, room.id)));
        let mut runs: Vec<_> = runs.collect();
        runs.sort_unstable();
        Self { runs }
    }

    /// The room that has a cell in its floor.
    pub(super) fn room_at(&self, at: LevelCell) -> Option<RoomId> {
        let key = (at.z, at.cell.y, at.cell.x);
        let after = self.runs.partition_point(|&(z, y, x, ..)| (z, y, x) <= key);
        let &(z, y, x, length, room) = self.runs.get(after.checked_sub(1)?)?;
        (z == at.z && y == at.cell.y && at.cell.x < x + length).then_some(room)
    }
}
