//! Traps: on the shortest path from a door to what a room offers.

use undercroft_grid::{Cell, Rect};

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
    let open: Vec<Cell> = floor.cells(dungeon, dungeon.room(room), false).collect();
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
    let bounds = room.bounds().hull(Rect::at(start, 1, 1));
    let index = |cell: Cell| ((cell.y - bounds.top) * bounds.width() + cell.x - bounds.left) as usize;
    let mut is_open = vec![false; bounds.area() as usize];
    let free = room.cells().filter(|&cell| !level.ground_at(cell).is_solid());
    free.for_each(|cell| is_open[index(cell)] = true);
    let blocking = floor.features(dungeon, room.id).filter(|feature| feature.is_on_floor() && feature.blocks);
    for cell in blocking.flat_map(Feature::cells).filter(|&cell| bounds.contains(cell)) {
        is_open[index(cell)] = false;
    }
    is_open[index(start)] = false;
    // Cells in the order in which they are reached, each with the position of the one before it.
    let mut reached = vec![(start, 0)];
    let (mut next, mut nearest) = (0, 0);
    while let Some(&(cell, _)) = reached.get(next) {
        let distance = |cell: Cell| (cell.distance_squared(target), cell);
        if distance(cell) < distance(reached[nearest].0) {
            nearest = next;
        }
        for beside in cell.neighbors4().into_iter().filter(|&cell| bounds.contains(cell)) {
            if std::mem::take(&mut is_open[index(beside)]) {
                reached.push((beside, next));
            }
        }
        next += 1;
    }
    let mut path = vec![reached[nearest].0];
    while nearest != 0 {
        nearest = reached[nearest].1;
        path.push(reached[nearest].0);
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
