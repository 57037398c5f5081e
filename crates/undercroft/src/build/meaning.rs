//! What the rooms mean: depth, difficulty, goal and roles, derived from the final links.

use std::collections::VecDeque;

use super::casting;
use crate::dungeon::{Dungeon, Link, LinkKind, Role, Room, RoomId};
use crate::share::Share;

/// Of the rooms that lie at the end of a way, this part holds something precious.
const TREASURE_PART: usize = 2;

/// Gives every room its depth, difficulty and roles, and the dungeon its goal.
pub fn give(dungeon: &mut Dungeon) {
    let Some(entrance) = dungeon.entrance.as_ref().map(|entrance| entrance.room) else { return };
    let depths = depths(dungeon, entrance);
    let deepest = depths.iter().copied().max().unwrap_or(0);
    for (room, &depth) in dungeon.rooms.iter_mut().zip(&depths) {
        room.depth = depth;
        room.difficulty = Share::of(depth.into(), deepest.into());
    }
    let is_throne = |room: &&Room| room.template.is_some() && room.roles.contains(&Role::Boss);
    let throne = dungeon.rooms.iter().find(is_throne).map(|room| room.id);
    let far = depths.iter().position(|&depth| depth == deepest).map(|index| RoomId(index as u32));
    let goal = throne.or(far);
    dungeon.goal = goal;
    if dungeon.rooms.iter().any(|room| room.template.is_some()) {
        casting::give(dungeon, entrance, goal);
    } else {
        give_roles(dungeon, entrance, goal);
    }
}

/// Links between each room and the entrance, not counting secret ones.
fn depths(dungeon: &Dungeon, entrance: RoomId) -> Vec<u32> {
    let mut neighbours = vec![Vec::new(); dungeon.rooms.len()];
    for link in dungeon.links.iter().filter(|link| !is_secret(dungeon, link)) {
        let [a, b] = link.rooms;
        neighbours[a.index()].push(b);
        neighbours[b.index()].push(a);
    }
    let mut depths = vec![None; dungeon.rooms.len()];
    depths[entrance.index()] = Some(0);
    let mut queue = VecDeque::from([entrance]);
    while let Some(room) = queue.pop_front() {
        let next_depth = depths[room.index()].map(|depth: u32| depth + 1);
        for &next in &neighbours[room.index()] {
            if depths[next.index()].is_none() {
                depths[next.index()] = next_depth;
                queue.push_back(next);
            }
        }
    }
    depths.into_iter().map(Option::unwrap_or_default).collect()
}

fn is_secret(dungeon: &Dungeon, link: &Link) -> bool {
    link.kind == LinkKind::SecretPassage || link.doors.iter().any(|&door| dungeon.door(door).secret)
}

fn give_roles(dungeon: &mut Dungeon, entrance: RoomId, goal: Option<RoomId>) {
    let mut links = vec![0; dungeon.rooms.len()];
    dungeon.links.iter().flat_map(|link| link.rooms).for_each(|room| links[room.index()] += 1);
    dungeon.rooms[entrance.index()].roles.push(Role::Entrance);
    if let Some(goal) = goal.filter(|&goal| goal != entrance) {
        dungeon.rooms[goal.index()].roles.extend([Role::Goal, Role::Boss]);
    }
    let is_end = |room: RoomId| links[room.index()] == 1 && room != entrance && Some(room) != goal;
    let mut ends: Vec<RoomId> = dungeon.rooms.iter().map(|room| room.id).filter(|&room| is_end(room)).collect();
    ends.sort_by_key(|&room| (std::cmp::Reverse(dungeon.room(room).depth), room));
    for room in &ends[..ends.len().div_ceil(TREASURE_PART)] {
        dungeon.rooms[room.index()].roles.push(Role::Treasure);
    }
}
