//! What rooms mean, from the graph alone: depth, difficulty, goal and roles.

use std::cmp::Reverse;
use std::collections::VecDeque;

use crate::dungeon::{Role, RoomId};
use crate::fraction::Fraction;

/// Of the rooms that lie at the end of a way, this part holds something precious.
const TREASURE_PART: usize = 2;

/// A link, as far as meaning goes.
#[derive(Clone, Copy, Debug)]
pub struct Tie {
    /// The rooms it joins.
    pub rooms: [RoomId; 2],
    /// Whether nobody may depend on it.
    pub secret: bool,
}

/// What a room means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    /// Links between it and the entrance, not counting secret ones.
    pub depth: u32,
    /// From the entrance (0) to the deepest room (1).
    pub difficulty: Fraction,
    /// What it is for.
    pub roles: Vec<Role>,
}

/// The meaning of every room, and the goal: the deepest room of the last level, which is the one farthest from level 0,
/// the lower one of two.
pub fn derive(levels: &[i32], ties: &[Tie], entrance: RoomId) -> (Vec<Meaning>, Option<RoomId>) {
    let depths = depths(levels.len(), ties, entrance);
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let meaning =
        |&depth: &u32| Meaning { depth, difficulty: Fraction::ratio(depth.into(), deepest.into()), roles: Vec::new() };
    let mut meanings: Vec<Meaning> = depths.iter().map(meaning).collect();
    let last = levels.iter().copied().max_by_key(|z| (z.abs(), Reverse(*z)));
    let on_last = (0..levels.len()).filter(|&room| Some(levels[room]) == last);
    let goal = on_last.max_by_key(|&room| (depths[room], Reverse(room))).map(|room| RoomId(room as u32));
    give_roles(&mut meanings, ties, entrance, goal);
    (meanings, goal)
}

fn depths(rooms: usize, ties: &[Tie], entrance: RoomId) -> Vec<u32> {
    let mut neighbours = vec![Vec::new(); rooms];
    for tie in ties.iter().filter(|tie| !tie.secret) {
        let [a, b] = tie.rooms;
        neighbours[a.index()].push(b);
        neighbours[b.index()].push(a);
    }
    let mut depths = vec![None; rooms];
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

fn give_roles(meanings: &mut [Meaning], ties: &[Tie], entrance: RoomId, goal: Option<RoomId>) {
    let mut links = vec![0; meanings.len()];
    ties.iter().flat_map(|tie| tie.rooms).for_each(|room| links[room.index()] += 1);
    meanings[entrance.index()].roles.push(Role::Entrance);
    let goal = goal.filter(|&goal| goal != entrance);
    if let Some(goal) = goal {
        meanings[goal.index()].roles.extend([Role::Goal, Role::Boss]);
    }
    let is_end = |&room: &usize| links[room] == 1 && room != entrance.index() && goal.map(RoomId::index) != Some(room);
    let mut ends: Vec<usize> = (0..meanings.len()).filter(is_end).collect();
    ends.sort_by_key(|&room| (Reverse(meanings[room].depth), room));
    for &room in &ends[..ends.len().div_ceil(TREASURE_PART)] {
        meanings[room].roles.push(Role::Treasure);
    }
}
