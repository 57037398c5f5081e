//! Changes by hand: a room moved or deleted, a door changed, a secret discovered, cells painted.
//!
//! Each takes a dungeon and returns another one, or the reason why not; only [`paint`] changes one in place. Corridors that
//! a change cuts are rerouted by the same router and the same rules as in a generation, and the tiles follow from the
//! entities as there. What was painted by hand stays. Contents that a change leaves sound stay; whatever verify would blame
//! only since the change is set aside, and one warning lists it. Whether the result is a good dungeon is for
//! [`verify`](mod@crate::verify) to judge: a move keeps a sound dungeon sound, a deletion may disconnect it.
//!
//! A changed dungeon keeps the recipe and the seed that it was made from, and is marked as edited.

mod action;
mod add_door;
mod adopt;
mod apply;
mod cell_edits;
mod clip;
mod contents;
mod delete;
mod discover;
mod door;
mod error;
mod filling;
mod floor_shape;
mod links;
mod made;
mod merge;
mod move_room;
mod paint;
mod paint_floor;
mod paste;
mod pin_jobs;
mod pin_upkeep;
mod remove;
mod renumber;
mod reshape;
mod resize_map;
mod room_text;
mod set_aside;
mod set_entrance;
mod settle_contents;
mod settle_ground;
mod stubs;
mod subject;

pub use action::{DoorSetting, Edit, KeyPlace, Naming, PaintTo, PinWhat};
pub use apply::{Applied, TouchedRect, apply};
pub use clip::Clip;
pub use delete::delete_room;
pub use discover::{discover_all, discover_link, undiscovered_links};
pub use door::{DoorChange, set_door};
pub use error::EditError;
pub use filling::Filling;
pub use floor_shape::FloorShape;
pub use move_room::{move_room, snap_to_grid};
pub use paint::{Patch, paint};
pub(crate) use remove::drop_contents;
pub use subject::{CellRef, DoorRef, FeatureRef, LinkRef, RoomRef, SpawnRef};

use crate::derive::dais::assign_daises;
use crate::derive::outline::building_outline;
use crate::derive::sockets::update_sockets;
use crate::dungeon::{Dungeon, Room, RoomId};
use crate::verify::{FlawCode, lies_on_map, verify};

/// Accepts a dungeon whose things make sense by themselves and lie on their maps, so that it can be built again. What a
/// person wrote may not.
fn check(dungeon: &Dungeon) -> Result<(), EditError> {
    use FlawCode::{BrokenReference, FloorMalformed, LevelsDisordered, OutOfLimits, OutsideMap};
    let fatal = [BrokenReference, OutOfLimits, LevelsDisordered, OutsideMap, FloorMalformed];
    // None of these flaws is there then; a whole judgement would cost more than most edits.
    if !lies_on_map(dungeon)
        && let Some(flaw) = verify(dungeon).flaws.into_iter().find(|flaw| fatal.contains(&flaw.code))
    {
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

/// Derives what follows from rooms, doors and links, but for tiles and depths.
fn derive_again(dungeon: &mut Dungeon) {
    update_sockets(dungeon);
    assign_daises(dungeon);
    dungeon.outline = dungeon.outline.map(|_| building_outline(&dungeon.rooms, &dungeon.links));
}

fn room(dungeon: &Dungeon, id: RoomId) -> Result<&Room, EditError> {
    dungeon.rooms.get(id.index()).ok_or(EditError::NoSuchRoom { room: id, rooms: dungeon.rooms.len() })
}

#[cfg(test)]
mod action_tests;
#[cfg(test)]
mod content_tests;
#[cfg(test)]
mod drawing_tests;
#[cfg(test)]
mod filling_tests;
#[cfg(test)]
mod tests;
