//! Secret passages between rooms that are near but not joined.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::PlanCell;
use super::{Plan, PlanRoom};
use crate::dungeon::RoomId;

/// The fewest rooms of a level that can have a secret passage.
pub const MIN_LEVEL_ROOMS: usize = 4;
/// The nearest and the farthest rooms that a passage joins, in steps of the plan.
const REACH: std::ops::RangeInclusive<u32> = 2..=3;

/// The pairs of rooms of a level that a secret passage can join, by number, lower one first: two or three steps apart,
/// not linked. A level of at least three joined rooms has one, since two neighbours of a room are two steps apart.
pub fn pairs(plan: &Plan, z: i32) -> Vec<[RoomId; 2]> {
    let on_level = || plan.rooms.iter().filter(move |room| room.z == z);
    let at: BTreeMap<PlanCell, RoomId> = on_level().map(|room| (room.cell, room.id)).collect();
    if at.len() < MIN_LEVEL_ROOMS {
        return Vec::new();
    }
    let linked: BTreeSet<[RoomId; 2]> = plan.links.iter().map(|link| link.rooms).collect();
    let near = |room: &PlanRoom| -> Vec<[RoomId; 2]> {
        let others = offsets().filter_map(|offset| at.get(&room.cell.plus(offset)));
        others.filter(|&&other| other > room.id).map(|&other| [room.id, other]).collect()
    };
    let mut pairs: Vec<[RoomId; 2]> = on_level().flat_map(near).filter(|pair| !linked.contains(pair)).collect();
    pairs.sort_unstable();
    pairs
}

/// What to say where a level has fewer passages than asked for. Levels on which none fits have too few rooms for secrets.
pub fn shortage(z: i32, made: u32, asked: u32) -> Option<String> {
    let sentence = || {
        format!(
            "secrets.count: level {z} has {made} of {asked} secret passages; they share no room and join rooms near each other"
        )
    };
    (made > 0).then(sentence)
}

fn offsets() -> impl Iterator<Item = PlanCell> {
    let most = *REACH.end() as i32;
    let all = (-most..=most).flat_map(move |y| (-most..=most).map(move |x| PlanCell::new(x, y)));
    all.filter(|cell| REACH.contains(&cell.manhattan(PlanCell::START)))
}
