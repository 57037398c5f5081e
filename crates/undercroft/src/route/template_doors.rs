//! Rooms from templates: the doors that placement made, those that shorten detours, and corridors between distant parts.

use std::collections::BTreeSet;

use undercroft_grid::{Cell, Rect, UnionFind};

use super::RouteError;
use super::builder::LevelRoutes;
use super::corridor::Router;
use super::link_plan::{self, Edge};
use super::wall::{Site, Wall};
use crate::dungeon::Socket;
use crate::meter::Meter;
use crate::place::{Opening, Placement};

/// Makes the links of a layout whose placement joined the rooms.
pub fn join(routes: &mut LevelRoutes, has_corridors: bool, meter: &mut Meter) -> Result<(), RouteError> {
    let (asked, candidates): (Vec<Opening>, Vec<Opening>) =
        routes.layout.openings.iter().copied().partition(|opening| opening.asked);
    for opening in &asked {
        meter.spend(1)?;
        open(routes, opening, meter);
    }
    let edge = |opening: &Opening| Edge { length: 1, a: opening.rooms[0].0, b: opening.rooms[1].0 };
    let loops = loops(routes, asked.iter().map(edge), candidates.iter().map(edge).collect());
    for opening in candidates.iter().filter(|opening| loops.binary_search(&edge(opening)).is_ok()) {
        open(routes, opening, meter);
    }
    if has_corridors { add_corridors(routes, meter) } else { Ok(()) }
}

fn open(routes: &mut LevelRoutes, opening: &Opening, meter: &mut Meter) {
    let width = opening.cells.width().max(opening.cells.height());
    let site = Site { normal: opening.normal, first: opening.cells.min(), width, runway: 0, cost: 0 };
    routes.add_shared_door(opening.rooms, &site, meter);
}

/// The requested fraction of the candidates, those that save the longest detour first, sorted.
fn loops(routes: &LevelRoutes, made: impl Iterator<Item = Edge>, candidates: Vec<Edge>) -> Vec<Edge> {
    let rooms = routes.layout.rooms.len();
    let mut joined = UnionFind::new(rooms);
    let tree = made.filter(|edge| joined.unite(edge.a, edge.b)).collect();
    link_plan::add_loops(rooms, tree, candidates, routes.recipe.extra_links).loops
}

/// Joins distant parts by corridors that begin and end at unused sockets. One without a free path is left out: everything
/// is connected without it.
fn add_corridors(routes: &mut LevelRoutes, meter: &mut Meter) -> Result<(), RouteError> {
    for room in 0..routes.walls.len() {
        routes.walls[room] = unused_walls(routes, &routes.layout.rooms[room]);
    }
    let center = |room: &Placement| {
        let Rect { left, top, right, bottom } = room.bounds;
        Cell::new(left + right, top + bottom)
    };
    let centers: Vec<Cell> = routes.layout.rooms.iter().map(center).collect();
    let length = |a: u32, b: u32| centers[a as usize].manhattan(centers[b as usize]) as u32;
    let made = routes.links.iter().map(|link| link.rooms.map(|room| room.0));
    let made: Vec<Edge> = made.map(|[a, b]| Edge { length: length(a, b), a, b }).collect();
    let reachable: Vec<u32> =
        (0..centers.len() as u32).filter(|&room| !routes.walls[room as usize].is_empty()).collect();
    let sites: Vec<Cell> = reachable.iter().map(|&room| centers[room as usize]).collect();
    let renamed = |edge: Edge| Edge { a: reachable[edge.a as usize], b: reachable[edge.b as usize], ..edge };
    let joined: BTreeSet<(u32, u32)> = made.iter().map(|edge| (edge.a, edge.b)).collect();
    let apart = |edge: &Edge| !joined.contains(&(edge.a, edge.b));
    let possible = link_plan::delaunay(&sites).into_iter().map(renamed).filter(apart).collect();
    let mut router = Router::new(routes.recipe);
    for edge in loops(routes, made.iter().copied(), possible) {
        routes.add_corridor(edge, &mut router, meter)?;
    }
    Ok(())
}

/// The walls of a room as far as a corridor may enter there: its sockets that are no doors.
fn unused_walls(routes: &LevelRoutes, room: &Placement) -> Vec<Wall> {
    let wall = |socket: &Socket| Wall { normal: socket.dir, first: socket.cell, length: 1 };
    let sockets = room.sockets.iter().filter(|socket| !routes.map.has_door(Rect::at(socket.cell, 1, 1)));
    sockets.map(wall).collect()
}
