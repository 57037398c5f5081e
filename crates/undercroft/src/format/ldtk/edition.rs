//! The player's edition as a dungeon of its own: what only secrets lead to is not in the file, not even as a gap in the
//! numbers.

use std::collections::BTreeMap;

use crate::draw::without_secrets;
use crate::dungeon::{DoorId, Dungeon, Entrance, Link, LinkId, RoomId};

/// The dungeon as players may have it: without secrets, and without the recipe, seed and sockets that betray them.
pub(super) fn for_players(dungeon: &Dungeon) -> Dungeon {
    let mut known = without_secrets(dungeon);
    known.seed.clear();
    known.recipe.clear();
    known.warnings.clear();
    let levels = &known.levels;
    let level_of = |z: i32| levels.iter().find(move |level| level.z == z);
    let is_open = |z: i32, cell| level_of(z).is_some_and(|level| !level.at(cell).is_massive());
    known.stubs.retain(|stub| stub.path.iter().all(|&cell| is_open(stub.z, cell)));
    known.rooms.iter_mut().for_each(|room| room.sockets.clear());
    renumber(&mut known);
    known
}

/// Drops what has no cells left, and counts the rest anew.
fn renumber(dungeon: &mut Dungeon) {
    let rooms = numbers(dungeon.rooms.iter().filter(|room| !room.floor.is_empty()).map(|room| room.id));
    let doors = numbers(dungeon.doors.iter().filter(|door| !door.cells.is_empty()).map(|door| door.id));
    let is_known = |link: &Link| {
        link.rooms.iter().all(|room| rooms.contains_key(room)) && link.doors.iter().all(|door| doors.contains_key(door))
    };
    let links = numbers(dungeon.links.iter().filter(|link| is_known(link)).map(|link| link.id));
    dungeon.rooms.retain(|room| rooms.contains_key(&room.id));
    dungeon.doors.retain(|door| doors.contains_key(&door.id));
    dungeon.links.retain(|link| links.contains_key(&link.id));
    dungeon.rooms.iter_mut().for_each(|room| room.id = RoomId(rooms[&room.id]));
    for door in &mut dungeon.doors {
        door.id = DoorId(doors[&door.id]);
        door.room = door.room.and_then(|room| rooms.get(&room)).copied().map(RoomId);
    }
    for link in &mut dungeon.links {
        link.id = LinkId(links[&link.id]);
        link.rooms = link.rooms.map(|room| RoomId(rooms[&room]));
        link.doors.iter_mut().for_each(|door| *door = DoorId(doors[door]));
    }
    for marker in &mut dungeon.markers {
        marker.room = marker.room.and_then(|room| rooms.get(&room)).copied().map(RoomId);
        marker.link = marker.link.and_then(|link| links.get(&link)).copied().map(LinkId);
    }
    dungeon.goal = dungeon.goal.and_then(|goal| rooms.get(&goal)).copied().map(RoomId);
    dungeon.entrance = dungeon.entrance.as_ref().and_then(|entrance| {
        let (&room, &door) = (rooms.get(&entrance.room)?, doors.get(&entrance.door)?);
        Some(Entrance { room: RoomId(room), door: DoorId(door), runway: entrance.runway })
    });
}

fn numbers<Id: Ord>(kept: impl Iterator<Item = Id>) -> BTreeMap<Id, u32> {
    kept.zip(0..).collect()
}
