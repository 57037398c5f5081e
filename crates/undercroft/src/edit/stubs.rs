//! Blind corridors after a change.

use undercroft_grid::Rect;

use crate::dungeon::Dungeon;

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
