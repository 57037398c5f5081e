//! Changes by hand: a room moved or deleted, a door changed, cells painted.
//!
//! Each takes a dungeon and returns another one, or the reason why not; only [`paint`] changes one in place. Corridors that a change cuts
//! are routed anew by the same router and the same rules as in a generation, and the tiles are built from the things
//! as there. What was painted by hand stays. Whether the result is a good dungeon is for [`verify`](crate::verify) to say:
//! a move keeps a sound dungeon sound, a deletion may part it.
//!
//! A dungeon that was changed keeps the recipe and the seed that it was made from, and says in its warnings that it is
//! not what they give any more.

mod delete;
mod door;
mod error;
mod meaning;
mod numbers;
mod paint;
mod relocate;
mod tiles;

pub use delete::delete_room;
pub use door::{DoorChange, set_door};
pub use error::EditError;
pub use paint::{Patch, paint};
pub use relocate::{move_room, snapped};

use crate::dungeon::{Dungeon, Room, RoomId};
use crate::verify::{FlawCode, verify};

/// The warning of every dungeon that was changed.
pub const CHANGED: &str = "It was changed by hand: recipe and seed give the dungeon from before.";

/// Writes down, once, that the dungeon is not what its recipe gives.
fn mark(dungeon: &mut Dungeon) {
    if dungeon.is_generated() && !dungeon.warnings.iter().any(|warning| warning == CHANGED) {
        dungeon.warnings.push(CHANGED.to_owned());
    }
}

/// Accepts a dungeon whose things make sense by themselves and lie on their maps, so that it can be built anew. What a
/// person wrote may not.
fn check(dungeon: &Dungeon) -> Result<(), EditError> {
    use FlawCode::{BrokenReference, FloorMalformed, LevelsDisordered, OutOfLimits, OutsideMap};
    let fatal = [BrokenReference, OutOfLimits, LevelsDisordered, OutsideMap, FloorMalformed];
    if let Some(flaw) = verify(dungeon).flaws.into_iter().find(|flaw| fatal.contains(&flaw.code)) {
        return Err(EditError::Malformed(flaw.sentence));
    }
    let fits = |room: &Room| {
        dungeon.level(room.z).is_some_and(|level| level.size().rect().contains_rect(room.bounds().grow(1)))
    };
    match dungeon.rooms.iter().find(|room| !fits(room)) {
        Some(room) => Err(EditError::Malformed(format!("Room {} has no walls on its map.", room.id))),
        None => Ok(()),
    }
}

fn room(dungeon: &Dungeon, id: RoomId) -> Result<&Room, EditError> {
    dungeon.rooms.get(id.index()).ok_or(EditError::NoSuchRoom { room: id, rooms: dungeon.rooms.len() })
}

#[cfg(test)]
mod tests;
