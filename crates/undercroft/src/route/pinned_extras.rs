//! Links that the rooms of a level with pins could do without: loops, secret passages, dead ends, and the back door of a house.

use undercroft_grid::{Cell, Rect};

use super::builder::{LevelRooms, LevelRoutes};
use super::corridor::Router;
use super::lone_corridor::{join_alone, longer_than};
use super::loop_links::add_near_loops;
use super::pinned_routing::PinnedRouting;
use super::room_hops::RoomHops;
use super::secret_links::{add_secrets, hide_last, longest_passage};
use super::shared_doors::open_back_door;
use super::template_doors::add_template_loops;
use super::{RouteError, dead_end};
use crate::dungeon::{Door, LinkPin, Pin, PinId, PinnedLink};
use crate::meter::Meter;
use crate::place::Opening;
use crate::recipe::Method;

/// A level whose rooms are joined, and what was routed.
pub struct PinnedExtras<'a> {
    pub task: &'a PinnedRouting<'a>,
    pub level: &'a LevelRooms<'a>,
}

impl PinnedExtras<'_> {
    /// Loops, secret passages and dead ends, as the recipe has them, where not all rooms are pinned.
    pub fn add(&self, routes: &mut LevelRoutes, meter: &mut Meter) -> Result<(), RouteError> {
        let (task, z) = (self.task, self.level.z);
        if (0..routes.layout.rooms.len() as u32).all(|room| task.are_pinned(self.level, [room, room])) {
            return Ok(());
        }
        let seed = &task.recipe.seed;
        self.add_secret_pairs(routes, meter)?;
        if !task.is_alone {
            return dead_end::add_dead_ends(routes, &mut seed.stream("route/dead_ends"), meter);
        }
        if let Method::Templates(spec) = &task.recipe.method {
            return self.add_template_loops(routes, spec.corridors, meter);
        }
        if let Some(secrets) = task.secrets {
            add_near_loops(routes, &mut seed.stream(&format!("route/loops/{z}")), meter)?;
            add_secrets(routes, z, secrets, &mut seed.stream(&format!("route/secrets/{z}")), meter)?;
        }
        Ok(())
    }

    /// Makes loops between rooms from templates, where doors of the last minute left their sockets alone.
    fn add_template_loops(
        &self,
        routes: &mut LevelRoutes,
        has_corridors: bool,
        meter: &mut Meter,
    ) -> Result<(), RouteError> {
        let is_free = |opening: &&Opening| {
            let pair = opening.rooms.map(|room| room.0);
            !opening.cells.grow(1).cells().any(|cell| routes.map.has_door(Rect::at(cell, 1, 1)))
                && !self.task.are_pinned(self.level, pair)
                && !routes.is_closed(opening.cells)
                && pair.iter().all(|&room| !routes.walls[room as usize].is_empty())
        };
        let possible = routes.layout.openings.iter().filter(is_free).copied().collect();
        add_template_loops(routes, possible, has_corridors, meter)
    }

    /// Makes the secret passages of a plan between rooms that are still two or three links apart.
    fn add_secret_pairs(&self, routes: &mut LevelRoutes, meter: &mut Meter) -> Result<(), RouteError> {
        let mut router = Router::nearby(self.task.recipe);
        for pair in &self.task.secret_pairs {
            let [Ok(a), Ok(b)] = pair.map(|room| self.level.rooms.binary_search(&room)) else { continue };
            let pair = [a.min(b) as u32, a.max(b) as u32];
            let hops = RoomHops::new(routes).between(pair, 3);
            if hops.is_none_or(|hops| hops < 2) || self.task.are_pinned(self.level, pair) {
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

    /// Opens the back door of a house, where the recipe asks for one and no pin has it.
    pub fn add_back_door(&self, routes: &mut LevelRoutes, meter: &mut Meter) {
        let has_one = matches!(&self.task.recipe.method, Method::House(spec) if spec.back_door);
        let is_used = |door: &Door| {
            routes.entrance.as_ref().is_some_and(|entrance| entrance.door == door.id)
                || routes.links.iter().any(|link| link.doors().contains(&door.id))
        };
        if !has_one || self.level.z != 0 || !routes.doors.iter().all(is_used) {
            return;
        }
        let of_pins = self.task.pins.iter().filter_map(|pin| match pin {
            Pin::Link(LinkPin { rooms, kind: PinnedLink::Stairs(runs), .. }) => Some(rooms.iter().zip(runs)),
            _ => None,
        });
        let is_here =
            |pin: &PinId| self.task.rooms.get(pin).is_some_and(|room| self.level.rooms.binary_search(room).is_ok());
        let stairs: Vec<Vec<Cell>> =
            of_pins.flatten().filter(|(pin, _)| is_here(pin)).map(|(_, run)| run.clone()).collect();
        if !open_back_door(routes, &stairs, meter) {
            let warning = "house.back_door: the ground floor has no kitchen with a wall to the outside.";
            routes.warnings.push(warning.to_owned());
        }
    }
}
