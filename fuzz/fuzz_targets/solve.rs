//! Locks, keys and door states anywhere in a small dungeon: a walk is found, or there is none, and it ends in the goal.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use undercroft::dungeon::{DoorKind, DoorState, Dungeon, Marker, MarkerKind};
use undercroft::solve::{SolveGoal, SolveOptions, solve};

static CRYPT: OnceLock<Dungeon> = OnceLock::new();

/// Three bytes each: what to change, where, and how.
fn change(dungeon: &mut Dungeon, what: u8, place: u8, how: u8) {
    let (place, how) = (usize::from(place), usize::from(how));
    let (doors, links, rooms) = (dungeon.doors.len(), dungeon.links.len(), dungeon.rooms.len());
    match what % 4 {
        0 => dungeon.doors[place % doors].kind = DoorKind::ALL[how % DoorKind::ALL.len()],
        1 => {
            dungeon.doors[place % doors].state = [DoorState::Open, DoorState::Closed, DoorState::Locked][how % 3];
        }
        2 => dungeon.doors[place % doors].secret ^= true,
        _ => {
            let room = &dungeon.rooms[how % rooms];
            let cell = room.cells().nth(how / rooms).unwrap_or(room.floor[0].start);
            let link = Some(dungeon.links[place % links].id);
            let key = Marker { kind: MarkerKind::Key, z: room.z, cell, room: Some(room.id), link, label: None };
            dungeon.markers.push(key);
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut dungeon = CRYPT.get_or_init(|| undercroft::generate("tomb", 7).expect("a preset")).clone();
    for step in bytes.chunks_exact(3).take(60) {
        change(&mut dungeon, step[0], step[1], step[2]);
    }
    let mut options = SolveOptions::default();
    options.budget = 1 << 10;
    options.with_secrets = bytes.first().is_some_and(|byte| byte & 128 != 0);
    if bytes.last().is_some_and(|byte| byte & 128 != 0) {
        options.goal = SolveGoal::AllRooms;
    }
    let solution = solve(&dungeon, &options).expect("the entities are valid");
    let Some(walk) = solution.walk().filter(|_| options.goal == SolveGoal::Goal) else { return };
    let (last, goal) = (walk.cells[walk.cells.len() - 1], dungeon.room(dungeon.goal.expect("a tomb has a goal")));
    assert!(last.z == goal.z && goal.contains(last.cell));
});
