//! What leads into a room: doors and stairs, and the keys that people come for.

use undercroft_grid::{Cell, Dir};

use crate::dungeon::{Dungeon, LinkKind, Marker, MarkerKind, RoomId};

/// A place of a room that bodies come from or go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// The cell before a door, and the direction from the door into the room.
    Door(Cell, Dir),
    /// A cell of stairs.
    Stairs(Cell),
    /// A cell with a key.
    Key(Cell),
}

/// The openings of all rooms, sorted by room.
pub(super) struct Openings(Vec<(RoomId, Opening)>);

impl Openings {
    pub(super) fn new(dungeon: &Dungeon) -> Self {
        let mut openings: Vec<(RoomId, Opening)> = inner_sides(dungeon).chain(outer_sides(dungeon)).collect();
        for link in &dungeon.links {
            let runs = link.rooms.into_iter().zip(link.stairs().into_iter().flatten());
            openings.extend(runs.flat_map(|(room, run)| run.iter().map(move |&cell| (room, Opening::Stairs(cell)))));
        }
        let keys = dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key);
        openings.extend(keys.filter_map(|key| Some((key_room(dungeon, key)?, Opening::Key(key.cell)))));
        openings.sort_by_key(|(room, _)| *room);
        Self(openings)
    }

    /// The openings of one room.
    pub(super) fn of(&self, room: RoomId) -> impl Iterator<Item = Opening> {
        let first = self.0.partition_point(|(other, _)| *other < room);
        self.0[first..].iter().take_while(move |(other, _)| *other == room).map(|(_, opening)| *opening)
    }
}

/// Doors, as their own rooms see them.
fn inner_sides(dungeon: &Dungeon) -> impl Iterator<Item = (RoomId, Opening)> {
    let doors = dungeon.doors.iter().filter_map(|door| Some((door.room?, door)));
    doors.flat_map(|(room, door)| {
        let inwards = door.normal.opposite();
        door.cells.iter().map(move |&cell| (room, Opening::Door(cell + inwards, inwards)))
    })
}

/// Doors in shared walls, as the room on the far side sees them.
fn outer_sides(dungeon: &Dungeon) -> impl Iterator<Item = (RoomId, Opening)> {
    let shared = dungeon.links.iter().filter_map(|link| match link.kind {
        LinkKind::Shared { door, .. } => Some((link, dungeon.door(door))),
        _ => None,
    });
    shared.flat_map(|(link, door)| {
        let far = link.rooms.into_iter().filter(|room| Some(*room) != door.room);
        far.flat_map(|room| {
            let inwards = door.normal;
            door.cells.iter().map(move |&cell| (room, Opening::Door(cell + inwards, inwards)))
        })
    })
}

/// The room that a key lies in, whether it names it or not.
fn key_room(dungeon: &Dungeon, key: &Marker) -> Option<RoomId> {
    let around = || dungeon.rooms.iter().find(|room| room.z == key.z && room.contains(key.cell));
    key.room.or_else(|| around().map(|room| room.id))
}
