//! Locks and keys round pins: pinned locks that rooms depend on get a key before the first lock, other links are locked by
//! chance as usual.

use std::collections::VecDeque;

use super::RouteError;
use super::builder::RouteBuilder;
use super::pinned_routing::PinnedRouting;
use crate::dungeon::{Door, DoorState, KeyRule, Link, LinkId, LinkKind, RoomId};
use crate::meter::Meter;
use crate::plan::{PlanLink, PlanLinkKind, lock_links};

/// Whether a visitor cannot walk through a link as it stands.
pub fn is_shut(link: &Link, doors: &[Door]) -> bool {
    link.doors().iter().any(|door| {
        let door = &doors[door.index()];
        !door.is_passable() || door.secret
    })
}

fn is_locked(link: &Link, doors: &[Door]) -> bool {
    link.doors().iter().any(|door| doors[door.index()].state == DoorState::Locked)
}

/// A key for each pinned locked link, if some room cannot be reached without it. They lie before all locks.
pub fn keys_of_pins(builder: &RouteBuilder, gate: RoomId, shut: &[LinkId]) -> Vec<(LinkId, RoomId)> {
    let locked: Vec<LinkId> =
        shut.iter().copied().filter(|id| is_locked(&builder.links[id.index()], &builder.doors)).collect();
    let hops = hops(builder, gate, shut);
    if locked.is_empty() || hops.iter().all(Option::is_some) {
        return Vec::new();
    }
    let farthest = (0..hops.len()).filter_map(|room| Some((hops[room]?, std::cmp::Reverse(room)))).max();
    let room = farthest.map_or(gate, |(_, std::cmp::Reverse(room))| RoomId(room as u32));
    locked.into_iter().map(|link| (link, room)).collect()
}

/// Links from the gate to each room that can be reached without what is shut.
fn hops(builder: &RouteBuilder, gate: RoomId, shut: &[LinkId]) -> Vec<Option<u32>> {
    let mut hops = vec![None; builder.layout.rooms.len()];
    hops[gate.index()] = Some(0);
    let mut queue = VecDeque::from([gate]);
    while let Some(room) = queue.pop_front() {
        let next = hops[room.index()].map(|hops: u32| hops + 1);
        for (id, link) in (0..).map(LinkId).zip(&builder.links) {
            if !link.touches(room) || shut.contains(&id) || link.is_secret_passage() {
                continue;
            }
            let other = if link.rooms[0] == room { link.rooms[1] } else { link.rooms[0] };
            if hops[other.index()].is_none() {
                hops[other.index()] = next;
                queue.push_back(other);
            }
        }
    }
    hops
}

/// Chooses links to lock that are not pinned, and the rooms of their keys.
///
/// # Errors
/// When the locks cannot be proved, or the meter halts.
pub fn choose_locks(
    builder: &RouteBuilder,
    task: &PinnedRouting,
    gate: RoomId,
    (pinned, own): (&[bool], &[(LinkId, RoomId)]),
    meter: &mut Meter,
) -> Result<Vec<(LinkId, RoomId)>, RouteError> {
    let (locks, keys) = task.locks;
    let left = locks.saturating_sub(own.len());
    // Shared keys of pinned locks could be spent elsewhere.
    if left == 0 || builder.recipe.is_woods() || keys == KeyRule::Shared && !own.is_empty() {
        return Ok(Vec::new());
    }
    let kind = |(link, &is_pinned): (&Link, &bool)| match link.kind {
        LinkKind::Secret { .. } => PlanLinkKind::SecretPassage,
        // Nothing locks stairs.
        LinkKind::Stairs { .. } => PlanLinkKind::Stairs,
        _ if is_pinned => PlanLinkKind::Stairs,
        _ => PlanLinkKind::Corridor,
    };
    let planned = |link: (&Link, &bool)| {
        let [a, b] = link.0.rooms;
        PlanLink { rooms: [a.min(b), a.max(b)], kind: kind(link), key: None, discovered: None }
    };
    let links: Vec<PlanLink> = builder.links.iter().zip(pinned).map(planned).collect();
    let levels: Vec<i32> = builder.layout.rooms.iter().map(|room| room.z).collect();
    let mut stream = builder.recipe.seed.stream("route/locks");
    let locked = lock_links(&levels, links, gate, (left, keys), &mut stream, meter)?;
    Ok((0..).zip(locked).filter_map(|(id, link)| Some((LinkId(id), link.key?))).collect())
}
