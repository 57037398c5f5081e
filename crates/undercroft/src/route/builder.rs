//! Collects doors and links level by level and merges them with the ids of the whole layout.

use std::borrow::Cow;
use std::collections::BTreeSet;

use undercroft_grid::{Cell, Rect, UnionFind};

use super::corridor::{LARGEST_WINDOW, Router};
use super::door_kinds::{DoorTask, assign_door_kinds, take_leaf};
use super::link_plan::{Edge, LinkPlan};
use super::room_doors::RoomDoors;
use super::routing_map::RoutingMap;
use super::short_runways::short_runways;
use super::types::{CorridorPath, LinkEnd};
use super::wall::{self, Site, Wall};
use super::{RouteError, Routes};
use crate::dungeon::{
    Corridor, Door, DoorId, DoorKind, DoorState, Entrance, Fallback, HiddenDoor, Link, LinkId, LinkKind, RoomId, Stub,
    near_stairs_warning,
};
use crate::events::Event;
use crate::meter::Meter;
use crate::place::{FoundStairs, Gate, Layout, PinnedContents};
use crate::recipe::Recipe;

/// Doors and links of all levels so far.
pub struct RouteBuilder<'a> {
    pub recipe: &'a Recipe,
    pub layout: &'a Layout,
    pub doors: Vec<Door>,
    /// The links, in the order of their numbers to be.
    pub links: Vec<Link>,
    pub stubs: Vec<Stub>,
    pub entrance: Option<Entrance>,
    pub warnings: Vec<String>,
    /// What pinned features close to stairs and keys.
    pub contents: Option<&'a PinnedContents>,
}

impl<'a> RouteBuilder<'a> {
    /// A builder without doors and links.
    pub const fn new(recipe: &'a Recipe, layout: &'a Layout) -> Self {
        Self {
            recipe,
            layout,
            doors: Vec::new(),
            links: Vec::new(),
            stubs: Vec::new(),
            entrance: None,
            warnings: Vec::new(),
            contents: None,
        }
    }

    /// Runs `route` on the rooms of one level, where they have ids of their own, and merges the result.
    pub fn route_level(
        &mut self,
        z: i32,
        meter: &mut Meter,
        route: impl FnOnce(&mut LevelRoutes, &LevelRooms, &mut Meter) -> Result<(), RouteError>,
    ) -> Result<(), RouteError> {
        let level = LevelRooms::new(self.layout, z);
        let wanted = self.layout.rooms.len();
        let mut routes = LevelRoutes::new(self.recipe, &level.layout, meter)
            .map_err(|error| error.with_links(self.links.len(), wanted))?;
        route(&mut routes, &level, meter)
            .map_err(|error| error.with_links(self.links.len() + routes.links.len(), wanted))?;
        self.merge_level(routes, &level);
        Ok(())
    }

    fn merge_level(&mut self, routes: LevelRoutes, level: &LevelRooms) {
        let first_door = self.doors.len() as u32;
        let global_door = |door: DoorId| DoorId(door.0 + first_door);
        for mut link in routes.links {
            link.rooms = link.rooms.map(|room| level.global(room));
            link.doors_mut().iter_mut().for_each(|door| *door = global_door(*door));
            self.links.push(link);
        }
        for mut door in routes.doors {
            (door.id, door.room) = (global_door(door.id), door.room.map(|room| level.global(room)));
            self.doors.push(door);
        }
        if let Some(entrance) = routes.entrance {
            let (room, door) = (level.global(entrance.room), global_door(entrance.door));
            self.entrance = Some(Entrance { room, door, ..entrance });
        }
        self.stubs.extend(routes.stubs);
        self.warnings.extend(routes.warnings);
    }

    /// Adds stairs between rooms of two levels.
    pub fn add_stairs(&mut self, rooms: [RoomId; 2], stairs: FoundStairs) {
        if stairs.is_near {
            self.warnings.push(near_stairs_warning(rooms));
        }
        self.links.push(Link::new(LinkId(0), rooms, LinkKind::Stairs { runs: stairs.runs }));
    }

    /// Adds a sentence about a request that could not be met.
    pub fn warn(&mut self, sentence: String) {
        self.warnings.push(sentence);
    }

    /// Sorts the links by keys, one for each in the order in which they were added.
    pub fn sort_links(&mut self, keys: &[usize]) {
        let mut keyed: Vec<(usize, Link)> = keys.iter().copied().zip(std::mem::take(&mut self.links)).collect();
        keyed.sort_by_key(|(key, _)| *key);
        self.links = keyed.into_iter().map(|(_, link)| link).collect();
    }

    /// Numbers the links and chooses the kind of every door. No other obstacle is put into links that a key opens.
    ///
    /// # Errors
    /// When no level has an entrance, or the meter halts.
    pub fn finish(mut self, keyed: &[LinkId], meter: &mut Meter) -> Result<Routes, RouteError> {
        meter.spend(self.links.len() as u64)?;
        (0..).zip(&mut self.links).for_each(|(id, link)| link.id = LinkId(id));
        let entrance = self.entrance.ok_or_else(|| RouteError::no_entrance(self.recipe))?;
        let task = DoorTask { recipe: self.recipe, rooms: &self.layout.rooms, entrance: entrance.room, keyed };
        assign_door_kinds(&task, &mut self.links, &mut self.doors);
        if self.recipe.is_woods() || self.layout.rooms[entrance.room.index()].is_cave() {
            take_leaf(&mut self.doors[entrance.door.index()]);
        }
        self.warnings.extend(short_runways(self.recipe, &self.links));
        let Self { doors, links, stubs, warnings, .. } = self;
        Ok(Routes { doors, links, stubs, entrance, keys: Vec::new(), warnings })
    }
}

/// What became of a link that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkOutcome {
    /// It is made.
    Made,
    /// It could be made and is not worth it.
    Unwanted,
    /// No free path or place was found.
    Blocked,
}

/// The rooms of one level, numbered from 0.
pub struct LevelRooms<'a> {
    /// The level.
    pub z: i32,
    /// Its rooms only.
    pub layout: Cow<'a, Layout>,
    /// Their ids in the whole layout, in ascending order.
    pub rooms: Vec<RoomId>,
}

impl<'a> LevelRooms<'a> {
    /// The rooms of level `z`. The gate stays on the level of its room; openings, which only layouts of a single level have,
    /// where it is the only one.
    pub fn new(layout: &'a Layout, z: i32) -> Self {
        let on_level = (0..).zip(&layout.rooms).filter(|(_, room)| room.z == z);
        let rooms: Vec<RoomId> = on_level.map(|(id, _)| RoomId(id)).collect();
        if rooms.len() == layout.rooms.len() {
            return Self { z, layout: Cow::Borrowed(layout), rooms };
        }
        let placements = rooms.iter().map(|room| layout.rooms[room.index()].clone()).collect();
        let of_level = Layout::of_rooms(layout.size, placements, layout.module_grid, Vec::new());
        let local =
            |gate: Gate| rooms.binary_search(&gate.room).ok().map(|room| Gate { room: RoomId(room as u32), ..gate });
        let gate = layout.gate.and_then(local);
        let mirror = layout.mirror.as_ref().map(|mirror| mirror.of_rooms(&rooms));
        Self { z, layout: Cow::Owned(Layout { gate, mirror, ..of_level }), rooms }
    }

    /// The id of a room among those of this level.
    pub fn local(&self, room: RoomId) -> RoomId {
        RoomId(self.rooms.binary_search(&room).unwrap_or(0) as u32)
    }

    fn global(&self, room: RoomId) -> RoomId {
        self.rooms[room.index()]
    }
}

/// Doors and links of one level so far, and the map that corridors are searched on.
pub struct LevelRoutes<'a> {
    pub recipe: &'a Recipe,
    pub layout: &'a Layout,
    pub map: RoutingMap,
    /// The walls of each room.
    pub walls: Vec<Vec<Wall>>,
    pub doors: Vec<Door>,
    room_doors: RoomDoors,
    pub links: Vec<Link>,
    pub stubs: Vec<Stub>,
    pub entrance: Option<Entrance>,
    pub warnings: Vec<String>,
    /// Cells of walls that no new door may have.
    closed: BTreeSet<Cell>,
    /// Whether some corridor was not found and only a part of what lies between its rooms was searched.
    is_cut_short: bool,
}

impl<'a> LevelRoutes<'a> {
    pub fn new(recipe: &'a Recipe, layout: &'a Layout, meter: &mut Meter) -> Result<Self, RouteError> {
        let free = recipe.mask.as_ref().and_then(|mask| mask.free(layout.rooms.first()?.z)).map(|free| &**free);
        let map = RoutingMap::new(layout, free, recipe.corridors.width, meter)?;
        let mut walls = Vec::with_capacity(layout.rooms.len());
        for room in &layout.rooms {
            meter.spend(1 + room.floor.len() as u64 / 4)?;
            walls.push(wall::walls_of(room));
        }
        Ok(Self {
            recipe,
            layout,
            map,
            walls,
            doors: Vec::new(),
            room_doors: RoomDoors::new(layout.rooms.len()),
            links: Vec::new(),
            stubs: Vec::new(),
            entrance: None,
            warnings: Vec::new(),
            closed: BTreeSet::new(),
            is_cut_short: false,
        })
    }

    /// Keeps new doors out of cells of walls.
    pub fn close_doors(&mut self, cells: BTreeSet<Cell>) {
        self.closed = cells;
        self.cut_walls();
    }

    /// Takes the closed cells out of the walls.
    pub fn cut_walls(&mut self) {
        if !self.closed.is_empty() {
            let is_closed = |cell: Cell| self.closed.contains(&cell);
            self.walls.iter_mut().for_each(|walls| *walls = wall::without(walls, is_closed));
        }
    }

    /// Whether no new door may have one of these cells.
    pub fn is_closed(&self, door: Rect) -> bool {
        !self.closed.is_empty() && door.cells().any(|cell| self.closed.contains(&cell))
    }

    /// The error for rooms that no corridor joins.
    pub fn apart(&self, [a, b]: [RoomId; 2]) -> RouteError {
        if self.is_cut_short {
            return RouteError::TooFar { a, b, limit: LARGEST_WINDOW };
        }
        RouteError::Apart { a, b }
    }

    /// Adds tree and loops, longer edges first, and spare links for those that fail.
    ///
    /// # Errors
    /// When a room stays unconnected, or `link` fails.
    pub fn add_links(
        &mut self,
        link_plan: &LinkPlan,
        meter: &mut Meter,
        mut link: impl FnMut(&mut Self, Edge, &mut Meter) -> Result<LinkOutcome, RouteError>,
    ) -> Result<(), RouteError> {
        let rooms = self.layout.rooms.len();
        let mut joined = UnionFind::new(rooms);
        for edge in link_plan.longest_first() {
            meter.spend(1)?;
            match link(self, edge, meter)? {
                LinkOutcome::Made => {
                    joined.unite(edge.a, edge.b);
                }
                LinkOutcome::Unwanted => {}
                LinkOutcome::Blocked => {
                    let Edge { a, b, .. } = edge;
                    self.warnings.push(format!("No link between rooms {a} and {b}: every way is blocked."));
                }
            }
        }
        for &edge in &link_plan.spare {
            let is_apart = joined.sets() > 1 && joined.find(edge.a) != joined.find(edge.b);
            if is_apart && link(self, edge, meter)? == LinkOutcome::Made {
                joined.unite(edge.a, edge.b);
            }
        }
        let part = |joined: &mut UnionFind| (1..rooms as u32).find(|&room| joined.find(room) != joined.find(0));
        part(&mut joined).map_or(Ok(()), |b| Err(self.apart([RoomId(0), RoomId(b)])))
    }

    /// Adds one corridor; returns whether there was a free path.
    ///
    /// # Errors
    /// When the budget is used up, or the events ask to stop.
    pub fn add_corridor(&mut self, edge: Edge, router: &mut Router, meter: &mut Meter) -> Result<bool, RouteError> {
        let found = self.find_corridor(edge, router, meter)?;
        if let Some(corridor) = &found {
            self.carve([edge.a, edge.b].map(RoomId), corridor, meter);
        }
        Ok(found.is_some())
    }

    /// Finds the path of a corridor without making it.
    ///
    /// # Errors
    /// When the budget is used up, or the events ask to stop.
    pub fn find_corridor(
        &mut self,
        edge: Edge,
        router: &mut Router,
        meter: &mut Meter,
    ) -> Result<Option<CorridorPath>, RouteError> {
        meter.ask()?;
        let end =
            |room: u32| LinkEnd { bounds: self.layout.rooms[room as usize].bounds, walls: &self.walls[room as usize] };
        let ends = [end(edge.a), end(edge.b)];
        let id = LinkId(self.links.len() as u32);
        let found = router.find_corridor(&self.map, &self.recipe.corridors, self.layout.module_grid, ends, meter)?;
        if meter.wants_events() {
            meter.on_event(Event::Searched { link: id, steps: router.steps as u32, cost: router.cost });
        }
        if found.is_none() {
            self.is_cut_short |= router.is_cut_short;
            self.reject(edge, "no free path", meter);
        }
        Ok(found)
    }

    /// Reports why a link is not made.
    pub fn reject(&self, edge: Edge, reason: &str, meter: &mut Meter) {
        if meter.wants_events() {
            let what = format!("link between rooms {} and {}", edge.a, edge.b);
            let room = &self.layout.rooms[edge.a as usize];
            let (z, at) = (room.z, room.bounds.center());
            meter.on_event(Event::Rejected { what, z, at, reason: reason.to_owned() });
        }
    }

    /// Opens the doors of a corridor and carves its cells.
    pub fn carve(&mut self, rooms: [RoomId; 2], found: &CorridorPath, meter: &mut Meter) {
        let id = LinkId(self.links.len() as u32);
        let doors = [0, 1].map(|i| self.open_door(rooms[i], &found.sites[i], meter));
        for site in &found.sites {
            self.map.carve_runway(site.runway_rect());
        }
        let runway = found.sites.map(|site| site.runway as u8);
        let corridor = Corridor {
            width: found.width as u8,
            runway,
            fallback: found.fallback,
            ..Corridor::new(doors, found.path.clone())
        };
        let link = Link::new(id, rooms, LinkKind::Corridor { corridor, hidden: HiddenDoor::None });
        straight_runs(link.brush_positions(), found.width).for_each(|run| self.map.carve(run));
        self.report_carved(&link, meter);
        self.links.push(link);
    }

    fn report_carved(&mut self, link: &Link, meter: &mut Meter) {
        for (end, &fallback) in link.fallback().iter().enumerate().filter(|(_, fallback)| **fallback != Fallback::None)
        {
            if fallback == Fallback::LastResort {
                let room = link.rooms[end];
                self.warnings.push(format!("Link {} may cross its own runway at room {room}.", link.id));
            }
            if meter.wants_events() {
                meter.on_event(Event::FellBack { link: link.id, end: end as u8, fallback });
            }
        }
        if meter.wants_events() {
            meter.on_event(Event::Carved { link: link.id, path: link.path().to_vec() });
        }
    }

    /// The doors of a room.
    pub fn doors_of(&self, room: RoomId) -> impl Iterator<Item = &Door> {
        self.room_doors.doors_of(room, &self.doors)
    }

    /// Opens a closed door at the site.
    pub fn open_door(&mut self, room: RoomId, site: &Site, meter: &mut Meter) -> DoorId {
        let id = DoorId(self.doors.len() as u32);
        let cells: Vec<Cell> = site.slice(0).cells().collect();
        self.map.open_door(site.slice(0));
        if meter.wants_events() {
            meter.on_event(Event::OpenedDoor { door: id, room, cells: cells.clone() });
        }
        let z = self.layout.rooms[room.index()].z;
        let (kind, state) = (DoorKind::Door, DoorState::Closed);
        self.doors.push(Door { id, z, room: Some(room), cells, normal: site.normal, kind, state, secret: false });
        self.room_doors.update(&self.doors);
        id
    }

    /// Opens a door at the site, in a wall that both rooms share, and links the rooms by it.
    pub fn add_shared_door(&mut self, rooms: [RoomId; 2], site: &Site, meter: &mut Meter) {
        let door = self.open_door(rooms[0], site, meter);
        let id = LinkId(self.links.len() as u32);
        self.links.push(Link::new(id, rooms, LinkKind::Shared { door, hidden: HiddenDoor::None }));
    }

    /// Keeps all later corridors off the last one's cells and their orthogonal neighbours.
    pub fn reserve_last(&mut self) {
        let Some(corridor) = self.links.last().and_then(Link::corridor) else { return };
        let runways = [0, 1].map(|end| {
            let door = &self.doors[corridor.doors[end].index()];
            door.runway_rect(i32::from(corridor.runway[end]).max(1))
        });
        let width = i32::from(corridor.width);
        let swept: Vec<Rect> = straight_runs(corridor.brush_positions(), width).chain(runways).collect();
        swept.into_iter().for_each(|rect| self.map.reserve_with_sides(rect));
    }

    /// Every cell of a link's corridor.
    pub fn corridor_cells(&self, link: &Link) -> Vec<Cell> {
        let Some(corridor) = link.corridor() else { return Vec::new() };
        let runway = |end: usize| self.doors[corridor.doors[end].index()].runway_rect(i32::from(corridor.runway[end]));
        let width = i32::from(corridor.width);
        let brush = corridor.brush_positions().iter().map(|&at| Rect::at(at, width, width));
        brush.chain([runway(0), runway(1)]).flat_map(Rect::cells).collect()
    }
}

/// The rectangles that a brush sweeps along the straight parts of a path.
pub fn straight_runs(path: &[Cell], width: i32) -> impl Iterator<Item = Rect> {
    let brush = move |at: Cell| Rect::at(at, width, width);
    let straight = |run: &[Cell], next: Cell| run[0].x == next.x || run[0].y == next.y;
    let mut rest = path;
    std::iter::from_fn(move || {
        let &first = rest.first()?;
        let end = (1..rest.len()).find(|&i| !straight(rest, rest[i])).unwrap_or(rest.len());
        let run = brush(first).hull(brush(rest[end - 1]));
        rest = &rest[end..];
        Some(run)
    })
}
