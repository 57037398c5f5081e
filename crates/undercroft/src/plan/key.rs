//! Locks and keys.
//!
//! Keys are interchangeable and spent on use, so a visitor may spend them in the worst order. Rooms that can be reached
//! from each other without opening a lock are a *zone*. Few keys are hidden by chance, and the plan keeps the first
//! hiding in which no order of opening leaves a visitor without a key before a shut lock.
//!
//! Where none is found soon, or there are too many locks to examine all orders, each key lies in the zone at the nearer
//! end of its lock. That is always enough: opened locks have both ends in the zones that are reached, so each has its
//! own key there, and the first lock on the path to a zone that is not reached has one more. Where zones and locks form a
//! tree, which can be judged without looking at all orders, keys are then moved about by chance as long as it stays so.

use undercroft_grid::UnionFind;

use super::{Plan, PlanLinkKind};
use crate::dungeon::RoomId;
use crate::seed::Stream;

/// The most locks for which every order is examined: 2^10 states for each try.
const EXACT_LOCKS: usize = 10;
/// Random hidings that are tried.
const TRIES: usize = 40;
/// Keys that are moved where there are more locks.
const MOVES: usize = 200;

/// The links that can have a lock: those with doors that are not secret.
pub fn lockable(plan: &Plan) -> Vec<usize> {
    (0..plan.links.len()).filter(|&link| plan.links[link].kind == PlanLinkKind::Corridor).collect()
}

/// Locks this many links, at most all that can be, and hides a key for each.
pub fn place_keys(plan: &mut Plan, locks: usize, stream: &mut Stream) {
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
    let hidden = tried.unwrap_or_else(|| spread(&zones, &rooms, stream));
    for (&link, room) in links.iter().zip(hidden) {
        plan.links[link].key = Some(room);
    }
}

/// Each key before its own lock, then some of them elsewhere.
fn spread(zones: &Zones, rooms: &[RoomId], stream: &mut Stream) -> Vec<RoomId> {
    let distances = zones.distances();
    let mut hidden: Vec<RoomId> = Vec::new();
    for &[a, b] in &zones.joins {
        let nearer = if distances[a] <= distances[b] { a } else { b };
        let near: Vec<RoomId> = rooms.iter().copied().filter(|room| zones.of_room[room.index()] == nearer).collect();
        hidden.push(stream.choose(&near).copied().unwrap_or(RoomId(0)));
    }
    let Some(tree) = Tree::new(zones) else { return hidden };
    for _ in 0..MOVES {
        let key = stream.below(hidden.len() as u32) as usize;
        let Some(&room) = stream.choose(rooms) else { break };
        let before = std::mem::replace(&mut hidden[key], room);
        if !tree.is_solvable(&zones.keys(&hidden)) {
            hidden[key] = before;
        }
    }
    hidden
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
            if link.kind != PlanLinkKind::SecretPassage && !locks.contains(&i) {
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

    /// Keys that lie in each zone.
    fn keys(&self, hidden: &[RoomId]) -> Vec<i64> {
        let mut keys = vec![0; self.count];
        hidden.iter().for_each(|room| keys[self.of_room[room.index()]] += 1);
        keys
    }

    /// Locks between each zone and the entrance's.
    fn distances(&self) -> Vec<usize> {
        let mut distances = vec![usize::MAX; self.count];
        distances[0] = 0;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &[a, b] in &self.joins {
                for (from, to) in [(a, b), (b, a)] {
                    let through = distances[from].saturating_add(1);
                    if through < distances[to] {
                        (distances[to], changed) = (through, true);
                    }
                }
            }
        }
        distances
    }

    /// Whether every order of opening locks reaches every zone.
    fn is_solvable(&self, keys: &[RoomId]) -> bool {
        let mut seen = vec![false; 1 << self.joins.len()];
        let mut states = vec![0usize];
        while let Some(opened) = states.pop() {
            if std::mem::replace(&mut seen[opened], true) {
                continue;
            }
            let reached = self.reached_zones(opened);
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

    fn reached_zones(&self, opened: usize) -> Vec<bool> {
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

/// Zones and locks where they form a tree.
struct Tree {
    /// For each zone but the entrance's, by distance from it: the zone and the one before it.
    steps: Vec<[usize; 2]>,
    /// For each zone the locks that lead nowhere new: a key spent on one is wasted.
    idle: Vec<i64>,
}

impl Tree {
    /// `None` where two paths join two zones.
    fn new(zones: &Zones) -> Option<Self> {
        let distances = zones.distances();
        let mut idle = vec![0; zones.count];
        let mut steps = Vec::new();
        for &[a, b] in &zones.joins {
            if a == b {
                idle[a] += 1;
            } else {
                steps.push(if distances[a] < distances[b] { [b, a] } else { [a, b] });
            }
        }
        steps.sort_by_key(|&[zone, _]| (distances[zone], zone));
        (steps.len() + 1 == zones.count).then_some(Self { steps, idle })
    }

    /// Whether no order of opening ends before a shut lock without a key. Keys left after opening a set of locks change
    /// by at most one with each lock, so a visitor gets stuck exactly where some set that leaves a zone out has none
    /// left; the poorest such set is a sum over the branches of the tree.
    fn is_solvable(&self, keys: &[i64]) -> bool {
        (0..self.steps.len()).all(|shut| self.poorest(keys, shut) > 0)
    }

    /// The fewest keys that can be left while this lock stays shut.
    fn poorest(&self, keys: &[i64], shut: usize) -> i64 {
        let mut left: Vec<i64> = keys.iter().zip(&self.idle).map(|(keys, idle)| keys - idle).collect();
        for (step, &[zone, before]) in self.steps.iter().enumerate().rev() {
            if step != shut {
                left[before] += (left[zone] - 1).min(0);
            }
        }
        left[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of zones with rooms of the same numbers, and locks that lead nowhere.
    fn zones(stream: &mut Stream) -> Zones {
        let count = 2 + stream.below(6) as usize;
        let mut joins: Vec<[usize; 2]> = (1..count).map(|zone| [stream.below(zone as u32) as usize, zone]).collect();
        joins.extend((0..stream.below(3)).map(|_| [stream.below(count as u32) as usize; 2]));
        Zones { of_room: (0..count).collect(), count, joins }
    }

    #[test]
    fn a_tree_is_judged_as_looking_at_all_orders_judges_it() {
        let mut solvable = 0;
        for seed in 0..20_000 {
            let mut stream = Stream::new(seed, "keys");
            let zones = zones(&mut stream);
            let keys: Vec<RoomId> = zones.joins.iter().map(|_| RoomId(stream.below(zones.count as u32))).collect();
            let exact = zones.is_solvable(&keys);
            let tree = Tree::new(&zones).expect("a tree");
            assert_eq!(tree.is_solvable(&zones.keys(&keys)), exact, "{:?} {keys:?}", zones.joins);
            solvable += usize::from(exact);
        }
        assert!((1_000..19_000).contains(&solvable), "{solvable}");
    }

    #[test]
    fn a_key_before_each_lock_is_always_enough() {
        for seed in 0..5_000 {
            let mut stream = Stream::new(seed, "keys");
            let mut zones = zones(&mut stream);
            let (count, more) = (zones.count as u32, stream.below(4));
            zones.joins.extend((0..more).map(|_| [0, 1].map(|_| stream.below(count) as usize)));
            let rooms: Vec<RoomId> = (0..count).map(RoomId).collect();
            let hidden = spread(&zones, &rooms, &mut stream);
            assert!(zones.is_solvable(&hidden), "{:?} {hidden:?}", zones.joins);
        }
    }
}
