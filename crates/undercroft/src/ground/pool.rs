//! A pool: water that rises from the lowest cell of a room.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use undercroft_grid::{BitGrid, Cell};

use super::draft::GroundDraft;
use super::level_floor::{FloorRoom, LevelFloor};
use super::relief::Relief;
use super::room_parts::RoomParts;
use crate::dungeon::Ground;
use crate::fraction::Fraction;
use crate::seed::Stream;

/// Fewer cells of water are a puddle and not worth a pool.
pub const LEAST_CELLS: usize = 4;
/// The part of a room that a pool takes at most.
const WET: (usize, usize) = (3, 5);

/// Pours a pool of at most this many cells, part of it deep. Returns how many there are; a pool that finds no place leaves
/// no trace.
pub fn pour(floor: &LevelFloor, draft: &mut GroundDraft, cells: usize, deep: Fraction, stream: &mut Stream) -> usize {
    let relief = Relief::new(stream.bits(), &floor.walkable);
    let weight = |room: &FloorRoom| if room.is_entrance { 0 } else { room.area as u32 * (1 + u32::from(room.is_cave)) };
    let weights: Vec<u32> = floor.rooms.iter().map(weight).collect();
    let Some(room) = stream.weighted(&weights) else { return 0 };
    let bare = floor.rooms[room].cells().filter(|&cell| draft.is_bare(cell));
    let Some(source) = bare.min_by_key(|&cell| (relief.height(cell), cell)) else { return 0 };
    let water = rise(floor, draft, &relief, source, cells);
    if water.len() < LEAST_CELLS {
        draft.undo();
        return 0;
    }
    let deep = sink(floor, draft, &relief, &water, deep.times(water.len()));
    let mut rooms: Vec<usize> = deep.iter().filter_map(|&cell| floor.room_at(cell)).collect();
    rooms.sort_unstable();
    rooms.dedup();
    rooms.into_iter().for_each(|room| mend_room(&floor.rooms[room], draft, &relief));
    draft.commit();
    water.len()
}

/// Floods the lowest neighbours of what is flooded, one after the other, and leaves every room a shore. Returns the cells.
fn rise(floor: &LevelFloor, draft: &mut GroundDraft, relief: &Relief, source: Cell, cells: usize) -> Vec<Cell> {
    let mut seen = BitGrid::new(floor.walkable.size());
    let mut shore = BinaryHeap::from([Reverse((0, source))]);
    // Water would run off into a chasm.
    let is_cleft = |room: &FloorRoom| room.cells().any(|cell| draft.at(cell) == Ground::Chasm);
    let place = |room: &FloorRoom| if is_cleft(room) { 0 } else { room.area * WET.0 / WET.1 };
    let mut left: Vec<usize> = floor.rooms.iter().map(place).collect();
    let mut water = Vec::new();
    seen.insert(source);
    while let Some(Reverse((_, cell))) = shore.pop().filter(|_| water.len() < cells) {
        match floor.room_at(cell).map(|room| &mut left[room]) {
            Some(0) => continue,
            Some(left) => *left -= 1,
            None => {}
        }
        draft.lay(cell, Ground::Shallow);
        water.push(cell);
        for next in cell.neighbors4() {
            if floor.walkable.contains(next) && draft.is_bare(next) && seen.insert(next) {
                shore.push(Reverse((relief.height(next), next)));
            }
        }
    }
    water
}

/// Makes at most `most` cells deep, the lowest first, none of them beside dry floor. Returns them.
fn sink(floor: &LevelFloor, draft: &mut GroundDraft, relief: &Relief, water: &[Cell], most: usize) -> Vec<Cell> {
    let is_dry = |cell: Cell| floor.walkable.contains(cell) && draft.is_bare(cell);
    let is_far = |cell: &&Cell| floor.may_sink.contains(**cell) && !cell.neighbors8().into_iter().any(is_dry);
    let mut low: Vec<(i32, Cell)> = water.iter().filter(is_far).map(|&cell| (relief.height(cell), cell)).collect();
    low.sort_unstable();
    low.truncate(most);
    let mut deep: Vec<Cell> = low.into_iter().map(|(_, cell)| cell).collect();
    deep.iter().for_each(|&cell| draft.lay(cell, Ground::Deep));
    let is_alone = |cell: Cell| cell.neighbors4().into_iter().all(|next| draft.at(next) != Ground::Deep);
    let alone: Vec<Cell> = deep.iter().copied().filter(|&cell| is_alone(cell)).collect();
    alone.iter().for_each(|&cell| draft.lay(cell, Ground::Shallow));
    deep.retain(|cell| !alone.contains(cell));
    deep
}

/// Leaves at least half of a room to walkers, and joins what deep water parts: all of it shallow is sound.
fn mend_room(room: &FloorRoom, draft: &mut GroundDraft, relief: &Relief) {
    let mut deep: Vec<(i32, Cell)> = Vec::new();
    let mut solid = 0;
    for cell in room.cells().filter(|&cell| draft.is_solid(cell)) {
        solid += 1;
        if draft.at(cell) == Ground::Deep {
            deep.push((relief.height(cell), cell));
        }
    }
    if deep.is_empty() {
        return;
    }
    deep.sort_unstable();
    while 2 * solid > room.area {
        let Some((_, cell)) = deep.pop() else { break };
        draft.lay(cell, Ground::Shallow);
        solid -= 1;
    }
    join_parts(room, draft);
}

/// Turns deep water shallow along cheapest paths until it parts nothing.
fn join_parts(room: &FloorRoom, draft: &mut GroundDraft) {
    loop {
        let parts = RoomParts::new(room, draft);
        let Some(main) = parts.main().filter(|_| parts.count() > 1) else { return };
        let Some(path) = parts.path_through_water(main, draft) else { return };
        path.into_iter().for_each(|cell| draft.lay(cell, Ground::Shallow));
    }
}
