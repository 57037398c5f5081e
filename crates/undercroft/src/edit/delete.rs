//! Deleting a room.

use super::{EditError, mark, numbers, room, tiles};
use crate::dungeon::{Dungeon, Link, LinkKind, MarkerKind, Role, Room, RoomId};
use crate::meaning::{Tie, derive};

/// Deletes a room with its links and their doors. Rooms, doors and links with higher numbers move up; depths, and the goal
/// if it was that room, are found anew. The rooms behind it may then be out of reach; verify says so.
///
/// # Errors
/// When there is no such room, it holds the entrance, or it is the last one.
pub fn delete_room(dungeon: &Dungeon, id: RoomId) -> Result<Dungeon, EditError> {
    let z = room(dungeon, id)?.z;
    if dungeon.entrance.as_ref().is_some_and(|entrance| entrance.room == id) {
        return Err(EditError::HoldsEntrance(id));
    }
    if dungeon.rooms.len() == 1 {
        return Err(EditError::LastRoom(id));
    }
    let mut new = dungeon.clone();
    let had_goal = new.goal.is_some();
    numbers::without(&mut new, id);
    name_stairs(&mut new);
    mean(&mut new, had_goal);
    tiles::drop_stubs(&mut new, z);
    tiles::open_sockets(&mut new);
    tiles::outline(&mut new);
    // Stairs of the room are gone on the levels above and below, too.
    for z in [z - 1, z, z + 1] {
        tiles::rebuild(dungeon, &mut new, z);
    }
    mark(&mut new);
    Ok(new)
}

/// Beside stairs stands the number of the room where they lead.
fn name_stairs(dungeon: &mut Dungeon) {
    let links = &dungeon.links;
    for marker in dungeon.markers.iter_mut().filter(|marker| marker.kind == MarkerKind::Stairs) {
        let link = marker.link.and_then(|link| links.get(link.index()));
        let other = link.and_then(|link| link.rooms.into_iter().find(|&room| Some(room) != marker.room));
        marker.label = other.map(|room| room.to_string()).or_else(|| marker.label.take());
    }
}

/// Depth and difficulty of all rooms, and a goal where there was one.
fn mean(dungeon: &mut Dungeon, had_goal: bool) {
    let Some(entrance) = dungeon.entrance.as_ref().map(|entrance| entrance.room) else { return };
    let levels: Vec<i32> = dungeon.rooms.iter().map(|room| room.z).collect();
    let is_secret = |link: &Link| {
        link.kind == LinkKind::SecretPassage || link.doors.iter().any(|&door| dungeon.door(door).secret)
    };
    let ties: Vec<Tie> =
        dungeon.links.iter().map(|link| Tie { rooms: link.rooms, secret: is_secret(link) }).collect();
    let (meanings, far) = derive(&levels, &ties, entrance);
    for (room, meaning) in dungeon.rooms.iter_mut().zip(meanings) {
        (room.depth, room.difficulty) = (meaning.depth, meaning.difficulty);
    }
    if had_goal && dungeon.goal.is_none() {
        dungeon.goal = far;
        let goal: Option<&mut Room> = far.and_then(|far| dungeon.rooms.get_mut(far.index()));
        if let Some(room) = goal.filter(|room| room.id != entrance && !room.roles.contains(&Role::Goal)) {
            room.roles.push(Role::Goal);
        }
    }
}
