//! Chooses the kind and state of every door.
//!
//! Doors that stop a visitor (locked, portcullis, barred, secret) are only put into links that no room depends on: those
//! outside a spanning tree of the rooms from the entrance. A short corridor has a leaf at its far end alone; its near end
//! is a doorway. Between caves, and everywhere in the woods, all are doorways that stop no one.

use std::collections::VecDeque;

use undercroft_grid::Cell;

use super::leaf_walls::can_hang;
use crate::derive::progression::{RoomEdge, RoomProgress, progress};
use crate::dungeon::{Door, DoorId, DoorKind, DoorState, HiddenDoor, Link, LinkId, RoomId};
use crate::fraction::Fraction;
use crate::place::Placement;
use crate::recipe::{Doors, Recipe};
use crate::seed::Stream;

/// The longest corridor with a leaf at one end alone. [Unit: cells of its path]
const SHORT_CORRIDOR: usize = 8;

/// The rooms and links whose doors are to be hung.
pub struct DoorTask<'a> {
    /// The recipe.
    pub recipe: &'a Recipe,
    /// The rooms; the sockets of their templates are doors that must stay open.
    pub rooms: &'a [Placement],
    /// The room that the visitor comes into.
    pub entrance: RoomId,
    /// Links that a key opens, in ascending order: they are not barred besides.
    pub keyed: &'a [LinkId],
}

/// Gives every door of a link its kind and state. The entrance stays a closed door and secret passages stay as they are.
/// Each door draws from a stream named by its place, so that it keeps its kind wherever it stays.
pub fn assign_door_kinds(task: &DoorTask, links: &mut [Link], doors: &mut [Door]) {
    let needed = needed_links(task, links, doors);
    let depths = depths(task, links);
    for link in links.iter_mut().filter(|link| !link.is_secret_passage()) {
        let mut streams: Vec<Stream> = link.doors().iter().map(|door| stream(task, &doors[door.index()])).collect();
        for (door, stream) in link.doors().iter().zip(&mut streams) {
            hang(task.recipe.doors, &mut doors[door.index()], stream);
        }
        // The links of one corridor may be listed in either order of their rooms.
        let Some(first) = (0..streams.len()).min_by_key(|&end| doors[link.doors()[end].index()].cells[0]) else {
            continue;
        };
        let gap = doorway_end(task, link, &depths);
        let has_leaf = |door: &DoorId| can_hang(task.recipe, task.rooms, link, &doors[door.index()]);
        let leaves: Vec<usize> = (0..streams.len()).filter(|&end| has_leaf(&link.doors()[end])).collect();
        let is_free = needed[link.id.index()] || leaves.is_empty();
        let bar = if is_free { None } else { draw_bar(task.recipe.doors, &mut streams[first]) };
        let other = gap.map(|gap| 1 - gap).filter(|_| bar == Some(Bar::Portcullis));
        let barred = bar.map(|bar| {
            let end = other.unwrap_or_else(|| streams[first].below(link.doors().len() as u32) as usize);
            let end = if leaves.contains(&end) { end } else { leaves[0] };
            put_bar(bar, link, end, doors);
            end
        });
        let gap = gap.filter(|_| bar.is_none() || other.is_some());
        let joins_caves = link.rooms.iter().all(|room| task.rooms[room.index()].is_cave());
        let is_gap = |end: &usize| gap == Some(*end) || joins_caves || !leaves.contains(end);
        for end in (0..streams.len()).filter(|end| barred != Some(*end) && is_gap(end)) {
            take_leaf(&mut doors[link.doors()[end].index()]);
        }
    }
    if task.recipe.is_woods() {
        let secret = links.iter().filter(|link| link.is_secret_passage()).flat_map(Link::doors);
        secret.for_each(|door| take_leaf(&mut doors[door.index()]));
    }
}

/// Makes a door a doorway.
pub const fn take_leaf(door: &mut Door) {
    (door.kind, door.state) = (DoorKind::Doorway, DoorState::Open);
}

/// The stream that decides about one door.
fn stream(task: &DoorTask, door: &Door) -> Stream {
    let Cell { x, y } = door.cells[0];
    task.recipe.seed.stream(&format!("doors/{x},{y},{}", door.z))
}

fn hang(shares: Doors, door: &mut Door, stream: &mut Stream) {
    (door.kind, door.state) = match pick(&[shares.archway, shares.open], stream) {
        Some(0) => (DoorKind::Archway, DoorState::Open),
        Some(_) => (DoorKind::Door, DoorState::Open),
        None => (DoorKind::Door, DoorState::Closed),
    };
}

/// The end of a short corridor that has no leaf: that of a cave, else that of lower depth, of equal ones the room with the
/// lower id. `None` where both ends have one.
fn doorway_end(task: &DoorTask, link: &Link, depths: &[RoomProgress]) -> Option<usize> {
    let is_short = !link.is_shared() && link.corridor().is_some_and(|corridor| corridor.path.len() <= SHORT_CORRIDOR);
    let is_single = task.recipe.doors.per_link == 1 && task.keyed.binary_search(&link.id).is_err();
    let depth = |end: &usize| {
        let room = link.rooms[*end];
        (!task.rooms[room.index()].is_cave(), depths[room.index()].depth, room)
    };
    (0..2).filter(|_| is_short && is_single).min_by_key(depth)
}

/// The links from the entrance to each room, before any door is locked or secret.
fn depths(task: &DoorTask, links: &[Link]) -> Vec<RoomProgress> {
    let edge = |link: &Link| RoomEdge { rooms: link.rooms, is_secret: link.is_secret_passage() };
    let edges: Vec<RoomEdge> = links.iter().map(edge).collect();
    let levels: Vec<i32> = task.rooms.iter().map(|room| room.z).collect();
    progress(&levels, &edges, task.entrance).0
}

/// What stops a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bar {
    Locked,
    Portcullis,
    Barred,
    Secret,
}

fn draw_bar(shares: Doors, stream: &mut Stream) -> Option<Bar> {
    let bars = [Bar::Locked, Bar::Portcullis, Bar::Barred, Bar::Secret];
    pick(&[shares.locked, shares.portcullis, shares.barred, shares.secret], stream).map(|at| bars[at])
}

fn put_bar(bar: Bar, link: &mut Link, end: usize, doors: &mut [Door]) {
    let door = &mut doors[link.doors()[end].index()];
    (door.kind, door.state, door.secret) = match bar {
        Bar::Locked => (DoorKind::Door, DoorState::Locked, false),
        Bar::Portcullis => (DoorKind::Portcullis, DoorState::Closed, false),
        Bar::Barred => (DoorKind::Barred, DoorState::Closed, false),
        Bar::Secret => (DoorKind::Door, DoorState::Closed, true),
    };
    link.set_hidden(if door.secret { HiddenDoor::Undiscovered } else { HiddenDoor::None });
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
/// behind locks among themselves, the locks (keys must open all that they open in the graph), and links through sockets
/// that a template requires.
fn needed_links(task: &DoorTask, links: &[Link], doors: &[Door]) -> Vec<bool> {
    let rooms = task.rooms.len();
    let is_keyed = |link: &Link| task.keyed.binary_search(&link.id).is_ok();
    let mut neighbours = vec![Vec::new(); rooms];
    for link in links.iter().filter(|link| !link.is_secret_passage() && !is_keyed(link)) {
        let [a, b] = link.rooms;
        neighbours[a.index()].push((b, link.id));
        neighbours[b.index()].push((a, link.id));
    }
    let mut seen = vec![false; rooms];
    let mut needed: Vec<bool> = links.iter().map(|link| is_keyed(link) || is_required(task, link, doors)).collect();
    for start in std::iter::once(task.entrance).chain((0..rooms as u32).map(RoomId)) {
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

/// Whether a door of the link is in a socket that the template of one of its rooms requires.
fn is_required(task: &DoorTask, link: &Link, doors: &[Door]) -> bool {
    let mut sockets = link.rooms.iter().flat_map(|room| &task.rooms[room.index()].sockets);
    let is_door = |cell: &Cell| link.doors().iter().any(|door| doors[door.index()].cells.contains(cell));
    sockets.any(|socket| socket.required && is_door(&socket.cell))
}
