//! Routing a plan: level by level, every link alone on its corridor, so that the tiles connect exactly what the plan says.
//!
//! Corridors come first, then secret passages, each with the cells of all earlier ones and their orthogonal neighbours
//! out of bounds. Stairs take up a cell that both rooms have. At last doors are dressed and locks put in.

use undercroft_grid::{Cell, Rect};

use super::corridor::Router;
use super::link_plan::Edge;
use super::{RouteError, Routes, Works, cave_mouth, door_kinds, entrance, legs, roughen};
use crate::dungeon::{Door, DoorId, DoorKind, DoorState, Entrance, Link, LinkId, LinkKind, RoomId};
use crate::events::EventSink;
use crate::place::{Layout, stair_cell};
use crate::plan::{Plan, PlanLinkKind, secret_pairs};
use crate::recipe::Recipe;
use crate::seed::Stream;

/// Other pairs that are tried for a secret passage that finds no way.
const OTHER_PAIRS: usize = 12;

/// Makes doors, corridors, stairs and secret passages for the rooms of a plan.
///
/// # Errors
/// When a link of the plan finds no way, or the budget is used up.
pub fn route_plan(
    recipe: &Recipe,
    plan: &Plan,
    layout: &Layout,
    mut stream: Stream,
    events: &mut dyn EventSink,
) -> Result<Routes, RouteError> {
    let mut books = Books { doors: Vec::new(), links: vec![None; plan.links.len()], entrance: None, warnings: vec![] };
    let mut router = Router::new(recipe);
    for z in plan.levels() {
        Storey::new(plan, layout, z).route(recipe, &mut router, &mut books, &mut stream, events)?;
    }
    for (slot, link) in books.links.iter_mut().zip(&plan.links).filter(|(_, link)| link.kind == PlanLinkKind::Stairs) {
        let [a, b] = link.rooms.map(|room| &layout.rooms[room.index()]);
        let cell = stair_cell(a, b, &[]).ok_or(RouteError::Apart { a: link.rooms[0], b: link.rooms[1] })?;
        *slot = Some(Link::new(LinkId(0), link.rooms, LinkKind::Stairs { cell }));
    }
    books.close(recipe, plan, layout.natural, &mut stream)
}

/// What is written down for all levels together.
struct Books {
    doors: Vec<Door>,
    /// By the plan's links; secret passages may be missing at last.
    links: Vec<Option<Link>>,
    entrance: Option<Entrance>,
    warnings: Vec<String>,
}

impl Books {
    /// Numbers the links, dresses the doors and puts the locks in.
    fn close(
        mut self,
        recipe: &Recipe,
        plan: &Plan,
        is_natural: bool,
        stream: &mut Stream,
    ) -> Result<Routes, RouteError> {
        let side = format!("{:?}", plan.entry).to_lowercase();
        let entrance = self.entrance.ok_or(RouteError::NoEntrance { side })?;
        let mut links: Vec<Link> = self.links.into_iter().flatten().collect();
        (0..).zip(&mut links).for_each(|(id, link)| link.id = LinkId(id));
        // Only secret passages, which come last, can be missing: up to them the numbers are the plan's.
        let locked: Vec<LinkId> =
            (0..).zip(&plan.links).filter(|(_, link)| link.key.is_some()).map(|(id, _)| LinkId(id)).collect();
        door_kinds::dress(recipe, plan.rooms.len(), &mut links, &mut self.doors, entrance.room, &locked, stream);
        for lock in locked {
            let link = &links[lock.index()];
            let outer = (0..2).min_by_key(|&end| plan.room(link.rooms[end]).depth).unwrap_or(0);
            let door = &mut self.doors[link.doors()[outer].index()];
            (door.kind, door.state) = (DoorKind::Door, DoorState::Locked);
        }
        if is_natural {
            let is_mouth =
                |door: &&mut Door| door.kind == DoorKind::Door && door.state != DoorState::Locked && !door.secret;
            for mouth in self.doors.iter_mut().filter(is_mouth) {
                (mouth.kind, mouth.state) = (DoorKind::Archway, DoorState::Open);
            }
        }
        if recipe.corridors.dead_ends.parts() > 0 {
            self.warnings.push("corridors.dead_ends: the corridors of a plan have no blind stubs.".to_owned());
        }
        Ok(Routes { doors: self.doors, links, stubs: Vec::new(), entrance, warnings: self.warnings })
    }
}

/// One level of a plan with the rooms that lie on it.
struct Storey<'a> {
    plan: &'a Plan,
    z: i32,
    /// The rooms of this level only.
    layout: Layout,
    /// Their numbers in the plan.
    rooms: Vec<RoomId>,
}

impl<'a> Storey<'a> {
    fn new(plan: &'a Plan, layout: &Layout, z: i32) -> Self {
        let rooms: Vec<RoomId> = plan.rooms.iter().filter(|room| room.z == z).map(|room| room.id).collect();
        let placements = rooms.iter().map(|room| layout.rooms[room.index()].clone()).collect();
        let natural = layout.natural;
        let layout = Layout { natural, ..Layout::of_rooms(layout.size, placements, layout.lattice, Vec::new()) };
        Self { plan, z, layout, rooms }
    }

    fn route(
        &self,
        recipe: &Recipe,
        router: &mut Router,
        books: &mut Books,
        stream: &mut Stream,
        events: &mut dyn EventSink,
    ) -> Result<(), RouteError> {
        let mut works = Works::new(recipe, &self.layout);
        let first_door = books.doors.len() as u32;
        if self.z == 0 {
            let entrance = entrance::open_in(&mut works, &[self.local(RoomId(0))], events)?;
            books.entrance = Some(Entrance { room: RoomId(0), door: DoorId(entrance.door.0 + first_door), ..entrance });
        }
        let mut made: Vec<usize> = Vec::new();
        for (index, link) in self.plan.links.iter().enumerate().filter(|(_, link)| self.has(link.rooms[0])) {
            let joined = match link.kind {
                PlanLinkKind::Corridor => self.join(&mut works, link.rooms, router, events)?,
                PlanLinkKind::SecretPassage => self.join_secretly(&mut works, link.rooms, router, events)?,
                PlanLinkKind::Stairs => continue,
            };
            if joined {
                made.push(index);
            } else if link.kind == PlanLinkKind::Corridor {
                return Err(RouteError::Apart { a: link.rooms[0], b: link.rooms[1] });
            } else {
                books.warnings.push(format!("A secret passage on level {} found no way and was left out.", self.z));
            }
        }
        if self.layout.natural {
            let entrance = books.entrance.as_ref().filter(|_| self.z == 0);
            // A locked door is no mouth.
            let may_change: Vec<bool> = made.iter().map(|&link| self.plan.links[link].key.is_none()).collect();
            cave_mouth::shape(&mut works, entrance, &may_change, stream);
            roughen::roughen(&mut works, entrance, stream);
        }
        self.enter(works, &made, first_door, books);
        Ok(())
    }

    fn has(&self, room: RoomId) -> bool {
        self.plan.room(room).z == self.z
    }

    /// The number of a room among those of this level.
    fn local(&self, room: RoomId) -> RoomId {
        RoomId(self.rooms.binary_search(&room).unwrap_or(0) as u32)
    }

    /// Makes a corridor and keeps all later ones away from it.
    fn join(
        &self,
        works: &mut Works,
        rooms: [RoomId; 2],
        router: &mut Router,
        events: &mut dyn EventSink,
    ) -> Result<bool, RouteError> {
        let [a, b] = rooms.map(|room| self.local(room).0);
        let joined = works.corridor(Edge { length: 1, a, b }, router, events)?;
        if joined {
            keep_away(works);
        }
        Ok(joined)
    }

    /// Makes a secret passage between these rooms, or between others of the level that are as near.
    fn join_secretly(
        &self,
        works: &mut Works,
        rooms: [RoomId; 2],
        router: &mut Router,
        events: &mut dyn EventSink,
    ) -> Result<bool, RouteError> {
        let others = secret_pairs(self.plan, self.z).into_iter().take(OTHER_PAIRS);
        for rooms in std::iter::once(rooms).chain(others) {
            let pair = rooms.map(|room| self.local(room));
            let is_joined = works.links.iter().any(|link| link.rooms == pair);
            if is_joined || !self.join(works, rooms, router, events)? {
                continue;
            }
            if let Some(link) = works.links.last_mut() {
                let corridor = link.corridor().cloned();
                link.kind =
                    corridor.map_or(link.kind.clone(), |corridor| LinkKind::Secret { corridor, discovered: false });
                link.doors().iter().for_each(|door| works.doors[door.index()].secret = true);
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// Writes the works of this level into the books, with the numbers that hold for all levels.
    fn enter(&self, works: Works, made: &[usize], first_door: u32, books: &mut Books) {
        let (doors, links, warnings) = renumbered(works, &self.rooms, first_door);
        for (link, &index) in links.into_iter().zip(made) {
            books.links[index] = Some(link);
        }
        books.doors.extend(doors);
        books.warnings.extend(warnings);
    }
}

/// The doors, links and warnings of one level with the numbers that rooms and doors have among all levels.
pub(super) fn renumbered(works: Works, rooms: &[RoomId], first_door: u32) -> (Vec<Door>, Vec<Link>, Vec<String>) {
    let global = |room: RoomId| rooms[room.index()];
    let (mut doors, mut links) = (works.doors, works.links);
    for link in &mut links {
        link.rooms = link.rooms.map(global);
        link.doors_mut().iter_mut().for_each(|door| door.0 += first_door);
    }
    for door in &mut doors {
        (door.id, door.room) = (DoorId(door.id.0 + first_door), door.room.map(global));
    }
    (doors, links, works.warnings)
}

/// The last corridor's cells and their orthogonal neighbours are out of bounds for all later ones.
fn keep_away(works: &mut Works) {
    let Some(corridor) = works.links.last().and_then(Link::corridor) else { return };
    let runways = [0, 1].map(|end| {
        let door = &works.doors[corridor.doors[end].index()];
        door.runway_rect(i32::from(corridor.runway[end]).max(1))
    });
    let swept: Vec<Rect> = legs(corridor.brush_positions(), i32::from(corridor.width)).chain(runways).collect();
    for Rect { left, top, right, bottom } in swept {
        works.ground.reserve(Rect::new(left - 1, top, right + 1, bottom));
        works.ground.reserve(Rect::new(left, top - 1, right, bottom + 1));
    }
}

/// Every cell of a link's corridor.
pub(super) fn corridor_cells(works: &Works, link: &Link) -> Vec<Cell> {
    let Some(corridor) = link.corridor() else { return Vec::new() };
    let runway = |end: usize| works.doors[corridor.doors[end].index()].runway_rect(i32::from(corridor.runway[end]));
    let width = i32::from(corridor.width);
    let brush = corridor.brush_positions().iter().map(|&at| Rect::at(at, width, width));
    brush.chain([runway(0), runway(1)]).flat_map(Rect::cells).collect()
}
