//! Doors: in the ring of their room, between its floor and what they lead to.

use undercroft_grid::Cell;

use super::owner::{Claim, Owners};
use super::{Flaw, FlawCode};
use crate::dungeon::{Door, DoorId, DoorState, Dungeon, Level, LinkId, RoomId, Terrain};

/// The purpose of the room that has a back door.
const KITCHEN: &str = "kitchen";

/// What a door is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Nothing,
    Link(LinkId),
    Entrance,
    /// The door from the kitchen of a house to the outside.
    BackDoor,
    Several,
}

/// What each door is there for, by id.
pub(super) fn uses(dungeon: &Dungeon) -> Vec<Use> {
    let mut uses = vec![Use::Nothing; dungeon.doors.len()];
    let links = dungeon.links.iter().flat_map(|link| link.doors().iter().map(|&door| (door, Use::Link(link.id))));
    let entrance = dungeon.entrance.iter().map(|entrance| (entrance.door, Use::Entrance));
    for (door, new) in links.chain(entrance) {
        let slot = &mut uses[door.index()];
        *slot = if *slot == Use::Nothing { new } else { Use::Several };
    }
    if let Some(door) = back_door(dungeon, &uses) {
        uses[door.index()] = Use::BackDoor;
    }
    uses
}

/// The first door of a kitchen on the ground floor that serves nothing else, where the recipe asks for one.
fn back_door(dungeon: &Dungeon, uses: &[Use]) -> Option<DoorId> {
    let is_kitchen = |room: RoomId| dungeon.room(room).purpose.as_deref() == Some(KITCHEN);
    let is_free =
        |door: &&Door| uses[door.id.index()] == Use::Nothing && door.z == 0 && door.room.is_some_and(is_kitchen);
    dungeon.doors.iter().find(is_free).filter(|_| dungeon.provenance.recipe.has_back_door()).map(|door| door.id)
}

/// Claims the cells of doors in the rings. Doors that share a cell are flaws.
pub(super) fn claim(dungeon: &Dungeon, level: &Level, owners: &mut Owners, flaws: &mut Vec<Flaw>) {
    for door in dungeon.doors_on(level.z) {
        for &cell in &door.cells {
            let claim = owners.at(cell);
            if let Some(other) = claim.door() {
                flaws.push(touching(level.z, [other, door.id], &[cell]));
            } else if claim.floor().is_none() {
                owners.set(cell, Claim::new(Terrain::Door, door.id.0));
            }
        }
    }
}

/// Judges every door by its neighbours.
pub(super) fn check(dungeon: &Dungeon, level: &Level, owners: &Owners, flaws: &mut Vec<Flaw>) {
    let uses = uses(dungeon);
    for door in dungeon.doors_on(level.z) {
        flaws.extend(misshapen(door));
        flaws.extend(shut_without_leaf(door));
        let off_ring = off_ring(door, owners);
        let nowhere =
            if off_ring.is_some() { None } else { leads_nowhere(dungeon, door, uses[door.id.index()], owners) };
        flaws.extend(off_ring);
        flaws.extend(nowhere);
        flaws.extend(touches(door, owners));
    }
}

fn misshapen(door: &Door) -> Option<Flaw> {
    let along = if door.normal.is_horizontal() { Cell::new(0, 1) } else { Cell::new(1, 0) };
    if door.cells.windows(2).all(|pair| pair[1] - pair[0] == along) {
        return None;
    }
    let sentence = format!("The cells of door {} are not sorted and contiguous along the wall.", door.id);
    Some(Flaw::new(FlawCode::DoorShape, sentence).at(door.z, &door.cells).doors([door.id]))
}

fn shut_without_leaf(door: &Door) -> Option<Flaw> {
    if door.kind.has_leaf() || door.state == DoorState::Open {
        return None;
    }
    let (kind, state) = (door.kind.name(), if door.state == DoorState::Locked { "locked" } else { "shut" });
    let sentence = format!("Door {} of kind {kind} is {state}, but has no leaf.", door.id);
    Some(Flaw::new(FlawCode::DoorwayState, sentence).at(door.z, &door.cells).rooms(door.room).doors([door.id]))
}

fn off_ring(door: &Door, owners: &Owners) -> Option<Flaw> {
    let is_floor = |cell: Cell| owners.at(cell).floor().is_some();
    let wrong = |&cell: &Cell| is_floor(cell) || owners.at(cell - door.normal).floor() != door.room;
    let cells: Vec<Cell> = door.cells.iter().copied().filter(wrong).collect();
    let &first = cells.first()?;
    let room = door.room?;
    let at_corner = !first.neighbors4().into_iter().any(is_floor) && first.neighbors8().into_iter().any(is_floor);
    let (code, sentence) = if at_corner {
        (FlawCode::DoorAtCorner, format!("Door {} lies at a corner of the ring of room {room}.", door.id))
    } else {
        (FlawCode::DoorOffRing, format!("Door {} does not open into room {room}.", door.id))
    };
    Some(Flaw::new(code, sentence).at(door.z, &cells).rooms([room]).doors([door.id]))
}

fn leads_nowhere(dungeon: &Dungeon, door: &Door, served: Use, owners: &Owners) -> Option<Flaw> {
    let beyond = |cell: &Cell| owners.at(*cell + door.normal);
    let is_good = |cell: &&Cell| match served {
        Use::Link(link) if dungeon.link(link).is_shared() => {
            beyond(cell).floor().is_some_and(|room| Some(room) != door.room && dungeon.link(link).touches(room))
        }
        Use::Entrance if dungeon.entrance.as_ref().is_some_and(|entrance| entrance.runway == 0) => {
            beyond(cell) == Claim::NONE
        }
        // The outside is no part of the map.
        Use::BackDoor => beyond(cell) == Claim::NONE,
        // Those have a flaw of their own.
        Use::Nothing | Use::Several => true,
        _ => beyond(cell).corridor().is_some(),
    };
    let cells: Vec<Cell> = door.cells.iter().filter(|cell| !is_good(cell)).copied().collect();
    if cells.is_empty() {
        return None;
    }
    let sentence = format!("Door {} does not lead where it should.", door.id);
    Some(Flaw::new(FlawCode::DoorLeadsNowhere, sentence).at(door.z, &cells).rooms(door.room).doors([door.id]))
}

/// Doors with a greater id that lie beside this one.
fn touches(door: &Door, owners: &Owners) -> Vec<Flaw> {
    let neighbours = |cell: Cell| cell.neighbors4().into_iter().filter_map(|beside| owners.at(beside).door());
    let mut others: Vec<(DoorId, Cell)> =
        door.cells.iter().flat_map(|&cell| neighbours(cell).map(move |other| (other, cell))).collect();
    others.retain(|(other, _)| *other > door.id);
    others.dedup_by_key(|(other, _)| *other);
    others.into_iter().map(|(other, cell)| touching(door.z, [door.id, other], &[cell])).collect()
}

fn touching(z: i32, doors: [DoorId; 2], cells: &[Cell]) -> Flaw {
    let sentence = format!("Doors {} and {} touch.", doors[0], doors[1]);
    Flaw::new(FlawCode::DoorsTouch, sentence).at(z, cells).doors(doors)
}
