//! Sockets of template rooms: in the ring, pointing outwards, open where required and where they are recorded as open.

use super::owner::Owners;
use super::{Flaw, FlawCode};
use crate::dungeon::{DoorId, Dungeon, Level, Room, Socket, Terrain};

pub(super) fn check(dungeon: &Dungeon, level: &Level, owners: &Owners, flaws: &mut Vec<Flaw>) {
    for room in dungeon.rooms.iter().filter(|room| room.z == level.z) {
        flaws.extend(room.sockets.iter().filter_map(|socket| judge(dungeon, level, room, socket, owners)));
    }
}

fn judge(dungeon: &Dungeon, level: &Level, room: &Room, socket: &Socket, owners: &Owners) -> Option<Flaw> {
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
    } else if socket.required && level.at(socket.cell) != Terrain::Door {
        (FlawCode::SocketShut, "is required, and the tiles show no door there")
    } else if claim.door().is_some_and(|door| !leads_out(dungeon, door, socket)) {
        (FlawCode::SocketStateFalse, "says it is open, and its door does not lead out of the room")
    } else {
        return None;
    };
    Some(Flaw::new(code, format!("A socket of room {} {what}.", room.id)).at(room.z, &[socket.cell]).rooms([room.id]))
}

/// Whether the door lies across the socket's direction.
fn leads_out(dungeon: &Dungeon, door: DoorId, socket: &Socket) -> bool {
    let normal = dungeon.door(door).normal;
    normal == socket.dir || normal == socket.dir.opposite()
}
