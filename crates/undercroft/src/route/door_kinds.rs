//! Chooses the kind and state of every door.
//!
//! Doors that stop a visitor (locked, portcullis, barred, secret) are only put into links that no room depends on: those
//! outside a spanning tree of the rooms from the entrance.

use std::collections::VecDeque;

use crate::dungeon::{Door, DoorKind, DoorState, HiddenDoor, Link, LinkId, RoomId};
use crate::fraction::Fraction;
use crate::recipe::Recipe;
use crate::seed::Stream;

/// Gives every door of a link its kind and state. The entrance stays a closed door, secret passages stay as they are, and
/// links that a key opens, in ascending order, are not barred besides.
pub fn assign_door_kinds(
    recipe: &Recipe,
    rooms: usize,
    links: &mut [Link],
    doors: &mut [Door],
    entrance: RoomId,
    keyed: &[LinkId],
    stream: &mut Stream,
) {
    let needed = needed_links(rooms, links, entrance, keyed);
    let shares = recipe.doors;
    for link in links.iter_mut().filter(|link| !link.is_secret_passage()) {
        for door in link.doors() {
            let door = &mut doors[door.index()];
            (door.kind, door.state) = match pick(&[shares.archway, shares.open], stream) {
                Some(0) => (DoorKind::Archway, DoorState::Open),
                Some(_) => (DoorKind::Door, DoorState::Open),
                None => (DoorKind::Door, DoorState::Closed),
            };
        }
        if needed[link.id.index()] {
            continue;
        }
        let bar = pick(&[shares.locked, shares.portcullis, shares.barred, shares.secret], stream);
        let (Some(bar), Some(door)) = (bar, stream.choose(link.doors())) else { continue };
        let door = &mut doors[door.index()];
        (door.kind, door.state, door.secret) = match bar {
            0 => (DoorKind::Door, DoorState::Locked, false),
            1 => (DoorKind::Portcullis, DoorState::Closed, false),
            2 => (DoorKind::Barred, DoorState::Closed, false),
            _ => (DoorKind::Door, DoorState::Closed, true),
        };
        link.set_hidden(if door.secret { HiddenDoor::Undiscovered } else { HiddenDoor::None });
    }
}

/// Which share chance falls upon; `None` for what they leave over.
fn pick(shares: &[Fraction], stream: &mut Stream) -> Option<usize> {
    let mut left = stream.below(u32::from(Fraction::WHOLE));
    shares.iter().position(|share| {
        let parts = u32::from(share.parts());
        let hit = left < parts;
        left = left.saturating_sub(parts);
        hit
    })
}

/// The links by which a breadth-first walk from the entrance reaches each room without keys, the same for the rooms
/// behind locks among themselves, and the locks: keys must open all that they open in the graph.
fn needed_links(rooms: usize, links: &[Link], entrance: RoomId, keyed: &[LinkId]) -> Vec<bool> {
    let mut neighbours = vec![Vec::new(); rooms];
    let open = |link: &&Link| !link.is_secret_passage() && keyed.binary_search(&link.id).is_err();
    for link in links.iter().filter(open) {
        let [a, b] = link.rooms;
        neighbours[a.index()].push((b, link.id));
        neighbours[b.index()].push((a, link.id));
    }
    let mut seen = vec![false; rooms];
    let mut needed: Vec<bool> = links.iter().map(|link| keyed.binary_search(&link.id).is_ok()).collect();
    for start in std::iter::once(entrance).chain((0..rooms as u32).map(RoomId)) {
        if std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let mut queue = VecDeque::from([start]);
        while let Some(room) = queue.pop_front() {
            for &(next, link) in &neighbours[room.index()] {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    needed[link.index()] = true;
                    queue.push_back(next);
                }
            }
        }
    }
    needed
}
