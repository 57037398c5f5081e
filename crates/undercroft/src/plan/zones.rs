//! Zones: the parts into which locks divide the rooms of a plan.

use undercroft_grid::UnionFind;

use super::{Plan, PlanLinkKind};
use crate::dungeon::RoomId;

/// The parts into which locks divide the rooms. Zone 0 holds the entrance.
#[derive(Clone, Debug)]
pub struct Zones {
    /// The zone of each room.
    pub of_room: Vec<usize>,
    /// How many zones there are.
    pub count: usize,
    /// For each lock the zones on its two sides.
    pub joins: Vec<[usize; 2]>,
}

impl Zones {
    /// The zones of a plan with these links locked, in ascending order.
    pub fn new(plan: &Plan, locks: &[usize]) -> Self {
        let mut joined = UnionFind::new(plan.rooms.len());
        for (i, link) in plan.links.iter().enumerate() {
            if link.kind != PlanLinkKind::SecretPassage && locks.binary_search(&i).is_err() {
                joined.unite(link.rooms[0].0, link.rooms[1].0);
            }
        }
        let mut count = 0;
        let mut zone_of_root: Vec<Option<usize>> = vec![None; plan.rooms.len()];
        let mut of_room = vec![0; plan.rooms.len()];
        for room in std::iter::once(plan.gate.0).chain(0..plan.rooms.len() as u32) {
            let zone = zone_of_root[joined.find(room) as usize].get_or_insert(count);
            of_room[room as usize] = *zone;
            count = count.max(*zone + 1);
        }
        let joins = locks.iter().map(|&lock| plan.links[lock].rooms.map(|room| of_room[room.index()])).collect();
        Self { of_room, count, joins }
    }

    /// Keys that lie in each zone.
    pub fn keys(&self, hidden: &[RoomId]) -> Vec<i64> {
        let mut keys = vec![0; self.count];
        hidden.iter().for_each(|room| keys[self.of_room[room.index()]] += 1);
        keys
    }

    /// Locks between each zone and the entrance's.
    pub fn distances(&self) -> Vec<usize> {
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

    /// Whether own keys open every lock that leads somewhere: zones are reached, their keys taken, locks opened, and so on.
    pub fn opens_all(&self, hidden: &[RoomId]) -> bool {
        let mut locks_of: Vec<Vec<usize>> = vec![Vec::new(); self.count];
        for (lock, room) in hidden.iter().enumerate() {
            locks_of[self.of_room[room.index()]].push(lock);
            self.joins[lock].iter().for_each(|&zone| locks_of[zone].push(lock));
        }
        let mut reached = vec![false; self.count];
        reached[0] = true;
        let mut zones = vec![0];
        while let Some(zone) = zones.pop() {
            for &lock in &locks_of[zone] {
                let has_key = reached[self.of_room[hidden[lock].index()]];
                if has_key && self.joins[lock].iter().any(|&side| reached[side]) {
                    zones.extend(
                        self.joins[lock].into_iter().filter(|&side| !std::mem::replace(&mut reached[side], true)),
                    );
                }
            }
        }
        reached.iter().all(|&reached| reached)
    }
}

/// Zones and locks as a tree.
pub struct Tree {
    /// For each zone but the entrance's, by distance from it: the zone and the one before it.
    steps: Vec<[usize; 2]>,
}

impl Tree {
    /// The tree of zones of which each lock is the only entrance of one.
    pub fn new(zones: &Zones) -> Self {
        let distances = zones.distances();
        let away = |&[a, b]: &[usize; 2]| if distances[a] < distances[b] { [b, a] } else { [a, b] };
        let mut steps: Vec<[usize; 2]> = zones.joins.iter().map(away).collect();
        steps.sort_by_key(|&[zone, _]| (distances[zone], zone));
        Self { steps }
    }

    /// Whether no order of opening ends before a shut lock without a key. Keys left after opening a set of locks change
    /// by at most one with each lock, so a visitor gets stuck exactly where some set that leaves a zone out has none
    /// left; the poorest such set is a sum over the branches of the tree.
    pub fn is_solvable(&self, keys: &[i64]) -> bool {
        (0..self.steps.len()).all(|shut| self.poorest(keys, shut) > 0)
    }

    /// The fewest keys that can be left while this lock stays shut.
    fn poorest(&self, keys: &[i64], shut: usize) -> i64 {
        let mut left = keys.to_vec();
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

    /// The simplest version: walk the whole dungeon again and again with the keys that were found.
    fn opens_all_slowly(zones: &Zones, hidden: &[RoomId]) -> bool {
        let mut opened = vec![false; hidden.len()];
        loop {
            let mut reached = vec![false; zones.count];
            reached[0] = true;
            for _ in 0..zones.count {
                for (lock, &[a, b]) in zones.joins.iter().enumerate().filter(|(lock, _)| opened[*lock]) {
                    let both = reached[a] || reached[b];
                    assert!(lock < hidden.len());
                    (reached[a], reached[b]) = (both, both);
                }
            }
            let before = opened.clone();
            for (lock, room) in hidden.iter().enumerate() {
                opened[lock] |= reached[zones.of_room[room.index()]];
            }
            if opened == before {
                return reached.iter().all(|&reached| reached);
            }
        }
    }

    #[test]
    fn own_keys_are_judged_as_walking_again_and_again_judges_them() {
        let mut solvable = 0;
        for seed in 0..20_000 {
            let mut stream = crate::seed::Stream::new(seed, "own keys");
            let count = 1 + stream.below(7) as usize;
            let mut joins: Vec<[usize; 2]> =
                (1..count).map(|zone| [stream.below(zone as u32) as usize, zone]).collect();
            joins.extend((0..stream.below(4)).map(|_| [0, 1].map(|_| stream.below(count as u32) as usize)));
            let hidden: Vec<RoomId> = joins.iter().map(|_| RoomId(stream.below(count as u32))).collect();
            let zones = Zones { of_room: (0..count).collect(), count, joins };
            let expected = opens_all_slowly(&zones, &hidden);
            assert_eq!(zones.opens_all(&hidden), expected, "{:?} {hidden:?}", zones.joins);
            solvable += usize::from(expected);
        }
        assert!((1_000..19_000).contains(&solvable), "{solvable}");
    }
}
