//! Life: who is in a dungeon, what is hidden in it and what may hurt.

mod groups;
mod slot;
mod spawn_floor;
mod trap;
mod treasure;

pub use slot::Slot;
pub use treasure::tier as treasure_tier;

use undercroft_grid::Cell;

use super::room_facts::RoomFacts;
use super::room_openings::RoomOpenings;
use crate::contents::{ContentTable, Contents};
use crate::dungeon::{Dungeon, RoomId, SpawnKind};
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::recipe::StockSpec;
use crate::seed::Seed;
use groups::gathering_place;
use spawn_floor::SpawnFloor;

/// How many visitors there is a place for.
const PLAYERS: usize = 4;

/// What happens in the rooms, by id.
pub struct RoomLife {
    /// What each numbered room has to offer.
    pub slots: Vec<Option<Slot>>,
    /// Points of treasure.
    pub shares: Vec<u32>,
    /// Rooms with a trap.
    pub traps: Vec<bool>,
}

/// Puts places for visitors into the entrance room.
pub fn add_players(dungeon: &mut Dungeon, openings: &[RoomOpenings]) {
    let Some(entrance) = dungeon.entrance.clone() else { return };
    let mut floor = SpawnFloor::new(dungeon, openings);
    let before = RoomOpenings::before(dungeon, dungeon.door(entrance.door), entrance.room);
    let room = dungeon.room(entrance.room);
    let mut cells: Vec<Cell> = floor.cells(dungeon, room, false).collect();
    let mut near_doors: Vec<Cell> = floor.cells(dungeon, room, true).collect();
    near_doors.retain(|cell| !cells.contains(cell));
    cells.sort_by_key(|&cell| (cell.distance_squared(before), cell));
    near_doors.sort_by_key(|&cell| (cell.distance_squared(before), cell));
    for cell in cells.into_iter().chain(near_doors).take(PLAYERS) {
        floor.add(dungeon, SpawnKind::Player, entrance.room, cell, Fraction::ZERO);
    }
}

/// Settles groups, hides treasure, gives the goal its guardian and shops their keepers.
///
/// # Errors
/// When the meter halts.
pub fn populate(
    dungeon: &mut Dungeon,
    (facts, openings): (&RoomFacts, &[RoomOpenings]),
    table: &ContentTable,
    spec: &StockSpec,
    seed: &Seed,
    meter: &mut Meter,
) -> Result<RoomLife, Halt> {
    meter.spend(4 * dungeon.rooms.len() as u64)?;
    let mut floor = SpawnFloor::new(dungeon, openings);
    let players = dungeon.spawns.clone();
    players.iter().for_each(|spawn| floor.take(spawn.room, spawn.cell));
    let mut slots = slot::slots_by_role(dungeon);
    let mut open = slot::open_rooms(dungeon, &slots);
    let numbered = dungeon.rooms.iter().filter(|room| room.number.is_some()).count() as u32;
    let [inhabited, danger, treasure, oddity, _] = slot::quotas(numbered);
    let mut stream = seed.stream("stock/slots");
    slot::fill_treasure(&mut open, &mut slots, facts, treasure, &mut stream);
    groups::settle(
        dungeon,
        &mut floor,
        (&mut open, &mut slots),
        (facts, table),
        (inhabited, spec.danger),
        &mut seed.stream("stock/groups"),
    );
    slot::fill_rest(open, &mut slots, [danger, oddity], &mut stream);
    let shares = treasure::deal(dungeon, &mut floor, &slots, facts, spec.treasure);
    add_guardian(dungeon, &mut floor);
    add_merchants(dungeon, &mut floor, &slots);
    Ok(RoomLife { slots, shares, traps: vec![false; dungeon.rooms.len()] })
}

/// Sets traps: danger is by turns a trap and a hazard, in the order of the numbers. There are at most `most`, in rooms that
/// may have one.
pub fn set_traps(
    dungeon: &mut Dungeon,
    life: &mut RoomLife,
    (openings, contents): (&[RoomOpenings], &Contents),
    (most, may_have_trap): (usize, impl Fn(RoomId) -> bool),
    seed: &Seed,
) {
    let mut floor = SpawnFloor::new(dungeon, openings);
    let spawns: Vec<(RoomId, Cell)> = dungeon.spawns.iter().map(|spawn| (spawn.room, spawn.cell)).collect();
    spawns.into_iter().for_each(|(room, cell)| floor.take(room, cell));
    let mut rooms: Vec<RoomId> = dungeon.rooms.iter().map(|room| room.id).collect();
    rooms.retain(|room| life.slots[room.index()] == Some(Slot::Danger));
    rooms.sort_by_key(|&room| dungeon.room(room).number);
    let mut stream = seed.stream("stock/traps");
    for room in rooms.into_iter().step_by(2).filter(|&room| may_have_trap(room)).take(most) {
        let trap = trap::set_trap(dungeon, &mut floor, &openings[room.index()], room, contents, &mut stream);
        life.traps[room.index()] = trap.is_some();
    }
}

/// The goal is guarded by one enemy of the greatest difficulty.
fn add_guardian(dungeon: &mut Dungeon, floor: &mut SpawnFloor) {
    let Some(goal) =
        dungeon.goal.filter(|goal| dungeon.entrance.as_ref().is_some_and(|entrance| entrance.room != *goal))
    else {
        return;
    };
    let at = gathering_place(dungeon, floor, goal);
    if let Some(cell) = floor.nearest(dungeon, dungeon.room(goal), at) {
        floor.add(dungeon, SpawnKind::Enemy, goal, cell, Fraction::ONE);
    }
}

/// Someone keeps each shop.
fn add_merchants(dungeon: &mut Dungeon, floor: &mut SpawnFloor, slots: &[Option<Slot>]) {
    let shops: Vec<RoomId> = dungeon.rooms.iter().map(|room| room.id).collect();
    for room in shops.into_iter().filter(|room| slots[room.index()] == Some(Slot::Merchant)) {
        let (at, difficulty) = (gathering_place(dungeon, floor, room), dungeon.room(room).difficulty);
        if let Some(cell) = floor.nearest(dungeon, dungeon.room(room), at) {
            floor.add(dungeon, SpawnKind::Npc, room, cell, difficulty);
        }
    }
}
