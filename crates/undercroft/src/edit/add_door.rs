//! Doors by hand: in a wall between two rooms, or in one with rock behind it, from where a corridor is routed.

use undercroft_grid::{Cell, Dir, Rect};

use super::contents::room_at;
use super::links::{finish, push_corridor};
use super::move_room::recorded;
use super::settle_contents::ContentsBefore;
use super::{EditError, check};
use crate::dungeon::{
    Corridor, Door, DoorId, DoorKind, DoorState, Dungeon, HiddenDoor, Link, LinkId, LinkKind, PlacedTemplate, RoomId,
    Socket,
};
use crate::route::reroute::reroute_link;

/// The widest door. [Unit: cells]
const MAX_WIDTH: usize = 4;
/// How many rooms a corridor is routed to before a door is refused.
const MAX_TARGETS: usize = 6;

/// A stretch of a room's wall where a door can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WallSpot {
    pub(super) room: RoomId,
    pub(super) cells: Vec<Cell>,
    /// Outwards.
    pub(super) normal: Dir,
}

/// What hangs in a new door.
#[derive(Clone, Copy)]
pub(super) struct DoorLeaf {
    pub(super) kind: DoorKind,
    pub(super) state: Option<DoorState>,
    pub(super) secret: bool,
}

/// Puts a door into a wall, and returns the link that it serves.
pub(super) fn add_door(
    dungeon: &Dungeon,
    z: i32,
    cells: &[Cell],
    leaf: DoorLeaf,
    budget: u64,
) -> Result<(Dungeon, LinkId), EditError> {
    check(dungeon)?;
    let spot = wall_spot(dungeon, z, cells)?;
    let state = leaf_state(leaf, DoorId(dungeon.doors.len() as u32))?;
    let beyond: Vec<Option<RoomId>> = spot.cells.iter().map(|&cell| room_at(dungeon, z, cell + spot.normal)).collect();
    match beyond[0] {
        Some(other) if other == spot.room => {
            Err(EditError::Impossible(format!("room {other} lies on both sides of {}", spot.cells[0])))
        }
        other if beyond.iter().any(|room| *room != other) => {
            Err(EditError::Impossible("the cells of a door lead to one place, these lead to several".to_owned()))
        }
        Some(other) => Ok(shared_door(dungeon, &spot, other, leaf, state)),
        None => routed_door(dungeon, &spot, leaf, state, budget),
    }
}

/// How a new door stands.
fn leaf_state(leaf: DoorLeaf, door: DoorId) -> Result<DoorState, EditError> {
    match (leaf.kind.has_leaf(), leaf.state) {
        (true, state) => Ok(state.unwrap_or(DoorState::Closed)),
        (false, None | Some(DoorState::Open)) => Ok(DoorState::Open),
        (false, Some(_)) => Err(EditError::NoLeaf { door, kind: leaf.kind }),
    }
}

/// The wall that these cells are a part of. Of a wall that two rooms have, it is that of the lower id.
pub(super) fn wall_spot(dungeon: &Dungeon, z: i32, cells: &[Cell]) -> Result<WallSpot, EditError> {
    let size = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?.size();
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    if let Some(&cell) = cells.iter().find(|cell| !size.rect().grow(-1).contains(**cell)) {
        return Err(EditError::Outside { cell, size });
    }
    let along = if cells.len() > 1 && cells[1].y != cells[0].y { Cell::new(0, 1) } else { Cell::new(1, 0) };
    let is_line = cells.windows(2).all(|pair| pair[1] - pair[0] == along);
    if !(1..=MAX_WIDTH).contains(&cells.len()) || !is_line {
        let problem = format!("need 1 to {MAX_WIDTH} cells side by side in one line, got {}", cells.len());
        return Err(EditError::OutOfLimits { field: "cells", problem });
    }
    let is_beside = |door: &&Door| door.cells.iter().any(|cell| cells.iter().any(|own| own.manhattan(*cell) <= 1));
    if let Some(door) = dungeon.doors_on(z).find(is_beside) {
        return Err(EditError::Impossible(format!("door {} is at {} or beside it", door.id, cells[0])));
    }
    if let Some((&cell, room)) = cells.iter().find_map(|cell| Some((cell, room_at(dungeon, z, *cell)?))) {
        return Err(EditError::Impossible(format!("{cell} is floor of room {room}, doors are in walls")));
    }
    let spots = Dir::ALL.into_iter().filter_map(|normal| {
        let room = room_at(dungeon, z, cells[0] - normal)?;
        let is_wall = cells.iter().all(|&cell| room_at(dungeon, z, cell - normal) == Some(room));
        is_wall.then(|| WallSpot { room, cells: cells.clone(), normal })
    });
    spots.min_by_key(|spot| spot.room).ok_or_else(|| no_wall(dungeon, z, cells[0]))
}

fn no_wall(dungeon: &Dungeon, z: i32, cell: Cell) -> EditError {
    let near = cell.neighbors8().into_iter().find_map(|near| room_at(dungeon, z, near));
    match near {
        Some(room) => EditError::Impossible(format!("{cell} is a corner of the wall of room {room}")),
        None => EditError::NoSubject { what: "wall of a room", z, cell },
    }
}

/// A door between two rooms.
fn shared_door(
    dungeon: &Dungeon,
    spot: &WallSpot,
    other: RoomId,
    leaf: DoorLeaf,
    state: DoorState,
) -> (Dungeon, LinkId) {
    let before = ContentsBefore::new(dungeon, Some, |_| true);
    let mut new = dungeon.clone();
    let (door, id) = (DoorId(new.doors.len() as u32), LinkId(new.links.len() as u32));
    let z = new.room(spot.room).z;
    let DoorLeaf { kind, secret, .. } = leaf;
    let (cells, normal, room) = (spot.cells.clone(), spot.normal, Some(spot.room));
    new.doors.push(Door { id: door, z, room, cells, normal, kind, state, secret });
    let hidden = if secret { HiddenDoor::Undiscovered } else { HiddenDoor::None };
    new.links.push(Link::new(id, [spot.room, other], LinkKind::Shared { door, hidden }));
    (finish(dungeon, new, &before, &[z]), id)
}

/// A door with rock or a corridor behind it, and a corridor to the nearest room on that side.
fn routed_door(
    dungeon: &Dungeon,
    spot: &WallSpot,
    leaf: DoorLeaf,
    state: DoorState,
    budget: u64,
) -> Result<(Dungeon, LinkId), EditError> {
    let z = dungeon.room(spot.room).z;
    let mut recipe = recorded(dungeon)?;
    recipe.budget = recipe.budget.min(budget);
    recipe.corridors.width = spot.cells.len() as i32;
    let id = LinkId(dungeon.links.len() as u32);
    for target in targets(dungeon, spot) {
        let rooms = [spot.room, target];
        let mut asked = with_single_site(dungeon, spot);
        let doors = [0, 1].map(|end| DoorId(dungeon.doors.len() as u32 + end));
        let kind = LinkKind::Corridor { corridor: Corridor::new(doors, Vec::new()), hidden: HiddenDoor::None };
        asked.links.push(Link::new(id, rooms, kind.clone()));
        let Some(found) = reroute_link(&recipe, &asked, id, &[id])? else { continue };
        recipe.budget -= found.steps.min(recipe.budget);
        if found.doors[0].cells != spot.cells {
            continue;
        }
        let before = ContentsBefore::new(dungeon, Some, |_| true);
        let mut new = dungeon.clone();
        push_corridor(&mut new, z, Link::new(id, rooms, kind), found);
        let door = &mut new.doors[doors[0].index()];
        (door.kind, door.state, door.secret) = (leaf.kind, state, leaf.secret);
        if leaf.secret {
            new.links[id.index()].set_hidden(HiddenDoor::Undiscovered);
        }
        return Ok((finish(dungeon, new, &before, &[z]), id));
    }
    let side = format!("{:?}", spot.normal).to_lowercase();
    Err(EditError::Impossible(format!("no corridor leads from {} {side} to another room", spot.cells[0])))
}

/// The dungeon with one place for doors of a room: the router takes those of a template from its sockets alone.
pub(super) fn with_single_site(dungeon: &Dungeon, spot: &WallSpot) -> Dungeon {
    let mut asked = dungeon.clone();
    let room = &mut asked.rooms[spot.room.index()];
    room.template = Some(PlacedTemplate { name: String::new(), turn: 0, mirror: false, at: room.bounds().min() });
    let socket = |&cell: &Cell| Socket { cell, dir: spot.normal, required: false, open: false };
    room.sockets = spot.cells.iter().map(socket).collect();
    asked
}

/// The rooms that a door can lead to, nearest first. A corridor in between stands for the rooms at its ends.
fn targets(dungeon: &Dungeon, spot: &WallSpot) -> Vec<RoomId> {
    let z = dungeon.room(spot.room).z;
    let from = spot.cells[0];
    let mut found: Vec<(i32, RoomId)> = Vec::new();
    for room in dungeon.rooms.iter().filter(|room| room.z == z) {
        found.extend(distance_beyond(from, spot.normal, room.bounds()).map(|distance| (distance, room.id)));
    }
    for link in dungeon.links.iter().filter(|link| dungeon.room(link.rooms[0]).z == z) {
        let near = dungeon.corridor_rects(link).filter_map(|rect| distance_beyond(from, spot.normal, rect)).min();
        found.extend(near.into_iter().flat_map(|distance| link.rooms.map(|room| (distance, room))));
    }
    found.sort_unstable();
    let mut rooms: Vec<RoomId> = Vec::new();
    for (_, room) in found {
        if room != spot.room && !rooms.contains(&room) && rooms.len() < MAX_TARGETS {
            rooms.push(room);
        }
    }
    rooms
}

/// How far a rectangle is from a door, as far as it lies on its far side.
fn distance_beyond(from: Cell, normal: Dir, rect: Rect) -> Option<i32> {
    let Rect { left, top, right, bottom } = rect;
    let is_beyond = match normal {
        Dir::North => top < from.y,
        Dir::East => right - 1 > from.x,
        Dir::South => bottom - 1 > from.y,
        Dir::West => left < from.x,
    };
    let near = Cell::new(from.x.clamp(left, right - 1), from.y.clamp(top, bottom - 1));
    is_beyond.then(|| near.manhattan(from))
}
