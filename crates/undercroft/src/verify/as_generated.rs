//! What the generator promises since epoch 3 about dungeons that are still as it made them: plans, pairs of doors and
//! stairs near doors.

use std::collections::BTreeMap;

use undercroft_grid::Cell;

use super::pins::is_pinned_link;
use super::{Flaw, FlawCode};
use crate::dungeon::{
    Door, DoorKind, DoorState, Dungeon, HiddenDoor, Link, LinkKind, MarkerKind, Room, RoomId, STAIRS_GAP,
    near_stairs_warning,
};
use crate::plural::count;

/// The first epoch that keeps these promises.
const EPOCH_OF_PROMISES: u32 = 3;
/// The longest corridor with a leaf at one end alone. [Unit: cells of its path]
const SHORT_CORRIDOR: usize = 8;

/// Whether the dungeon is what a generator since epoch 3 made, not changed by hand.
pub(super) fn is_as_generated(dungeon: &Dungeon) -> bool {
    dungeon.is_generated() && dungeon.provenance.epoch >= EPOCH_OF_PROMISES && !dungeon.provenance.edited
}

pub(super) fn check(dungeon: &Dungeon, flaws: &mut Vec<Flaw>) {
    if !is_as_generated(dungeon) {
        return;
    }
    flaws.extend(dungeon.links.iter().filter_map(|link| stairs_near_door(dungeon, link)));
    if dungeon.provenance.recipe.leaves_per_corridor() == Some(1) {
        flaws.extend(dungeon.links.iter().filter_map(|link| door_pair(dungeon, link)));
    }
    places(dungeon, flaws);
    flaws.extend(dungeon.links.iter().filter_map(|link| long_step(dungeon, link)));
}

/// Stairs with a door or other stairs within the gap, and no warning.
fn stairs_near_door(dungeon: &Dungeon, link: &Link) -> Option<Flaw> {
    let runs = link.stairs().filter(|_| !is_pinned_link(dungeon, link))?;
    let (room, cell) = link.rooms.into_iter().zip(runs).find_map(|(id, run)| {
        let room = dungeon.room(id);
        Some((room, *run.iter().find(|&&cell| is_crowded(dungeon, link, room, cell))?))
    })?;
    let warning = near_stairs_warning(link.rooms);
    if dungeon.warnings.contains(&warning) {
        return None;
    }
    let sentence = format!(
        "The stairs of link {} are within {STAIRS_GAP} cells of a door or of other stairs, and no warning says so.",
        link.id
    );
    Some(Flaw::new(FlawCode::StairsNearDoor, sentence).at(room.z, &[cell]).rooms([room.id]).links([link.id]))
}

fn is_crowded(dungeon: &Dungeon, link: &Link, room: &Room, cell: Cell) -> bool {
    let is_near = |other: &Cell| {
        let (dx, dy) = (cell.x.abs_diff(other.x), cell.y.abs_diff(other.y));
        // Stairs that share a cell have a flaw of their own.
        (1..=STAIRS_GAP.unsigned_abs()).contains(&dx.saturating_add(dy))
    };
    let others = dungeon.links.iter().filter(|other| other.id != link.id && other.stairs().is_some());
    let on_level = |id: &RoomId| dungeon.room(*id).z == room.z;
    let runs = others.flat_map(|other| other.rooms.into_iter().filter(on_level).flat_map(|id| other.stairs_in(id)));
    dungeon.doors_on(room.z).flat_map(|door| &door.cells).chain(runs).any(is_near)
}

/// A short corridor with a leaf or a frame at both ends that nothing explains.
fn door_pair(dungeon: &Dungeon, link: &Link) -> Option<Flaw> {
    let LinkKind::Corridor { corridor, hidden } = &link.kind else { return None };
    let doors = corridor.doors.map(|door| dungeon.door(door));
    let is_barred = |door: &Door| door.state == DoorState::Locked || door.kind == DoorKind::Barred || door.secret;
    let has_key =
        || dungeon.markers.iter().any(|marker| marker.kind == MarkerKind::Key && marker.link == Some(link.id));
    if corridor.path.len() > SHORT_CORRIDOR
        || doors.iter().any(|door| door.kind == DoorKind::Doorway || is_barred(door))
        || *hidden != HiddenDoor::None
        || has_key()
        || is_pinned_link(dungeon, link)
    {
        return None;
    }
    let cells = count(corridor.path.len(), "cell");
    let sentence = format!("Both ends of link {}, {cells} long, have a door; one should be a doorway.", link.id);
    Some(Flaw::new(FlawCode::DoorPair, sentence).rooms(link.rooms).doors(corridor.doors).links([link.id]))
}

/// Each place of the plan has one room, on its level.
fn places(dungeon: &Dungeon, flaws: &mut Vec<Flaw>) {
    let mut at: BTreeMap<[i32; 3], RoomId> = BTreeMap::new();
    for (room, place) in dungeon.rooms.iter().filter_map(|room| Some((room, room.plan?))) {
        let [x, y, z] = place;
        let why = match at.insert(place, room.id) {
            Some(other) => format!("the place of room {other}"),
            None if z != room.z => format!("on another level than the room, {}", room.z),
            None => continue,
        };
        let sentence = format!("The place of room {} in the plan, ({x}, {y}, {z}), is {why}.", room.id);
        flaws.push(Flaw::new(FlawCode::PlanMismatch, sentence).rooms([room.id]));
    }
}

/// Links join rooms that are neighbours in the plan or, as in an ambulatory, as far apart in x as in y; stairs join rooms
/// that lie over each other. Secret passages lead anywhere.
fn long_step(dungeon: &Dungeon, link: &Link) -> Option<Flaw> {
    let [a, b] = link.rooms.map(|room| dungeon.room(room).plan);
    let ([ax, ay, _], [bx, by, _]) = (a?, b?);
    let (dx, dy) = (ax.abs_diff(bx), ay.abs_diff(by));
    let why = match link.kind {
        LinkKind::Stairs { .. } if (dx, dy) != (0, 0) => "whose places in the plan are not over each other",
        LinkKind::Corridor { .. } | LinkKind::Shared { .. } if dx != dy && (dx, dy) != (0, 1) && (dx, dy) != (1, 0) => {
            "which are no neighbours in the plan"
        }
        _ => return None,
    };
    let sentence = format!("Link {} joins rooms {} and {}, {why}.", link.id, link.rooms[0], link.rooms[1]);
    Some(Flaw::new(FlawCode::PlanMismatch, sentence).rooms(link.rooms).links([link.id]))
}
