//! Traps: on the shortest path from a door to what a room offers.

use std::collections::{BTreeMap, VecDeque};

use undercroft_grid::Cell;

use super::super::room_openings::RoomOpenings;
use super::groups::gathering_place;
use super::spawn_floor::SpawnFloor;
use crate::contents::{Contents, PIT};
use crate::dungeon::{Dungeon, Feature, Mount, Room, RoomId, SpawnKind};
use crate::seed::Stream;

/// Sets a trap. Returns its spawn, or `None` where no cell on the path is free.
pub fn set_trap(
    dungeon: &mut Dungeon,
    floor: &mut SpawnFloor,
    openings: &RoomOpenings,
    room: RoomId,
    contents: &Contents,
    stream: &mut Stream,
) -> Option<u32> {
    let open = floor.cells(dungeon, dungeon.room(room), false);
    let main = openings.doors.iter().min_by_key(|door| (door.depth, door.door));
    let start = main.map(|door| RoomOpenings::before(dungeon, dungeon.door(door.door), room));
    let target = gathering_place(dungeon, floor, room);
    let path = start.map(|start| path(dungeon, floor, dungeon.room(room), start, target)).unwrap_or_default();
    let on_path: Vec<Cell> = path.into_iter().filter(|cell| open.contains(cell)).collect();
    let nearest = || open.iter().copied().min_by_key(|&cell| (cell.distance_squared(target), cell));
    let cell = on_path.get(on_path.len() / 2).copied().or_else(nearest)?;
    let difficulty = dungeon.room(room).difficulty;
    let spawn = floor.add(dungeon, SpawnKind::Trap, room, cell, difficulty);
    if stream.below(2) == 0 {
        dig_pit(dungeon, floor, room, cell, contents, spawn);
    }
    Some(spawn)
}

/// The cells of a shortest path inside a room, both ends included; as near to the target as one comes.
fn path(dungeon: &Dungeon, floor: &SpawnFloor, room: &Room, start: Cell, target: Cell) -> Vec<Cell> {
    let Some(level) = dungeon.level(room.z) else { return Vec::new() };
    let is_blocked = |cell: Cell| {
        let mut features = floor.features(dungeon, room.id).filter(|feature| feature.is_on_floor() && feature.blocks);
        level.ground_at(cell).is_solid() || features.any(|feature| feature.rect().contains(cell))
    };
    let mut before = BTreeMap::from([(start, start)]);
    let mut queue = VecDeque::from([start]);
    let mut nearest = start;
    while let Some(cell) = queue.pop_front() {
        if (cell.distance_squared(target), cell) < (nearest.distance_squared(target), nearest) {
            nearest = cell;
        }
        for next in cell.neighbors4() {
            if room.contains(next) && !before.contains_key(&next) && !is_blocked(next) {
                before.insert(next, cell);
                queue.push_back(next);
            }
        }
    }
    let mut path = vec![nearest];
    while let Some(&cell) = path.last().filter(|cell| **cell != start) {
        path.push(before[&cell]);
    }
    path
}

/// A hole under the trap, where nothing else lies.
fn dig_pit(dungeon: &mut Dungeon, floor: &SpawnFloor, room: RoomId, cell: Cell, contents: &Contents, spawn: u32) {
    let Some(kind) = contents.kind(PIT) else { return };
    let z = dungeon.room(room).z;
    let is_covered =
        floor.features(dungeon, room).any(|feature| feature.is_on_floor() && feature.rect().contains(cell));
    let ground = dungeon.level(z).map(|level| level.ground_at(cell));
    if is_covered || ground.is_none_or(|ground| !kind.on.contains(&ground)) {
        return;
    }
    dungeon.features.push(Feature {
        id: dungeon.features.len() as u32,
        kind: kind.name.clone(),
        z,
        cell,
        size: [1, 1],
        turn: 0,
        room: Some(room),
        blocks: false,
        opaque: false,
        secret: kind.secret,
        flat: true,
        mount: Mount::Floor,
        light: None,
        spawn: Some(spawn),
    });
}
