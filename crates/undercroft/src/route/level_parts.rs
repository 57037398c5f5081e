//! The parts of a level that its links join so far, and what lies nearest to them.

use undercroft_grid::UnionFind;

use super::builder::LevelRoutes;
use super::link_plan::Edge;
use super::pinned_locks::is_shut;
use crate::dungeon::{DoorState, Link, RoomId};

/// The nearest rooms of the smallest part and of the others, where there are several parts.
pub fn apart(routes: &LevelRoutes, joined: &mut UnionFind) -> Option<[u32; 2]> {
    let parts: Vec<u32> = (0..routes.layout.rooms.len() as u32).map(|room| joined.find(room)).collect();
    let size = |part: u32| parts.iter().filter(|&&other| other == part).count();
    let &smallest = parts.iter().min_by_key(|&&part| (size(part), part))?;
    let inside = (0..parts.len() as u32).filter(|&room| parts[room as usize] == smallest);
    let others = |room: u32| nearest_first(routes, room).into_iter();
    let near = inside.filter_map(|room| {
        others(room).find(|edge| parts[edge.a as usize] != parts[edge.b as usize]).map(|edge| (edge.length, edge))
    });
    near.min().map(|(_, edge)| [edge.a, edge.b])
}

/// Edges from a room to all others.
pub fn nearest_first(routes: &LevelRoutes, room: u32) -> Vec<Edge> {
    let center = |room: u32| routes.layout.rooms[room as usize].bounds.center();
    let others = (0..routes.layout.rooms.len() as u32).filter(|&other| other != room);
    let edge = |other: u32| Edge {
        length: center(room).manhattan(center(other)) as u32,
        a: room.min(other),
        b: room.max(other),
    };
    let mut edges: Vec<Edge> = others.map(edge).collect();
    edges.sort_unstable();
    edges
}

/// Whether a pinned link joins two rooms of the level.
pub fn is_pinned_pair(routes: &LevelRoutes, [a, b]: [u32; 2]) -> bool {
    routes.links.iter().any(|link| link.touches(RoomId(a)) && link.touches(RoomId(b)))
}

/// Pinned links beyond a spanning tree.
pub fn pinned_loops(routes: &LevelRoutes) -> usize {
    let mut joined = UnionFind::new(routes.layout.rooms.len());
    routes.links.iter().filter(|link| !joined.unite(link.rooms[0].0, link.rooms[1].0)).count()
}

/// The parts of the level that links join as they stand; locks count as open.
pub fn parts(routes: &LevelRoutes) -> UnionFind {
    let mut joined = UnionFind::new(routes.layout.rooms.len());
    let is_locked = |link: &Link| link.doors().iter().any(|door| routes.doors[door.index()].state == DoorState::Locked);
    for link in &routes.links {
        if !link.is_secret_passage() && (!is_shut(link, &routes.doors) || is_locked(link)) {
            joined.unite(link.rooms[0].0, link.rooms[1].0);
        }
    }
    joined
}
