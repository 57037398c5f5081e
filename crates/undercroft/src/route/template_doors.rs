//! Rooms from templates: the doors that placement made, those that shorten detours, and corridors between distant parts.

use undercroft_grid::{Cell, Rect, UnionFind};

use super::corridor::Router;
use super::link_plan::{self, Edge};
use super::wall::{Site, Wall};
use super::{RouteError, Works, shared_link};
use crate::dungeon::{LinkId, Socket};
use crate::events::EventSink;
use crate::place::{Opening, Placement};

/// Makes the links of a layout whose placement joined the rooms.
pub fn join(works: &mut Works, has_corridors: bool, events: &mut dyn EventSink) -> Result<(), RouteError> {
    let (asked, candidates): (Vec<Opening>, Vec<Opening>) =
        works.layout.openings.iter().copied().partition(|opening| opening.asked);
    for opening in &asked {
        open(works, opening, events);
    }
    let edge = |opening: &Opening| Edge { length: 1, a: opening.rooms[0].0, b: opening.rooms[1].0 };
    let loops = loops(works, asked.iter().map(edge), candidates.iter().map(edge).collect());
    for opening in candidates.iter().filter(|opening| loops.binary_search(&edge(opening)).is_ok()) {
        open(works, opening, events);
    }
    if has_corridors { add_corridors(works, events) } else { Ok(()) }
}

fn open(works: &mut Works, opening: &Opening, events: &mut dyn EventSink) {
    let width = opening.cells.width().max(opening.cells.height());
    let site = Site { normal: opening.normal, first: opening.cells.min(), width, runway: 0, cost: 0 };
    let door = works.open_door(opening.rooms[0], &site, events);
    let id = LinkId(works.links.len() as u32);
    works.links.push(shared_link(id, opening.rooms, door));
}

/// The wished share of the candidates, those that save the longest detour first, sorted.
fn loops(works: &Works, made: impl Iterator<Item = Edge>, candidates: Vec<Edge>) -> Vec<Edge> {
    let rooms = works.layout.rooms.len();
    let mut joined = UnionFind::new(rooms);
    let tree = made.filter(|edge| joined.unite(edge.a, edge.b)).collect();
    link_plan::with_loops(rooms, tree, candidates, works.recipe.extra_links).loops
}

/// Joins distant parts by corridors that begin and end at unused sockets. One that finds no way is left out: everything
/// is joined without it.
fn add_corridors(works: &mut Works, events: &mut dyn EventSink) -> Result<(), RouteError> {
    for room in 0..works.walls.len() {
        works.walls[room] = unused(works, &works.layout.rooms[room]);
    }
    let centre = |room: &Placement| {
        let Rect { left, top, right, bottom } = room.bounds;
        Cell::new(left + right, top + bottom)
    };
    let centres: Vec<Cell> = works.layout.rooms.iter().map(centre).collect();
    let length = |a: u32, b: u32| centres[a as usize].manhattan(centres[b as usize]) as u32;
    let made = works.links.iter().map(|link| link.rooms.map(|room| room.0));
    let made: Vec<Edge> = made.map(|[a, b]| Edge { length: length(a, b), a, b }).collect();
    let reachable: Vec<u32> =
        (0..centres.len() as u32).filter(|&room| !works.walls[room as usize].is_empty()).collect();
    let sites: Vec<Cell> = reachable.iter().map(|&room| centres[room as usize]).collect();
    let renamed = |edge: Edge| Edge { a: reachable[edge.a as usize], b: reachable[edge.b as usize], ..edge };
    let apart = |edge: &Edge| !made.iter().any(|other| (other.a, other.b) == (edge.a, edge.b));
    let possible = link_plan::delaunay(&sites).into_iter().map(renamed).filter(apart).collect();
    let mut router = Router::new(works.recipe);
    for edge in loops(works, made.iter().copied(), possible) {
        works.corridor(edge, &mut router, events)?;
    }
    Ok(())
}

/// The walls of a room as far as a corridor may enter there: its sockets that are no doors.
fn unused(works: &Works, room: &Placement) -> Vec<Wall> {
    let wall = |socket: &Socket| Wall { normal: socket.dir, first: socket.cell, length: 1 };
    let sockets = room.sockets.iter().filter(|socket| !works.ground.has_door(Rect::at(socket.cell, 1, 1)));
    sockets.map(wall).collect()
}
