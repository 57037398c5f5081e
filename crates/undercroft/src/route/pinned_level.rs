//! One level with pins: pinned links, the entrance, joints, wanted links, and whatever joins the rooms that are left.

use std::collections::BTreeSet;

use undercroft_grid::{Cell, Rect, UnionFind};

use super::builder::{LevelRooms, LevelRoutes};
use super::corridor::Router;
use super::link_plan::{self, Edge};
use super::lone_corridor::{join_alone, longer_than};
use super::loop_links::{add_near_loops, wall_site};
use super::near_rooms::near_pairs;
use super::pinned_door::{door_site, door_wall, restore_links, write_link};
use super::pinned_locks::is_shut;
use super::pinned_routing::PinnedRouting;
use super::redundant_loop::RoomFloors;
use super::room_hops::RoomHops;
use super::roughen::finish_caves;
use super::secret_links::{add_secrets, hide_last, longest_passage};
use super::{RouteError, dead_end, entrance, joint_links};
use crate::dungeon::{DoorState, Pin, PinnedDoor, PinnedLink, RoomId, Terrain};
use crate::meter::Meter;

/// Other pairs of rooms that are tried, for each room of a level.
const PAIRS_PER_ROOM: usize = 8;

/// A level and what is routed.
pub struct PinnedLevel<'a> {
    pub task: &'a PinnedRouting<'a>,
    pub level: &'a LevelRooms<'a>,
}

/// A pinned door without a pinned link, in a room of the level.
struct DoorRequest {
    room: u32,
    door: PinnedDoor,
}

/// The links that a level should have, with the ids of its rooms: tree or plan first, then loops.
pub struct LevelEdges {
    wanted: Vec<Edge>,
    loops: BTreeSet<Edge>,
    /// All edges of the triangulation, shortest first.
    near: Vec<Edge>,
}

/// The links that a level should have.
pub fn level_edges(task: &PinnedRouting, level: &LevelRooms) -> LevelEdges {
    let rooms = &level.layout.rooms;
    let centers: Vec<Cell> = rooms
        .iter()
        .map(|room| Cell::new(room.bounds.left + room.bounds.right, room.bounds.top + room.bounds.bottom))
        .collect();
    let mut near = link_plan::delaunay(&centers);
    near.sort_unstable();
    if task.is_alone {
        let local = |[a, b]: [RoomId; 2]| {
            let [a, b] = [level.rooms.binary_search(&a).ok()? as u32, level.rooms.binary_search(&b).ok()? as u32];
            Some(Edge { length: centers[a as usize].manhattan(centers[b as usize]) as u32, a: a.min(b), b: a.max(b) })
        };
        let wanted = task.wanted.iter().filter_map(|&pair| local(pair)).collect();
        return LevelEdges { wanted, loops: BTreeSet::new(), near };
    }
    let mut plan = link_plan::plan_links(centers.len(), near.clone(), task.recipe.extra_links);
    plan.tree.sort_unstable_by_key(|edge| std::cmp::Reverse(*edge));
    plan.loops.sort_unstable_by_key(|edge| std::cmp::Reverse(*edge));
    let loops = plan.loops.iter().copied().collect();
    LevelEdges { wanted: plan.longest_first(), loops, near }
}

impl PinnedLevel<'_> {
    /// Makes the links of the level. Returns rooms, by their ids in the whole layout, with links that were not asked for.
    ///
    /// # Errors
    /// When a room cannot be reached, a pinned door leads nowhere, or the meter halts.
    pub fn route(
        &self,
        routes: &mut LevelRoutes,
        edges: &LevelEdges,
        meter: &mut Meter,
    ) -> Result<Vec<RoomId>, RouteError> {
        let pinned = self.write_links(routes);
        self.reserve_cells(routes);
        self.open_entrance(routes, meter)?;
        let task = self.task;
        let own = task.layout.joints.iter().filter(|joint| self.level.rooms.binary_search(&joint.rooms[0]).is_ok());
        for joint in own {
            let pair = joint.rooms.map(|room| self.level.local(room).0);
            if !is_pinned_pair(routes, pair) {
                joint_links::open_joint(routes, self.level, joint, meter);
            }
        }
        if !task.layout.joints.is_empty() {
            joint_links::leave_wall_ends(routes);
        }
        self.close_walls(routes);
        let mut router = Router::new(task.recipe);
        let mut strayed = self.meet_door_pins(routes, edges, &mut router, meter)?;
        self.join_wanted(routes, edges, &mut router, meter)?;
        strayed.extend(self.join_all(routes, edges, &mut router, meter)?);
        self.add_extras(routes, meter)?;
        finish_caves(routes, self.level.z, meter)?;
        restore_links(routes, &pinned);
        Ok(strayed.into_iter().map(|room| self.level.rooms[room as usize]).collect())
    }

    /// Writes the pinned links of the level, which come first.
    fn write_links(&self, routes: &mut LevelRoutes) -> Vec<PinnedLink> {
        let mut written = Vec::new();
        for pin in self.task.pins {
            let Pin::Link(pin) = pin else { continue };
            if pin.kind.z() != Some(self.level.z) {
                continue;
            }
            let [Some(&a), Some(&b)] = pin.rooms.map(|room| self.task.rooms.get(&room)) else { continue };
            write_link(routes, [self.level.local(a), self.level.local(b)], &pin.kind, self.task.is_alone);
            written.push(pin.kind.clone());
        }
        written
    }

    /// Keeps corridors off pinned cells that are no corridor.
    fn reserve_cells(&self, routes: &mut LevelRoutes) {
        for pin in self.task.pins {
            let Pin::Cells(pin) = pin else { continue };
            let is_closed = |terrain: Terrain| terrain != Terrain::Corridor;
            for cell in pin.cells().filter(|cell| pin.z == self.level.z && cell.terrain.is_some_and(is_closed)) {
                routes.map.reserve(Rect::at(cell.cell, 1, 1));
            }
        }
    }

    /// Opens the entrance on its level: where a pin or placement has it, else in the room that should have it.
    fn open_entrance(&self, routes: &mut LevelRoutes, meter: &mut Meter) -> Result<(), RouteError> {
        let pin = self.task.pins.iter().find_map(|pin| if let Pin::Entrance(pin) = pin { Some(pin) } else { None });
        if let Some(pin) = pin {
            if let Some(&room) = self.task.rooms.get(&pin.room).filter(|_| pin.z == self.level.z) {
                let site = door_site(&pin.door(), i32::from(pin.runway));
                entrance::open_pinned(routes, self.level.local(room), &site, meter);
            }
            return Ok(());
        }
        if let Some(gate) = routes.layout.gate {
            entrance::open(routes, meter)?;
            routes.map.reserve(joint_links::front(&gate, routes.layout.size.rect()));
            return Ok(());
        }
        if self.level.z != 0 {
            return Ok(());
        }
        let is_closed = |room: &RoomId| self.closed_rooms().contains(&room.0);
        let wanted = self.task.gate.map(|gate| self.level.local(gate)).filter(|room| !is_closed(room));
        if let Some(room) = wanted
            && entrance::open_in(routes, &[room], meter).is_ok()
        {
            return Ok(());
        }
        entrance::open(routes, meter).map(drop)
    }

    /// Rooms of the level whose walls are pinned.
    fn closed_rooms(&self) -> BTreeSet<u32> {
        let closed = self.task.pins.iter().filter_map(|pin| match pin {
            Pin::Room(pin) if pin.walls && pin.z == self.level.z => self.task.rooms.get(&pin.id),
            _ => None,
        });
        closed.map(|&room| self.level.local(room).0).collect()
    }

    fn close_walls(&self, routes: &mut LevelRoutes) {
        self.closed_rooms().into_iter().for_each(|room| routes.walls[room as usize].clear());
    }

    /// Whether both rooms are pinned, so that no other links than pinned ones and needed ones join them.
    fn are_pinned(&self, [a, b]: [u32; 2]) -> bool {
        let is_pinned = |room: u32| self.task.rooms.values().any(|&pinned| pinned == self.level.rooms[room as usize]);
        is_pinned(a) && is_pinned(b)
    }

    /// Makes a link at each pinned door that no pinned link has: the shortest that is wanted, else to a near room.
    fn meet_door_pins(
        &self,
        routes: &mut LevelRoutes,
        edges: &LevelEdges,
        router: &mut Router,
        meter: &mut Meter,
    ) -> Result<Vec<u32>, RouteError> {
        let mut strayed = Vec::new();
        for DoorRequest { room, door } in self.door_requests() {
            if routes.doors.iter().any(|other| door.is_at(other)) {
                continue;
            }
            let touches = |edge: &&Edge| edge.a == room || edge.b == room;
            let mut wanted: Vec<Edge> = edges.wanted.iter().filter(touches).copied().collect();
            wanted.sort_unstable();
            let asked = wanted.len();
            wanted.extend(edges.near.iter().filter(touches).copied());
            let walls = std::mem::replace(&mut routes.walls[room as usize], vec![door_wall(&door)]);
            let mut made = None;
            for (at, edge) in wanted.into_iter().enumerate() {
                if !is_pinned_pair(routes, [edge.a, edge.b]) && self.join(routes, edge, router, meter)? {
                    made = Some((at, edge));
                    break;
                }
            }
            routes.walls[room as usize] = walls;
            let (at, edge) = made.ok_or_else(|| {
                let room = self.level.rooms[room as usize];
                RouteError::Apart { a: room, b: room }
            })?;
            if at >= asked {
                strayed.extend([edge.a, edge.b]);
            }
        }
        Ok(strayed)
    }

    fn door_requests(&self) -> Vec<DoorRequest> {
        let request = |pin: &Pin| match pin {
            Pin::Door(pin) if pin.z == self.level.z => {
                let room = self.level.local(*self.task.rooms.get(&pin.room)?).0;
                Some(DoorRequest { room, door: pin.door() })
            }
            _ => None,
        };
        self.task.pins.iter().filter_map(request).collect()
    }

    /// Makes the links that are asked for and not there yet.
    fn join_wanted(
        &self,
        routes: &mut LevelRoutes,
        edges: &LevelEdges,
        router: &mut Router,
        meter: &mut Meter,
    ) -> Result<(), RouteError> {
        let mut joined = parts(routes);
        let floors = RoomFloors::new(routes);
        let mut left = edges.loops.len().saturating_sub(pinned_loops(routes));
        for &edge in &edges.wanted {
            let pair = [edge.a, edge.b];
            let (is_loop, is_joined) = (edges.loops.contains(&edge), joined.find(edge.a) == joined.find(edge.b));
            if is_pinned_pair(routes, pair) || is_joined && self.are_pinned(pair) || is_loop && left == 0 {
                continue;
            }
            if is_loop {
                let Some(corridor) = routes.find_corridor(edge, router, meter)? else { continue };
                let rooms = pair.map(RoomId);
                if !floors.is_redundant(routes, rooms, &corridor, meter)? {
                    routes.carve(rooms, &corridor, meter);
                    left -= 1;
                }
                continue;
            }
            if (!is_joined || self.task.is_alone) && self.join(routes, edge, router, meter)? {
                joined.unite(edge.a, edge.b);
            }
        }
        Ok(())
    }

    /// Joins the parts that are left, nearest rooms first. Returns the rooms of these links.
    fn join_all(
        &self,
        routes: &mut LevelRoutes,
        edges: &LevelEdges,
        router: &mut Router,
        meter: &mut Meter,
    ) -> Result<Vec<u32>, RouteError> {
        let (mut joined, mut strayed) = (parts(routes), Vec::new());
        if joined.sets() == 1 {
            return Ok(strayed);
        }
        let rooms = routes.layout.rooms.len();
        let mut all: Vec<Edge> = edges.near.clone();
        let center = |room: usize| routes.layout.rooms[room].bounds.center();
        let mut others: Vec<Edge> = (0..rooms)
            .flat_map(|a| (a + 1..rooms).map(move |b| (a, b)))
            .map(|(a, b)| Edge { length: center(a).manhattan(center(b)) as u32, a: a as u32, b: b as u32 })
            .collect();
        others.sort_unstable();
        others.truncate(PAIRS_PER_ROOM * rooms);
        all.extend(others);
        for edge in all {
            if joined.sets() == 1 {
                break;
            }
            if joined.find(edge.a) == joined.find(edge.b) {
                continue;
            }
            meter.spend(1)?;
            if self.join(routes, edge, router, meter)? || share(routes, edge, meter) {
                joined.unite(edge.a, edge.b);
                strayed.extend([edge.a, edge.b]);
            }
        }
        let apart = (1..rooms as u32).find(|&room| joined.find(room) != joined.find(0));
        match apart {
            Some(room) => Err(routes.apart([self.level.rooms[0], self.level.rooms[room as usize]])),
            None => Ok(strayed),
        }
    }

    /// Makes a corridor between two rooms; returns whether there was a free path.
    fn join(
        &self,
        routes: &mut LevelRoutes,
        edge: Edge,
        router: &mut Router,
        meter: &mut Meter,
    ) -> Result<bool, RouteError> {
        let is_walled = [edge.a, edge.b].iter().any(|&room| routes.walls[room as usize].is_empty());
        if is_walled || !routes.add_corridor(edge, router, meter)? {
            return Ok(false);
        }
        if self.task.is_alone {
            routes.reserve_last();
        }
        Ok(true)
    }

    /// Loops, secret passages and dead ends, as the recipe has them, where not all rooms are pinned.
    fn add_extras(&self, routes: &mut LevelRoutes, meter: &mut Meter) -> Result<(), RouteError> {
        let (task, z) = (self.task, self.level.z);
        if (0..routes.layout.rooms.len() as u32).all(|room| self.are_pinned([room, room])) {
            return Ok(());
        }
        let seed = &task.recipe.seed;
        self.add_secret_pairs(routes, meter)?;
        if !task.is_alone {
            return dead_end::add_dead_ends(routes, &mut seed.stream("route/dead_ends"), meter);
        }
        if let Some(secrets) = task.secrets {
            add_near_loops(routes, &mut seed.stream(&format!("route/loops/{z}")), meter)?;
            add_secrets(routes, z, secrets, &mut seed.stream(&format!("route/secrets/{z}")), meter)?;
        }
        Ok(())
    }

    /// Makes the secret passages of a plan between rooms that are still two or three links apart.
    fn add_secret_pairs(&self, routes: &mut LevelRoutes, meter: &mut Meter) -> Result<(), RouteError> {
        let mut router = Router::nearby(self.task.recipe);
        for pair in &self.task.secret_pairs {
            let [Ok(a), Ok(b)] = pair.map(|room| self.level.rooms.binary_search(&room)) else { continue };
            let pair = [a.min(b) as u32, a.max(b) as u32];
            let hops = RoomHops::new(routes).between(pair, 3);
            if hops.is_none_or(|hops| hops < 2) || self.are_pinned(pair) {
                continue;
            }
            let longest = longest_passage(self.task.recipe);
            if pair.iter().all(|&room| !routes.walls[room as usize].is_empty())
                && join_alone(routes, pair, &mut router, longer_than(longest), meter)?
            {
                hide_last(routes);
            }
        }
        Ok(())
    }
}

/// Whether a pinned link joins two rooms of the level.
fn is_pinned_pair(routes: &LevelRoutes, [a, b]: [u32; 2]) -> bool {
    routes.links.iter().any(|link| link.touches(RoomId(a)) && link.touches(RoomId(b)))
}

/// Pinned links beyond a spanning tree.
fn pinned_loops(routes: &LevelRoutes) -> usize {
    let mut joined = UnionFind::new(routes.layout.rooms.len());
    routes.links.iter().filter(|link| !joined.unite(link.rooms[0].0, link.rooms[1].0)).count()
}

/// The parts of the level that links join as they stand; locks count as open.
fn parts(routes: &LevelRoutes) -> UnionFind {
    let mut joined = UnionFind::new(routes.layout.rooms.len());
    let is_locked = |link: &crate::dungeon::Link| {
        link.doors().iter().any(|door| routes.doors[door.index()].state == DoorState::Locked)
    };
    for link in &routes.links {
        if !link.is_secret_passage() && (!is_shut(link, &routes.doors) || is_locked(link)) {
            joined.unite(link.rooms[0].0, link.rooms[1].0);
        }
    }
    joined
}

/// Opens a door in a wall that two rooms have in common; returns whether there was one.
fn share(routes: &mut LevelRoutes, edge: Edge, meter: &mut Meter) -> bool {
    let is_closed = |room: u32| routes.walls[room as usize].is_empty();
    if is_closed(edge.a) || is_closed(edge.b) {
        return false;
    }
    let wall = near_pairs(routes, 1).get(&[edge.a, edge.b]).and_then(|near| near.wall);
    let Some(site) = wall.and_then(|wall| wall_site(routes, wall)) else { return false };
    routes.add_shared_door([edge.a, edge.b].map(RoomId), &site, meter);
    true
}
