//! Routes round pins: pinned links first, then what placement made, then what the rooms still need.
//!
//! A room is never left out: where no wanted link can be made, the nearest room that can be reached is joined.

use std::collections::BTreeSet;

use undercroft_grid::Cell;

use super::builder::RouteBuilder;
use super::joint_links::lock_doors;
use super::key_cells::place_keys;
use super::level_edges::level_edges;
use super::pinned_door::restore_doors;
use super::pinned_level::PinnedLevel;
use super::pinned_locks::{choose_locks, is_shut, keys_of_pins};
use super::pinned_routing::PinnedRouting;
use super::{RouteError, Routes, stair_links};
use crate::dungeon::{Link, LinkId, LinkKind, Pin, PinId, PinnedLink, RoomId};
use crate::meter::Meter;

/// Pairs of rooms that are tried for stairs.
const STAIR_PAIRS: usize = 16;

/// Routes, and the rooms whose links are not those that were asked for.
pub struct PinnedRoutes {
    pub routes: Routes,
    pub strayed: BTreeSet<RoomId>,
}

/// Makes doors, corridors and stairs of a layout with pinned rooms.
///
/// # Errors
/// When a room cannot be reached, a pinned door leads nowhere, or the budget is used up.
pub fn route_pinned(task: &PinnedRouting, meter: &mut Meter) -> Result<PinnedRoutes, RouteError> {
    let mut builder = RouteBuilder::new(task.recipe, task.layout);
    builder.contents = Some(task.contents);
    let mut strayed = BTreeSet::new();
    let mut levels: Vec<i32> = task.layout.rooms.iter().map(|room| room.z).collect();
    levels.sort_unstable_by_key(|&z| std::cmp::Reverse(z));
    levels.dedup();
    for z in levels {
        builder.route_level(z, meter, |routes, level, meter| {
            let asked = level_edges(task, level);
            strayed.extend(PinnedLevel { task, level }.route(routes, &asked, meter)?);
            Ok(())
        })?;
    }
    add_stairs(&mut builder, task, &mut strayed, meter)?;
    let entrance = builder.entrance.as_ref().map(|entrance| entrance.room);
    let gate = entrance.ok_or_else(|| RouteError::no_entrance(task.recipe))?;
    let is_pinned = |link: &Link| is_pinned(task, &builder, link);
    let pinned: Vec<bool> = builder.links.iter().map(is_pinned).collect();
    let asked: BTreeSet<[RoomId; 2]> = task
        .wanted
        .iter()
        .copied()
        .chain(task.layout.joints.iter().map(|joint| joint.rooms))
        .map(lower_first)
        .collect();
    for (link, _) in builder.links.iter().zip(&pinned).filter(|(_, pinned)| **pinned) {
        if !asked.contains(&lower_first(link.rooms)) {
            strayed.extend(link.rooms);
        }
    }
    let shut: Vec<LinkId> = (0..)
        .map(LinkId)
        .zip(&builder.links)
        .zip(&pinned)
        .filter(|((_, link), pinned)| **pinned && is_shut(link, &builder.doors))
        .map(|((id, _), _)| id)
        .collect();
    let own = keys_of_pins(&builder, gate, &shut);
    let free = choose_locks(&builder, task, gate, (&pinned, &own), meter)?;
    let keyed: BTreeSet<LinkId> = free.iter().chain(&own).map(|(link, _)| *link).chain(shut).collect();
    let mut routes = builder.finish(&keyed.into_iter().collect::<Vec<_>>(), meter)?;
    lock_doors(&mut routes, task.layout.rooms.len(), &free.iter().map(|(link, _)| *link).collect::<Vec<_>>());
    restore_doors(task.pins, &mut routes);
    let keys = own.into_iter().chain(free);
    let is_closed = |room: RoomId, cell: Cell| task.contents.closes_key(task.layout.rooms[room.index()].z, cell);
    routes.keys = place_keys(task.layout, &routes.links, keys, is_closed, meter)?;
    Ok(PinnedRoutes { routes, strayed })
}

/// Whether a link of the builder is a pinned one.
fn is_pinned(task: &PinnedRouting, builder: &RouteBuilder, link: &Link) -> bool {
    let doors: Vec<_> = link.doors().iter().map(|door| &builder.doors[door.index()]).collect();
    task.pins.iter().any(|pin| {
        let Pin::Link(pin) = pin else { return false };
        match (&pin.kind, link.stairs()) {
            (PinnedLink::Stairs(runs), Some(own)) => {
                let is_end = |room: &PinId| task.rooms.get(room).is_some_and(|room| link.rooms.contains(room));
                let is_same = runs == own || (runs[0] == own[1] && runs[1] == own[0]);
                is_same && pin.rooms.iter().all(is_end)
            }
            (PinnedLink::Stairs(_), None) | (_, Some(_)) => false,
            (kind, None) => kind.doors().iter().all(|door| doors.iter().any(|other| door.is_at(other))),
        }
    })
}

/// Adds pinned stairs, then those that are wanted where no pinned ones join the same levels.
fn add_stairs(
    builder: &mut RouteBuilder,
    task: &PinnedRouting,
    strayed: &mut BTreeSet<RoomId>,
    meter: &mut Meter,
) -> Result<(), RouteError> {
    let level = |room: RoomId| task.layout.rooms[room.index()].z;
    let mut joined: BTreeSet<[i32; 2]> = BTreeSet::new();
    for pin in task.pins {
        let Pin::Link(pin) = pin else { continue };
        let PinnedLink::Stairs(runs) = &pin.kind else { continue };
        let [Some(&a), Some(&b)] = pin.rooms.map(|room| task.rooms.get(&room)) else { continue };
        builder.links.push(Link::new(LinkId(0), [a, b], LinkKind::Stairs { runs: runs.clone() }));
        joined.insert(sorted([level(a), level(b)]));
        strayed.extend([a, b]);
    }
    for &[a, b] in &task.stairs {
        let levels = sorted([level(a), level(b)]);
        if joined.contains(&levels) {
            continue;
        }
        if stair_links::find(builder, [a, b], meter)?.is_some() {
            stair_links::add_stairs(builder, [a, b], meter)?;
        } else {
            let other = other_stairs(builder, task, levels, meter)?.ok_or(RouteError::Apart { a, b })?;
            stair_links::add_stairs(builder, other, meter)?;
            strayed.extend(other);
        }
        joined.insert(levels);
    }
    Ok(())
}

/// Rooms of two levels that have place for stairs, those with most cells in common first.
fn other_stairs(
    builder: &RouteBuilder,
    task: &PinnedRouting,
    levels: [i32; 2],
    meter: &mut Meter,
) -> Result<Option<[RoomId; 2]>, RouteError> {
    let on = |z: i32| (0..).map(RoomId).zip(&task.layout.rooms).filter(move |(_, room)| room.z == z);
    let mut pairs = Vec::new();
    for (a, lower) in on(levels[0]) {
        for (b, upper) in on(levels[1]) {
            let common = lower.bounds.intersection(upper.bounds).area();
            if common > 0 {
                pairs.push((std::cmp::Reverse(common), [a, b]));
            }
        }
    }
    pairs.sort();
    for (_, [a, b]) in pairs.into_iter().take(STAIR_PAIRS) {
        let rooms = [a.min(b), a.max(b)];
        if stair_links::find(builder, rooms, meter)?.is_some() {
            return Ok(Some(rooms));
        }
    }
    Ok(None)
}

fn sorted([a, b]: [i32; 2]) -> [i32; 2] {
    [a.min(b), a.max(b)]
}

fn lower_first([a, b]: [RoomId; 2]) -> [RoomId; 2] {
    [a.min(b), a.max(b)]
}
