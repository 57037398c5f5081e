//! The entrance: a door on the entrance side with a runway that ends blind, and nothing between its end and the edge of
//! the map, so that it can be drawn open.

use undercroft_grid::{Dir, Rect};

use super::RouteError;
use super::builder::LevelRoutes;
use super::wall::Site;
use crate::dungeon::{Entrance, Role, RoomId};
use crate::meter::Meter;
use crate::place::Gate;
use crate::recipe::Recipe;

/// Opens the entrance in the room that lies farthest out on the entrance side and has space for it, and keeps corridors
/// away from it. Returns the room.
pub fn open(routes: &mut LevelRoutes, meter: &mut Meter) -> Result<RoomId, RouteError> {
    if let Some(gate) = routes.layout.gate {
        return Ok(open_gate(routes, &gate, meter));
    }
    let order = outermost_first(routes, routes.recipe.entrance_side);
    open_in(routes, &order, meter)
}

/// Opens the entrance in this room, or in another where only that one has nothing straight on; returns the room.
pub fn open_rather_in(routes: &mut LevelRoutes, room: RoomId, meter: &mut Meter) -> Result<RoomId, RouteError> {
    let mut order = vec![room];
    order.extend(outermost_first(routes, routes.recipe.entrance_side));
    open_in(routes, &order, meter)
}

/// Opens the entrance in the first of these rooms that has space for it, before all others where nothing lies straight on;
/// returns the room.
pub fn open_in(routes: &mut LevelRoutes, order: &[RoomId], meter: &mut Meter) -> Result<RoomId, RouteError> {
    let wanted = entrance_runway(routes.recipe);
    let tries = [(true, wanted), (true, 1), (false, wanted), (false, 1)];
    let found = tries.into_iter().find_map(|(is_open, runway)| {
        order.iter().find_map(|&room| Some((room, site(routes, room, runway, is_open)?)))
    });
    let (room, site) = found.ok_or_else(|| RouteError::no_entrance(routes.recipe))?;
    if routes.recipe.is_front_outside() {
        reserve_outside(routes, &site);
    }
    open_at(routes, room, &site, meter);
    Ok(room)
}

/// Opens the entrance where a pin has it.
pub fn open_pinned(routes: &mut LevelRoutes, room: RoomId, site: &Site, meter: &mut Meter) {
    open_at(routes, room, site, meter);
}

/// The cells of corridor before the entrance: at least one, which shows where the visitor comes from.
fn entrance_runway(recipe: &Recipe) -> i32 {
    recipe.corridors.runway.max(1)
}

/// Opens the entrance's door and keeps corridors away from its runway and from what lies straight on.
fn open_at(routes: &mut LevelRoutes, room: RoomId, site: &Site, meter: &mut Meter) {
    let open_end = is_front_open(routes, site);
    let door = routes.open_door(room, site, meter);
    reserve(routes, site, open_end);
    routes.entrance = Some(Entrance { room, door, runway: site.runway as u8, open_end });
}

/// The cells straight on from the runway up to the edge of the map.
fn straight_on(routes: &LevelRoutes, site: &Site) -> Rect {
    let (map, last) = (routes.layout.size.rect(), site.slice(site.runway + 1));
    let beyond = match site.normal {
        Dir::North => Rect { top: map.top, ..last },
        Dir::East => Rect { right: map.right, ..last },
        Dir::South => Rect { bottom: map.bottom, ..last },
        Dir::West => Rect { left: map.left, ..last },
    };
    beyond.intersection(map)
}

/// Whether neither room nor corridor lies straight on.
fn is_front_open(routes: &LevelRoutes, site: &Site) -> bool {
    let front = straight_on(routes, site);
    !routes.map.has_room(front) && !routes.map.has_corridor(front)
}

/// Opens the entrance where placement put it; placement has kept the cells before it free.
fn open_gate(routes: &mut LevelRoutes, gate: &Gate, meter: &mut Meter) -> RoomId {
    let width = gate.cells.width().max(gate.cells.height());
    let runway = entrance_runway(routes.recipe);
    let site = Site { normal: gate.normal, first: gate.cells.min(), width, runway, cost: 0 };
    open_at(routes, gate.room, &site, meter);
    gate.room
}

/// Rooms by how far their floor is from the entrance side, halls first, then by how near they are to its middle.
fn outermost_first(routes: &LevelRoutes, side: Dir) -> Vec<RoomId> {
    let map = routes.layout.size.rect();
    let key = |&id: &RoomId| {
        let room = &routes.layout.rooms[id.index()];
        let Rect { left, top, right, bottom } = room.bounds;
        let from_side = match side {
            Dir::North => top,
            Dir::East => map.right - right,
            Dir::South => map.bottom - bottom,
            Dir::West => left,
        };
        let off_middle = if side.is_horizontal() { top + bottom - map.bottom } else { left + right - map.right };
        (from_side, !room.roles.contains(&Role::Hall), off_middle.abs())
    };
    let mut order: Vec<RoomId> = (0..routes.layout.rooms.len() as u32).map(RoomId).collect();
    order.sort_by_key(key);
    order
}

/// The place nearest to the middle of the room's outer wall; `is_open` asks for one with nothing straight on.
fn site(routes: &LevelRoutes, room: RoomId, runway: i32, is_open: bool) -> Option<Site> {
    let (map, side) = (&routes.map, routes.recipe.entrance_side);
    let has_runway = |site: &Site| (1..=runway).all(|depth| map.is_clear(site.slice(depth)));
    let clear = |site: &Site| has_runway(site) && (!is_open || is_front_open(routes, site));
    let walls = routes.walls[room.index()].iter().filter(|wall| wall.normal == side);
    let all = walls.flat_map(|wall| wall.all_sites(&routes.recipe.corridors, runway));
    let middle = routes.layout.rooms[room.index()].bounds;
    let off_middle = |site: &Site| {
        let door = site.slice(0);
        let (door, room) = if side.is_horizontal() {
            (door.top + door.bottom, middle.top + middle.bottom)
        } else {
            (door.left + door.right, middle.left + middle.right)
        };
        (door - room).abs()
    };
    all.filter(clear).min_by_key(|site| (site.cost, off_middle(site), site.first))
}

/// The runway is corridor, and no other corridor comes near it; where its end is open, none crosses what lies straight on.
pub fn reserve(routes: &mut LevelRoutes, site: &Site, open_end: bool) {
    let runway = site.runway_rect();
    routes.map.reserve(if runway.is_empty() { site.slice(1) } else { runway }.grow(1));
    if open_end {
        routes.map.reserve(straight_on(routes, site));
    }
}

/// A house has nothing beyond its front: its door leads outside.
pub fn reserve_outside(routes: &mut LevelRoutes, site: &Site) {
    let map = routes.layout.size.rect();
    let front = site.first;
    let outside = match site.normal {
        Dir::North => Rect { bottom: front.y + 1, ..map },
        Dir::East => Rect { left: front.x, ..map },
        Dir::South => Rect { top: front.y, ..map },
        Dir::West => Rect { right: front.x + 1, ..map },
    };
    routes.map.reserve(outside);
}
