//! Short corridors that meet no other: those of loops and secret passages between near rooms.

use undercroft_grid::{Cell, Rect};

use super::RouteError;
use super::builder::LevelRoutes;
use super::corridor::Router;
use super::link_plan::Edge;
use super::types::CorridorPath;
use crate::dungeon::{Fallback, RoomId};
use crate::events::Event;
use crate::meter::Meter;
use crate::place::{DOOR_GAP, LINE_GAP};

/// Joins two rooms by a short corridor with full runways, and keeps all later ones away from it; returns whether there
/// was one. `refuse` may give another reason why a corridor is not wanted.
///
/// # Errors
/// When the budget is used up, or the events ask to stop.
pub fn join_alone(
    routes: &mut LevelRoutes,
    rooms: [u32; 2],
    router: &mut Router,
    refuse: impl Fn(&LevelRoutes, &CorridorPath) -> Option<&'static str>,
    meter: &mut Meter,
) -> Result<bool, RouteError> {
    let Some(corridor) = find_alone(routes, rooms, router, refuse, meter)? else { return Ok(false) };
    routes.carve(rooms.map(RoomId), &corridor, meter);
    routes.reserve_last();
    Ok(true)
}

/// Finds the corridor of [`join_alone`] without making it; reports why one is refused.
///
/// # Errors
/// When the budget is used up, or the events ask to stop.
pub fn find_alone(
    routes: &mut LevelRoutes,
    [a, b]: [u32; 2],
    router: &mut Router,
    refuse: impl Fn(&LevelRoutes, &CorridorPath) -> Option<&'static str>,
    meter: &mut Meter,
) -> Result<Option<CorridorPath>, RouteError> {
    let Some(corridor) = routes.find_corridor(Edge { length: 1, a, b }, router, meter)? else { return Ok(None) };
    if let Some(reason) = refusal(routes, &corridor).or_else(|| refuse(routes, &corridor)) {
        if meter.wants_events() {
            let what = format!("link between rooms {a} and {b}");
            let z = routes.layout.rooms[a as usize].z;
            meter.on_event(Event::Rejected { what, z, at: corridor.path[0], reason: reason.to_owned() });
        }
        return Ok(None);
    }
    Ok(Some(corridor))
}

/// Why a corridor is not wanted.
pub fn refusal(routes: &LevelRoutes, corridor: &CorridorPath) -> Option<&'static str> {
    if corridor.fallback != [Fallback::None; 2] {
        return Some("no free runway");
    }
    let is_crowded = corridor.sites.iter().any(|site| has_door_near(routes, site.slice(0)));
    is_crowded.then_some("other doors are too near")
}

/// Refuses corridors of more cells than these.
pub fn longer_than(most: i32) -> impl Fn(&LevelRoutes, &CorridorPath) -> Option<&'static str> {
    move |_, corridor| (corridor.path.len() > most as usize).then_some("the path is too long")
}

/// Whether a door is too near to one in these cells.
pub fn has_door_near(routes: &LevelRoutes, door: Rect) -> bool {
    let is_door = |cell: Cell| routes.map.has_door(Rect::at(cell, 1, 1));
    door.grow(LINE_GAP).cells().any(|cell| is_near(door, Rect::at(cell, 1, 1)) && is_door(cell))
}

/// Whether two doors are nearer to each other than doors of different links may be.
pub fn is_near(door: Rect, other: Rect) -> bool {
    let dx = (door.left - other.right + 1).max(other.left - door.right + 1).max(0);
    let dy = (door.top - other.bottom + 1).max(other.top - door.bottom + 1).max(0);
    dx + dy <= DOOR_GAP || dx == 0 && dy <= LINE_GAP || dy == 0 && dx <= LINE_GAP
}
