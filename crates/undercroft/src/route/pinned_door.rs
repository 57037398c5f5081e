//! Pinned doors and links in the routes of a level, and their kinds when all doors have theirs.

use undercroft_grid::Rect;

use super::Routes;
use super::builder::{LevelRoutes, straight_runs};
use super::wall::{Site, Wall};
use crate::dungeon::{DoorId, DoorState, HiddenDoor, Link, LinkId, Pin, PinnedDoor, PinnedLink, RoomId};

/// Writes a pinned link of two rooms of the level. Corridors that must be alone are kept off by all later ones.
pub fn write_link(routes: &mut LevelRoutes, rooms: [RoomId; 2], pin: &PinnedLink, is_alone: bool) {
    let (rooms, pin) = ordered(rooms, pin);
    let mut ids = Vec::new();
    for (end, door) in pin.doors().iter().enumerate() {
        let id = DoorId(routes.doors.len() as u32);
        routes.map.open_door(door.bounds());
        routes.doors.push(door.to_door(id, rooms[end]));
        ids.push(id);
    }
    let link = Link::new(LinkId(routes.links.len() as u32), rooms, pin.to_kind(&ids));
    if let Some(corridor) = link.corridor() {
        for (end, door) in corridor.doors.iter().enumerate() {
            let runway = routes.doors[door.index()].runway_rect(i32::from(corridor.runway[end]));
            routes.map.carve_runway(runway);
        }
        let width = i32::from(corridor.width);
        straight_runs(corridor.brush_positions(), width).for_each(|run| routes.map.carve(run));
        corridor.roughened.iter().for_each(|&cell| routes.map.carve(Rect::at(cell, 1, 1)));
    }
    let roughened = link.roughened().to_vec();
    routes.links.push(link);
    let is_locked = pin.doors().iter().any(|door| door.state == DoorState::Locked);
    if is_alone || is_locked || matches!(pin, PinnedLink::Secret(_)) {
        routes.reserve_last();
        roughened.into_iter().for_each(|cell| routes.map.reserve_with_sides(Rect::at(cell, 1, 1)));
    }
}

/// A door in a shared wall belongs to the room with the lower id.
fn ordered([a, b]: [RoomId; 2], pin: &PinnedLink) -> ([RoomId; 2], PinnedLink) {
    match pin {
        PinnedLink::Shared(door) if a > b => {
            let door = PinnedDoor { normal: door.normal.opposite(), ..door.clone() };
            ([b, a], PinnedLink::Shared(door))
        }
        _ => ([a, b], pin.clone()),
    }
}

/// The wall of a single place for a door.
pub fn door_wall(door: &PinnedDoor) -> Wall {
    Wall { normal: door.normal, first: door.bounds().min(), length: door.cells.len() as i32 }
}

/// The place of a door.
pub fn door_site(door: &PinnedDoor, runway: i32) -> Site {
    let Wall { normal, first, length } = door_wall(door);
    Site { normal, first, width: length, runway, cost: 0 }
}

/// Gives links that are pinned their content again, which the finish of caves may have changed.
pub fn restore_links(routes: &mut LevelRoutes, pins: &[PinnedLink]) {
    for (at, pin) in pins.iter().enumerate() {
        let (ids, rooms) = (routes.links[at].doors().to_vec(), routes.links[at].rooms);
        for (&id, door) in ids.iter().zip(pin.doors()) {
            let room = routes.doors[id.index()].room;
            let normal = routes.doors[id.index()].normal;
            routes.doors[id.index()] = door.to_door(id, room.unwrap_or(rooms[0]));
            routes.doors[id.index()].normal = normal;
        }
        routes.links[at].kind = pin.to_kind(&ids);
    }
}

/// Gives pinned doors their kind and state.
pub fn restore_doors(pins: &[Pin], routes: &mut Routes) {
    for pin in pins {
        let doors: Vec<PinnedDoor> = match pin {
            Pin::Link(pin) => pin.kind.doors().to_vec(),
            Pin::Door(pin) => vec![pin.door()],
            Pin::Entrance(pin) => vec![pin.door()],
            _ => continue,
        };
        for pinned in &doors {
            restore_door(pinned, routes);
        }
    }
}

fn restore_door(pinned: &PinnedDoor, routes: &mut Routes) {
    let Some(door) = routes.doors.iter_mut().find(|door| pinned.is_at(door)) else { return };
    (door.kind, door.state, door.secret) = (pinned.kind, pinned.state, pinned.secret);
    let id = door.id;
    let Some(link) = routes.links.iter_mut().find(|link| link.doors().contains(&id)) else { return };
    let has_secret = link.doors().iter().any(|door| routes.doors[door.index()].secret);
    if has_secret || !link.is_secret_passage() {
        link.set_hidden(if has_secret { HiddenDoor::Undiscovered } else { HiddenDoor::None });
    }
}
