//! Links of rooms that placement joined: its doors and corridors as they are, then loops between rooms that are near.
//!
//! Every corridor is alone: later ones keep off the cells of earlier ones and their orthogonal neighbours, so that the
//! tiles connect exactly the rooms that have a link.

use undercroft_grid::{Dir, Rect};

use super::builder::{LevelRooms, LevelRoutes, RouteBuilder};
use super::key_cells::place_keys;
use super::roughen::finish_caves;
use super::types::CorridorPath;
use super::wall::{Site, Wall};
use super::{RouteError, Routes, entrance, loop_links, secret_links, stair_links};
use crate::derive::progression::{RoomEdge, progress};
use crate::dungeon::{DoorKind, DoorState, Fallback, Link, LinkId, LinkKind, RoomId};
use crate::meter::Meter;
use crate::place::{FRONT_SIDES, Gate, Layout, PlacedJoint};
use crate::plan::{PlanLink, PlanLinkKind, lock_links, lock_shortage};
use crate::recipe::{AccreteSpec, Recipe};
use crate::seed::Stream;

/// The shortest wall whose end cells have no doors.
const LONG_WALL: i32 = 3;

/// Makes the links of a layout that has joints: joints, loops and secret passages of each level, then stairs, then locks.
///
/// # Errors
/// When the budget is used up, the locks cannot be proved, or the events ask to stop.
pub fn route(recipe: &Recipe, spec: &AccreteSpec, layout: &Layout, meter: &mut Meter) -> Result<Routes, RouteError> {
    let mut builder = RouteBuilder::new(recipe, layout);
    let mut levels: Vec<i32> = layout.rooms.iter().map(|room| room.z).collect();
    levels.dedup();
    for z in levels {
        builder.route_level(z, meter, |routes, level, meter| route_level(spec, layout, routes, level, meter))?;
    }
    for &rooms in &layout.stairs {
        stair_links::add_stairs(&mut builder, rooms, meter)?;
    }
    let keys = lock(&builder, spec, layout, &mut recipe.seed.stream("route/locks"), meter)?;
    let keyed: Vec<LinkId> = keys.iter().map(|(link, _)| *link).collect();
    let mut routes = builder.finish(&keyed, meter)?;
    lock_doors(&mut routes, layout.rooms.len(), &keyed);
    routes.warnings.extend(lock_shortage(recipe, keys.len(), spec.locks));
    if recipe.corridors.dead_ends.parts() > 0 {
        routes.warnings.push("corridors.dead_ends: the corridors of joints have no blind stubs.".to_owned());
    }
    routes.keys = place_keys(layout, &routes.links, keys, |_, _| false, meter)?;
    Ok(routes)
}

fn route_level(
    spec: &AccreteSpec,
    layout: &Layout,
    routes: &mut LevelRoutes,
    level: &LevelRooms,
    meter: &mut Meter,
) -> Result<(), RouteError> {
    if let Some(gate) = routes.layout.gate {
        entrance::open(routes, meter)?;
        routes.map.reserve(front(&gate, layout.size.rect()));
    }
    for joint in layout.joints.iter().filter(|joint| level.rooms.binary_search(&joint.rooms[0]).is_ok()) {
        open_joint(routes, level, joint, meter);
    }
    leave_wall_ends(routes);
    let (seed, z) = (&routes.recipe.seed, level.z);
    let (mut loops, mut secrets) =
        (seed.stream(&format!("route/loops/{z}")), seed.stream(&format!("route/secrets/{z}")));
    loop_links::add_near_loops(routes, &mut loops, meter)?;
    secret_links::add_secrets(routes, z, spec.secrets, &mut secrets, meter)?;
    Ok(finish_caves(routes, z, meter)?)
}

/// Chooses the links to lock and the rooms of their keys.
fn lock(
    builder: &RouteBuilder,
    spec: &AccreteSpec,
    layout: &Layout,
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<Vec<(LinkId, RoomId)>, RouteError> {
    let kind = |link: &Link| match link.kind {
        LinkKind::Stairs { .. } => PlanLinkKind::Stairs,
        LinkKind::Secret { .. } => PlanLinkKind::SecretPassage,
        _ => PlanLinkKind::Corridor,
    };
    let planned = |link: &Link| PlanLink { rooms: link.rooms, kind: kind(link), key: None, discovered: None };
    let links: Vec<PlanLink> = builder.links.iter().map(planned).collect();
    let levels: Vec<i32> = layout.rooms.iter().map(|room| room.z).collect();
    let locks = if builder.recipe.is_woods() { 0 } else { spec.locks };
    let locked = lock_links(&levels, links, RoomId(0), (locks, spec.keys), stream, meter)?;
    Ok((0..).zip(locked).filter_map(|(id, link)| Some((LinkId(id), link.key?))).collect())
}

/// Locks the outer door of each locked link.
pub fn lock_doors(routes: &mut Routes, rooms: usize, locked: &[LinkId]) {
    let edge = |link: &Link| RoomEdge { rooms: link.rooms, is_secret: link.is_secret_passage() };
    let edges: Vec<RoomEdge> = routes.links.iter().map(edge).collect();
    let (progress, _) = progress(&vec![0; rooms], &edges, routes.entrance.room);
    for lock in locked {
        let link = &routes.links[lock.index()];
        let outer = (0..link.doors().len()).min_by_key(|&end| progress[link.rooms[end].index()].depth).unwrap_or(0);
        let door = &mut routes.doors[link.doors()[outer].index()];
        (door.kind, door.state) = (DoorKind::Door, DoorState::Locked);
    }
}

/// The strip beyond the entrance's wall, up to the edge of the map.
pub fn front(gate: &Gate, map: Rect) -> Rect {
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

/// Opens the doors of a joint and carves its corridor.
pub fn open_joint(routes: &mut LevelRoutes, level: &LevelRooms, joint: &PlacedJoint, meter: &mut Meter) {
    let site = |end: usize| Site {
        normal: joint.normals[end],
        first: joint.doors[end].min(),
        width: joint.width,
        runway: joint.runway[end],
        cost: 0,
    };
    let rooms: [RoomId; 2] = joint.rooms.map(|room| level.local(room));
    if joint.path.is_empty() {
        routes.add_shared_door(rooms, &site(0), meter);
        return;
    }
    let (sites, path, width) = ([site(0), site(1)], joint.path.clone(), joint.width);
    routes.carve(rooms, &CorridorPath { sites, path, width, fallback: [Fallback::None; 2] }, meter);
    routes.reserve_last();
}

/// Keeps later doors off the ends of walls.
pub fn leave_wall_ends(routes: &mut LevelRoutes) {
    for (walls, room) in routes.walls.iter_mut().zip(&routes.layout.rooms) {
        *walls = inner_walls(walls, room.is_cave());
    }
}

/// The walls without their end cells; of a room that has only short ones, those as they are, and of a cave the short ones
/// too.
fn inner_walls(walls: &[Wall], is_cave: bool) -> Vec<Wall> {
    let inner = |wall: &Wall| match *wall {
        Wall { length, .. } if length < LONG_WALL => *wall,
        Wall { length, .. } => Wall { first: wall.cell(1), length: length - 2, ..*wall },
    };
    let has_long = walls.iter().any(|wall| wall.length >= LONG_WALL);
    let is_used = |wall: &&Wall| wall.length >= LONG_WALL || is_cave || !has_long;
    walls.iter().filter(is_used).map(inner).collect()
}
