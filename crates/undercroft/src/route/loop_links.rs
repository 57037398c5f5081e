//! Loops: extra links between near rooms that are far apart along the links.

use std::cmp::Reverse;

use undercroft_grid::{Cell, Dir, Rect};

use super::RouteError;
use super::builder::LevelRoutes;
use super::corridor::Router;
use super::link_plan::{Edge, tree_hops};
use super::near_rooms::{CommonWall, LONGEST_WAY, near_pairs};
use super::wall::Site;
use crate::dungeon::{Fallback, Link, RoomId};
use crate::events::{Event, EventSink};
use crate::fraction::Fraction;
use crate::seed::Stream;

/// The fewest links between two rooms that a loop joins.
const SHORTEST_DETOUR: u32 = 3;
/// Doors of different links are farther apart than this, as |dx| + |dy|. [Unit: cells]
const DOOR_GAP: i32 = 2;

/// Two rooms that a loop could join.
#[derive(Clone, Copy, Debug)]
struct LoopCandidate {
    rooms: [u32; 2],
    wall: Option<CommonWall>,
    detour: u64,
}

/// Adds the requested fraction of the possible loops, rounded up, those that save the longest detour first; at most one
/// for each four rooms and one more. The links so far are a tree.
///
/// # Errors
/// When the budget is used up, or the events ask to stop.
pub fn add_loops(routes: &mut LevelRoutes, stream: &mut Stream, events: &mut dyn EventSink) -> Result<(), RouteError> {
    let mut candidates = candidates(routes);
    let mut wanted = wanted(routes.recipe.extra_links, candidates.len(), routes.layout.rooms.len());
    stream.shuffle(&mut candidates);
    candidates.sort_by_key(|candidate| Reverse(candidate.detour));
    let mut neighbours = neighbours(routes);
    let mut router = Router::nearby(routes.recipe);
    for candidate in candidates {
        if wanted == 0 {
            break;
        }
        if is_near(&neighbours, candidate.rooms) || !join(routes, &candidate, &mut router, events)? {
            continue;
        }
        let [a, b] = candidate.rooms;
        neighbours[a as usize].push(b);
        neighbours[b as usize].push(a);
        wanted -= 1;
    }
    Ok(())
}

fn wanted(extra: Fraction, candidates: usize, rooms: usize) -> usize {
    let parts = usize::from(extra.parts()) * candidates;
    parts.div_ceil(usize::from(Fraction::WHOLE)).min(rooms / 4 + 1)
}

/// Near rooms that are far apart along the links.
fn candidates(routes: &LevelRoutes) -> Vec<LoopCandidate> {
    let near = near_pairs(routes);
    let pairs: Vec<[u32; 2]> = near.keys().copied().collect();
    let tree = routes.links.iter().map(|link| link.rooms.map(|room| room.0));
    let detours = tree_hops(routes.layout.rooms.len(), tree, &pairs);
    let candidates = near.into_iter().zip(detours).map(|((rooms, wall), detour)| LoopCandidate { rooms, wall, detour });
    candidates.filter(|candidate| candidate.detour >= u64::from(SHORTEST_DETOUR)).collect()
}

fn neighbours(routes: &LevelRoutes) -> Vec<Vec<u32>> {
    let mut neighbours = vec![Vec::new(); routes.layout.rooms.len()];
    for [a, b] in routes.links.iter().map(|link: &Link| link.rooms) {
        neighbours[a.index()].push(b.0);
        neighbours[b.index()].push(a.0);
    }
    neighbours
}

/// Whether fewer links than a loop must save lie between the rooms by now.
fn is_near(neighbours: &[Vec<u32>], [from, to]: [u32; 2]) -> bool {
    let mut reached = vec![from];
    for _ in 1..SHORTEST_DETOUR {
        reached = reached.iter().flat_map(|&room| &neighbours[room as usize]).copied().collect();
        if reached.contains(&to) {
            return true;
        }
    }
    false
}

/// Joins two rooms by a door in their common wall, else by a corridor of their own.
fn join(
    routes: &mut LevelRoutes,
    candidate: &LoopCandidate,
    router: &mut Router,
    events: &mut dyn EventSink,
) -> Result<bool, RouteError> {
    let [a, b] = candidate.rooms;
    if let Some(site) = candidate.wall.and_then(|wall| wall_site(routes, wall)) {
        routes.add_shared_door([a, b].map(RoomId), &site, events);
        return Ok(true);
    }
    let Some(corridor) = routes.find_corridor(Edge { length: 1, a, b }, router, events)? else { return Ok(false) };
    let reason = if corridor.fallback != [Fallback::None; 2] {
        "no free runway"
    } else if corridor.path.len() > LONGEST_WAY as usize {
        "the way is too long"
    } else if corridor.sites.iter().any(|site| has_door_near(routes, site.slice(0))) {
        "other doors are too near"
    } else {
        routes.carve([a, b].map(RoomId), &corridor, events);
        routes.reserve_last();
        return Ok(true);
    };
    if events.wants_events() {
        let what = format!("loop between rooms {a} and {b}");
        events.on_event(Event::Rejected { what, at: corridor.path[0], reason: reason.to_owned() });
    }
    Ok(false)
}

/// The place in a common wall nearest to its middle, away from its ends and from other doors.
fn wall_site(routes: &LevelRoutes, CommonWall { normal, cells }: CommonWall) -> Option<Site> {
    let length = cells.width().max(cells.height());
    let width = routes.recipe.corridors.width.min(length - 2);
    let along = if normal.is_horizontal() { Dir::South } else { Dir::East };
    let site = |offset: i32| Site { normal, first: cells.min().step(along, offset), width, runway: 0, cost: 0 };
    let off_center = |offset: &i32| (2 * offset + width - length).abs();
    let mut offsets: Vec<i32> = (1..length - width).collect();
    offsets.sort_by_key(off_center);
    offsets.into_iter().map(site).find(|site| !has_door_near(routes, site.slice(0)))
}

fn has_door_near(routes: &LevelRoutes, door: Rect) -> bool {
    let distance = |cell: Cell| {
        let dx = (door.left - cell.x).max(cell.x - door.right + 1).max(0);
        dx + (door.top - cell.y).max(cell.y - door.bottom + 1).max(0)
    };
    let mut near = door.grow(DOOR_GAP).cells();
    near.any(|cell| distance(cell) <= DOOR_GAP && routes.map.has_door(Rect::at(cell, 1, 1)))
}
