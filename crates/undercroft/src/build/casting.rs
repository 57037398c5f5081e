//! Roles of rooms from templates: what a template is drawn for counts first, where the room lies decides.

use std::collections::VecDeque;

use crate::dungeon::{Dungeon, Role, RoomId};

/// Of the rooms that lie at the end of a way, this part holds something precious.
const TREASURE_PART: usize = 2;
/// One event for this many rooms, but not more than [`MOST_EVENTS`].
const ROOMS_PER_EVENT: usize = 8;
/// Most events: each costs a walk over the rooms that are nearer to it than to the others.
const MOST_EVENTS: usize = 64;

/// Gives roles: the entrance, the boss at the goal, treasure and a merchant in dead ends, events far from each other.
/// Before that a room has the roles that its template is drawn for.
pub fn give(dungeon: &mut Dungeon, entrance: RoomId, goal: Option<RoomId>) {
    let drawn_for: Vec<Vec<Role>> = dungeon.rooms.iter_mut().map(|room| std::mem::take(&mut room.roles)).collect();
    let neighbours = neighbours(dungeon);
    let mut cast = |room: RoomId, role: Role| dungeon.rooms[room.index()].roles.push(role);
    cast(entrance, Role::Entrance);
    if let Some(goal) = goal.filter(|&goal| goal != entrance) {
        cast(goal, Role::Goal);
        cast(goal, Role::Boss);
    }
    let is_end = |room: &RoomId| neighbours[room.index()].len() == 1 && *room != entrance && Some(*room) != goal;
    let mut ends: Vec<RoomId> = (0..neighbours.len() as u32).map(RoomId).filter(is_end).collect();
    let depth = |room: RoomId| dungeon.rooms[room.index()].depth;
    let is_for = |room: RoomId, role: Role| drawn_for[room.index()].contains(&role);
    ends.sort_by_key(|&room| (!is_for(room, Role::Merchant), depth(room), room));
    let merchant = (ends.len() > 1).then(|| ends.remove(0));
    ends.sort_by_key(|&room| (!is_for(room, Role::Treasure), std::cmp::Reverse(depth(room)), room));
    ends.truncate(ends.len().div_ceil(TREASURE_PART));
    let taken: Vec<RoomId> = [entrance].into_iter().chain(goal).chain(merchant).chain(ends.iter().copied()).collect();
    let events = spread(&neighbours, &taken, |room| is_for(room, Role::Event));
    for (rooms, role) in
        [(merchant.into_iter().collect(), Role::Merchant), (ends, Role::Treasure), (events, Role::Event)]
    {
        for room in rooms {
            dungeon.rooms[room.index()].roles.push(role);
        }
    }
}

fn neighbours(dungeon: &Dungeon) -> Vec<Vec<RoomId>> {
    let mut neighbours = vec![Vec::new(); dungeon.rooms.len()];
    for link in &dungeon.links {
        let [a, b] = link.rooms;
        neighbours[a.index()].push(b);
        neighbours[b.index()].push(a);
    }
    neighbours
}

/// Rooms that are farthest, in links, from those that are taken and from each other, one after the other (T. F. Gonzalez,
/// "Clustering to Minimize the Maximum Intercluster Distance", 1985); of equally far ones those that are preferred.
fn spread(neighbours: &[Vec<RoomId>], taken: &[RoomId], is_preferred: impl Fn(RoomId) -> bool) -> Vec<RoomId> {
    let mut hops = vec![u32::MAX; neighbours.len()];
    for &room in taken {
        relax(neighbours, &mut hops, room);
    }
    let wanted = (neighbours.len() / ROOMS_PER_EVENT).clamp(1, MOST_EVENTS);
    let mut chosen = Vec::new();
    while chosen.len() < wanted {
        let rooms = (0..hops.len() as u32).map(RoomId).filter(|room| hops[room.index()] > 0);
        let far = |room: &RoomId| (hops[room.index()], is_preferred(*room), std::cmp::Reverse(*room));
        let Some(room) = rooms.max_by_key(far) else { break };
        relax(neighbours, &mut hops, room);
        chosen.push(room);
    }
    chosen
}

/// Lowers the hops of all rooms that are nearer to this one than to the earlier ones.
fn relax(neighbours: &[Vec<RoomId>], hops: &mut [u32], from: RoomId) {
    hops[from.index()] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(room) = queue.pop_front() {
        let next_hops = hops[room.index()] + 1;
        for &next in &neighbours[room.index()] {
            if next_hops < hops[next.index()] {
                hops[next.index()] = next_hops;
                queue.push_back(next);
            }
        }
    }
}
