//! Roles of rooms from templates: among the rooms that qualify, those drawn for a role come first.

use std::collections::VecDeque;

use super::progression::TREASURE_PART;
use crate::dungeon::{Dungeon, Role, RoomId};

/// One event for this many rooms, but not more than [`MOST_EVENTS`].
const ROOMS_PER_EVENT: usize = 8;
/// Most events: each costs a search over the rooms that are nearer to it than to the others.
const MOST_EVENTS: usize = 64;

/// Assigns roles: the entrance, the boss at the goal, treasure and a merchant in dead ends, events far from each other.
/// Before that a room has the roles that its template is drawn for.
pub fn assign_template_roles(dungeon: &mut Dungeon) {
    let Some(entrance) = dungeon.entrance.as_ref().map(|entrance| entrance.room) else { return };
    let goal = dungeon.goal;
    let drawn_for: Vec<Vec<Role>> = dungeon.rooms.iter_mut().map(|room| std::mem::take(&mut room.roles)).collect();
    let neighbors = neighbors(dungeon);
    let mut cast = |room: RoomId, role: Role| dungeon.rooms[room.index()].roles.push(role);
    cast(entrance, Role::Entrance);
    if let Some(goal) = goal.filter(|&goal| goal != entrance) {
        cast(goal, Role::Goal);
        cast(goal, Role::Boss);
    }
    let is_end = |room: &RoomId| neighbors[room.index()].len() == 1 && *room != entrance && Some(*room) != goal;
    let mut ends: Vec<RoomId> = (0..neighbors.len() as u32).map(RoomId).filter(is_end).collect();
    let depth = |room: RoomId| dungeon.rooms[room.index()].depth;
    let is_for = |room: RoomId, role: Role| drawn_for[room.index()].contains(&role);
    ends.sort_by_key(|&room| (!is_for(room, Role::Merchant), depth(room), room));
    let merchant = (ends.len() > 1).then(|| ends.remove(0));
    ends.sort_by_key(|&room| (!is_for(room, Role::Treasure), std::cmp::Reverse(depth(room)), room));
    ends.truncate(ends.len().div_ceil(TREASURE_PART));
    let taken: Vec<RoomId> = [entrance].into_iter().chain(goal).chain(merchant).chain(ends.iter().copied()).collect();
    let events = spread(&neighbors, &taken, |room| is_for(room, Role::Event));
    for (rooms, role) in
        [(merchant.into_iter().collect(), Role::Merchant), (ends, Role::Treasure), (events, Role::Event)]
    {
        for room in rooms {
            dungeon.rooms[room.index()].roles.push(role);
        }
    }
}

fn neighbors(dungeon: &Dungeon) -> Vec<Vec<RoomId>> {
    let mut neighbors = vec![Vec::new(); dungeon.rooms.len()];
    for link in &dungeon.links {
        let [a, b] = link.rooms;
        neighbors[a.index()].push(b);
        neighbors[b.index()].push(a);
    }
    neighbors
}

/// Rooms that are farthest, in links, from those that are taken and from each other, one after the other (T. F. Gonzalez,
/// "Clustering to Minimize the Maximum Intercluster Distance", 1985); of equally far ones those that are preferred.
fn spread(neighbors: &[Vec<RoomId>], taken: &[RoomId], is_preferred: impl Fn(RoomId) -> bool) -> Vec<RoomId> {
    let mut hops = vec![u32::MAX; neighbors.len()];
    for &room in taken {
        relax(neighbors, &mut hops, room);
    }
    let wanted = (neighbors.len() / ROOMS_PER_EVENT).clamp(1, MOST_EVENTS);
    let mut chosen = Vec::new();
    while chosen.len() < wanted {
        let rooms = (0..hops.len() as u32).map(RoomId).filter(|room| hops[room.index()] > 0);
        let far = |room: &RoomId| (hops[room.index()], is_preferred(*room), std::cmp::Reverse(*room));
        let Some(room) = rooms.max_by_key(far) else { break };
        relax(neighbors, &mut hops, room);
        chosen.push(room);
    }
    chosen
}

/// Lowers the hops of all rooms that are nearer to this one than to the earlier ones.
fn relax(neighbors: &[Vec<RoomId>], hops: &mut [u32], from: RoomId) {
    hops[from.index()] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(room) = queue.pop_front() {
        let next_hops = hops[room.index()] + 1;
        for &next in &neighbors[room.index()] {
            if next_hops < hops[next.index()] {
                hops[next.index()] = next_hops;
                queue.push_back(next);
            }
        }
    }
}
