//! Where a leaf can hang: in worked walls, in the walls of caves that are straight for two cells, nowhere in the woods.

use super::wall::{LEAF_WALL, walls};
use crate::dungeon::{Door, Link, RoomId};
use crate::place::Placement;
use crate::recipe::Recipe;

/// Whether a door of a link can have a leaf.
pub fn can_hang(recipe: &Recipe, rooms: &[Placement], link: &Link, door: &Door) -> bool {
    let placement = |room: &RoomId| &rooms[room.index()];
    // A door in a shared wall hangs in the walls of both rooms.
    let beside = link.rooms.iter().filter(|&&room| link.is_shared() || door.room == Some(room)).map(placement);
    !recipe.is_woods() && beside.filter(|room| room.is_cave()).all(|room| has_straight_wall(room, door))
}

fn has_straight_wall(room: &Placement, door: &Door) -> bool {
    walls(&room.floor).iter().any(|wall| wall.length >= LEAF_WALL && door.cells.iter().all(|&cell| wall.has(cell)))
}
