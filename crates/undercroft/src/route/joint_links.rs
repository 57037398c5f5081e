//! Links of rooms that placement joined: its doors and corridors as they are, then loops between rooms that are near.
//!
//! Every corridor is alone: later ones keep off the cells of earlier ones and their orthogonal neighbours, so that the
//! tiles connect exactly the rooms that have a link.

use undercroft_grid::{Dir, Rect};

use super::builder::{LevelRooms, LevelRoutes, RouteBuilder};
use super::types::CorridorPath;
use super::wall::{Site, Wall};
use super::{RouteError, Routes, entrance, loop_links};
use crate::dungeon::{Fallback, RoomId};
use crate::events::EventSink;
use crate::place::{Gate, Layout, PlacedJoint};
use crate::recipe::Recipe;
use crate::seed::Stream;

/// How far the strip before the entrance reaches on both sides of its door. [Unit: cells]
const FRONT_SIDES: i32 = 4;
/// The shortest wall whose end cells have no doors.
const LONG_WALL: i32 = 3;

/// Makes the links of a layout that has joints.
///
/// # Errors
/// When the budget is used up, or the events ask to stop.
pub fn route(
    recipe: &Recipe,
    layout: &Layout,
    mut stream: Stream,
    events: &mut dyn EventSink,
) -> Result<Routes, RouteError> {
    let mut builder = RouteBuilder::new(recipe, layout);
    builder.route_level(0, |routes, level| {
        if let Some(gate) = layout.gate {
            entrance::open(routes, events)?;
            routes.map.reserve(front(&gate, layout.size.rect()));
        }
        for joint in layout.joints.iter().filter(|joint| level.rooms.binary_search(&joint.rooms[0]).is_ok()) {
            open_joint(routes, level, joint, events);
        }
        routes.walls.iter_mut().for_each(|walls| *walls = inner_walls(walls));
        loop_links::add_loops(routes, &mut stream, events)
    })?;
    let mut routes = builder.finish(&[], &mut stream)?;
    if recipe.corridors.dead_ends.parts() > 0 {
        routes.warnings.push("corridors.dead_ends: the corridors of joints have no blind stubs.".to_owned());
    }
    Ok(routes)
}

/// The strip beyond the entrance's wall, up to the edge of the map.
fn front(gate: &Gate, map: Rect) -> Rect {
    let Rect { left, top, right, bottom } = gate.cells;
    let (across, along) = ((left - FRONT_SIDES, right + FRONT_SIDES), (top - FRONT_SIDES, bottom + FRONT_SIDES));
    let strip = match gate.normal {
        Dir::North => Rect::new(across.0, map.top, across.1, top),
        Dir::East => Rect::new(right, along.0, map.right, along.1),
        Dir::South => Rect::new(across.0, bottom, across.1, map.bottom),
        Dir::West => Rect::new(map.left, along.0, left, along.1),
    };
    strip.intersection(map)
}

fn open_joint(routes: &mut LevelRoutes, level: &LevelRooms, joint: &PlacedJoint, events: &mut dyn EventSink) {
    let site = |end: usize| Site {
        normal: joint.normals[end],
        first: joint.doors[end].min(),
        width: joint.width,
        runway: joint.runway[end],
        cost: 0,
    };
    let rooms: [RoomId; 2] = joint.rooms.map(|room| level.local(room));
    if joint.path.is_empty() {
        routes.add_shared_door(rooms, &site(0), events);
        return;
    }
    let (sites, path, width) = ([site(0), site(1)], joint.path.clone(), joint.width);
    routes.carve(rooms, &CorridorPath { sites, path, width, fallback: [Fallback::None; 2] }, events);
    routes.reserve_last();
}

/// The walls without their end cells; of a room that has only short ones, those as they are.
fn inner_walls(walls: &[Wall]) -> Vec<Wall> {
    let inner = |wall: &Wall| Wall { first: wall.cell(1), length: wall.length - 2, ..*wall };
    let long: Vec<Wall> = walls.iter().filter(|wall| wall.length >= LONG_WALL).map(inner).collect();
    if long.is_empty() { walls.to_vec() } else { long }
}
