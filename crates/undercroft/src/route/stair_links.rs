//! Stairs between rooms of neighbouring levels, when the doors and corridors of both levels are known.

use undercroft_grid::{Cell, Dir, Rect};

use super::RouteError;
use super::builder::RouteBuilder;
use crate::dungeon::{Door, Link, RoomId, STAIRS_GAP, near_stairs_warning};
use crate::meter::{Halt, Meter};
use crate::place::{FoundStairs, StairEnd, find_stairs};

/// Cells of a room that are tried in one step.
const CELLS_PER_STEP: u64 = 4;

/// Adds stairs between two rooms.
///
/// # Errors
/// When the rooms have no cell in common, or the meter halts.
pub fn add_stairs(builder: &mut RouteBuilder, rooms: [RoomId; 2], meter: &mut Meter) -> Result<(), RouteError> {
    let stairs = find(builder, rooms, meter)?.ok_or(RouteError::Apart { a: rooms[0], b: rooms[1] })?;
    add_found(builder, rooms, stairs);
    Ok(())
}

/// Adds stairs, with a warning about them and about every stairs before them where the two are near each other.
pub fn add_found(builder: &mut RouteBuilder, rooms: [RoomId; 2], stairs: FoundStairs) {
    let near = stairs_near(builder, rooms, &stairs.runs);
    let is_near = stairs.is_near || !near.is_empty();
    builder.add_stairs(rooms, FoundStairs { is_near, ..stairs });
    for warning in near.into_iter().map(near_stairs_warning) {
        if !builder.warnings.contains(&warning) {
            builder.warn(warning);
        }
    }
}

/// The rooms of all stairs so far that are within the gap of these runs.
fn stairs_near(builder: &RouteBuilder, rooms: [RoomId; 2], runs: &[Vec<Cell>; 2]) -> Vec<[RoomId; 2]> {
    let z = |room: &RoomId| builder.layout.rooms[room.index()].z;
    let is_near = |link: &Link| {
        let ends = link.rooms.iter().zip(link.stairs().into_iter().flatten());
        ends.into_iter().any(|(at, other)| {
            let here = rooms.iter().zip(runs).filter(|(room, _)| z(room) == z(at));
            here.into_iter().any(|(_, run)| run.iter().any(|a| other.iter().any(|b| a.manhattan(*b) <= STAIRS_GAP)))
        })
    };
    builder.links.iter().filter(|link| is_near(link)).map(|link| link.rooms).collect()
}

/// The best stairs between two rooms.
///
/// # Errors
/// When the meter halts.
pub fn find(builder: &RouteBuilder, rooms: [RoomId; 2], meter: &mut Meter) -> Result<Option<FoundStairs>, Halt> {
    let area = |room: RoomId| builder.layout.rooms[room.index()].bounds.area() as u64;
    let entities = (builder.layout.rooms.len() + builder.doors.len() + builder.links.len()) as u64;
    meter.spend(1 + rooms.map(area).iter().sum::<u64>() / CELLS_PER_STEP + entities / 16)?;
    let ends = rooms.map(|room| stair_end(builder, room));
    Ok(find_stairs([&ends[0], &ends[1]], builder.recipe.stairs_run))
}

/// A room with everything on its level that stairs keep off.
fn stair_end(builder: &RouteBuilder, room: RoomId) -> StairEnd {
    let (layout, placement) = (builder.layout, &builder.layout.rooms[room.index()]);
    let mut end = StairEnd::new(placement, layout.size.rect());
    if builder.recipe.is_house() {
        end.keep_walls();
    }
    if let Some(free) = builder.recipe.mask.as_ref().and_then(|mask| mask.free(placement.z)) {
        let blocked = end.frame().cells().filter(|&cell| !free.contains(cell));
        blocked.for_each(|cell| end.add_open(Rect::at(cell, 1, 1)));
    }
    let closed = builder.contents.iter().flat_map(|contents| contents.closed_stairs(placement.z));
    closed.for_each(|cell| end.close(cell));
    let on_level = |other: RoomId| layout.rooms[other.index()].z == placement.z;
    for (id, other) in (0..).map(RoomId).zip(&layout.rooms) {
        if id != room && other.z == placement.z && end.is_near(other.bounds.grow(1)) {
            other.floor.iter().for_each(|run| end.add_open(run.rect()));
        }
    }
    for link in &builder.links {
        for (at, run) in link.rooms.iter().zip(link.stairs().into_iter().flatten()).filter(|(at, _)| on_level(**at)) {
            end.add_run(run);
            debug_assert!(link.touches(*at));
        }
        for corridor in link.corridor().into_iter().filter(|_| on_level(link.rooms[0])) {
            corridor.rects(&builder.doors).for_each(|rect| end.add_corridor(rect));
            corridor.roughened.iter().for_each(|&cell| end.add_corridor(Rect::at(cell, 1, 1)));
        }
    }
    for stub in builder.stubs.iter().filter(|stub| stub.z == placement.z) {
        let width = i32::from(stub.width);
        stub.path.iter().for_each(|&at| end.add_corridor(Rect::at(at, width, width)));
    }
    for door in builder.doors.iter().filter(|door| door.z == placement.z) {
        end.add_door(door.bounds());
    }
    if let Some(entrance) = builder.entrance.as_ref() {
        let door = &builder.doors[entrance.door.index()];
        if door.z == placement.z {
            end.add_corridor(line_outside(door, layout.size.rect()));
        }
    }
    end
}

/// The cells straight on from a door to the edge of the map, which stay solid beyond the runway.
fn line_outside(door: &Door, map: Rect) -> Rect {
    let Rect { left, top, right, bottom } = door.bounds();
    match door.normal {
        Dir::North => Rect::new(left, map.top, right, top),
        Dir::East => Rect::new(right, top, map.right, bottom),
        Dir::South => Rect::new(left, bottom, right, map.bottom),
        Dir::West => Rect::new(map.left, top, left, bottom),
    }
}
