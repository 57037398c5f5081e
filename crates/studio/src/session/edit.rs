//! Edits of rooms and doors.

use undercroft::dungeon::{DoorId, DoorKind, DoorState, LinkId, RoomId};
use undercroft::edit::{self, DoorChange, EditError};
use undercroft::grid::Cell;

use super::Session;
use crate::limits::MAX_BUDGET;
use crate::protocol::{ErrorCode, ProtocolError, Reply};

impl Session {
    pub(super) fn move_room(
        &mut self,
        room: RoomId,
        to: Cell,
        gesture: Option<u32>,
        preview: bool,
    ) -> Result<Reply, ProtocolError> {
        match edit::move_room(&self.document.dungeon, room, to, MAX_BUDGET) {
            // A drag that ends where it began is no step.
            Err(EditError::SamePlace(_)) => Ok(self.reply(Vec::new())),
            moved if preview => {
                self.goal = None;
                Ok(self.describe(&self.document.with_edited(moved?), Vec::new()))
            }
            moved => Ok(self.show(self.document.with_edited(moved?), gesture)),
        }
    }

    pub(super) fn delete_room(&mut self, room: RoomId) -> Result<Reply, ProtocolError> {
        let dungeon = edit::delete_room(&self.document.dungeon, room)?;
        Ok(self.show(self.document.with_edited(dungeon), None))
    }

    pub(super) fn set_door(
        &mut self,
        door: DoorId,
        kind: Option<DoorKind>,
        state: Option<DoorState>,
        secret: Option<bool>,
    ) -> Result<Reply, ProtocolError> {
        let dungeon = edit::set_door(&self.document.dungeon, door, DoorChange { kind, state, secret })?;
        let document = self.document.with_edited(dungeon);
        let stands_in = |z: i32| document.observer.filter(|observer| observer.z == z).map(|observer| observer.body);
        let changed = document.dungeon.door(door);
        let closes = document.solid(changed.z)?;
        if let Some(body) = stands_in(changed.z)
            && let Some(cell) = body.cells().find(|&cell| changed.cells.contains(&cell) && closes.contains(cell))
        {
            let sentence = format!("The observer stands in the door at {cell}.");
            return Err(ProtocolError::new(ErrorCode::EditRejected, sentence).with_field("door"));
        }
        Ok(self.show(document, None))
    }

    pub(super) fn discover(&mut self, link: Option<LinkId>) -> Result<Reply, ProtocolError> {
        let dungeon = &self.document.dungeon;
        let found = link.map_or_else(|| edit::discover_all(dungeon), |link| edit::discover_link(dungeon, link));
        let found = found.map_err(|error| ProtocolError::from(error).with_field("link"))?;
        Ok(self.show(self.document.with_edited(found), None))
    }
}
