//! What hangs in the gaps: kinds and states of the doors.
//!
//! Doors that bar the way (locked, portcullis, barred, secret) are only put into links that nobody needs: those outside
//! a spanning tree of the rooms from the entrance.

use std::collections::VecDeque;

use super::Works;
use crate::dungeon::{DoorKind, DoorState, RoomId};
use crate::seed::Stream;
use crate::share::Share;

/// Gives every door of a link its kind and state. The entrance stays a closed door.
pub fn dress(works: &mut Works, entrance: RoomId, stream: &mut Stream) {
    let needed = needed(works, entrance);
    let shares = works.recipe.doors;
    for link in 0..works.links.len() {
        let doors = works.links[link].doors.clone();
        for door in &doors {
            let door = &mut works.doors[door.index()];
            (door.kind, door.state) = match pick(&[shares.archway, shares.open], stream) {
                Some(0) => (DoorKind::Archway, DoorState::Open),
                Some(_) => (DoorKind::Door, DoorState::Open),
                None => (DoorKind::Door, DoorState::Closed),
            };
        }
        if needed[link] {
            continue;
        }
        let bar = pick(&[shares.locked, shares.portcullis, shares.barred, shares.secret], stream);
        let (Some(bar), Some(door)) = (bar, stream.choose(&doors)) else { continue };
        let door = &mut works.doors[door.index()];
        (door.kind, door.state, door.secret) = match bar {
            0 => (DoorKind::Door, DoorState::Locked, false),
            1 => (DoorKind::Portcullis, DoorState::Closed, false),
            2 => (DoorKind::Barred, DoorState::Closed, false),
            _ => (DoorKind::Door, DoorState::Closed, true),
        };
        works.links[link].discovered = door.secret.then_some(false);
    }
}

/// Which share chance falls upon; `None` for what they leave over.
fn pick(shares: &[Share], stream: &mut Stream) -> Option<usize> {
    let mut left = stream.below(u32::from(Share::WHOLE));
    shares.iter().position(|share| {
        let parts = u32::from(share.parts());
        let hit = left < parts;
        left = left.saturating_sub(parts);
        hit
    })
}

/// The links by which a breadth-first walk from the entrance reaches each room.
fn needed(works: &Works, entrance: RoomId) -> Vec<bool> {
    let mut neighbours = vec![Vec::new(); works.layout.rooms.len()];
    for link in &works.links {
        let [a, b] = link.rooms;
        neighbours[a.index()].push((b, link.id));
        neighbours[b.index()].push((a, link.id));
    }
    let (mut seen, mut needed) = (vec![false; neighbours.len()], vec![false; works.links.len()]);
    seen[entrance.index()] = true;
    let mut queue = VecDeque::from([entrance]);
    while let Some(room) = queue.pop_front() {
        for &(next, link) in &neighbours[room.index()] {
            if !std::mem::replace(&mut seen[next.index()], true) {
                needed[link.index()] = true;
                queue.push_back(next);
            }
        }
    }
    needed
}
