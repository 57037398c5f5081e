//! The entrance: a door on the entry side with a runway that ends blind.

use undercroft_grid::{Dir, Rect};

use super::wall::Site;
use super::{RouteError, Works};
use crate::dungeon::{Entrance, Role, RoomId};
use crate::events::EventSink;
use crate::place::Gate;

/// Opens the entrance in the room that lies farthest out on the entry side and has place for it, and keeps corridors
/// away from it.
pub fn open(works: &mut Works, events: &mut dyn EventSink) -> Result<Entrance, RouteError> {
    if let Some(gate) = works.layout.gate {
        return Ok(open_gate(works, &gate, events));
    }
    let order = outermost_first(works, works.recipe.entrance_side);
    open_in(works, &order, events)
}

/// Opens the entrance in the first of these rooms that has place for it.
pub fn open_in(works: &mut Works, order: &[RoomId], events: &mut dyn EventSink) -> Result<Entrance, RouteError> {
    let side = works.recipe.entrance_side;
    let wanted = works.recipe.corridors.runway;
    let runways = [wanted, 1, 0].into_iter().filter(|&runway| runway <= wanted);
    let found = runways
        .into_iter()
        .find_map(|runway| order.iter().find_map(|&room| Some((room, site(works, room, side, runway)?))));
    let (room, site) = found.ok_or_else(|| RouteError::NoEntrance { side: format!("{side:?}").to_lowercase() })?;
    let door = works.open_door(room, &site, events);
    reserve(works, &site);
    if works.recipe.is_front_outside() {
        reserve_outside(works, &site);
    }
    Ok(Entrance { room, door, runway: site.runway as u8 })
}

/// Opens the entrance where placement wants it, and has kept the ground before it free.
fn open_gate(works: &mut Works, gate: &Gate, events: &mut dyn EventSink) -> Entrance {
    let width = gate.cells.width().max(gate.cells.height());
    let runway = works.recipe.corridors.runway;
    let site = Site { normal: gate.normal, first: gate.cells.min(), width, runway, cost: 0 };
    let door = works.open_door(gate.room, &site, events);
    reserve(works, &site);
    Entrance { room: gate.room, door, runway: runway as u8 }
}

/// Rooms by how far their floor is from the entry side, halls first, then by how near they are to its middle.
fn outermost_first(works: &Works, side: Dir) -> Vec<RoomId> {
    let map = works.layout.size.rect();
    let key = |&id: &RoomId| {
        let room = &works.layout.rooms[id.index()];
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
    let mut order: Vec<RoomId> = (0..works.layout.rooms.len() as u32).map(RoomId).collect();
    order.sort_by_key(key);
    order
}

/// The place nearest to the middle of the room's outer wall.
fn site(works: &Works, room: RoomId, side: Dir, runway: i32) -> Option<Site> {
    let ground = &works.ground;
    let clear = |site: &Site| (1..=runway.max(1)).all(|depth| ground.is_clear(site.slice(depth)));
    let walls = works.walls[room.index()].iter().filter(|wall| wall.normal == side);
    let all = walls.flat_map(|wall| wall.all_sites(&works.recipe.corridors, runway));
    let middle = works.layout.rooms[room.index()].bounds;
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
pub fn reserve(works: &mut Works, site: &Site) {
    let runway = site.runway_rect();
    works.ground.reserve(if runway.is_empty() { site.slice(1) } else { runway }.grow(1));
}

/// A house has nothing beyond its front: its door leads outside.
pub fn reserve_outside(works: &mut Works, site: &Site) {
    let map = works.layout.size.rect();
    let front = site.first;
    let outside = match site.normal {
        Dir::North => Rect { bottom: front.y + 1, ..map },
        Dir::East => Rect { left: front.x, ..map },
        Dir::South => Rect { top: front.y, ..map },
        Dir::West => Rect { right: front.x + 1, ..map },
    };
    works.ground.reserve(outside);
}
