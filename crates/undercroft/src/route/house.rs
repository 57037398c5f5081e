//! Doors and stairs of a house.
//!
//! Stairs come first, along walls of the first rooms, where they cost the fewest places for doors; then the front door in
//! the first room, a door for each wall of the tree that spares private rooms, and loops between public rooms.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use undercroft_grid::{Cell, Dir, Rect, UnionFind};

use super::builder::RouteBuilder;
use super::link_plan::tree_hops;
use super::{RouteError, Routes, stair_links};
use crate::dungeon::{Door, DoorId, DoorKind, DoorState, Entrance, HiddenDoor, Link, LinkId, LinkKind, RoomId};
use crate::events::Event;
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::place::{
    DOOR_GAP, DoorSite, DoorTree, FoundStairs, HouseRoom, LINE_GAP, Layout, NeighborRequests, SharedWall, Space,
    door_tree, front_wall, gap, is_near_stairs, shared_walls,
};
use crate::recipe::Recipe;
use crate::seed::Stream;

/// The fewest links between two rooms that a loop joins.
const SHORTEST_DETOUR: u64 = 3;
/// The shortest wall of a loop. [Unit: cells]
const LOOP_WALL: i32 = 3;
/// Side of a patch of the map: a door with the gap to the next one is shorter. [Unit: cells]
const PATCH: i32 = 16;

/// Joins the rooms of each storey and the storeys. Only the ground floor has a door to the outside.
///
/// # Errors
/// When a storey cannot be joined.
pub fn route(recipe: &Recipe, layout: &Layout, meter: &mut Meter) -> Result<Routes, RouteError> {
    let mut builder = RouteBuilder::new(recipe, layout);
    let storeys = StoreyWalls::of_house(layout, meter)?;
    for storey in &storeys {
        let open = &mut OpenDoors::default();
        if storey.z == 0 {
            open_front(&mut builder, open, storey, meter)?;
        }
        add_tree(&mut builder, open, storey, meter)?;
        add_loops(&mut builder, open, storey, meter)?;
    }
    for pair in &layout.house_stairs {
        let Some(runs) = pair.runs.clone() else { continue };
        let is_near = pair.rooms.iter().zip(&runs).any(|(room, run)| is_near_door(&builder, *room, run));
        builder.add_stairs(pair.rooms, FoundStairs { runs, is_near });
    }
    for pair in layout.house_stairs.iter().filter(|pair| pair.runs.is_none()) {
        stair_links::add_stairs(&mut builder, pair.rooms, meter)?;
    }
    builder.finish(&[], meter)
}

/// A storey: what its rooms have in common, and where its stairs are.
struct StoreyWalls {
    z: i32,
    /// The id of its first room; the others follow.
    first: u32,
    spaces: Vec<Space>,
    requests: NeighborRequests,
    purposes: Vec<String>,
    walls: Vec<SharedWall>,
    tree: DoorTree,
    /// Whether each of the walls is one of the tree's.
    is_in_tree: Vec<bool>,
    /// The runs of its stairs.
    stairs: Vec<Vec<Cell>>,
}

impl StoreyWalls {
    fn of_house(layout: &Layout, meter: &mut Meter) -> Result<Vec<Self>, Halt> {
        let rooms: Vec<(i32, &HouseRoom)> =
            layout.rooms.iter().filter_map(|room| Some((room.z, room.house.as_deref()?))).collect();
        let mut storeys = Vec::new();
        let mut first = 0;
        for storey in rooms.chunk_by(|a, b| a.0 == b.0) {
            meter.spend(8 * storey.len() as u64)?;
            let on_storey = |room: &RoomId| (first..first + storey.len() as u32).contains(&room.0);
            let runs = layout.house_stairs.iter().filter_map(|pair| Some(pair.rooms.iter().zip(pair.runs.as_ref()?)));
            let stairs = runs.flatten().filter(|(room, _)| on_storey(room)).map(|(_, run)| run.clone()).collect();
            storeys.push(Self::new(first, storey, stairs));
            first += storey.len() as u32;
        }
        Ok(storeys)
    }

    fn new(first: u32, rooms: &[(i32, &HouseRoom)], stairs: Vec<Vec<Cell>>) -> Self {
        let spaces: Vec<Space> = rooms.iter().map(|(_, room)| room.space.clone()).collect();
        let requests = NeighborRequests::new(rooms.iter().map(|(_, room)| &room.program));
        // Placement asked for walls long enough for a door away from corners; leaves have what they have.
        let mut walls = shared_walls(&spaces, LOOP_WALL);
        let mut tree = door_tree(&requests, &walls);
        if tree.walls.len() + 1 < spaces.len() {
            walls = shared_walls(&spaces, 1);
            tree = door_tree(&requests, &walls);
        }
        let mut is_in_tree = vec![false; walls.len()];
        tree.walls.iter().for_each(|&wall| is_in_tree[wall] = true);
        let z = rooms[0].0;
        let purposes = rooms.iter().map(|(_, room)| room.program.purpose.clone()).collect();
        Self { z, first, spaces, requests, purposes, walls, tree, is_in_tree, stairs }
    }

    fn id(&self, room: u32) -> RoomId {
        RoomId(self.first + room)
    }
}

/// The doors of a storey so far, by patches of the map, so that a place meets those near it and not all others.
#[derive(Default)]
struct OpenDoors(BTreeMap<Cell, Vec<Rect>>);

impl OpenDoors {
    fn patch(cell: Cell) -> Cell {
        Cell::new(cell.x.div_euclid(PATCH), cell.y.div_euclid(PATCH))
    }

    fn add(&mut self, door: Rect) {
        self.0.entry(Self::patch(door.min())).or_default().push(door);
    }

    /// The doors in the patch of a place and those round it.
    fn near(&self, place: Rect) -> impl Iterator<Item = Rect> {
        let patch = Self::patch(place.min());
        patch.neighbors8().into_iter().chain([patch]).filter_map(|patch| self.0.get(&patch)).flatten().copied()
    }
}

/// What is wrong with a place, worst first; `None` where another door touches it.
fn rank(open: &OpenDoors, storey: &StoreyWalls, site: &DoorSite) -> Option<(bool, bool, bool)> {
    let doors = || open.near(site.cells);
    if doors().any(|door| door.grow(1).overlaps(site.cells)) {
        return None;
    }
    let is_close = doors().any(|door| gap(door, site.cells) <= DOOR_GAP || is_close_in_line(door, site.cells));
    let is_near = storey.stairs.iter().any(|run| is_near_stairs(site.cells, run));
    Some((is_near, is_close, site.is_corner))
}

/// Whether two doors lie in one line with fewer cells between them than should be.
fn is_close_in_line(a: Rect, b: Rect) -> bool {
    let in_row = a.height() == 1 && b.height() == 1 && a.top == b.top;
    let in_column = a.width() == 1 && b.width() == 1 && a.left == b.left;
    (in_row || in_column) && gap(a, b) <= LINE_GAP
}

fn is_near_door(builder: &RouteBuilder, room: RoomId, run: &[Cell]) -> bool {
    let z = builder.layout.rooms[room.index()].z;
    builder.doors.iter().any(|door| door.z == z && is_near_stairs(door.bounds(), run))
}

/// The best place for a door in a wall, drawn among equal ones.
fn choose_site(
    builder: &RouteBuilder,
    open: &OpenDoors,
    storey: &StoreyWalls,
    wall: Rect,
) -> Option<(DoorSite, (bool, bool, bool))> {
    let Cell { x, y } = wall.min();
    let mut stream = builder.recipe.seed.stream(&format!("route/door/{x},{y},{}", storey.z));
    (1..=builder.recipe.corridors.width).rev().find_map(|width| {
        let ranked: Vec<_> =
            DoorSite::all(wall, width).filter_map(|site| Some((site, rank(open, storey, &site)?))).collect();
        let best = ranked.iter().map(|(_, rank)| *rank).min()?;
        let equal: Vec<_> = ranked.into_iter().filter(|(_, rank)| *rank == best).collect();
        stream.choose(&equal).copied()
    })
}

/// Opens a closed door.
fn open_door(builder: &mut RouteBuilder, room: RoomId, cells: Rect, normal: Dir, meter: &mut Meter) -> DoorId {
    let id = DoorId(builder.doors.len() as u32);
    let z = builder.layout.rooms[room.index()].z;
    let cells: Vec<Cell> = cells.cells().collect();
    if meter.wants_events() {
        meter.on_event(Event::OpenedDoor { door: id, room, cells: cells.clone() });
    }
    let (kind, state) = (DoorKind::Door, DoorState::Closed);
    builder.doors.push(Door { id, z, room: Some(room), cells, normal, kind, state, secret: false });
    id
}

/// Opens the front door: in the first room, else in a public one, else in any that has a wall on the entrance side.
fn open_front(
    builder: &mut RouteBuilder,
    open: &mut OpenDoors,
    storey: &StoreyWalls,
    meter: &mut Meter,
) -> Result<(), RouteError> {
    let side = builder.recipe.entrance_side;
    let mut order: Vec<usize> = (0..storey.spaces.len()).collect();
    order.sort_by_key(|&room| (room != 0, storey.requests.private[room]));
    let tries = [true, false].into_iter().flat_map(|is_wide| order.iter().map(move |&room| (room, is_wide)));
    let found = tries.into_iter().find_map(|(room, is_wide)| {
        let wall = front_wall(&storey.spaces, room, side, is_wide)?;
        let middle = |rect: Rect| rect.left + rect.right + rect.top + rect.bottom;
        let ranked = DoorSite::all(wall, builder.recipe.corridors.width)
            .filter_map(|site| Some((rank(open, storey, &site)?, (middle(site.cells) - middle(wall)).abs(), site)));
        let best = ranked.min_by_key(|&(rank, off, site)| (rank, off, site.cells.min()))?;
        Some((room, best.2.cells))
    });
    let (room, cells) = found.ok_or_else(|| RouteError::no_entrance(builder.recipe))?;
    let room = storey.id(room as u32);
    open.add(cells);
    let door = open_door(builder, room, cells, side, meter);
    let runway = builder.recipe.corridors.runway.max(1) as u8;
    builder.entrance = Some(Entrance { room, door, runway, open_end: true });
    Ok(())
}

/// Opens a door for every wall of the tree. Rooms that stay apart are joined by any other wall.
fn add_tree(
    builder: &mut RouteBuilder,
    open: &mut OpenDoors,
    storey: &StoreyWalls,
    meter: &mut Meter,
) -> Result<(), RouteError> {
    let mut joined = UnionFind::new(storey.spaces.len());
    let spare = (0..storey.walls.len()).filter(|&wall| !storey.is_in_tree[wall]);
    // Short walls have the fewest places.
    let mut tree = storey.tree.walls.clone();
    tree.sort_by_key(|&wall| storey.walls[wall].length());
    for wall in tree.into_iter().chain(spare) {
        meter.spend(1)?;
        let SharedWall { rooms: [a, b], .. } = storey.walls[wall];
        if joined.sets() == 1 {
            break;
        }
        if joined.find(a) != joined.find(b)
            && let Some((site, _)) = choose_site(builder, open, storey, storey.walls[wall].cells)
        {
            add_door(builder, storey, wall, site.cells, meter);
            open.add(site.cells);
            joined.unite(a, b);
        }
    }
    if let Some(room) = (1..storey.spaces.len() as u32).find(|&room| joined.find(room) != joined.find(0)) {
        return Err(RouteError::Apart { a: storey.id(0), b: storey.id(room) });
    }
    for &room in &storey.tree.passed {
        let purpose = &storey.purposes[room as usize];
        builder.warn(format!("Room {}, a private {purpose}, leads to another room.", storey.id(room)));
    }
    Ok(())
}

fn add_door(builder: &mut RouteBuilder, storey: &StoreyWalls, wall: usize, cells: Rect, meter: &mut Meter) {
    let SharedWall { rooms, normal, .. } = storey.walls[wall];
    let rooms = rooms.map(|room| storey.id(room));
    let door = open_door(builder, rooms[0], cells, normal, meter);
    builder.links.push(Link::new(LinkId(0), rooms, LinkKind::Shared { door, hidden: HiddenDoor::None }));
}

/// Adds loops between public rooms that are far apart along the doors, the longest detours first.
fn add_loops(
    builder: &mut RouteBuilder,
    open: &mut OpenDoors,
    storey: &StoreyWalls,
    meter: &mut Meter,
) -> Result<(), RouteError> {
    let rooms = storey.spaces.len();
    let is_public = |wall: &SharedWall| wall.rooms.iter().all(|&room| !storey.requests.private[room as usize]);
    let is_free = |wall: &usize| !storey.is_in_tree[*wall] && is_public(&storey.walls[*wall]);
    let free: Vec<usize> = (0..storey.walls.len()).filter(is_free).collect();
    meter.spend(1 + storey.walls.len() as u64)?;
    let pairs: Vec<[u32; 2]> = free.iter().map(|&wall| storey.walls[wall].rooms).collect();
    let links = storey.tree.walls.iter().map(|&wall| storey.walls[wall].rooms);
    let detours = tree_hops(rooms, links, &pairs);
    let far = free.into_iter().zip(detours).filter(|&(_, detour)| detour >= SHORTEST_DETOUR);
    let mut candidates: Vec<(usize, u64)> = far.filter(|&(wall, _)| storey.walls[wall].length() >= LOOP_WALL).collect();
    let parts = usize::from(builder.recipe.extra_links.parts()) * candidates.len();
    let mut wanted = parts.div_ceil(usize::from(Fraction::WHOLE)).min(rooms / 4 + 1);
    let mut stream: Stream = builder.recipe.seed.stream(&format!("route/loops/{}", storey.z));
    stream.shuffle(&mut candidates);
    candidates.sort_by_key(|&(_, detour)| Reverse(detour));
    for (wall, _) in candidates {
        if wanted == 0 {
            break;
        }
        meter.spend(1)?;
        if let Some((site, (false, false, false))) = choose_site(builder, open, storey, storey.walls[wall].cells) {
            add_door(builder, storey, wall, site.cells, meter);
            open.add(site.cells);
            wanted -= 1;
        }
    }
    Ok(())
}
