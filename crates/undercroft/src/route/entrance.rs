//! The entrance: a door on the entrance side with a runway that ends blind.

use undercroft_grid::{Dir, Rect};

use super::RouteError;
use super::builder::LevelRoutes;
use super::wall::Site;
use crate::dungeon::{Entrance, Role, RoomId};
use crate::meter::Meter;
use crate::place::Gate;

/// Opens the entrance in the room that lies farthest out on the entrance side and has space for it, and keeps corridors
/// away from it. Returns the room.
pub fn open(routes: &mut LevelRoutes, meter: &mut Meter) -> Result<RoomId, RouteError> {
    if let Some(gate) = routes.layout.gate {
        return Ok(open_gate(routes, &gate, meter));
    }
    let order = outermost_first(routes, routes.recipe.entrance_side);
    open_in(routes, &order, meter)
}

/// Opens the entrance in the first of these rooms that has space for it; returns the room.
pub fn open_in(routes: &mut LevelRoutes, order: &[RoomId], meter: &mut Meter) -> Result<RoomId, RouteError> {
    let side = routes.recipe.entrance_side;
    let wanted = routes.recipe.corridors.runway;
    // Without a runway no other place is free than with one of a single cell.
    let runways = [wanted, 1].into_iter().filter(|&runway| runway <= wanted);
    let found = runways
        .into_iter()
        .find_map(|runway| order.iter().find_map(|&room| Some((room, site(routes, room, side, runway)?))));
    let (room, site) = found.ok_or_else(|| RouteError::no_entrance(routes.recipe))?;
    let door = routes.open_door(room, &site, meter);
    reserve(routes, &site);
    if routes.recipe.is_front_outside() {
        reserve_outside(routes, &site);
    }
    routes.entrance = Some(Entrance { room, door, runway: site.runway as u8, open_end: false });
    Ok(room)
}

/// Opens the entrance where placement put it; placement has kept the cells before it free.
fn open_gate(routes: &mut LevelRoutes, gate: &Gate, meter: &mut Meter) -> RoomId {
    let width = gate.cells.width().max(gate.cells.height());
    let runway = routes.recipe.corridors.runway;
    let site = Site { normal: gate.normal, first: gate.cells.min(), width, runway, cost: 0 };
    let door = routes.open_door(gate.room, &site, meter);
    reserve(routes, &site);
    routes.entrance = Some(Entrance { room: gate.room, door, runway: runway as u8, open_end: false });
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

/// The place nearest to the middle of the room's outer wall.
fn site(routes: &LevelRoutes, room: RoomId, side: Dir, runway: i32) -> Option<Site> {
    let map = &routes.map;
    let clear = |site: &Site| (1..=runway.max(1)).all(|depth| map.is_clear(site.slice(depth)));
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

/// The runway is corridor, and no other corridor comes near it.
pub fn reserve(routes: &mut LevelRoutes, site: &Site) {
    let runway = site.runway_rect();
    routes.map.reserve(if runway.is_empty() { site.slice(1) } else { runway }.grow(1));
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
