//! Routes the links of a plan: each has a corridor of its own, so that the tiles connect exactly the rooms that the plan
//! links.
//!
//! Corridors come first, then secret passages, each kept off the cells of all earlier ones and their orthogonal
//! neighbours. Stairs take up a cell that both rooms have. Kinds of doors and locks come last.

use super::builder::{LevelRooms, LevelRoutes, RouteBuilder};
use super::corridor::Router;
use super::link_plan::Edge;
use super::{RouteError, Routes, cave_mouth, entrance, roughen};
use crate::dungeon::{Door, DoorKind, DoorState, LinkId, LinkKind, RoomId};
use crate::events::EventSink;
use crate::place::{Layout, stair_cell};
use crate::plan::{Plan, PlanLinkKind, secret_pairs};
use crate::recipe::Recipe;
use crate::seed::Stream;

/// Other pairs that are tried for a secret passage without a free path.
const OTHER_PAIRS: usize = 12;

/// Makes doors, corridors, stairs and secret passages for the rooms of a plan.
///
/// # Errors
/// When a link of the plan has no free path, or the budget is used up.
pub fn route_plan(
    recipe: &Recipe,
    plan: &Plan,
    layout: &Layout,
    mut stream: Stream,
    events: &mut dyn EventSink,
) -> Result<Routes, RouteError> {
    let mut builder = RouteBuilder::new(recipe, layout);
    let mut router = Router::new(recipe);
    // The position in the plan of each link that the builder holds.
    let mut made: Vec<usize> = Vec::new();
    for z in plan.levels() {
        builder.route_level(z, |routes, level| {
            made.extend(PlanLevel { plan, level }.route(routes, &mut router, &mut stream, events)?);
            Ok(())
        })?;
    }
    for (index, link) in plan.links.iter().enumerate().filter(|(_, link)| link.kind == PlanLinkKind::Stairs) {
        let [a, b] = link.rooms.map(|room| &layout.rooms[room.index()]);
        let cell = stair_cell(a, b, &[]).ok_or(RouteError::Apart { a: link.rooms[0], b: link.rooms[1] })?;
        builder.add_stairs(link.rooms, cell);
        made.push(index);
    }
    builder.sort_links(&made);
    // Only secret passages, which come last, can be missing: up to them the numbers are the plan's.
    let locked: Vec<LinkId> =
        (0..).zip(&plan.links).filter(|(_, link)| link.key.is_some()).map(|(id, _)| LinkId(id)).collect();
    let mut routes = builder.finish(&locked, &mut stream)?;
    lock_doors(&mut routes, plan, &locked);
    if layout.natural {
        open_mouths(&mut routes.doors);
    }
    if recipe.corridors.dead_ends.parts() > 0 {
        routes.warnings.push("corridors.dead_ends: the corridors of a plan have no blind stubs.".to_owned());
    }
    Ok(routes)
}

/// Locks the outer door of each locked link.
fn lock_doors(routes: &mut Routes, plan: &Plan, locked: &[LinkId]) {
    for lock in locked {
        let link = &routes.links[lock.index()];
        let outer = (0..2).min_by_key(|&end| plan.room(link.rooms[end]).depth).unwrap_or(0);
        let door = &mut routes.doors[link.doors()[outer].index()];
        (door.kind, door.state) = (DoorKind::Door, DoorState::Locked);
    }
}

/// Caves have archways where nothing is locked or secret.
fn open_mouths(doors: &mut [Door]) {
    let is_mouth = |door: &&mut Door| door.kind == DoorKind::Door && door.state != DoorState::Locked && !door.secret;
    for mouth in doors.iter_mut().filter(is_mouth) {
        (mouth.kind, mouth.state) = (DoorKind::Archway, DoorState::Open);
    }
}

/// One level of a plan with the rooms that lie on it.
struct PlanLevel<'a> {
    plan: &'a Plan,
    level: &'a LevelRooms<'a>,
}

impl PlanLevel<'_> {
    /// Makes the links of the level; returns their positions in the plan.
    fn route(
        &self,
        routes: &mut LevelRoutes,
        router: &mut Router,
        stream: &mut Stream,
        events: &mut dyn EventSink,
    ) -> Result<Vec<usize>, RouteError> {
        if self.level.z == 0 {
            entrance::open_in(routes, &[self.level.local(RoomId(0))], events)?;
        }
        let (mut made, mut missing): (Vec<usize>, Vec<String>) = Default::default();
        let on_level = |room: RoomId| self.plan.room(room).z == self.level.z;
        for (index, link) in self.plan.links.iter().enumerate().filter(|(_, link)| on_level(link.rooms[0])) {
            let joined = match link.kind {
                PlanLinkKind::Corridor => self.join(routes, link.rooms, router, events)?,
                PlanLinkKind::SecretPassage => self.join_secretly(routes, link.rooms, router, events)?,
                PlanLinkKind::Stairs => continue,
            };
            if joined {
                made.push(index);
            } else if link.kind == PlanLinkKind::Corridor {
                return Err(RouteError::Apart { a: link.rooms[0], b: link.rooms[1] });
            } else {
                missing.push(format!("A secret passage on level {} found no way and was left out.", self.level.z));
            }
        }
        // These come before what single corridors gave up.
        routes.warnings.splice(0..0, missing);
        if routes.layout.natural {
            // A locked door is no mouth.
            let may_change: Vec<bool> = made.iter().map(|&link| self.plan.links[link].key.is_none()).collect();
            cave_mouth::vary_widths(routes, &may_change, stream);
            roughen::roughen(routes, stream);
        }
        Ok(made)
    }

    /// Makes a corridor and keeps all later ones away from it.
    fn join(
        &self,
        routes: &mut LevelRoutes,
        rooms: [RoomId; 2],
        router: &mut Router,
        events: &mut dyn EventSink,
    ) -> Result<bool, RouteError> {
        let [a, b] = rooms.map(|room| self.level.local(room).0);
        let joined = routes.add_corridor(Edge { length: 1, a, b }, router, events)?;
        if joined {
            routes.reserve_last();
        }
        Ok(joined)
    }

    /// Makes a secret passage between these rooms, or between others of the level that are as near.
    fn join_secretly(
        &self,
        routes: &mut LevelRoutes,
        rooms: [RoomId; 2],
        router: &mut Router,
        events: &mut dyn EventSink,
    ) -> Result<bool, RouteError> {
        let others = secret_pairs(self.plan, self.level.z).into_iter().take(OTHER_PAIRS);
        for rooms in std::iter::once(rooms).chain(others) {
            let pair = rooms.map(|room| self.level.local(room));
            let is_joined = routes.links.iter().any(|link| link.rooms == pair);
            if is_joined || !self.join(routes, rooms, router, events)? {
                continue;
            }
            if let Some(link) = routes.links.last_mut() {
                let corridor = link.corridor().cloned();
                link.kind =
                    corridor.map_or(link.kind.clone(), |corridor| LinkKind::Secret { corridor, discovered: false });
                link.doors().iter().for_each(|door| routes.doors[door.index()].secret = true);
            }
            return Ok(true);
        }
        Ok(false)
    }
}
