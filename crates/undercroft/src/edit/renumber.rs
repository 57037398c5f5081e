//! Numbers after a deletion: ids are positions, so whatever follows moves up.

use crate::dungeon::{DoorId, Dungeon, LinkId, RoomId};

/// For each old number the new one; `None` for what is gone.
fn moved_up(count: usize, is_gone: impl Fn(u32) -> bool) -> Vec<Option<u32>> {
    let mut next = 0;
    let number = |old: u32| {
        let kept = !is_gone(old);
        let new = kept.then_some(next);
        next += u32::from(kept);
        new
    };
    (0..count as u32).map(number).collect()
}

/// Takes a room away with its links, their doors, and the markers of all of them.
pub(super) fn remove_room(dungeon: &mut Dungeon, gone: RoomId) {
    let rooms = moved_up(dungeon.rooms.len(), |room| room == gone.0);
    let links = moved_up(dungeon.links.len(), |link| dungeon.links[link as usize].touches(gone));
    let is_orphan =
        |door: u32| dungeon.links.iter().any(|link| link.touches(gone) && link.doors().contains(&DoorId(door)));
    let doors = moved_up(dungeon.doors.len(), is_orphan);
    let room = |old: RoomId| rooms[old.index()].map(RoomId);
    let door = |old: DoorId| doors[old.index()].map(DoorId);
    let link = |old: LinkId| links[old.index()].map(LinkId);

    dungeon.rooms.retain(|kept| kept.id != gone);
    dungeon.rooms.iter_mut().for_each(|kept| kept.id = room(kept.id).unwrap_or(kept.id));
    dungeon.doors.retain(|kept| door(kept.id).is_some());
    for kept in &mut dungeon.doors {
        kept.id = door(kept.id).unwrap_or(kept.id);
        kept.room = kept.room.and_then(room);
    }
    dungeon.links.retain(|kept| link(kept.id).is_some());
    for kept in &mut dungeon.links {
        kept.id = link(kept.id).unwrap_or(kept.id);
        kept.rooms = kept.rooms.map(|old| room(old).unwrap_or(old));
        kept.doors_mut().iter_mut().for_each(|id| *id = door(*id).unwrap_or(*id));
    }
    dungeon.markers.retain(|marker| {
        marker.room.is_none_or(|old| room(old).is_some()) && marker.link.is_none_or(|old| link(old).is_some())
    });
    for marker in &mut dungeon.markers {
        (marker.room, marker.link) = (marker.room.and_then(room), marker.link.and_then(link));
    }
    if let Some(entrance) = &mut dungeon.entrance {
        entrance.room = room(entrance.room).unwrap_or(entrance.room);
        entrance.door = door(entrance.door).unwrap_or(entrance.door);
    }
    dungeon.goal = dungeon.goal.and_then(room);
}
