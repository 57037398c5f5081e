//! The law of locks, and hidings against walks over the plan.

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

/// A hider whose keys may lie anywhere, with a lock for all zones but the first.
fn hider(rule: KeyRule, stream: &mut Stream, locks: usize) -> Hider {
    let joins: Vec<[usize; 2]> = (1..=locks).map(|zone| [stream.below(zone as u32) as usize, zone]).collect();
    let zones = Zones { of_room: (0..=locks).collect(), count: locks + 1, joins };
    let near = zones.joins.iter().map(|&[near, _]| vec![RoomId(near as u32)]).collect();
    let places = vec![(0..=locks as u32).map(RoomId).collect(); locks];
    Hider { tree: Tree::new(&zones), zones, rule, places, near }
}

#[test]
fn few_keys_lie_where_the_first_draw_that_works_has_them() {
    for (seed, rule) in (0..400).flat_map(|seed| [(seed, KeyRule::Own), (seed, KeyRule::Shared)]) {
        let hider = hider(rule, &mut Stream::new(seed, "zones"), 3 + 8 * (seed as usize % 2));
        let works = |hidden: &Vec<RoomId>| match rule {
            KeyRule::Own => hider.zones.opens_all(hidden),
            KeyRule::Shared => is_solvable_in_every_order(&hider.zones, hidden),
        };
        let (mut stream, mut again) = (Stream::new(seed, "keys"), Stream::new(seed, "keys"));
        let mut sink = crate::events::NoEvents;
        let mut meter = Meter::new(&mut sink, u64::MAX);
        let hidden = hider.hide(&mut stream, &mut meter).unwrap();
        if hider.places.len() > MOST_AT_ONCE {
            assert_eq!(hidden, hider.spread(&mut again, &mut meter).unwrap(), "{rule:?} {seed}");
        } else if let Some(drawn) = (0..TRIES).map(|_| draw(&hider.places, &mut again)).find(works) {
            assert_eq!(hidden, drawn, "{rule:?} {seed}");
        }
    }
}

#[test]
fn a_hiding_of_keys_costs_its_zones_or_all_pairs_of_locks() {
    let cost = |rule, locks| hider(rule, &mut Stream::new(1, "zones"), locks).cost();
    assert_eq!([3, 8].map(|locks| cost(KeyRule::Own, locks)), [4, 9]);
    assert_eq!([3, 8].map(|locks| cost(KeyRule::Shared, locks)), [1, 5]);
}

#[test]
fn keys_can_be_asked_for_as_many_links_as_have_plain_doors() {
    for seed in 0..50 {
        let plan = test_plan(&mut Stream::new(seed, "locks"));
        let others = plan.links.iter().filter(|link| link.kind != PlanLinkKind::Corridor).count();
        assert_eq!(most_locks(&plan), plan.links.len() - others);
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
                    link.kind != PlanLinkKind::SecretPassage && link.rooms.contains(&room) && link.rooms.contains(&far)
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
