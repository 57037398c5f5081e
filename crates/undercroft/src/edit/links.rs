//! Links by hand: corridors, stairs, locks, and links that are taken away.

use std::collections::BTreeSet;

use undercroft_grid::Cell;

use super::action::KeyPlace;
use super::contents::room_at;
use super::delete::name_stairs;
use super::door::{DoorChange, set_door};
use super::move_room::{recorded, route};
use super::remove::remove;
use super::renumber::Removal;
use super::set_aside::SetAside;
use super::settle_contents::{ContentsBefore, settle_contents};
use super::settle_ground::settle_ground;
use super::subject::CellRef;
use super::{EditError, check, derive_again, stubs};
use crate::derive::progression::assign_progression;
use crate::derive::tiles::rebuild_tiles;
use crate::derive::wall_fixtures::drop_misplaced;
use crate::dungeon::{
    Corridor, Door, DoorId, DoorKind, DoorState, Dungeon, HiddenDoor, Link, LinkId, LinkKind, Marker, MarkerKind, Note,
    NoteKind, Room, RoomId,
};
use crate::route::reroute::{Reroute, reroute_link};

/// The widest corridor. [Unit: cells]
const MAX_WIDTH: u8 = 4;

/// What a drawn corridor is like.
#[derive(Clone, Copy, Default)]
pub(super) struct LinkStyle {
    /// Its width; that of the recipe without one.
    pub(super) width: Option<u8>,
    /// Whether it is a secret passage.
    pub(super) secret: bool,
}

/// Joins two rooms of a level by a corridor.
pub(super) fn add_link(
    dungeon: &Dungeon,
    rooms: [RoomId; 2],
    style: LinkStyle,
    budget: u64,
) -> Result<Dungeon, EditError> {
    check(dungeon)?;
    let [a, b] = rooms;
    let z = dungeon.room(a).z;
    if a == b || dungeon.room(b).z != z {
        return Err(EditError::Impossible(format!("rooms {a} and {b} are not two rooms of one level; use stairs")));
    }
    let mut recipe = recorded(dungeon)?;
    recipe.budget = recipe.budget.min(budget);
    if let Some(width) = style.width {
        if !(1..=MAX_WIDTH).contains(&width) {
            let problem = format!("need 1 to {MAX_WIDTH} cells, got {width}");
            return Err(EditError::OutOfLimits { field: "width", problem });
        }
        recipe.corridors.width = width.into();
    }
    let id = LinkId(dungeon.links.len() as u32);
    let doors = [0, 1].map(|end| DoorId(dungeon.doors.len() as u32 + end));
    let corridor = Corridor::new(doors, Vec::new());
    let kind = if style.secret {
        LinkKind::Secret { corridor, discovered: false }
    } else {
        LinkKind::Corridor { corridor, hidden: HiddenDoor::None }
    };
    let mut asked = dungeon.clone();
    asked.links.push(Link::new(id, rooms, kind.clone()));
    let found = reroute_link(&recipe, &asked, id, &[id])?.ok_or(EditError::NoWay { a, b, link: id })?;
    let before = ContentsBefore::new(dungeon, Some, |_| true);
    let mut new = dungeon.clone();
    push_corridor(&mut new, z, Link::new(id, rooms, kind), found);
    Ok(finish(dungeon, new, &before, &[z]))
}

/// Adds a link with the corridor that was found for it, and its two doors.
pub(super) fn push_corridor(new: &mut Dungeon, z: i32, mut link: Link, found: Reroute) {
    let secret = link.is_secret_passage();
    let (kind, state) = (DoorKind::Door, DoorState::Closed);
    for (gap, room) in found.doors.into_iter().zip(link.rooms) {
        let (id, room) = (DoorId(new.doors.len() as u32), Some(room));
        new.doors.push(Door { id, z, room, cells: gap.cells, normal: gap.normal, kind, state, secret });
    }
    if let Some(corridor) = link.corridor_mut() {
        (corridor.path, corridor.width) = (found.path, found.width);
        (corridor.runway, corridor.fallback) = (found.runway, found.fallback);
    }
    new.links.push(link);
}

/// Finds another path for the corridor of a link.
pub(super) fn reroute(dungeon: &Dungeon, id: LinkId, budget: u64) -> Result<Dungeon, EditError> {
    check(dungeon)?;
    if dungeon.link(id).corridor().is_none() {
        return Err(EditError::Impossible(format!("link {id} has no corridor")));
    }
    let mut recipe = recorded(dungeon)?;
    recipe.budget = recipe.budget.min(budget);
    let before = ContentsBefore::new(dungeon, Some, |_| true);
    let mut new = dungeon.clone();
    let z = dungeon.room(dungeon.link(id).rooms[0]).z;
    route(&mut new, &mut recipe, vec![id])?;
    Ok(finish(dungeon, new, &before, &[z]))
}

/// Deletes the link of a door.
pub(super) fn delete_door(dungeon: &Dungeon, id: DoorId) -> Result<Dungeon, EditError> {
    let link = dungeon.links.iter().find(|link| link.doors().contains(&id)).map(|link| link.id);
    let refuse = || EditError::Impossible(format!("door {id} belongs to no link: the entrance and back doors stay"));
    delete_link(dungeon, link.ok_or_else(refuse)?)
}

/// Deletes a link with its doors.
pub(super) fn delete_link(dungeon: &Dungeon, id: LinkId) -> Result<Dungeon, EditError> {
    check(dungeon)?;
    let before = ContentsBefore::new(dungeon, Some, |_| true);
    let (mut new, mut aside) = (dungeon.clone(), SetAside::default());
    let link = dungeon.link(id);
    for (room, run) in link.rooms.into_iter().zip(link.stairs().into_iter().flatten()) {
        new.rooms[room.index()].close_alcove(run);
    }
    remove(&mut new, &Removal { links: BTreeSet::from([id]), ..Removal::default() }, &mut aside);
    name_stairs(&mut new);
    let levels = link.rooms.map(|room| dungeon.room(room).z);
    Ok(finish(dungeon, new, &before, &levels))
}

/// Joins rooms of two neighbouring levels by stairs of one cell.
pub(super) fn add_stairs(dungeon: &Dungeon, rooms: [RoomId; 2]) -> Result<Dungeon, EditError> {
    check(dungeon)?;
    let [a, b] = rooms.map(|room| dungeon.room(room));
    if a.z.abs_diff(b.z) != 1 {
        return Err(EditError::Impossible("stairs join rooms of two neighbouring levels".to_owned()));
    }
    let cell = common_cell(dungeon, a, b);
    let cell = cell.ok_or_else(|| EditError::Impossible("the rooms have no free cell in common".to_owned()))?;
    let before = ContentsBefore::new(dungeon, Some, |_| true);
    let mut new = dungeon.clone();
    let id = LinkId(dungeon.links.len() as u32);
    new.links.push(Link::new(id, rooms, LinkKind::stairs_at(cell)));
    for (room, other) in [(a, b), (b, a)] {
        let label = Some(other.id.to_string());
        new.markers.push(Marker {
            kind: MarkerKind::Stairs,
            z: room.z,
            cell,
            room: Some(room.id),
            link: Some(id),
            label,
        });
    }
    Ok(finish(dungeon, new, &before, &[a.z, b.z]))
}

/// The common cell of two rooms that is farthest from doors and other stairs.
fn common_cell(dungeon: &Dungeon, a: &Room, b: &Room) -> Option<Cell> {
    let stairs = |cell: Cell| {
        dungeon.links.iter().flat_map(|link| link.stairs().into_iter().flatten().flatten()).any(|&other| other == cell)
    };
    let far = |cell: &Cell| {
        let doors = dungeon.doors.iter().filter(|door| door.z == a.z || door.z == b.z).flat_map(|door| &door.cells);
        doors.map(|door| door.manhattan(*cell)).min().unwrap_or(i32::MAX).min(6)
    };
    let common = a.cells().filter(|&cell| b.contains(cell) && !stairs(cell));
    common.map(|cell| (std::cmp::Reverse(far(&cell)), cell)).min().map(|(_, cell)| cell)
}

/// Locks a door and puts its key into a room, or onto a cell of one.
pub(super) fn lock(dungeon: &Dungeon, door: DoorId, key: KeyPlace) -> Result<Dungeon, EditError> {
    let link = dungeon.links.iter().find(|link| link.doors().contains(&door)).map(|link| link.id);
    let link = link.ok_or_else(|| EditError::Impossible(format!("door {door} belongs to no link")))?;
    let change = DoorChange { kind: Some(DoorKind::Door), state: Some(DoorState::Locked), ..DoorChange::default() };
    let mut new = set_door(dungeon, door, change)?;
    new.markers.retain(|marker| marker.kind != MarkerKind::Key || marker.link != Some(link));
    let (room, cell) = key_cell(&new, key)?;
    let z = new.room(room).z;
    new.markers.push(Marker { kind: MarkerKind::Key, z, cell, room: Some(room), link: Some(link), label: None });
    if new.rooms.iter().any(|room| !room.notes.is_empty()) {
        let text = "A key lies here.".to_owned();
        new.rooms[room.index()].notes.push(Note { plain: text.clone(), text, secret: true, kind: NoteKind::Key });
    }
    Ok(new)
}

/// Where a key lies: the free cell nearest to the middle of a room, or just that cell.
fn key_cell(dungeon: &Dungeon, key: KeyPlace) -> Result<(RoomId, Cell), EditError> {
    match key {
        KeyPlace::Room(room) => {
            let id = room.find(dungeon)?;
            let full = || EditError::Impossible(format!("room {id} has no free cell"));
            Ok((id, free_cell(dungeon, id).ok_or_else(full)?))
        }
        KeyPlace::Cell(CellRef { z, cell }) => {
            let none = EditError::NoSubject { what: "room", z, cell };
            let id = room_at(dungeon, z, cell).ok_or(none)?;
            if is_taken(dungeon, id, cell) {
                return Err(EditError::Impossible(format!("{cell} is taken; a key needs a free cell")));
            }
            Ok((id, cell))
        }
    }
}

/// The free cell of a room nearest to its middle.
fn free_cell(dungeon: &Dungeon, id: RoomId) -> Option<Cell> {
    let room = dungeon.room(id);
    let middle = room.bounds().center();
    room.cells().filter(|&cell| !is_taken(dungeon, id, cell)).min_by_key(|cell| (cell.manhattan(middle), *cell))
}

/// Whether something is on a cell of a room.
fn is_taken(dungeon: &Dungeon, id: RoomId, cell: Cell) -> bool {
    let z = dungeon.room(id).z;
    let on = |other_z: i32, other: Cell| other_z == z && other == cell;
    dungeon.markers.iter().any(|marker| on(marker.z, marker.cell))
        || dungeon.spawns.iter().any(|spawn| on(spawn.z, spawn.cell))
        || dungeon.features.iter().any(|feature| feature.z == z && feature.rect().contains(cell))
        || dungeon.links.iter().any(|link| link.stairs_in(id).contains(&cell))
        || dungeon.level(z).is_some_and(|level| level.ground_at(cell).is_solid())
}

/// Derives what follows from changed links.
pub(super) fn finish(old: &Dungeon, mut new: Dungeon, before: &ContentsBefore, levels: &[i32]) -> Dungeon {
    let mut aside = SetAside::default();
    assign_progression(&mut new);
    levels.iter().for_each(|&z| stubs::drop_stubs(&mut new, z));
    derive_again(&mut new);
    for &z in levels {
        rebuild_tiles(old, &mut new, z);
        settle_ground(&mut new, z);
    }
    drop_misplaced(&mut new);
    settle_contents(&mut new, before, |_| true, &mut aside);
    aside.warn(&mut new);
    new
}
