//! Routes the links of a plan: each has a corridor of its own, so that the tiles connect exactly the rooms that the plan
//! links.
//!
//! Corridors come first, then secret passages, each kept off the cells of all earlier ones and their orthogonal
//! neighbours. Stairs begin at a cell that both rooms have, away from doors. Kinds of doors and locks come last.

use undercroft_grid::Rect;

use super::builder::{LevelRooms, LevelRoutes, RouteBuilder};
use super::corridor::Router;
use super::key_cells::place_keys;
use super::link_plan::Edge;
use super::lone_corridor::{join_alone, longer_than};
use super::mirrored_link::join_mirrored;
use super::roughen::finish_caves;
use super::secret_links::longest_passage;
use super::{RouteError, Routes, entrance, joint_links, stair_links};
use crate::dungeon::{DoorKind, DoorState, LinkId, LinkKind, RoomId};
use crate::meter::Meter;
use crate::place::{Gate, LONGEST_LOOP, Layout, PlacedJoint};
use crate::plan::{Plan, PlanLinkKind, secret_pairs};
use crate::recipe::Recipe;

/// Other pairs that are tried for a secret passage without a free path.
const OTHER_PAIRS: usize = 12;

/// Makes doors, corridors, stairs and secret passages for the rooms of a plan. Links between the pairs in `urgent` come first.
///
/// # Errors
/// When a link of the plan has no free path, or the budget is used up.
pub fn route_plan(
    recipe: &Recipe,
    plan: &Plan,
    layout: &Layout,
    urgent: &[[RoomId; 2]],
    meter: &mut Meter,
) -> Result<Routes, RouteError> {
    let mut builder = RouteBuilder::new(recipe, layout);
    let is_attached = !layout.joints.is_empty();
    let mut router = if is_attached { Router::nearby(recipe) } else { Router::new(recipe) };
    // The position in the plan of each link that the builder holds.
    let mut made: Vec<usize> = Vec::new();
    for z in plan.levels() {
        builder.route_level(z, meter, |routes, level, meter| {
            made.extend(PlanLevel { plan, level, joints: &layout.joints, urgent }.route(routes, &mut router, meter)?);
            Ok(())
        })?;
    }
    for (index, link) in plan.links.iter().enumerate().filter(|(_, link)| link.kind == PlanLinkKind::Stairs) {
        stair_links::add_stairs(&mut builder, link.rooms, meter)?;
        made.push(index);
    }
    builder.sort_links(&made);
    // Only secret passages, which come last, can be missing: up to them the numbers are the plan's.
    let locked: Vec<LinkId> =
        (0..).zip(&plan.links).filter(|(_, link)| link.key.is_some()).map(|(id, _)| LinkId(id)).collect();
    let mut routes = builder.finish(&locked, meter)?;
    lock_doors(&mut routes, plan, &locked);
    if recipe.corridors.dead_ends.parts() > 0 {
        routes.warnings.push("corridors.dead_ends: the corridors of a plan have no blind stubs.".to_owned());
    }
    let keys = (0..).zip(&plan.links).filter_map(|(id, link)| Some((LinkId(id), link.key?)));
    routes.keys = place_keys(layout, &routes.links, keys, |_, _| false, meter)?;
    Ok(routes)
}

/// Locks the outer door of each locked link.
fn lock_doors(routes: &mut Routes, plan: &Plan, locked: &[LinkId]) {
    for lock in locked {
        let link = &routes.links[lock.index()];
        let ends = 0..link.doors().len();
        let outer = ends.min_by_key(|&end| plan.room(link.rooms[end]).depth).unwrap_or(0);
        let door = &mut routes.doors[link.doors()[outer].index()];
        (door.kind, door.state) = (DoorKind::Door, DoorState::Locked);
    }
}

/// One level of a plan with the rooms that lie on it.
struct PlanLevel<'a> {
    plan: &'a Plan,
    level: &'a LevelRooms<'a>,
    /// The links of all levels that placement made.
    joints: &'a [PlacedJoint],
    /// Pairs of rooms that are joined before the others.
    urgent: &'a [[RoomId; 2]],
}

impl PlanLevel<'_> {
    /// Makes the links of the level; returns their positions in the plan.
    fn route(
        &self,
        routes: &mut LevelRoutes,
        router: &mut Router,
        meter: &mut Meter,
    ) -> Result<Vec<usize>, RouteError> {
        if self.level.z == 0 {
            self.open_entrance(routes, meter)?;
        }
        let mut made: Vec<usize> = Vec::new();
        let mut missing: Vec<String> = Vec::new();
        let on_level = |room: RoomId| self.plan.room(room).z == self.level.z;
        self.open_joints(routes, &mut made, meter);
        let rest = self.plan.links.iter().enumerate().filter(|(index, _)| made.binary_search(index).is_err());
        let mut rest: Vec<_> = rest.filter(|(_, link)| on_level(link.rooms[0])).collect();
        rest.sort_by_key(|(_, link)| !self.urgent.contains(&link.rooms));
        for (index, link) in rest {
            if made.contains(&index) {
                continue;
            }
            let joined = match link.kind {
                PlanLinkKind::Corridor => self.join_with_image(routes, link.rooms, router, meter)?,
                PlanLinkKind::SecretPassage => self.join_secretly(routes, link.rooms, router, meter)?,
                PlanLinkKind::Stairs => continue,
            };
            if joined {
                made.push(index);
                made.extend(self.image(routes, index).filter(|_| link.kind == PlanLinkKind::Corridor));
            } else if link.kind == PlanLinkKind::Corridor {
                return Err(routes.apart(link.rooms));
            } else {
                missing.push(format!("A secret passage on level {} found no way and was left out.", self.level.z));
            }
        }
        // These come before what single corridors gave up.
        routes.warnings.splice(0..0, missing);
        finish_caves(routes, self.level.z, meter)?;
        Ok(made)
    }

    /// Opens the front door where placement put it, else in the room of the plan's gate. Nothing comes to lie straight on
    /// from it.
    fn open_entrance(&self, routes: &mut LevelRoutes, meter: &mut Meter) -> Result<(), RouteError> {
        let map = routes.layout.size.rect();
        if let Some(gate) = routes.layout.gate {
            entrance::open(routes, meter)?;
            routes.map.reserve(joint_links::front(&gate, map));
            return Ok(());
        }
        let room = self.level.local(self.plan.gate);
        entrance::open_in(routes, &[room], meter)?;
        let door = routes.entrance.as_ref().map(|entrance| &routes.doors[entrance.door.index()]);
        let cells = door.and_then(|door| Some((Rect::around(door.cells.iter().copied())?, door.normal)));
        if let Some((cells, normal)) = cells {
            routes.map.reserve(joint_links::front(&Gate { room, cells, normal }, map));
        }
        Ok(())
    }

    /// Opens the links of the level that placement made; adds their positions in the plan.
    fn open_joints(&self, routes: &mut LevelRoutes, made: &mut Vec<usize>, meter: &mut Meter) {
        let own = self.joints.iter().filter(|joint| self.level.rooms.binary_search(&joint.rooms[0]).is_ok());
        let mut own: Vec<(usize, &PlacedJoint)> =
            own.filter_map(|joint| Some((self.position(joint)?, joint))).collect();
        own.sort_by_key(|(index, _)| *index);
        for (index, joint) in own {
            joint_links::open_joint(routes, self.level, joint, meter);
            made.push(index);
        }
        if !made.is_empty() {
            joint_links::leave_wall_ends(routes);
        }
    }

    /// The position of a joint's link in the plan.
    fn position(&self, joint: &PlacedJoint) -> Option<usize> {
        self.plan.links.iter().position(|link| link.rooms == joint.rooms)
    }

    /// The position of the link that was made last, where it is the image of this one.
    fn image(&self, routes: &LevelRoutes, index: usize) -> Option<usize> {
        let [a, b] = routes.links.last()?.rooms.map(|room| self.level.rooms[room.index()]);
        let image = [a.min(b), a.max(b)];
        let position = self.plan.links.iter().position(|link| link.rooms == image)?;
        (position != index).then_some(position)
    }

    /// Makes the corridor of a loop, in a symmetric plan with its image.
    fn join_with_image(
        &self,
        routes: &mut LevelRoutes,
        rooms: [RoomId; 2],
        router: &mut Router,
        meter: &mut Meter,
    ) -> Result<bool, RouteError> {
        if routes.layout.mirror.is_none() {
            return self.join(routes, rooms, LONGEST_LOOP, router, meter);
        }
        let rooms = rooms.map(|room| self.level.local(room).0);
        join_mirrored(routes, rooms, router, longer_than(LONGEST_LOOP), meter)
    }

    /// Makes a corridor, among attached rooms one of at most `longest` cells, and keeps all later ones away from it.
    fn join(
        &self,
        routes: &mut LevelRoutes,
        rooms: [RoomId; 2],
        longest: i32,
        router: &mut Router,
        meter: &mut Meter,
    ) -> Result<bool, RouteError> {
        let [a, b] = rooms.map(|room| self.level.local(room).0);
        if !self.joints.is_empty() {
            return join_alone(routes, [a, b], router, longer_than(longest), meter);
        }
        let joined = routes.add_corridor(Edge { length: 1, a, b }, router, meter)?;
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
        meter: &mut Meter,
    ) -> Result<bool, RouteError> {
        // Finding all other pairs takes as long as the level has rooms, and few passages need one.
        let others = std::iter::once_with(|| secret_pairs(self.plan, self.level.z)).flatten().take(OTHER_PAIRS);
        for rooms in std::iter::once(rooms).chain(others) {
            meter.spend(1 + routes.links.len() as u64 / 16)?;
            let pair = rooms.map(|room| self.level.local(room));
            let is_joined = routes.links.iter().any(|link| link.rooms == pair);
            if is_joined || !self.join(routes, rooms, longest_passage(routes.recipe), router, meter)? {
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

#[cfg(test)]
mod tests;
