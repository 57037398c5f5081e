//! Deleting a room.

use super::remove::remove;
use super::renumber::Removal;
use super::set_aside::SetAside;
use super::settle_contents::{ContentsBefore, settle_contents};
use super::settle_ground::settle_ground;
use super::{EditError, check, derive_again, room, stubs};
use crate::derive::progression::{assign_progression, choose_goal};
use crate::derive::tiles::rebuild_tiles;
use crate::derive::wall_fixtures::drop_misplaced;
use crate::dungeon::{Dungeon, MarkerKind, RoomId};

/// Deletes a room with its links and their doors. Rooms, doors and links with higher numbers move up; depths, and the goal
/// if it was that room, are derived again. The rooms behind it may then be out of reach, which verify reports. What the
/// room contains goes with it; what no longer holds elsewhere, such as notes that name it, is set aside with a warning.
///
/// # Errors
/// When there is no such room, it holds the entrance, or it is the last one.
///
/// ```
/// use undercroft::edit::{EditError, delete_room};
///
/// let crypt = undercroft::generate("crypt", 7)?;
/// let entrance = crypt.entrance.as_ref().expect("a crypt has an entrance").room;
/// assert_eq!(delete_room(&crypt, entrance), Err(EditError::HoldsEntrance(entrance)));
/// let other = crypt.rooms.iter().find(|room| room.id != entrance).expect("a crypt has more rooms");
/// assert_eq!(delete_room(&crypt, other.id)?.rooms.len(), crypt.rooms.len() - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn delete_room(dungeon: &Dungeon, id: RoomId) -> Result<Dungeon, EditError> {
    let z = room(dungeon, id)?.z;
    if dungeon.entrance.as_ref().is_some_and(|entrance| entrance.room == id) {
        return Err(EditError::HoldsEntrance(id));
    }
    if dungeon.rooms.len() == 1 {
        return Err(EditError::LastRoom(id));
    }
    check(dungeon)?;
    let moved_up = |room: RoomId| (room != id).then(|| RoomId(room.0 - u32::from(room > id)));
    let before = ContentsBefore::new(dungeon, moved_up, |_| true);
    let (mut new, mut aside) = (dungeon.clone(), SetAside::default());
    close_alcoves(&mut new, id);
    remove(&mut new, &Removal { room: Some(id), ..Removal::default() }, &mut aside);
    name_stairs(&mut new);
    assign_progression(&mut new);
    if dungeon.goal == Some(id) {
        choose_goal(&mut new);
    }
    stubs::drop_stubs(&mut new, z);
    derive_again(&mut new);
    // Stairs of the room are gone on the levels above and below, too.
    for z in [z - 1, z, z + 1] {
        rebuild_tiles(dungeon, &mut new, z);
        settle_ground(&mut new, z);
    }
    drop_misplaced(&mut new);
    settle_contents(&mut new, &before, |_| true, &mut aside);
    aside.warn(&mut new);
    new.set_edited();
    Ok(new)
}

/// Without the stairs to the room, alcoves that were cut for them elsewhere are walls again.
fn close_alcoves(dungeon: &mut Dungeon, id: RoomId) {
    for link in dungeon.links.iter().filter(|link| link.rooms.contains(&id)) {
        for (room, run) in link.rooms.into_iter().zip(link.stairs().into_iter().flatten()) {
            if room != id {
                dungeon.rooms[room.index()].close_alcove(run);
            }
        }
    }
}

/// Beside stairs stands the number of the room where they lead.
pub(super) fn name_stairs(dungeon: &mut Dungeon) {
    let links = &dungeon.links;
    for marker in dungeon.markers.iter_mut().filter(|marker| marker.kind == MarkerKind::Stairs) {
        let link = marker.link.and_then(|link| links.get(link.index()));
        let other = link.and_then(|link| link.rooms.into_iter().find(|&room| Some(room) != marker.room));
        marker.label = other.map(|room| room.to_string()).or_else(|| marker.label.take());
    }
}
