//! How much of a dungeon stays when `rooms.count` grows by one: streams go by place, so that a new room changes little of
//! what lies elsewhere.
//!
//! `cargo test -p undercroft --all-features --test locality -- --nocapture` prints the shares.

use std::collections::BTreeSet;

use rayon::prelude::*;
use undercroft::dungeon::{Door, Dungeon, Link, Room};
use undercroft::recipe::RecipeFile;

#[path = "support/dungeons.rs"]
#[allow(dead_code)]
mod dungeons;

use dungeons::{made, preset};

/// How many seeds are compared.
const SEEDS: u64 = 200;

fn with_count(name: &str, more: u32) -> RecipeFile {
    let mut file = preset(name);
    let count: u32 = file.get("rooms.count").and_then(|row| row.value.to_string().parse().ok()).unwrap_or(8);
    for setting in ["method=bsp".to_owned(), format!("rooms.count={}", count + more)] {
        file.set(&setting).unwrap();
    }
    file
}

/// Rooms, links and doors by where they are and what they are, without ids.
fn entities(dungeon: &Dungeon) -> [BTreeSet<String>; 3] {
    let room = |room: &Room| format!("{} {:?} {:?}", room.z, room.shape, room.floor);
    let link = |link: &Link| {
        let mut ends = link.rooms.map(|id| room(dungeon.room(id)));
        let mut path = link.path().to_vec();
        if ends[0] > ends[1] {
            ends.swap(0, 1);
            path.reverse();
        }
        format!("{ends:?} {path:?}")
    };
    let door = |door: &Door| format!("{} {:?} {:?} {:?} {:?}", door.z, door.cells, door.normal, door.kind, door.state);
    [
        dungeon.rooms.iter().map(room).collect(),
        dungeon.links.iter().map(link).collect(),
        dungeon.doors.iter().map(door).collect(),
    ]
}

/// The shares of rooms, links and doors of a recipe that are the same with a room more, in per cent.
fn kept(name: &str) -> [f64; 3] {
    let (file, grown) = (with_count(name, 0), with_count(name, 1));
    let of_seed = |seed| {
        let (before, after) = (entities(&made(&file, seed)), entities(&made(&grown, seed)));
        [0, 1, 2].map(|i| [before[i].intersection(&after[i]).count(), before[i].len()])
    };
    let add = |a: [[usize; 2]; 3], b: [[usize; 2]; 3]| [0, 1, 2].map(|i| [a[i][0] + b[i][0], a[i][1] + b[i][1]]);
    let sums = (1..=SEEDS).into_par_iter().map(of_seed).reduce(Default::default, add);
    sums.map(|[same, all]| 100.0 * same as f64 / all as f64)
}

#[test]
fn most_of_a_bsp_dungeon_stays_when_it_gets_one_room_more() {
    for name in ["small-dungeon", "large-dungeon", "winding-dungeon"] {
        let [rooms, links, doors] = kept(name);
        println!("{name}: {rooms:.1} % of rooms, {links:.1} % of links, {doors:.1} % of doors stay");
        assert!(rooms > 80.0 && links > 50.0 && doors > 50.0, "{name}");
    }
}
