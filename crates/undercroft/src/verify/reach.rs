//! Every room can be reached from the entrance, by a flood over the tiles.
//!
//! A door stops the flood when it is secret (also when it has been discovered: no room may depend on that), or when it is
//! locked, barred or a shut portcullis and no key belongs to its link: those are extras that no room may depend on.
//! Doors with a key count as open here; whether the keys suffice is judged in [`keys`](super::keys).

use undercroft_grid::{BitGrid, Cell, Grid, Rect};

use super::barrier::{Barrier, barriers};
use super::{Flaw, FlawCode, words};
use crate::dungeon::{Door, Dungeon, Entrance, Level, Room, RoomId, Terrain};

/// A cell of a level, by the level's position in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) level: usize,
    pub(super) cell: Cell,
}

/// Looks for rooms that cannot be reached. Returns the number of steps between the entrance and the goal.
pub(super) fn check(dungeon: &Dungeon, entrance: &Entrance, flaws: &mut Vec<Flaw>) -> Option<u32> {
    let barriers = barriers(dungeon);
    let mut open = open_tiles(dungeon, |door| barriers[door.id.index()] == Barrier::Shut);
    let goal = dungeon.goal.map(|goal| dungeon.room(goal));
    let goal = goal.map(|goal| (position(dungeon, goal.z), goal.bounds(), goal));
    let mut steps_to_goal = None;
    flood(dungeon, &mut open, vec![start(dungeon, entrance)], |place, steps| {
        let lies_in = |(level, bounds, room): (usize, Rect, &Room)| {
            place.level == level && bounds.contains(place.cell) && room.contains(place.cell)
        };
        if steps_to_goal.is_none() && goal.is_some_and(lies_in) {
            steps_to_goal = Some(steps);
        }
    });
    let lost = unreached(dungeon, &open);
    if !lost.is_empty() {
        flaws.extend(why_lost(dungeon, entrance, &lost));
    }
    steps_to_goal
}

/// The tiles of every level where a visitor can stand, without the doors that are shut.
pub(super) fn open_tiles(dungeon: &Dungeon, is_shut: impl Fn(&Door) -> bool) -> Vec<BitGrid> {
    let of_level = |level: &Level| {
        let mut open = passable(level);
        for &cell in dungeon.doors_on(level.z).filter(|door| is_shut(door)).flat_map(|door| &door.cells) {
            open.remove(cell);
        }
        open
    };
    dungeon.levels.iter().map(of_level).collect()
}

/// The inner side of the entrance's door.
pub(super) fn start(dungeon: &Dungeon, entrance: &Entrance) -> Place {
    let (room, door) = (dungeon.room(entrance.room), dungeon.door(entrance.door));
    let inside = door.cells[0] - door.normal;
    let cell = if room.contains(inside) { inside } else { room.floor[0].start };
    Place { level: position(dungeon, room.z), cell }
}

/// Takes every cell that can be reached out of `open`, nearest first, and visits it with its distance in steps.
pub(super) fn flood(dungeon: &Dungeon, open: &mut [BitGrid], starts: Vec<Place>, mut visit: impl FnMut(Place, u32)) {
    let mut now = starts;
    let mut next = Vec::new();
    now.retain(|place| open[place.level].remove(place.cell));
    for steps in 0.. {
        if now.is_empty() {
            return;
        }
        for place in now.drain(..) {
            visit(place, steps);
            let level = &mut open[place.level];
            for cell in place.cell.neighbors4() {
                if level.remove(cell) {
                    next.push(Place { cell, ..place });
                }
            }
            next.extend(beyond_stairs(dungeon, place).filter(|place| open[place.level].remove(place.cell)));
        }
        std::mem::swap(&mut now, &mut next);
    }
}

/// The position in the list of the level `z`, which exists.
pub(super) fn position(dungeon: &Dungeon, z: i32) -> usize {
    dungeon.levels.iter().position(|level| level.z == z).unwrap_or_default()
}

fn beyond_stairs(dungeon: &Dungeon, place: Place) -> Option<Place> {
    let level = &dungeon.levels[place.level];
    if !matches!(level.at(place.cell), Terrain::StairsUp | Terrain::StairsDown) {
        return None;
    }
    let z = dungeon.stairs_lead(level.z, place.cell)?;
    Some(Place { level: position(dungeon, z), ..place })
}

fn passable(level: &Level) -> BitGrid {
    let mut open = level.walkable_tiles();
    for (cell, _) in level.ground.iter().flat_map(Grid::iter).filter(|(_, ground)| ground.is_solid()) {
        open.remove(cell);
    }
    open
}

/// Rooms of which no cell was visited.
fn unreached(dungeon: &Dungeon, open: &[BitGrid]) -> Vec<RoomId> {
    let is_visited = |room: &Room, cell: Cell| {
        let level = position(dungeon, room.z);
        let (open, level) = (&open[level], &dungeon.levels[level]);
        !open.contains(cell) && !level.at(cell).is_massive() && !level.ground_at(cell).is_solid()
    };
    let is_lost = |room: &&Room| !room.cells().any(|cell| is_visited(room, cell));
    dungeon.rooms.iter().filter(is_lost).map(|room| room.id).collect()
}

/// Distinguishes rooms that are shut off from rooms that are cut off.
fn why_lost(dungeon: &Dungeon, entrance: &Entrance, lost: &[RoomId]) -> Vec<Flaw> {
    let mut open = open_tiles(dungeon, |_| false);
    flood(dungeon, &mut open, vec![start(dungeon, entrance)], |_, _| {});
    let cut_off = unreached(dungeon, &open);
    let shut_off: Vec<RoomId> = lost.iter().copied().filter(|room| cut_off.binary_search(room).is_err()).collect();
    let flaw = |code, rooms: &[RoomId], how: &str| {
        let names = words::list_named("Room", rooms);
        (!rooms.is_empty()).then(|| Flaw::new(code, format!("{names} {how}.")).rooms(rooms.iter().copied()))
    };
    let secrets = "can only be reached through secret doors or doors that are shut without a key";
    let nowhere = "cannot be reached from the entrance";
    let flaws = [flaw(FlawCode::RoomUnreachable, &cut_off, nowhere), flaw(FlawCode::RoomShutOff, &shut_off, secrets)];
    flaws.into_iter().flatten().collect()
}
