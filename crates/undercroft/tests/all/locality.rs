//! How much of a dungeon stays when `rooms.count` grows by one: streams go by place, so that a new room changes little of
//! what lies elsewhere.
//!
//! `cargo test -p undercroft --all-features --test all locality:: -- --nocapture` prints the shares.

use std::collections::BTreeSet;

use rayon::prelude::*;
use undercroft::dungeon::{Door, Dungeon, Link, Room};
use undercroft::grid::Cell;
use undercroft::recipe::RecipeFile;

use crate::dungeons;

use dungeons::{made, preset};

/// How many seeds are compared.
const SEEDS: u64 = 200;

fn with_count(name: &str, method: &str, more: u32) -> RecipeFile {
    let mut file = preset(name);
    let count: u32 = file.get("rooms.count").and_then(|row| row.value.to_string().parse().ok()).unwrap_or(8);
    for setting in [format!("method={method}"), format!("rooms.count={}", count + more)] {
        file.set(&setting).unwrap();
    }
    file
}

/// Rooms, links and doors by what they are and where they are, without ids. The map of a plan is as large as its rooms
/// need, so that its corner moves: there they are seen from the entrance.
fn entities(dungeon: &Dungeon, method: &str) -> [BTreeSet<String>; 3] {
    let entrance = dungeon.entrance.as_ref().filter(|_| method == "plan");
    let from = entrance.map_or(Cell::new(0, 0), |entrance| dungeon.door(entrance.door).cells[0]);
    let seen = |cells: &[Cell]| -> Vec<Cell> { cells.iter().map(|&cell| cell - from).collect() };
    let room = |room: &Room| {
        let floor: Vec<_> = room.floor.iter().map(|run| (run.start - from, run.length)).collect();
        format!("{} {:?} {floor:?}", room.z, room.shape)
    };
    let link = |link: &Link| {
        let mut ends = link.rooms.map(|id| room(dungeon.room(id)));
        let mut path = seen(link.path());
        if ends[0] > ends[1] {
            ends.swap(0, 1);
            path.reverse();
        }
        format!("{ends:?} {path:?}")
    };
    let door =
        |door: &Door| format!("{} {:?} {:?} {:?} {:?}", door.z, seen(&door.cells), door.normal, door.kind, door.state);
    [
        dungeon.rooms.iter().map(room).collect(),
        dungeon.links.iter().map(link).collect(),
        dungeon.doors.iter().map(door).collect(),
    ]
}

/// The shares of rooms, links and doors of a recipe that are the same with a room more, in per cent.
fn kept(name: &str, method: &str) -> [f64; 3] {
    let (file, grown) = (with_count(name, method, 0), with_count(name, method, 1));
    let of_seed = |seed| {
        let (before, after) = (entities(&made(&file, seed), method), entities(&made(&grown, seed), method));
        [0, 1, 2].map(|i| [before[i].intersection(&after[i]).count(), before[i].len()])
    };
    let add = |a: [[usize; 2]; 3], b: [[usize; 2]; 3]| [0, 1, 2].map(|i| [a[i][0] + b[i][0], a[i][1] + b[i][1]]);
    let sums = (1..=SEEDS).into_par_iter().map(of_seed).reduce(Default::default, add);
    sums.map(|[same, all]| 100.0 * same as f64 / all as f64)
}

#[test]
fn most_of_a_bsp_dungeon_stays_when_it_gets_one_room_more() {
    for name in ["small-dungeon", "large-dungeon", "winding-dungeon"] {
        let [rooms, links, doors] = kept(name, "bsp");
        println!("{name}: {rooms:.1} % of rooms, {links:.1} % of links, {doors:.1} % of doors stay");
        assert!(rooms > 80.0 && links > 50.0 && doors > 50.0, "{name}");
    }
}

/// Mazes draw their walks as a whole, so that a room more is often another plan.
#[test]
fn much_of_a_plan_stays_when_it_gets_one_room_more() {
    for (name, least) in [("mine", 15.0), ("crypt", 80.0), ("dungeon", 20.0), ("temple", 45.0)] {
        let [rooms, links, doors] = kept(name, "plan");
        println!("{name}: {rooms:.1} % of rooms, {links:.1} % of links, {doors:.1} % of doors stay");
        assert!(rooms > least, "{name}");
    }
}
