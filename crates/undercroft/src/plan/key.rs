//! Locks and keys.
//!
//! Only links are locked without which rooms cannot be reached, so that a lock always keeps something from someone. Where
//! there are two or more, one is on the path to the goal. Each key lies at least two links from the room behind its lock,
//! or, where there is no such room before it, in the room at the near side of the lock.
//!
//! Rooms that can be reached from each other without opening a lock are a *zone*; zones and locks form a tree. A hiding is
//! drawn until one works: own keys need an order of opening, shared keys, which are spent on use, may be spent in the worst
//! order. Where none is found soon, each key lies in the zone at the nearer end of its lock. That is always enough: opened
//! locks have both ends in the zones that are reached, so each has its own key there, and the first lock on the path to a
//! zone that is not reached has one more. Keys are then moved about by chance as long as it stays so.

use super::bridges::Bridges;
use super::zones::{Tree, Zones};
use super::{Plan, PlanLinkKind};
use crate::dungeon::{KeyRule, RoomId};
use crate::meter::{Halt, Meter};
use crate::seed::Stream;

/// Random hidings that are tried.
const TRIES: usize = 40;
/// The most keys that are hidden by chance all at once: of more, some key is always in a bad place.
const MOST_AT_ONCE: usize = 10;
/// Keys that are moved where no hiding was found at once.
const MOVES: usize = 200;

/// The number of links that have doors that are not secret.
pub fn most_locks(plan: &Plan) -> usize {
    plan.links.iter().filter(|link| link.kind == PlanLinkKind::Corridor).count()
}

/// Locks this many links, at most all that can be, and hides a key for each.
pub fn place_keys(plan: &mut Plan, locks: usize, stream: &mut Stream, meter: &mut Meter) -> Result<(), Halt> {
    meter.spend(plan.rooms.len() as u64)?;
    let bridges = Bridges::new(plan);
    let links = choose_links(plan, &bridges, locks, stream);
    if links.is_empty() {
        return Ok(());
    }
    let hider = Hider::new(plan, &bridges, &links, meter)?;
    for (&link, room) in links.iter().zip(hider.hide(stream, meter)?) {
        plan.links[link].key = Some(room);
    }
    Ok(())
}

/// Draws the links to lock, one of them on the path to the goal where there are two or more.
fn choose_links(plan: &Plan, bridges: &Bridges, locks: usize, stream: &mut Stream) -> Vec<usize> {
    let can_lock = |link: usize| plan.links[link].kind == PlanLinkKind::Corridor;
    let mut drawn: Vec<_> = bridges.all.iter().filter(|bridge| can_lock(bridge.link)).collect();
    stream.shuffle(&mut drawn);
    if locks >= 2
        && let Some(on_path) = drawn.iter().position(|bridge| bridges.is_behind(bridge, plan.goal))
    {
        drawn.swap(0, on_path);
    }
    let mut links: Vec<usize> = drawn.into_iter().take(locks).map(|bridge| bridge.link).collect();
    links.sort_unstable();
    links
}

/// Hides keys by the rule of a plan.
struct Hider {
    zones: Zones,
    tree: Tree,
    rule: KeyRule,
    /// For each lock the rooms that its key may lie in.
    places: Vec<Vec<RoomId>>,
    /// For each lock those of them in the zone at its near side.
    near: Vec<Vec<RoomId>>,
}

impl Hider {
    fn new(plan: &Plan, bridges: &Bridges, links: &[usize], meter: &mut Meter) -> Result<Self, Halt> {
        let zones = Zones::new(plan, links);
        let (mut places, mut near) = (Vec::new(), Vec::new());
        for bridge in bridges.all.iter().filter(|bridge| links.binary_search(&bridge.link).is_ok()) {
            meter.spend(1 + (plan.rooms.len() + plan.links.len()) as u64 / 8)?;
            let beside = |room: RoomId| {
                let open = plan.links.iter().filter(|link| link.kind != PlanLinkKind::SecretPassage);
                open.map(|link| link.rooms).any(|ends| ends.contains(&room) && ends.contains(&bridge.far))
            };
            let rooms = plan.rooms.iter().map(|room| room.id);
            let before: Vec<RoomId> = rooms.filter(|&room| !bridges.is_behind(bridge, room)).collect();
            let is_beside: Vec<bool> = before.iter().map(|&room| beside(room)).collect();
            let far: Vec<RoomId> = before.iter().zip(is_beside).filter(|(_, is)| !is).map(|(&room, _)| room).collect();
            let zone = |room: RoomId| zones.of_room[room.index()];
            let in_zone: Vec<RoomId> = far.iter().copied().filter(|&room| zone(room) == zone(bridge.near)).collect();
            near.push(if in_zone.is_empty() { vec![bridge.near] } else { in_zone });
            places.push(if far.is_empty() { vec![bridge.near] } else { far });
        }
        let tree = Tree::new(&zones);
        Ok(Self { zones, tree, rule: plan.keys, places, near })
    }

    /// A room for each key.
    fn hide(&self, stream: &mut Stream, meter: &mut Meter) -> Result<Vec<RoomId>, Halt> {
        for _ in (0..TRIES).filter(|_| self.places.len() <= MOST_AT_ONCE) {
            meter.spend(self.cost())?;
            let hidden = draw(&self.places, stream);
            if self.is_solvable(&hidden) {
                return Ok(hidden);
            }
        }
        self.spread(stream, meter)
    }

    /// What it takes to judge a hiding: a walk over the zones, or each lock with all others.
    fn cost(&self) -> u64 {
        let locks = self.places.len() as u64;
        match self.rule {
            KeyRule::Own => 1 + locks,
            KeyRule::Shared => 1 + locks * locks / 16,
        }
    }

    /// Each key before its own lock, then some of them elsewhere.
    fn spread(&self, stream: &mut Stream, meter: &mut Meter) -> Result<Vec<RoomId>, Halt> {
        let mut hidden = draw(&self.near, stream);
        for _ in 0..MOVES {
            meter.spend(self.cost())?;
            let key = stream.below(hidden.len() as u32) as usize;
            let Some(&room) = stream.choose(&self.places[key]) else { break };
            let before = std::mem::replace(&mut hidden[key], room);
            if !self.is_solvable(&hidden) {
                hidden[key] = before;
            }
        }
        Ok(hidden)
    }

    fn is_solvable(&self, hidden: &[RoomId]) -> bool {
        match self.rule {
            KeyRule::Own => self.zones.opens_all(hidden),
            KeyRule::Shared => self.tree.is_solvable(&self.zones.keys(hidden)),
        }
    }
}

/// One room of each list; none of them is empty.
fn draw(places: &[Vec<RoomId>], stream: &mut Stream) -> Vec<RoomId> {
    places.iter().filter_map(|rooms| stream.choose(rooms).copied()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::plan::{PlanLink, test_plan};

    /// A tree of zones with rooms of the same numbers.
    fn zones(stream: &mut Stream) -> Zones {
        let count = 2 + stream.below(6) as usize;
        let joins: Vec<[usize; 2]> = (1..count).map(|zone| [stream.below(zone as u32) as usize, zone]).collect();
        Zones { of_room: (0..count).collect(), count, joins }
    }

    /// Whether every order of spending shared keys reaches every zone.
    fn is_solvable_in_every_order(zones: &Zones, keys: &[RoomId]) -> bool {
        let mut states = vec![BTreeSet::new()];
        let mut seen = BTreeSet::new();
        while let Some(opened) = states.pop() {
            let reaches = |reached: &BTreeSet<usize>| -> BTreeSet<usize> {
                let more = zones.joins.iter().enumerate().filter(|(lock, _)| opened.contains(lock));
                let both = more.filter(|(_, join)| join.iter().any(|zone| reached.contains(zone)));
                both.flat_map(|(_, join)| *join).chain(reached.iter().copied()).collect()
            };
            let reached = (0..zones.count).fold(BTreeSet::from([0]), |reached, _| reaches(&reached));
            let found = keys.iter().filter(|key| reached.contains(&zones.of_room[key.index()])).count();
            let is_stuck = reached.len() < zones.count && found == opened.len();
            if is_stuck {
                return false;
            }
            for (lock, join) in zones.joins.iter().enumerate() {
                let next: BTreeSet<usize> = opened.iter().copied().chain([lock]).collect();
                if next.len() > opened.len()
                    && join.iter().any(|zone| reached.contains(zone))
                    && found > opened.len()
                    && seen.insert(next.clone())
                {
                    states.push(next);
                }
            }
        }
        true
    }

    #[test]
    fn a_tree_is_judged_as_looking_at_all_orders_judges_it() {
        let mut solvable = 0;
        for seed in 0..5_000 {
            let mut stream = Stream::new(seed, "keys");
            let zones = zones(&mut stream);
            let keys: Vec<RoomId> = zones.joins.iter().map(|_| RoomId(stream.below(zones.count as u32))).collect();
            let exact = is_solvable_in_every_order(&zones, &keys);
            assert_eq!(Tree::new(&zones).is_solvable(&zones.keys(&keys)), exact, "{:?} {keys:?}", zones.joins);
            solvable += usize::from(exact);
        }
        assert!((250..4_750).contains(&solvable), "{solvable}");
    }

    #[test]
    fn a_key_before_each_lock_is_always_enough() {
        for seed in 0..5_000 {
            let mut stream = Stream::new(seed, "keys");
            let zones = zones(&mut stream);
            let near: Vec<Vec<RoomId>> = zones.joins.iter().map(|&[near, _]| vec![RoomId(near as u32)]).collect();
            let places = vec![(0..zones.count as u32).map(RoomId).collect::<Vec<_>>(); near.len()];
            for rule in [KeyRule::Shared, KeyRule::Own] {
                let (tree, zones) = (Tree::new(&zones), zones.clone());
                let hider = Hider { zones, tree, rule, places: places.clone(), near: near.clone() };
                assert!(hider.is_solvable(&draw(&near, &mut stream)), "{rule:?} {:?}", hider.zones.joins);
                let mut sink = crate::events::NoEvents;
                let hidden = hider.spread(&mut stream, &mut Meter::new(&mut sink, u64::MAX)).unwrap();
                assert!(hider.is_solvable(&hidden), "{rule:?} {:?} {hidden:?}", hider.zones.joins);
            }
        }
    }

    /// The rooms that are reached from one without opening a lock.
    fn reach_unlocked(plan: &Plan, from: RoomId) -> BTreeSet<RoomId> {
        let is_open = |link: &&PlanLink| link.kind != PlanLinkKind::SecretPassage && link.key.is_none();
        (0..plan.rooms.len()).fold(BTreeSet::from([from]), |reached, _| {
            let next =
                plan.links.iter().filter(is_open).filter(|link| link.rooms.iter().any(|room| reached.contains(room)));
            next.flat_map(|link| link.rooms).chain(reached.iter().copied()).collect()
        })
    }

    /// The law of locks, by walking over the plan again and again.
    #[test]
    fn locks_keep_rooms_from_visitors_and_keys_lie_two_links_away() {
        let (mut locked, mut in_near_room) = (0, 0);
        for seed in 0..2_000 {
            let mut stream = Stream::new(seed, "locks");
            let mut plan = test_plan(&mut stream);
            plan.keys = if seed % 2 == 0 { KeyRule::Own } else { KeyRule::Shared };
            let asked = 1 + stream.below(4) as usize;
            let mut sink = crate::events::NoEvents;
            place_keys(&mut plan, asked, &mut stream, &mut Meter::new(&mut sink, u64::MAX)).unwrap();
            let reach = |from: RoomId, without: Option<usize>| -> BTreeSet<RoomId> {
                let open = || {
                    plan.links
                        .iter()
                        .enumerate()
                        .filter(|(i, link)| Some(*i) != without && link.kind != PlanLinkKind::SecretPassage)
                };
                let more = |reached: BTreeSet<RoomId>| -> BTreeSet<RoomId> {
                    let next = open().filter(|(_, link)| link.rooms.iter().any(|room| reached.contains(room)));
                    next.flat_map(|(_, link)| link.rooms).chain(reached.iter().copied()).collect()
                };
                (0..plan.rooms.len()).fold(BTreeSet::from([from]), |reached, _| more(reached))
            };
            let locks: Vec<(usize, RoomId)> =
                plan.links.iter().enumerate().filter_map(|(i, link)| Some((i, link.key?))).collect();
            let can_hold = |i: usize| {
                plan.links[i].kind == PlanLinkKind::Corridor && reach(plan.gate, Some(i)).len() < plan.rooms.len()
            };
            let most = (0..plan.links.len()).filter(|&i| can_hold(i)).count();
            assert_eq!(locks.len(), asked.min(most), "seed {seed}");
            let is_on_path = |i: usize| !reach(plan.gate, Some(i)).contains(&plan.goal);
            let on_path = (0..plan.links.len()).filter(|&i| can_hold(i) && is_on_path(i)).count();
            assert!(locks.len() < 2 || on_path == 0 || locks.iter().any(|&(i, _)| is_on_path(i)), "seed {seed}");
            for &(i, key) in &locks {
                let before = reach(plan.gate, Some(i));
                assert!(can_hold(i) && before.contains(&key), "seed {seed}");
                let [a, b] = plan.links[i].rooms;
                let (near, far) = if before.contains(&a) { (a, b) } else { (b, a) };
                let beside = |room: RoomId| {
                    plan.links.iter().any(|link| {
                        link.kind != PlanLinkKind::SecretPassage
                            && link.rooms.contains(&room)
                            && link.rooms.contains(&far)
                    })
                };
                // In the near room only where everything that is reached from it without another key is too near.
                let in_zone = reach_unlocked(&plan, near);
                assert!(!beside(key) || key == near && in_zone.iter().all(|&room| beside(room)), "seed {seed}");
                (locked, in_near_room) = (locked + 1, in_near_room + usize::from(key == near));
            }
        }
        assert!(locked > 2_000 && in_near_room < locked / 3, "{in_near_room} of {locked}");
    }
}
