//! Links and doors agree: each door serves one link, the entrance or as a back door, and lies where its link has it.

use super::doors::{Use, uses};
use super::{Flaw, FlawCode};
use crate::dungeon::{Door, Dungeon, Link, RoomId, Shape};

/// The widest doorway between two caves. [Unit: cells]
const WIDEST_MOUTH: usize = 3;
/// The first epoch whose rooms have shapes.
const SHAPE_EPOCH: u32 = 3;

pub(super) fn check(dungeon: &Dungeon, flaws: &mut Vec<Flaw>) {
    for (door, served) in dungeon.doors.iter().zip(uses(dungeon)) {
        flaws.extend(misused_door(door, served));
    }
    flaws.extend(dungeon.links.iter().filter_map(|link| mismatch(dungeon, link)));
}

fn misused_door(door: &Door, served: Use) -> Option<Flaw> {
    let (code, what) = match served {
        Use::Nothing => (FlawCode::DoorWithoutLink, "belongs to no link and is neither the entrance nor a back door"),
        Use::Several => (FlawCode::DoorServesTwo, "serves more than one link or entrance"),
        Use::Link(_) | Use::Entrance | Use::BackDoor => return None,
    };
    let flaw = Flaw::new(code, format!("Door {} {what}.", door.id));
    Some(flaw.at(door.z, &door.cells).rooms(door.room).doors([door.id]))
}

fn mismatch(dungeon: &Dungeon, link: &Link) -> Option<Flaw> {
    let [a, b] = link.rooms;
    let same_level = dungeon.room(a).z == dungeon.room(b).z;
    let why = if a == b {
        Some(format!("leads from room {a} back to it"))
    } else if link.stairs().is_none() && !same_level {
        Some(format!("joins rooms {a} and {b} on two levels without stairs"))
    } else {
        link.doors().iter().zip(owners_of_doors(link)).find_map(|(&door, room)| {
            let door = dungeon.door(door);
            let narrow = door.cells.len() <= usize::from(dungeon.link_width(link)).max(widest_mouth(dungeon, link));
            let fits = door.room == Some(room) && door.z == dungeon.room(room).z && narrow;
            (!fits).then(|| format!("needs door {} to be a door of room {room}, no wider than itself", door.id))
        })
    };
    let sentence = format!("Link {} {}.", link.id, why?);
    let flaw = Flaw::new(FlawCode::LinkDoorMismatch, sentence);
    Some(flaw.rooms(link.rooms).doors(link.doors().iter().copied()).links([link.id]))
}

/// Caves have mouths of up to three cells, whatever the width of their corridors; without a recipe any room may be one,
/// and in older dungeons rooms do not tell.
fn widest_mouth(dungeon: &Dungeon, link: &Link) -> usize {
    let is_cave = |room: &RoomId| dungeon.room(*room).shape == Shape::Cave;
    let recipe = &dungeon.provenance.recipe;
    let any_room = recipe.is_empty() || recipe.is_natural() && dungeon.provenance.epoch < SHAPE_EPOCH;
    if any_room || link.rooms.iter().all(is_cave) { WIDEST_MOUTH } else { 0 }
}

/// The rooms whose doors they are: a door in a shared wall belongs to the lower id.
fn owners_of_doors(link: &Link) -> [RoomId; 2] {
    let [a, b] = link.rooms;
    if link.is_shared() { [a.min(b), a.max(b)] } else { [a, b] }
}
