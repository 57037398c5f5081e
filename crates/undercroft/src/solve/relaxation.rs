//! Exact solutions with few keys: locks are respected only after a shortest walk has broken them.
//!
//! The search begins with every lock open that has a key. Its shortest walk is no longer than any solution. If the keys
//! for its locks lie on it in time, it is a solution, and a shortest one; if not, the locks that it broke are respected
//! from then on and the search begins again. Each round is a lower bound, and locks that no short walk comes to never
//! cost anything: only the keys that matter become part of the states.

use std::collections::BTreeMap;

use super::replay::replay;
use super::site::Site;
use super::step_flood::StepFlood;
use super::token_search::{SearchEnd, TokenSearch};
use crate::dungeon::KeyRule;

/// The cells of a shortest legal walk. [Unit of the budget: states]
pub(super) fn shortest(site: &mut Site, flood: &mut StepFlood, mut budget: u64) -> SearchEnd {
    let (mut respected, mut lower_bound) = (Vec::new(), 0);
    loop {
        let Some(search) = TokenSearch::new(site, flood, &respected) else {
            return SearchEnd::OutOfBudget(lower_bound);
        };
        let nodes = match search.run(&mut budget) {
            SearchEnd::Found(nodes) => nodes,
            SearchEnd::Impossible => return SearchEnd::Impossible,
            SearchEnd::OutOfBudget(bound) => return SearchEnd::OutOfBudget(bound.max(lower_bound)),
        };
        let broken = replay(site, &nodes).missing;
        if broken.is_empty() {
            return SearchEnd::Found(nodes);
        }
        lower_bound = nodes.len() as u32 - 1;
        if respected.is_empty() {
            shut_lost_gates(site);
        }
        let before = respected.len();
        respected.extend(broken);
        respected.sort_unstable();
        respected.dedup();
        assert!(respected.len() > before, "a walk breaks only locks that are not respected yet");
    }
}

/// Shuts the gates whose keys no order of opening leads to. Own keys are kept, so one flood decides.
fn shut_lost_gates(site: &mut Site) {
    if site.gates.rule == KeyRule::Own {
        let held = obtainable_locks(site);
        let Site { map, gates, .. } = site;
        map.shut_gates(|gate| gates.openers(gate).iter().all(|&lock| !held[lock]));
    }
}

/// The locks whose keys a visitor gets who takes every key in reach and opens every lock that has its key.
fn obtainable_locks(site: &Site) -> Vec<bool> {
    let mut keys: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    site.key_cells().for_each(|(key, node)| keys.entry(node).or_default().push(site.gates.keys[key].lock));
    let mut held = vec![false; site.gates.locks.len()];
    // Cells of gates that were come to before the key of each lock.
    let mut waiting: Vec<Vec<u32>> = vec![Vec::new(); held.len()];
    let mut seen = vec![false; site.map.len()];
    seen[site.start as usize] = true;
    let mut open = vec![site.start];
    while let Some(node) = open.pop() {
        let openers = site.map.gate(node).map_or(&[][..], |gate| site.gates.openers(gate));
        if !openers.is_empty() && openers.iter().all(|&lock| !held[lock]) {
            openers.iter().for_each(|&lock| waiting[lock].push(node));
            continue;
        }
        for &lock in keys.get(&node).into_iter().flatten() {
            held[lock] = true;
            open.append(&mut waiting[lock]);
        }
        site.map.for_each_step(node, |next| {
            if !std::mem::replace(&mut seen[next as usize], true) {
                open.push(next);
            }
        });
    }
    held
}
