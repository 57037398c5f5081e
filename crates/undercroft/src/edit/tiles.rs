//! Tiles after a change: built from the things as in a generation, with what was painted by hand kept.

use undercroft_grid::Rect;

use crate::build;
use crate::dungeon::{Dungeon, Level, Socket};

/// Builds the tiles of a level of `new` anew. Cells of `old` that are not what its things say were painted; they stay
/// where the things say the same as before.
pub(super) fn rebuild(old: &Dungeon, new: &mut Dungeon, z: i32) {
    let (Some(before), Some(index)) = (old.level(z), new.levels.iter().position(|level| level.z == z)) else { return };
    let rock = Level::solid_rock(z, before.size());
    let built_before = build::terrain(old, &rock);
    let mut tiles = build::terrain(new, &rock);
    for (cell, &painted) in before.terrain.iter() {
        if painted != built_before[cell] && tiles[cell] == built_before[cell] {
            tiles[cell] = painted;
        }
    }
    new.levels[index].terrain = tiles;
}

/// A socket is open where a door is.
pub(super) fn open_sockets(dungeon: &mut Dungeon) {
    let doors = &dungeon.doors;
    for room in &mut dungeon.rooms {
        let z = room.z;
        let is_door = |socket: &Socket| doors.iter().any(|door| door.z == z && door.cells.contains(&socket.cell));
        room.sockets.iter_mut().for_each(|socket| socket.open = is_door(socket));
    }
}

/// Drops blind corridors of a level that leave no corridor any more, or that a room lies on.
pub(super) fn drop_stubs(dungeon: &mut Dungeon, z: i32) {
    let links = dungeon.links.iter().filter(|link| dungeon.rooms[link.rooms[0].index()].z == z);
    let corridors: Vec<Rect> = links.flat_map(|link| dungeon.corridor_rects(link)).collect();
    let floor = dungeon.rooms.iter().filter(|room| room.z == z).flat_map(|room| &room.floor);
    let rooms: Vec<Rect> = floor.map(|run| run.rect().grow(1)).collect();
    dungeon.stubs.retain(|stub| {
        let width = i32::from(stub.width);
        let swept: Vec<Rect> = stub.path.iter().map(|&at| Rect::at(at, width, width)).collect();
        let leaves = swept.first().is_some_and(|first| {
            let Rect { left, top, right, bottom } = *first;
            let beside = [Rect::new(left - 1, top, right + 1, bottom), Rect::new(left, top - 1, right, bottom + 1)];
            corridors.iter().any(|corridor| beside.iter().any(|rect| rect.overlaps(*corridor)))
        });
        stub.z != z || leaves && !swept.iter().any(|rect| rooms.iter().any(|room| room.overlaps(*rect)))
    });
}

/// The outline of a house after a change.
pub(super) fn outline(dungeon: &mut Dungeon) {
    if dungeon.outline.is_none() {
        return;
    }
    let rooms = dungeon.rooms.iter().map(|room| room.bounds().grow(1));
    let corridors = dungeon.links.iter().flat_map(|link| {
        let width = i32::from(dungeon.link_width(link));
        link.path().iter().map(move |&at| Rect::at(at, width, width).grow(1))
    });
    dungeon.outline = Some(rooms.chain(corridors).fold(Rect::new(0, 0, 0, 0), Rect::hull));
}
