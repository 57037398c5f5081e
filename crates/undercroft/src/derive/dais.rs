//! The raised ends of rooms whose shape has one.

use undercroft_grid::{Dir, Rect};

use crate::dungeon::{Dungeon, Link, Room, Shape, StairAlcoves};

/// Rows or columns of a dais. [Unit: cells]
const DEPTH: i32 = 2;

/// Sets the dais of every room: opposite the wall of its door with the lowest id, where its shape has one.
pub fn assign_daises(dungeon: &mut Dungeon) {
    let alcoves = StairAlcoves::new(dungeon);
    let dais = |room: &Room| {
        let out = (room.shape == Shape::Dais).then(|| first_wall(dungeon, room)).flatten()?;
        Some(far_end(alcoves.bounds_without(room), out))
    };
    let daises: Vec<Option<Rect>> = dungeon.rooms.iter().map(dais).collect();
    dungeon.rooms.iter_mut().zip(daises).for_each(|(room, dais)| room.dais = dais);
}

/// The direction in which the door with the lowest id leads out of a room. A door in a shared wall belongs to one room and
/// opens into both.
fn first_wall(dungeon: &Dungeon, room: &Room) -> Option<Dir> {
    let is_shared = |link: &&Link| link.is_shared() && link.touches(room.id);
    let shared = dungeon.links.iter().filter(is_shared).flat_map(Link::doors).copied();
    let own = dungeon.doors.iter().filter(|door| door.room == Some(room.id)).map(|door| door.id);
    let door = dungeon.door(shared.chain(own).min()?);
    Some(if door.room == Some(room.id) { door.normal } else { door.normal.opposite() })
}

/// The part of a box that is farthest from a wall.
fn far_end(floor: Rect, wall: Dir) -> Rect {
    let Rect { left, top, right, bottom } = floor;
    match wall {
        Dir::North => Rect::new(left, bottom - DEPTH, right, bottom),
        Dir::East => Rect::new(left, top, left + DEPTH, bottom),
        Dir::South => Rect::new(left, top, right, top + DEPTH),
        Dir::West => Rect::new(right - DEPTH, top, right, bottom),
    }
}
