//! Branches against all states and all orders.

use proptest::prelude::*;

use super::*;

fn zones(keys: &[usize], joins: &[&[usize]]) -> Zones {
    Zones { keys: keys.to_vec(), joins: joins.iter().map(|joined| joined.to_vec()).collect() }
}

/// The simplest version: try every order, remembering nothing.
fn some_order_gets_stuck(zones: &Zones, opened: &mut Vec<usize>) -> bool {
    let reached = zones.reached(|lock| opened.contains(&lock));
    let found: usize = (0..zones.keys.len()).filter(|&zone| reached[zone]).map(|zone| zones.keys[zone]).sum();
    if reached.iter().all(|&reached| reached) {
        return false;
    }
    if found == opened.len() {
        return true;
    }
    for lock in 0..zones.joins.len() {
        if opened.contains(&lock) || !zones.joins[lock].iter().any(|&zone| reached[zone]) {
            continue;
        }
        opened.push(lock);
        let stuck = some_order_gets_stuck(zones, opened);
        opened.pop();
        if stuck {
            return true;
        }
    }
    false
}

/// Whether opening these locks, in some order, is possible and leaves no key and something shut.
fn is_stuck(zones: &Zones, opened: &[usize]) -> bool {
    let reached = zones.reached(|lock| opened.contains(&lock));
    let found: usize = (0..zones.keys.len()).filter(|&zone| reached[zone]).map(|zone| zones.keys[zone]).sum();
    !reached.iter().all(|&reached| reached) && found <= opened.len()
}

#[test]
fn a_key_behind_its_own_lock_is_no_key() {
    assert_eq!(zones(&[0, 1], &[&[0, 1]]).verdict(), Verdict::Stuck(vec![]));
    assert_eq!(zones(&[1, 0], &[&[0, 1]]).verdict(), Verdict::Solvable);
}

#[test]
fn a_key_spent_on_the_wrong_door_must_not_matter() {
    // One key at the start, the second behind lock 0: opening lock 1 first wastes the only key.
    assert_eq!(zones(&[1, 1, 0], &[&[0, 1], &[0, 2]]).verdict(), Verdict::Stuck(vec![1]));
    assert_eq!(zones(&[1, 1, 0], &[&[0, 1], &[1, 2]]).verdict(), Verdict::Solvable);
}

#[test]
fn a_lock_between_places_that_are_open_anyway_can_waste_a_key() {
    assert_eq!(zones(&[1, 0], &[&[0], &[0, 1]]).verdict(), Verdict::Stuck(vec![0]));
    assert_eq!(zones(&[2, 0], &[&[0], &[0, 1]]).verdict(), Verdict::Solvable);
}

#[test]
fn a_hundred_locks_in_a_chain_are_judged_by_branches() {
    let mut chain = Zones { keys: vec![1; 101], joins: (0..100).map(|lock| vec![lock, lock + 1]).collect() };
    assert_eq!(chain.verdict(), Verdict::Solvable);
    chain.keys[50] = 0;
    assert_eq!(chain.verdict(), Verdict::Stuck((0..50).collect()));
    chain.joins.push(vec![3, 7]);
    assert_eq!(chain.verdict(), Verdict::Undecided);
}

/// Zones grow one by one, each behind a lock of an earlier zone; some locks join two new zones or none.
fn trees() -> impl Strategy<Value = Zones> {
    let lock = (any::<prop::sample::Index>(), 0..=2usize);
    (prop::collection::vec(lock, 1..7), prop::collection::vec(0..3usize, 15)).prop_map(|(locks, keys)| {
        let (mut count, mut joins) = (1, Vec::new());
        for (from, new) in locks {
            let beyond = count..count + new;
            joins.push(std::iter::once(from.index(count)).chain(beyond).collect());
            count += new;
        }
        Zones { keys: keys[..count].to_vec(), joins }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]
    #[test]
    fn branches_all_states_and_all_orders_agree_on_trees(zones in trees()) {
        prop_assert!(zones.is_tree());
        let stuck = some_order_gets_stuck(&zones, &mut Vec::new());
        for verdict in [zones.look_at_all(), zones.look_at_branches()] {
            match verdict {
                Verdict::Stuck(opened) => prop_assert!(stuck && is_stuck(&zones, &opened), "{:?}", opened),
                verdict => prop_assert!(!stuck && verdict == Verdict::Solvable),
            }
        }
    }

    #[test]
    fn all_states_and_all_orders_agree_on_graphs(
        mut zones in trees(),
        extra in prop::collection::vec((0..15usize, 0..15usize), 0..3),
    ) {
        let count = zones.keys.len();
        zones.joins.extend(extra.into_iter().map(|(a, b)| vec![a % count, b % count]));
        zones.joins.truncate(7);
        let reachable = zones.reached(|_| true);
        prop_assume!(reachable.iter().all(|&reached| reached));
        let stuck = some_order_gets_stuck(&zones, &mut Vec::new());
        prop_assert_eq!(matches!(zones.look_at_all(), Verdict::Stuck(_)), stuck);
    }
}
