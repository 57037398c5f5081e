//! Sockets of template rooms: in the ring, pointing outwards, open where required and where they say so.

use super::owner::Owners;
use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Level, Room, Socket};

pub(super) fn check(dungeon: &Dungeon, level: &Level, owners: &Owners, flaws: &mut Vec<Flaw>) {
    for room in dungeon.rooms.iter().filter(|room| room.z == level.z) {
        flaws.extend(room.sockets.iter().filter_map(|socket| judge(room, socket, owners)));
    }
}

fn judge(room: &Room, socket: &Socket, owners: &Owners) -> Option<Flaw> {
    let claim = owners.at(socket.cell);
    let is_in_ring = claim.is_room_cell() && claim.floor().is_none();
    let (code, what) = if !is_in_ring || owners.at(socket.cell - socket.dir).floor() != Some(room.id) {
        (FlawCode::SocketMisplaced, "does not lie in its ring, pointing outwards")
    } else if socket.open != claim.door().is_some() {
        (
            FlawCode::SocketStateFalse,
            if socket.open { "says it is open and is wall" } else { "says it is shut and is a door" },
        )
    } else if socket.required && !socket.open {
        (FlawCode::SocketShut, "is required and shut")
    } else {
        return None;
    };
    Some(Flaw::new(code, format!("A socket of room {} {what}.", room.id)).at(room.z, &[socket.cell]).rooms([room.id]))
}
