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

use super::zones::{Tree, Zones};
use super::{Plan, PlanError, PlanLinkKind};
use crate::dungeon::{KeyRule, RoomId};
use crate::meter::{Halt, Meter};
use crate::seed::Stream;

/// The most locks for which every order is examined: 2^10 states for each try.
const EXACT_LOCKS: usize = 10;
/// The most locks in loops for which verify looks at every order.
const PROVABLE_LOCKS: usize = 16;
/// Random hidings that are tried.
const TRIES: usize = 40;
/// Keys that are moved where there are more locks.
const MOVES: usize = 200;

/// The links that can have a lock: those with doors that are not secret.
pub fn lockable(plan: &Plan) -> Vec<usize> {
    (0..plan.links.len()).filter(|&link| plan.links[link].kind == PlanLinkKind::Corridor).collect()
}

/// Locks this many links, at most all that can be, and hides a key for each.
pub fn place_keys(plan: &mut Plan, locks: usize, stream: &mut Stream, meter: &mut Meter) -> Result<(), PlanError> {
    let mut links = lockable(plan);
    stream.shuffle(&mut links);
    links.truncate(locks);
    links.sort_unstable();
    if links.is_empty() {
        return Ok(());
    }
    meter.spend(plan.rooms.len() as u64)?;
    let hider = Hider::new(plan, &links)?;
    let rooms: Vec<RoomId> = plan.rooms.iter().map(|room| room.id).collect();
    for (&link, room) in links.iter().zip(hider.hide(&rooms, stream, meter)?) {
        plan.links[link].key = Some(room);
    }
    Ok(())
}

/// Hides keys by the rule of a plan.
struct Hider {
    zones: Zones,
    rule: KeyRule,
    /// Zones and locks, where they form a tree.
    tree: Option<Tree>,
}

impl Hider {
    fn new(plan: &Plan, links: &[usize]) -> Result<Self, PlanError> {
        let zones = Zones::new(plan, links);
        let tree = Tree::new(&zones);
        if plan.keys == KeyRule::Shared && tree.is_none() && links.len() > PROVABLE_LOCKS {
            return Err(PlanError::UnprovableLocks { locks: links.len(), most: PROVABLE_LOCKS });
        }
        Ok(Self { zones, rule: plan.keys, tree })
    }

    /// A room for each key.
    fn hide(&self, rooms: &[RoomId], stream: &mut Stream, meter: &mut Meter) -> Result<Vec<RoomId>, Halt> {
        let locks = self.zones.joins.len();
        let is_exact = self.rule == KeyRule::Own || locks <= EXACT_LOCKS;
        for _ in (0..TRIES).filter(|_| is_exact) {
            meter.spend(self.cost())?;
            let hidden: Vec<RoomId> = (0..locks).filter_map(|_| stream.choose(rooms).copied()).collect();
            let works = match self.rule {
                KeyRule::Own => self.zones.opens_all(&hidden),
                KeyRule::Shared => self.zones.is_solvable(&hidden),
            };
            if works {
                return Ok(hidden);
            }
        }
        self.spread(rooms, stream, meter)
    }

    /// What it takes to judge a hiding: a walk over the zones, every set of few locks, or each lock with all others.
    fn cost(&self) -> u64 {
        let locks = self.zones.joins.len() as u64;
        match self.rule {
            KeyRule::Own => 1 + locks,
            KeyRule::Shared if locks <= EXACT_LOCKS as u64 => (1 + locks) << locks,
            KeyRule::Shared => 1 + locks * locks / 16,
        }
    }

    /// Each key before its own lock, then some of them elsewhere.
    fn spread(&self, rooms: &[RoomId], stream: &mut Stream, meter: &mut Meter) -> Result<Vec<RoomId>, Halt> {
        let Zones { of_room, joins, .. } = &self.zones;
        let distances = self.zones.distances();
        let mut in_zone: Vec<Vec<RoomId>> = vec![Vec::new(); self.zones.count];
        rooms.iter().for_each(|&room| in_zone[of_room[room.index()]].push(room));
        let mut hidden: Vec<RoomId> = Vec::new();
        for &[a, b] in joins {
            let nearer = if distances[a] <= distances[b] { a } else { b };
            hidden.push(stream.choose(&in_zone[nearer]).copied().unwrap_or(RoomId(0)));
        }
        for _ in 0..MOVES {
            meter.spend(self.cost())?;
            let key = stream.below(hidden.len() as u32) as usize;
            let Some(&room) = stream.choose(rooms) else { break };
            let before = std::mem::replace(&mut hidden[key], room);
            if !self.is_surely_solvable(&hidden) {
                hidden[key] = before;
            }
        }
        Ok(hidden)
    }

    /// Whether a hiding works, judged without looking at all orders; false where that cannot be told.
    fn is_surely_solvable(&self, hidden: &[RoomId]) -> bool {
        match self.rule {
            KeyRule::Own => self.zones.opens_all(hidden),
            KeyRule::Shared => self.tree.as_ref().is_some_and(|tree| tree.is_solvable(&self.zones.keys(hidden))),
        }
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
            for rule in [KeyRule::Shared, KeyRule::Own] {
                let hider = Hider { tree: Tree::new(&zones), zones: zones.clone(), rule };
                let mut sink = crate::events::NoEvents;
                let hidden = hider.spread(&rooms, &mut stream, &mut Meter::new(&mut sink, u64::MAX)).unwrap();
                let works = if rule == KeyRule::Own { zones.opens_all(&hidden) } else { zones.is_solvable(&hidden) };
                assert!(works, "{rule:?} {:?} {hidden:?}", zones.joins);
            }
        }
    }
}
