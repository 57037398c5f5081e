//! Locks and keys.
//!
//! Keys are interchangeable and spent on use, so a visitor may spend them in the worst order. Rooms that can be reached
//! from each other without opening a lock are a *zone*. Keys are hidden by chance, and the plan keeps the first hiding
//! in which no order of opening leaves a visitor without a key before a shut lock. Where none is found soon, or there
//! are too many locks to look at all orders, all keys lie in the zone of the entrance: then there is one for each lock
//! before the first is opened.

use undercroft_grid::UnionFind;

use super::Plan;
use crate::dungeon::{LinkKind, RoomId};
use crate::seed::Stream;

/// Up to so many locks every order is looked at: 2^10 states for each try.
const EXACT_LOCKS: usize = 10;
/// Hidings that are tried.
const TRIES: usize = 40;

/// The links that can have a lock: those with doors that are not secret.
pub fn lockable(plan: &Plan) -> Vec<usize> {
    (0..plan.links.len()).filter(|&link| plan.links[link].kind == LinkKind::Corridor).collect()
}

/// Locks this many links, at most all that can be, and hides a key for each.
pub fn hide(plan: &mut Plan, locks: usize, stream: &mut Stream) {
    let mut links = lockable(plan);
    stream.shuffle(&mut links);
    links.truncate(locks);
    links.sort_unstable();
    if links.is_empty() {
        return;
    }
    let zones = Zones::new(plan, &links);
    let rooms: Vec<RoomId> = plan.rooms.iter().map(|room| room.id).collect();
    let tried = (0..TRIES).filter(|_| links.len() <= EXACT_LOCKS).find_map(|_| {
        let hidden: Vec<RoomId> = links.iter().filter_map(|_| stream.choose(&rooms).copied()).collect();
        zones.is_solvable(&hidden).then_some(hidden)
    });
    let hidden = tried.unwrap_or_else(|| {
        let near: Vec<RoomId> = rooms.iter().copied().filter(|&room| zones.of_room[room.index()] == 0).collect();
        links.iter().map(|_| stream.choose(&near).copied().unwrap_or(RoomId(0))).collect()
    });
    for (&link, room) in links.iter().zip(hidden) {
        plan.links[link].key = Some(room);
    }
}

/// The parts into which locks divide the rooms. Zone 0 holds the entrance.
struct Zones {
    of_room: Vec<usize>,
    count: usize,
    /// For each lock the zones on its two sides.
    joins: Vec<[usize; 2]>,
}

impl Zones {
    fn new(plan: &Plan, locks: &[usize]) -> Self {
        let mut joined = UnionFind::new(plan.rooms.len());
        for (i, link) in plan.links.iter().enumerate() {
            if link.kind != LinkKind::SecretPassage && !locks.contains(&i) {
                joined.unite(link.rooms[0].0, link.rooms[1].0);
            }
        }
        let mut roots: Vec<u32> = Vec::new();
        let mut of_room = Vec::new();
        for room in 0..plan.rooms.len() as u32 {
            let root = joined.find(room);
            let known = roots.iter().position(|&other| other == root);
            of_room.push(known.unwrap_or(roots.len()));
            if known.is_none() {
                roots.push(root);
            }
        }
        let joins = locks.iter().map(|&lock| plan.links[lock].rooms.map(|room| of_room[room.index()])).collect();
        Self { count: roots.len(), of_room, joins }
    }

    /// Whether every order of opening locks reaches every zone.
    fn is_solvable(&self, keys: &[RoomId]) -> bool {
        let mut seen = vec![false; 1 << self.joins.len()];
        let mut states = vec![0usize];
        while let Some(opened) = states.pop() {
            if std::mem::replace(&mut seen[opened], true) {
                continue;
            }
            let reached = self.reached(opened);
            let found = keys.iter().filter(|key| reached[self.of_room[key.index()]]).count();
            let left = found.saturating_sub(opened.count_ones() as usize);
            if reached.iter().all(|&reached| reached) {
                continue;
            }
            if left == 0 {
                return false;
            }
            let can_open =
                |&lock: &usize| opened >> lock & 1 == 0 && self.joins[lock].iter().any(|&zone| reached[zone]);
            states.extend((0..self.joins.len()).filter(can_open).map(|lock| opened | 1 << lock));
        }
        true
    }

    fn reached(&self, opened: usize) -> Vec<bool> {
        let mut reached = vec![false; self.count];
        reached[0] = true;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (lock, &[a, b]) in self.joins.iter().enumerate() {
                if opened >> lock & 1 == 1 && reached[a] != reached[b] {
                    (reached[a], reached[b], changed) = (true, true, true);
                }
            }
        }
        reached
    }
}
