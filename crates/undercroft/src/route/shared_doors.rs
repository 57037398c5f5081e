//! Doors in walls that two rooms have in common, round pins: for houses, whose rooms share all their walls, and wherever
//! rooms lie side by side.

use undercroft_grid::{Cell, Dir, Rect};

use super::builder::{LevelRooms, LevelRoutes};
use super::link_plan::Edge;
use super::lone_corridor::has_door_near;
use super::pinned_door::door_site;
use super::wall::{Site, Wall};
use crate::dungeon::{DoorKind, DoorState, PinnedDoor, RoomId, RoomPin, Socket};
use crate::meter::Meter;
use crate::place::{
    DoorSite, HouseRoom, LOOP_WALL, NeighborRequests, Placement, Space, door_tree, front_wall, is_near_stairs,
    shared_walls,
};
use crate::program::KITCHEN;

/// Opens a door in a wall that two rooms have in common; returns whether there was place for one.
pub fn share(routes: &mut LevelRoutes, [a, b]: [u32; 2], meter: &mut Meter) -> bool {
    let Some(site) = best_site(routes, [a, b]) else { return false };
    routes.add_shared_door([a, b].map(RoomId), &site, meter);
    true
}

/// The place away from other doors and from the ends of its wall that is nearest to the middle; of crowded places any that
/// touches no door.
fn best_site(routes: &LevelRoutes, rooms: [u32; 2]) -> Option<Site> {
    let width = routes.recipe.corridors.width;
    let sites = common_walls(routes, rooms).into_iter().flat_map(|wall| {
        let width = width.min((wall.length - 2).max(1));
        let site = move |offset: i32| Site { normal: wall.normal, first: wall.cell(offset), width, runway: 0, cost: 0 };
        (0..=wall.length - width).map(move |offset| {
            let is_end = wall.length >= width + 2 && (offset == 0 || offset + width == wall.length);
            (is_end, (2 * offset + width - wall.length).abs(), site(offset))
        })
    });
    let free = sites.filter(|(_, _, site)| !touches_door(routes, site.slice(0)));
    let ranked =
        free.map(|(is_end, off, site)| ((has_door_near(routes, site.slice(0)), is_end, off, site.first), site));
    ranked.min_by_key(|(rank, _)| *rank).map(|(_, site)| site)
}

fn touches_door(routes: &LevelRoutes, door: Rect) -> bool {
    door.grow(1).cells().any(|cell| routes.map.has_door(Rect::at(cell, 1, 1)))
}

/// The walls that two rooms have in common as far as both may have doors there, seen from the first one.
fn common_walls(routes: &LevelRoutes, [a, b]: [u32; 2]) -> Vec<Wall> {
    let mut common = Vec::new();
    for wall in &routes.walls[a as usize] {
        let facing = routes.walls[b as usize].iter().filter(|other| other.normal == wall.normal.opposite());
        for other in facing {
            let cells = cells_of(wall).intersection(cells_of(other));
            if !cells.is_empty() {
                let length = cells.width().max(cells.height());
                common.push(Wall { normal: wall.normal, first: cells.min(), length });
            }
        }
    }
    common
}

fn cells_of(wall: &Wall) -> Rect {
    let (width, height) = if wall.normal.is_horizontal() { (1, wall.length) } else { (wall.length, 1) };
    Rect::at(wall.first, width, height)
}

/// Opens a pinned door into the room that lies beyond it; returns that room, `None` where there is none.
pub fn share_pinned(routes: &mut LevelRoutes, room: u32, door: &PinnedDoor, meter: &mut Meter) -> Option<u32> {
    let beyond: Vec<Cell> = door.cells.iter().map(|&cell| cell + door.normal).collect();
    let has_all =
        |other: &Placement| beyond.iter().all(|&cell| other.floor.iter().any(|run| run.rect().contains(cell)));
    let other = routes.layout.rooms.iter().position(has_all)? as u32;
    if other == room || routes.walls[other as usize].is_empty() || touches_door(routes, door.bounds()) {
        return None;
    }
    let site = door_site(door, 0);
    if room < other {
        routes.add_shared_door([room, other].map(RoomId), &site, meter);
    } else {
        let site = Site { normal: site.normal.opposite(), ..site };
        routes.add_shared_door([other, room].map(RoomId), &site, meter);
    }
    Some(other)
}

/// The required sockets of a pinned room as doors, those side by side as one.
pub fn required_doors(pin: &RoomPin) -> Vec<PinnedDoor> {
    let mut sockets: Vec<&Socket> = pin.sockets.iter().filter(|socket| socket.required).collect();
    sockets.sort_unstable_by_key(|socket| (socket.dir.index(), socket.cell.x, socket.cell.y));
    let mut doors: Vec<PinnedDoor> = Vec::new();
    for socket in sockets {
        let is_next = |door: &&mut PinnedDoor| {
            door.normal == socket.dir && door.cells.last().is_some_and(|last| last.manhattan(socket.cell) == 1)
        };
        match doors.last_mut().filter(is_next) {
            Some(door) => door.cells.push(socket.cell),
            None => doors.push(PinnedDoor {
                z: pin.z,
                cells: vec![socket.cell],
                normal: socket.dir,
                kind: DoorKind::Door,
                state: DoorState::Closed,
                secret: false,
            }),
        }
    }
    doors
}

/// The doors by which every room of a storey is reached without walking through private rooms, as far as they can be spared.
pub fn house_doors(level: &LevelRooms) -> Vec<Edge> {
    let Some((rooms, spaces)) = house_rooms(&level.layout.rooms) else { return Vec::new() };
    let walls = shared_walls(&spaces, LOOP_WALL);
    let requests = NeighborRequests::new(rooms.iter().map(|room| &room.program));
    let tree = door_tree(&requests, &walls).walls;
    let edge = |(order, wall): (u32, usize)| Edge { length: order, a: walls[wall].rooms[0], b: walls[wall].rooms[1] };
    (0..).zip(tree).map(edge).collect()
}

fn house_rooms(rooms: &[Placement]) -> Option<(Vec<&HouseRoom>, Vec<Space>)> {
    let rooms: Option<Vec<&HouseRoom>> = rooms.iter().map(|room| room.house.as_deref()).collect();
    rooms.map(|rooms| (rooms.clone(), rooms.iter().map(|room| room.space.clone()).collect()))
}

/// Whether a door leads from a kitchen to the outside.
pub fn is_back_door(routes: &LevelRoutes, room: u32, door: &PinnedDoor) -> bool {
    let house = routes.layout.rooms[room as usize].house.as_ref();
    let is_kitchen = house.is_some_and(|house| house.program.purpose == KITCHEN);
    is_kitchen && door.cells.iter().all(|&cell| routes.map.is_clear(Rect::at(cell + door.normal, 1, 1)))
}

/// Opens a back door in a kitchen, away from the front and from stairs if it can be. Returns whether there is place for one.
pub fn open_back_door(routes: &mut LevelRoutes, stairs: &[Vec<Cell>], meter: &mut Meter) -> bool {
    let Some((rooms, spaces)) = house_rooms(&routes.layout.rooms) else { return false };
    let front = routes.recipe.entrance_side;
    let sides = [front.opposite(), front.left(), front.right(), front];
    let tries: Vec<(bool, Dir)> =
        [true, false].into_iter().flat_map(|is_wide| sides.map(|side| (is_wide, side))).collect();
    let kitchens = (0..rooms.len()).filter(|&room| rooms[room].program.purpose == KITCHEN);
    let found = kitchens.filter(|&room| !routes.walls[room].is_empty()).find_map(|room| {
        let walls = (0..)
            .zip(&tries)
            .filter_map(|(order, &(is_wide, side))| Some((order, side, front_wall(&spaces, room, side, is_wide)?)));
        let sites = walls.flat_map(|(order, side, wall)| outer_sites(routes, stairs, (wall, side), order));
        sites.min_by_key(|(rank, _)| *rank).map(|(_, site)| (room, site))
    });
    let Some((room, site)) = found else { return false };
    routes.open_door(RoomId(room as u32), &site, meter);
    true
}

/// What is wrong with a place for a back door, worst first: front, stairs, other doors and corners; then the order of walls,
/// and how far it is from the middle.
type BackDoorRank = ((bool, bool, bool, bool), u32, i32, Cell);

/// Places for a door in an outer wall.
fn outer_sites(
    routes: &LevelRoutes,
    stairs: &[Vec<Cell>],
    (wall, normal): (Rect, Dir),
    order: u32,
) -> impl Iterator<Item = (BackDoorRank, Site)> {
    let middle = |rect: Rect| rect.left + rect.right + rect.top + rect.bottom;
    let is_free = move |door: Rect| {
        !touches_door(routes, door) && !routes.is_closed(door) && routes.map.is_clear(door.shift(normal.delta()))
    };
    let sites = DoorSite::all(wall, routes.recipe.corridors.width).filter(move |site| is_free(site.cells));
    sites.map(move |DoorSite { cells, is_corner }| {
        let is_at_stairs = stairs.iter().any(|run| is_near_stairs(cells, run));
        let faults = (normal == routes.recipe.entrance_side, is_at_stairs, has_door_near(routes, cells), is_corner);
        let width = cells.width().max(cells.height());
        let rank = (faults, order, (middle(cells) - middle(wall)).abs(), cells.min());
        (rank, Site { normal, first: cells.min(), width, runway: 0, cost: 0 })
    })
}
