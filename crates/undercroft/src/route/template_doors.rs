//! Rooms from templates: the doors that placement made, and loops: doors that shorten detours, and short corridors between
//! unused sockets.

use std::collections::BTreeMap;

use undercroft_grid::{Cell, Rect};

use super::RouteError;
use super::builder::LevelRoutes;
use super::corridor::Router;
use super::elbow::hugs;
use super::lone_corridor::{join_alone, longer_than};
use super::loop_links::{add_loops, candidates};
use super::near_rooms::near_pairs;
use super::types::CorridorPath;
use super::wall::{Site, Wall};
use crate::dungeon::Socket;
use crate::meter::Meter;
use crate::place::{LONGEST_LOOP, Opening, Placement};

/// The longest straight corridor of a loop, where longer ones are not asked for. [Unit: cells]
const LONGEST_LINE: usize = 6;
/// The longest corridor of a loop with one turn. [Unit: cells]
const LONGEST_ELBOW: usize = 10;

/// Makes the links of a layout whose placement joined the rooms. With `has_corridors`, corridors of loops may be as long
/// and have as many turns as those between other near rooms.
pub fn join(routes: &mut LevelRoutes, has_corridors: bool, meter: &mut Meter) -> Result<(), RouteError> {
    let (asked, possible): (Vec<Opening>, Vec<Opening>) =
        routes.layout.openings.iter().copied().partition(|opening| opening.asked);
    for opening in &asked {
        meter.spend(1)?;
        open(routes, opening, meter);
    }
    add_template_loops(routes, possible, has_corridors, meter)
}

/// Makes loops: doors that could be opened, and corridors between unused sockets.
pub fn add_template_loops(
    routes: &mut LevelRoutes,
    possible: Vec<Opening>,
    has_corridors: bool,
    meter: &mut Meter,
) -> Result<(), RouteError> {
    if routes.recipe.extra_links.parts() == 0 {
        return Ok(());
    }
    for room in 0..routes.walls.len() {
        routes.walls[room] = unused_walls(routes, &routes.layout.rooms[room]);
    }
    let openings: BTreeMap<[u32; 2], Opening> =
        possible.into_iter().map(|opening| (opening.rooms.map(|room| room.0), opening)).collect();
    let mut near: BTreeMap<[u32; 2], u32> = openings.keys().map(|&rooms| (rooms, 0)).collect();
    let longest = if has_corridors { LONGEST_LOOP as u32 } else { LONGEST_ELBOW as u32 };
    for (rooms, path) in near_pairs(routes, longest).into_iter().filter_map(|(rooms, near)| Some((rooms, near.path?))) {
        if path <= longest {
            near.entry(rooms).or_insert(path);
        }
    }
    let candidates = candidates(routes, near.into_iter());
    let mut stream = routes.recipe.seed.stream("route/loops/0");
    let mut router = Router::nearby(routes.recipe);
    add_loops(routes, candidates, &mut stream, meter, |routes, rooms, meter| {
        if let Some(opening) = openings.get(&rooms) {
            open(routes, opening, meter);
            return Ok(true);
        }
        let refuse = |routes: &LevelRoutes, corridor: &CorridorPath| {
            if runs_along_rooms(routes, corridor) {
                return Some("it would run along a room");
            }
            if !has_corridors && !is_short(corridor) {
                return Some("the path is too long");
            }
            longer_than(LONGEST_LOOP)(routes, corridor)
        };
        join_alone(routes, rooms, &mut router, refuse, meter)
    })
}

/// Whether a step between the runways has a room beside it.
fn runs_along_rooms(routes: &LevelRoutes, corridor: &CorridorPath) -> bool {
    let [head, tail] = corridor.sites.map(|site| site.runway.max(1) as usize);
    let swept = corridor.path.get(head - 1..=corridor.path.len().saturating_sub(tail)).unwrap_or(&[]);
    swept.windows(2).any(|step| hugs(&routes.map, step))
}

/// Whether a corridor is a short line, or has one turn and is not much longer.
fn is_short(corridor: &CorridorPath) -> bool {
    let turns = corridor.path.windows(3).filter(|step| step[1] - step[0] != step[2] - step[1]).count();
    let longest = [LONGEST_LINE, LONGEST_ELBOW].get(turns).copied().unwrap_or(0);
    corridor.path.len() <= longest
}

fn open(routes: &mut LevelRoutes, opening: &Opening, meter: &mut Meter) {
    let width = opening.cells.width().max(opening.cells.height());
    let site = Site { normal: opening.normal, first: opening.cells.min(), width, runway: 0, cost: 0 };
    routes.add_shared_door(opening.rooms, &site, meter);
}

/// The walls of a room as far as a corridor may enter there: its sockets that are no doors and have a free runway.
fn unused_walls(routes: &LevelRoutes, room: &Placement) -> Vec<Wall> {
    let wall = |socket: &Socket| Wall { normal: socket.dir, first: socket.cell, length: 1 };
    let is_free = |cell: Cell| routes.map.is_clear(Rect::at(cell, 1, 1));
    let is_closed = |socket: &&Socket| routes.is_closed(Rect::at(socket.cell, 1, 1));
    let runway = routes.recipe.corridors.runway.max(1);
    let has_runway = |socket: &&Socket| (1..=runway).all(|steps| is_free(socket.cell.step(socket.dir, steps)));
    let sockets = room.sockets.iter().filter(|socket| !routes.map.has_door(Rect::at(socket.cell, 1, 1)));
    sockets.filter(|socket| has_runway(socket) && !is_closed(socket)).map(wall).collect()
}
