//! The storeys of a house as doors see them: common walls, stairs, and the doors that are open already.

use undercroft_grid::{Cell, Dir, Grid, Rect, Size};

use super::builder::RouteBuilder;
use crate::dungeon::{Door, DoorId, DoorKind, DoorState, RoomId};
use crate::events::Event;
use crate::meter::{Halt, Meter};
use crate::place::{
    DOOR_GAP, DoorSite, DoorTree, HouseRoom, LINE_GAP, LOOP_WALL, Layout, NeighborRequests, SharedWall, Space,
    door_tree, gap, is_near_stairs, shared_walls,
};

/// Side of a patch of the map: a door with the gap to the next one is shorter. [Unit: cells]
const PATCH: i32 = 16;

/// A storey: what its rooms have in common, and where its stairs are.
pub struct StoreyWalls {
    pub z: i32,
    /// The id of its first room; the others follow.
    first: u32,
    pub spaces: Vec<Space>,
    pub requests: NeighborRequests,
    pub purposes: Vec<String>,
    pub walls: Vec<SharedWall>,
    pub tree: DoorTree,
    /// Whether each of the walls is one of the tree's.
    pub is_in_tree: Vec<bool>,
    /// The runs of its stairs.
    stairs: Vec<Vec<Cell>>,
}

impl StoreyWalls {
    /// The storeys of a house.
    pub fn of_house(layout: &Layout, meter: &mut Meter) -> Result<Vec<Self>, Halt> {
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

    /// The id of a room.
    pub fn id(&self, room: u32) -> RoomId {
        RoomId(self.first + room)
    }
}

/// The doors of a storey so far, by patches of the map, so that a place meets those near it and not all others.
pub struct OpenDoors(Grid<Vec<Rect>>);

impl OpenDoors {
    /// A map without doors.
    pub fn new(size: Size) -> Self {
        Self(Grid::filled(Size::of(size.width() / PATCH + 1, size.height() / PATCH + 1), Vec::new()))
    }

    fn patch(cell: Cell) -> Cell {
        Cell::new(cell.x / PATCH, cell.y / PATCH)
    }

    /// Adds a door.
    pub fn add(&mut self, door: Rect) {
        self.0[Self::patch(door.min())].push(door);
    }

    /// Takes a door away.
    pub fn remove(&mut self, door: Rect) {
        self.0[Self::patch(door.min())].retain(|other| *other != door);
    }

    /// The doors in the patch of a place and those round it.
    fn near(&self, place: Rect) -> impl Iterator<Item = Rect> {
        let patch = Self::patch(place.min());
        patch.neighbors8().into_iter().chain([patch]).filter_map(|patch| self.0.get(patch)).flatten().copied()
    }
}

/// What is wrong with a place, worst first: it is near stairs, close to another door, at the end of its wall.
pub type SiteFaults = (bool, bool, bool);

/// What is wrong with a place; `None` where another door touches it.
pub fn rank_site(open: &OpenDoors, storey: &StoreyWalls, site: &DoorSite) -> Option<SiteFaults> {
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

/// The best place for a door in a wall, drawn among equal ones.
pub fn choose_site(
    builder: &RouteBuilder,
    open: &OpenDoors,
    storey: &StoreyWalls,
    wall: Rect,
) -> Option<(DoorSite, SiteFaults)> {
    let Cell { x, y } = wall.min();
    let mut stream = builder.recipe.seed.stream(&format!("route/door/{x},{y},{}", storey.z));
    (1..=builder.recipe.corridors.width).rev().find_map(|width| {
        let ranked: Vec<_> =
            DoorSite::all(wall, width).filter_map(|site| Some((site, rank_site(open, storey, &site)?))).collect();
        let best = ranked.iter().map(|(_, rank)| *rank).min()?;
        let equal: Vec<_> = ranked.into_iter().filter(|(_, rank)| *rank == best).collect();
        stream.choose(&equal).copied()
    })
}

/// Opens a closed door.
pub fn open_door(builder: &mut RouteBuilder, room: RoomId, cells: Rect, normal: Dir, meter: &mut Meter) -> DoorId {
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
