//! One level with pins: pinned links, the entrance, joints, wanted links, and whatever joins the rooms that are left.

use std::collections::BTreeSet;

use undercroft_grid::{Cell, Rect};

use super::builder::{LevelRooms, LevelRoutes};
use super::corridor::Router;
use super::level_edges::LevelEdges;
use super::level_parts::{apart, is_pinned_pair, nearest_first, parts, pinned_loops};
use super::link_plan::Edge;
use super::pinned_door::{door_site, door_wall, restore_links, write_link};
use super::pinned_extras::PinnedExtras;
use super::pinned_routing::PinnedRouting;
use super::redundant_loop::RoomFloors;
use super::roughen::finish_caves;
use super::shared_doors::{is_back_door, required_doors, share, share_pinned};
use super::{RouteError, entrance, joint_links, wall};
use crate::dungeon::{Door, EntrancePin, LinkPin, Pin, PinnedDoor, PinnedLink, RoomId, Terrain};
use crate::meter::Meter;
use crate::recipe::Method;

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
        let whole = routes.walls.clone();
        routes.close_doors(self.task.contents.closed_doors(self.level.z));
        let pinned = self.write_links(routes);
        let mut strayed = self.open_shared_pins(routes, meter);
        self.reserve_cells(routes);
        self.reserve_stairs(routes);
        let task = self.task;
        // An entrance that has no place yet keeps off the corridors of joints; those keep off one that has.
        let has_gate = routes.layout.gate.is_some() || self.entrance_pin().is_some();
        if has_gate {
            self.open_entrance(routes, meter)?;
        }
        let own = task.layout.joints.iter().filter(|joint| self.level.rooms.binary_search(&joint.rooms[0]).is_ok());
        let mut joined = parts(routes);
        for joint in own {
            let pair = joint.rooms.map(|room| self.level.local(room).0);
            // Growth with another seed may have the same rooms and other joints.
            let is_spare = self.task.are_pinned(self.level, pair) && joined.find(pair[0]) == joined.find(pair[1]);
            if !is_spare && !is_pinned_pair(routes, pair) {
                joint_links::open_joint(routes, self.level, joint, meter);
                joined.unite(pair[0], pair[1]);
            }
        }
        if !has_gate {
            self.open_entrance(routes, meter)?;
        }
        if !task.layout.joints.is_empty() {
            // The ends of whole walls, whatever closes parts of them.
            routes.walls = whole;
            joint_links::leave_wall_ends(routes);
            routes.cut_walls();
        }
        self.close_walls(routes);
        let mut router = Router::new(task.recipe);
        strayed.extend(self.join_first(routes, edges, &mut router, meter)?);
        strayed.extend(self.meet_door_pins(routes, edges, &mut router, meter)?);
        if task.is_urgent {
            self.join_needed(routes, edges, &mut router, meter)?;
            strayed.extend(self.join_rest(routes, edges, &mut router, meter)?);
        }
        self.join_wanted(routes, edges, &mut router, meter)?;
        strayed.extend(self.join_rest(routes, edges, &mut router, meter)?);
        let extras = PinnedExtras { task, level: self.level };
        extras.add(routes, meter)?;
        extras.add_back_door(routes, meter);
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

    /// Opens pinned doors without a pinned link that lie between two rooms. Returns these rooms.
    fn open_shared_pins(&self, routes: &mut LevelRoutes, meter: &mut Meter) -> Vec<u32> {
        let mut strayed = Vec::new();
        for DoorRequest { room, door } in self.door_requests() {
            if !is_open(routes, &door)
                && let Some(other) = share_pinned(routes, room, &door, meter)
            {
                strayed.extend([room, other]);
            }
        }
        strayed
    }

    /// Keeps corridors off pinned cells that are no corridor, and off features in walls.
    fn reserve_cells(&self, routes: &mut LevelRoutes) {
        self.task.contents.hung_cells(self.level.z).for_each(|cell| routes.map.reserve(Rect::at(cell, 1, 1)));
        for pin in self.task.pins {
            let Pin::Cells(pin) = pin else { continue };
            let is_closed = |terrain: Terrain| terrain != Terrain::Corridor;
            for cell in pin.cells().filter(|cell| pin.z == self.level.z && cell.terrain.is_some_and(is_closed)) {
                routes.map.reserve(Rect::at(cell.cell, 1, 1));
            }
        }
    }

    /// Keeps corridors and doors off pinned stairs in the wall of a room of the level.
    fn reserve_stairs(&self, routes: &mut LevelRoutes) {
        for pin in self.task.pins {
            let Pin::Link(LinkPin { rooms, kind: PinnedLink::Stairs(runs), .. }) = pin else { continue };
            for (run, pin) in runs.iter().zip(rooms) {
                let Some(&room) = self.task.rooms.get(pin) else { continue };
                let Ok(local) = self.level.rooms.binary_search(&room) else { continue };
                let is_floor =
                    |cell: &Cell| routes.layout.rooms[local].floor.iter().any(|run| run.rect().contains(*cell));
                if let Some(alcove) = Rect::around(run.iter().copied()).filter(|_| !run.iter().all(is_floor)) {
                    routes.map.reserve(alcove.grow(1));
                    routes.map.open_door(alcove);
                }
            }
        }
    }

    fn entrance_pin(&self) -> Option<&EntrancePin> {
        self.task.pins.iter().find_map(|pin| if let Pin::Entrance(pin) = pin { Some(pin) } else { None })
    }

    /// Makes the links that an attempt without them missed. Returns the rooms of those that are not asked for.
    fn join_first(
        &self,
        routes: &mut LevelRoutes,
        edges: &LevelEdges,
        router: &mut Router,
        meter: &mut Meter,
    ) -> Result<Vec<u32>, RouteError> {
        let mut strayed = Vec::new();
        for rooms in &self.task.first {
            let [Ok(a), Ok(b)] = rooms.map(|room| self.level.rooms.binary_search(&room)) else { continue };
            let edge = Edge { length: 1, a: a.min(b) as u32, b: a.max(b) as u32 };
            let is_made = is_pinned_pair(routes, [edge.a, edge.b]) || self.join(routes, edge, router, meter)?;
            if is_made && !edges.wanted.iter().any(|wanted| (wanted.a, wanted.b) == (edge.a, edge.b)) {
                strayed.extend([edge.a, edge.b]);
            }
        }
        Ok(strayed)
    }

    /// Opens the entrance on its level: where a pin or placement has it, else in the room that should have it.
    fn open_entrance(&self, routes: &mut LevelRoutes, meter: &mut Meter) -> Result<(), RouteError> {
        if let Some(pin) = self.entrance_pin() {
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
        match wanted {
            Some(room) => entrance::open_rather_in(routes, room, meter).map(drop),
            None => entrance::open(routes, meter).map(drop),
        }
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
            if is_open(routes, &door) {
                continue;
            }
            if self.task.recipe.record.has_back_door() && self.level.z == 0 && is_back_door(routes, room, &door) {
                routes.open_door(RoomId(room), &door_site(&door, 0), meter);
                continue;
            }
            let touches = |edge: &&Edge| edge.a == room || edge.b == room;
            let mut wanted: Vec<Edge> = edges.wanted.iter().filter(touches).copied().collect();
            wanted.sort_unstable();
            let asked = wanted.len();
            wanted.extend(edges.near.iter().filter(touches).copied());
            wanted.extend(nearest_first(routes, room));
            let walls = std::mem::replace(&mut routes.walls[room as usize], vec![door_wall(&door)]);
            let mut made = None;
            for (at, edge) in wanted.into_iter().enumerate() {
                if !is_pinned_pair(routes, [edge.a, edge.b]) && self.dig(routes, edge, router, meter)? {
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
        let mut doors: Vec<DoorRequest> = self.task.pins.iter().filter_map(request).collect();
        doors.extend(self.required_sockets());
        doors
    }

    /// Sockets of pinned rooms that must be open, as doors.
    fn required_sockets(&self) -> Vec<DoorRequest> {
        let of_room = |pin: &Pin| match pin {
            Pin::Room(pin) if pin.z == self.level.z => {
                let room = self.level.local(*self.task.rooms.get(&pin.id)?).0;
                Some(required_doors(pin).into_iter().map(move |door| DoorRequest { room, door }))
            }
            _ => None,
        };
        self.task.pins.iter().filter_map(of_room).flatten().collect()
    }

    /// Makes links that are asked for between parts that nothing joins yet, shortest first.
    fn join_needed(
        &self,
        routes: &mut LevelRoutes,
        edges: &LevelEdges,
        router: &mut Router,
        meter: &mut Meter,
    ) -> Result<(), RouteError> {
        let mut joined = parts(routes);
        let mut wanted = edges.wanted.clone();
        wanted.sort_unstable();
        for edge in wanted {
            if joined.find(edge.a) != joined.find(edge.b) && self.join(routes, edge, router, meter)? {
                joined.unite(edge.a, edge.b);
            }
        }
        Ok(())
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
            if is_pinned_pair(routes, pair)
                || is_joined && self.task.are_pinned(self.level, pair)
                || is_loop && left == 0
            {
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
            let is_wanted = !is_joined || self.task.is_alone && !self.task.is_side_by_side;
            if is_wanted && self.join(routes, edge, router, meter)? {
                joined.unite(edge.a, edge.b);
            }
        }
        Ok(())
    }

    /// Joins the parts that are left; where the sockets of templates are not enough, at any wall of them.
    fn join_rest(
        &self,
        routes: &mut LevelRoutes,
        edges: &LevelEdges,
        router: &mut Router,
        meter: &mut Meter,
    ) -> Result<Vec<u32>, RouteError> {
        let has_sockets = matches!(self.task.recipe.method, Method::Templates(_));
        match self.join_all(routes, edges, router, meter) {
            Err(RouteError::Apart { .. } | RouteError::TooFar { .. }) if has_sockets => {}
            result => return result,
        }
        for (walls, room) in routes.walls.iter_mut().zip(&routes.layout.rooms) {
            *walls = wall::walls(&room.floor);
        }
        routes.cut_walls();
        self.close_walls(routes);
        self.join_all(routes, edges, router, meter)
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
        // Side by side, every door in a wall comes before the first corridor.
        let corridors: &[bool] = if self.task.is_side_by_side { &[false, true] } else { &[true] };
        for (&has_corridors, &edge) in corridors.iter().flat_map(|pass| all.iter().map(move |edge| (pass, edge))) {
            if joined.sets() == 1 {
                break;
            }
            if joined.find(edge.a) == joined.find(edge.b) {
                continue;
            }
            meter.spend(1)?;
            let is_made = has_corridors && self.dig(routes, edge, router, meter)?;
            if is_made || share(routes, [edge.a, edge.b], meter) {
                joined.unite(edge.a, edge.b);
                strayed.extend([edge.a, edge.b]);
            }
        }
        match apart(routes, &mut joined) {
            Some(pair) => Err(routes.apart(pair.map(|room| self.level.rooms[room as usize]))),
            None => Ok(strayed),
        }
    }

    /// Joins two rooms as the method does: by a door where they lie side by side, else by a corridor; returns whether it
    /// could.
    fn join(
        &self,
        routes: &mut LevelRoutes,
        edge: Edge,
        router: &mut Router,
        meter: &mut Meter,
    ) -> Result<bool, RouteError> {
        if self.task.is_side_by_side {
            return Ok(share(routes, [edge.a, edge.b], meter));
        }
        self.dig(routes, edge, router, meter)
    }

    /// Makes a corridor between two rooms; returns whether there was a free path.
    fn dig(
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
}

/// Whether there is a door on all cells of a pinned one: required sockets may have a wider one.
fn is_open(routes: &LevelRoutes, door: &PinnedDoor) -> bool {
    let has = |other: &Door| door.cells.iter().all(|cell| other.cells.contains(cell));
    routes.doors.iter().any(has)
}
