//! Progression through the rooms, from the graph alone: depth, difficulty, goal and roles.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::secrecy::is_secret;
use crate::dungeon::{Dungeon, Role, RoomId};
use crate::fraction::Fraction;

/// One of this many dead ends, the deepest first, holds treasure.
pub const TREASURE_PART: usize = 2;

/// An edge of the room graph.
#[derive(Clone, Copy, Debug)]
pub struct RoomEdge {
    /// The rooms it joins.
    pub rooms: [RoomId; 2],
    /// Whether depths are counted without it.
    pub is_secret: bool,
}

/// Where a room stands between entrance and goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomProgress {
    /// Links between it and the entrance, not counting secret ones.
    pub depth: u32,
    /// From the entrance (0) to the deepest room (1).
    pub difficulty: Fraction,
    /// What it is for.
    pub roles: Vec<Role>,
}

/// The progress of every room, and the goal: the deepest room of the last level, which is the one farthest from level 0,
/// the lower one of two.
pub fn progress(levels: &[i32], edges: &[RoomEdge], entrance: RoomId) -> (Vec<RoomProgress>, Option<RoomId>) {
    let depths = depths(levels.len(), edges, entrance);
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let room = |&depth: &u32| {
        let difficulty = Fraction::ratio(depth.into(), deepest.into());
        RoomProgress { depth, difficulty, roles: Vec::new() }
    };
    let mut rooms: Vec<RoomProgress> = depths.iter().map(room).collect();
    let last = levels.iter().copied().max_by_key(|z| (z.abs(), Reverse(*z)));
    let on_last = (0..levels.len()).filter(|&room| Some(levels[room]) == last);
    let goal = on_last.max_by_key(|&room| (depths[room], Reverse(room))).map(|room| RoomId(room as u32));
    assign_roles(&mut rooms, edges, entrance, goal);
    (rooms, goal)
}

/// The progress of every room of a dungeon, and the goal that follows; nothing without an entrance.
pub fn dungeon_progress(dungeon: &Dungeon) -> Option<(Vec<RoomProgress>, Option<RoomId>)> {
    let entrance = dungeon.entrance.as_ref()?.room;
    let levels: Vec<i32> = dungeon.rooms.iter().map(|room| room.z).collect();
    let edges = dungeon.links.iter().map(|link| RoomEdge { rooms: link.rooms, is_secret: is_secret(link) });
    Some(progress(&levels, &edges.collect::<Vec<_>>(), entrance))
}

/// Sets depth and difficulty of every room. Roles stay.
pub fn assign_progression(dungeon: &mut Dungeon) {
    let Some((rooms, _)) = dungeon_progress(dungeon) else { return };
    for (room, progress) in dungeon.rooms.iter_mut().zip(rooms) {
        (room.depth, room.difficulty) = (progress.depth, progress.difficulty);
    }
}

/// Makes the deepest room of the last level the goal.
pub fn choose_goal(dungeon: &mut Dungeon) {
    let Some((_, Some(far))) = dungeon_progress(dungeon) else { return };
    dungeon.goal = Some(far);
    let is_entrance = dungeon.entrance.as_ref().is_some_and(|entrance| entrance.room == far);
    let room = &mut dungeon.rooms[far.index()];
    if !is_entrance && !room.roles.contains(&Role::Goal) {
        room.roles.push(Role::Goal);
    }
}

fn depths(rooms: usize, edges: &[RoomEdge], entrance: RoomId) -> Vec<u32> {
    let mut neighbors = vec![Vec::new(); rooms];
    for edge in edges.iter().filter(|edge| !edge.is_secret) {
        let [a, b] = edge.rooms;
        neighbors[a.index()].push(b);
        neighbors[b.index()].push(a);
    }
    let mut depths = vec![None; rooms];
    depths[entrance.index()] = Some(0);
    let mut queue = VecDeque::from([entrance]);
    while let Some(room) = queue.pop_front() {
        let next_depth = depths[room.index()].map(|depth: u32| depth + 1);
        for &next in &neighbors[room.index()] {
            if depths[next.index()].is_none() {
                depths[next.index()] = next_depth;
                queue.push_back(next);
            }
        }
    }
    depths.into_iter().map(Option::unwrap_or_default).collect()
}

fn assign_roles(rooms: &mut [RoomProgress], edges: &[RoomEdge], entrance: RoomId, goal: Option<RoomId>) {
    let mut links = vec![0; rooms.len()];
    edges.iter().flat_map(|edge| edge.rooms).for_each(|room| links[room.index()] += 1);
    rooms[entrance.index()].roles.push(Role::Entrance);
    let goal = goal.filter(|&goal| goal != entrance);
    if let Some(goal) = goal {
        rooms[goal.index()].roles.extend([Role::Goal, Role::Boss]);
    }
    let is_end = |&room: &usize| links[room] == 1 && room != entrance.index() && goal.map(RoomId::index) != Some(room);
    let mut ends: Vec<usize> = (0..rooms.len()).filter(is_end).collect();
    ends.sort_by_key(|&room| (Reverse(rooms[room].depth), room));
    for &room in &ends[..ends.len().div_ceil(TREASURE_PART)] {
        rooms[room].roles.push(Role::Treasure);
    }
}
