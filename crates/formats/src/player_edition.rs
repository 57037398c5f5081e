//! The players' edition of a dungeon with things: without secrets, and without what only a game master should know.

use undercroft::dungeon::{DoorId, Dungeon, Entrance, Provenance, RoomId};
use undercroft_draw::redact_secrets;

/// The dungeon as players may have it: no trace of secrets, no keys and inhabitants, no recipe to make it again with.
pub(super) fn player_edition(dungeon: &Dungeon) -> Dungeon {
    let mut known = redact_secrets(dungeon);
    for room in &mut known.rooms {
        (room.plan, room.template, room.template_group) = (None, None, None);
        room.sockets.clear();
    }
    known.stubs.retain(|stub| {
        let level = dungeon_level(&known.levels, stub.z);
        level.is_some_and(|level| stub.path.iter().all(|&cell| !level.at(cell).is_massive()))
    });
    known.provenance = Provenance { epoch: known.provenance.epoch, ..Provenance::default() };
    without_the_empty(known)
}

fn dungeon_level(levels: &[undercroft::dungeon::Level], z: i32) -> Option<&undercroft::dungeon::Level> {
    levels.iter().find(|level| level.z == z)
}

/// Ids are positions: rooms without floor and doors without cells are taken out, and everything is renumbered.
fn without_the_empty(mut dungeon: Dungeon) -> Dungeon {
    let rooms = numbers(dungeon.rooms.iter().map(|room| !room.floor.is_empty()));
    let doors = numbers(dungeon.doors.iter().map(|door| !door.cells.is_empty()));
    let room = |id: RoomId| rooms.get(id.index()).copied().flatten().map(RoomId);
    let door = |id: DoorId| doors.get(id.index()).copied().flatten().map(DoorId);
    dungeon.rooms.retain(|it| room(it.id).is_some());
    dungeon.rooms.iter_mut().for_each(|it| it.id = room(it.id).unwrap_or(it.id));
    dungeon.doors.retain(|it| door(it.id).is_some());
    for it in &mut dungeon.doors {
        (it.id, it.room) = (door(it.id).unwrap_or(it.id), it.room.and_then(room));
    }
    let links = numbers(dungeon.links.iter().map(|link| {
        link.rooms.iter().all(|&id| room(id).is_some()) && link.doors().iter().all(|&id| door(id).is_some())
    }));
    dungeon.links.retain(|link| links[link.id.index()].is_some());
    for link in &mut dungeon.links {
        link.id.0 = links[link.id.index()].unwrap_or(link.id.0);
        link.rooms = link.rooms.map(|id| room(id).unwrap_or(id));
        link.doors_mut().iter_mut().for_each(|id| *id = door(*id).unwrap_or(*id));
    }
    for marker in &mut dungeon.markers {
        marker.room = marker.room.and_then(room);
        marker.link =
            marker.link.and_then(|link| links.get(link.index()).copied().flatten()).map(undercroft::dungeon::LinkId);
    }
    dungeon.features.iter_mut().for_each(|feature| feature.room = feature.room.and_then(room));
    dungeon.spawns.retain(|spawn| room(spawn.room).is_some());
    for (id, spawn) in (0..).zip(&mut dungeon.spawns) {
        (spawn.id, spawn.room) = (id, room(spawn.room).unwrap_or(spawn.room));
    }
    let entrance = |it: Entrance| Some(Entrance { room: room(it.room)?, door: door(it.door)?, ..it });
    dungeon.entrance = dungeon.entrance.take().and_then(entrance);
    dungeon
}

/// The new numbers of those that stay.
fn numbers(stay: impl Iterator<Item = bool>) -> Vec<Option<u32>> {
    let mut next = 0..;
    stay.map(|stays| if stays { next.next() } else { None }).collect()
}
