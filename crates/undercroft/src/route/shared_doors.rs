//! Rooms that share a wall: doors in the wall instead of corridors.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use undercroft_grid::{Dir, Rect};

use super::RouteError;
use super::builder::{LevelRoutes, LinkOutcome};
use super::link_plan::{Edge, LinkPlan, add_loops};
use super::wall::Site;
use crate::dungeon::{Role, RoomId};
use crate::events::Event;
use crate::meter::Meter;
use crate::seed::Stream;

/// Joins adjoining rooms: paths from the first room are as short as possible, through halls where there are any.
pub fn join(routes: &mut LevelRoutes, first: RoomId, meter: &mut Meter) -> Result<(), RouteError> {
    // Each room meets those that begin at the same line.
    meter.spend(4 * routes.layout.rooms.len() as u64)?;
    let walls = shared_walls(routes);
    let edges: Vec<Edge> = walls.keys().map(|&(a, b)| Edge { length: 1, a, b }).collect();
    let (tree, rest) = split(routes, &edges, first.0);
    let link_plan: LinkPlan = add_loops(routes.layout.rooms.len(), tree, rest, routes.recipe.extra_links);
    routes.add_links(&link_plan, meter, |routes, edge, meter| {
        let mut stream = routes.link_stream([edge.a, edge.b].map(RoomId));
        let Some(site) = site(routes, walls[&(edge.a, edge.b)], &mut stream) else {
            if meter.wants_events() {
                let what = format!("door between rooms {} and {}", edge.a, edge.b);
                let z = routes.layout.rooms[edge.a as usize].z;
                let at = walls[&(edge.a, edge.b)].1.min();
                meter.on_event(Event::Rejected { what, z, at, reason: "other doors are too near".to_owned() });
            }
            return Ok(LinkOutcome::Blocked);
        };
        let rooms = [edge.a, edge.b].map(RoomId);
        routes.add_shared_door(rooms, &site, meter);
        Ok(LinkOutcome::Made)
    })
}

/// For each pair of neighbours, lower id first: the direction from the one to the other, and the wall cells with floor
/// on both sides.
fn shared_walls(routes: &LevelRoutes) -> BTreeMap<(u32, u32), (Dir, Rect)> {
    let mut walls = BTreeMap::new();
    for normal in [Dir::East, Dir::South] {
        // Rooms by the wall line before them, so that each room meets only those that begin at its far wall.
        let mut beginning: BTreeMap<i32, Vec<u32>> = BTreeMap::new();
        let line =
            |rect: Rect| if normal == Dir::East { (rect.left - 1, rect.right) } else { (rect.top - 1, rect.bottom) };
        let rooms = || routes.layout.rooms.iter().enumerate().map(|(id, room)| (id as u32, room.bounds));
        rooms().for_each(|(id, bounds)| beginning.entry(line(bounds).0).or_default().push(id));
        for (id, bounds) in rooms() {
            for &other in beginning.get(&line(bounds).1).into_iter().flatten() {
                let beyond = routes.layout.rooms[other as usize].bounds;
                let wall = wall_between(normal, bounds, beyond);
                if !wall.is_empty() {
                    let dir = if id < other { normal } else { normal.opposite() };
                    walls.insert((id.min(other), id.max(other)), (dir, wall));
                }
            }
        }
    }
    walls
}

/// The wall cells between two neighbours; empty when they only touch at a corner.
fn wall_between(normal: Dir, first: Rect, second: Rect) -> Rect {
    if normal == Dir::East {
        Rect::new(first.right, first.top.max(second.top), first.right + 1, first.bottom.min(second.bottom))
    } else {
        Rect::new(first.left.max(second.left), first.bottom, first.right.min(second.right), first.bottom + 1)
    }
}

/// The edges by which a breadth-first walk from the entrance reaches each room, halls first, and all the others.
fn split(routes: &LevelRoutes, edges: &[Edge], entrance: u32) -> (Vec<Edge>, Vec<Edge>) {
    let rooms = routes.layout.rooms.len();
    let is_hall = |room: u32| routes.layout.rooms[room as usize].roles.contains(&Role::Hall);
    let mut neighbours = vec![Vec::new(); rooms];
    for edge in edges {
        neighbours[edge.a as usize].push((edge.b, *edge));
        neighbours[edge.b as usize].push((edge.a, *edge));
    }
    neighbours.iter_mut().for_each(|list| list.sort_by_key(|&(room, _)| (!is_hall(room), room)));
    let mut seen = vec![false; rooms];
    seen[entrance as usize] = true;
    let (mut queue, mut tree) = (VecDeque::from([entrance]), Vec::new());
    while let Some(room) = queue.pop_front() {
        for &(next, edge) in &neighbours[room as usize] {
            if !std::mem::replace(&mut seen[next as usize], true) {
                tree.push(edge);
                // A hall opens its rooms before the rooms open each other.
                if is_hall(next) { queue.push_front(next) } else { queue.push_back(next) }
            }
        }
    }
    let in_tree: BTreeSet<Edge> = tree.iter().copied().collect();
    let rest = edges.iter().copied().filter(|edge| !in_tree.contains(edge)).collect();
    (tree, rest)
}

/// A random place in the wall where no other door touches.
fn site(routes: &LevelRoutes, (normal, wall): (Dir, Rect), stream: &mut Stream) -> Option<Site> {
    let length = wall.width().max(wall.height());
    let width = routes.recipe.corridors.width.min(length);
    let place = |offset: i32| {
        let along = if normal.is_horizontal() { Dir::South } else { Dir::East };
        Site { normal, first: wall.min().step(along, offset), width, runway: 0, cost: 0 }
    };
    let free: Vec<Site> = (0..=length - width).map(place).filter(|site| !site.touches_door(&routes.map)).collect();
    stream.choose(&free).copied()
}
