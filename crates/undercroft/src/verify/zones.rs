//! Locks and zones as a graph: whether some order of opening locks leaves a visitor without a key.
//!
//! A set of opened locks is a *state*; what matters of it is which zones are reached and whether a key is left. A state
//! is *stuck* when a zone is out of reach and no key is left. The dungeon is solvable when no order of opening leads to a
//! stuck state, wasted keys included.
//!
//! * Up to [`EXACT_LOCKS`] locks: all states that can be reached are examined, each once.
//! * More locks, and locks and zones form a tree: let `f(S)` be the keys in the zones reached by opening the set `S`, minus
//!   the locks in `S`. Opening one lock lowers `f` by at most one, so any order of opening an `S` with `f(S) <= 0` passes a
//!   state with `f = 0`: no key left. It is stuck unless everything is reached. So a stuck state exists exactly when for
//!   some lock that leads somewhere the smallest `f` of the sets without that lock is at most 0; in a tree that minimum
//!   is a sum over branches. This is exact as well.
//! * More locks in loops: not decided; the report lists the check as skipped.

/// The most locks for which every order is examined: 2^16 states at most.
const EXACT_LOCKS: usize = 16;

/// The parts into which locked doors divide the tiles. Zone 0 holds the entrance; there is none when that is walled up.
#[derive(Clone, Debug, Default)]
pub(super) struct Zones {
    /// Keys that lie in each zone.
    pub(super) keys: Vec<usize>,
    /// For each lock the zones that it joins, sorted. None when its doors cannot be reached at all.
    pub(super) joins: Vec<Vec<usize>>,
}

/// What came of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Solvable,
    /// After opening these locks no key is left.
    Stuck(Vec<usize>),
    Undecided,
}

impl Zones {
    /// Judges all orders of opening.
    pub(super) fn verdict(&self) -> Verdict {
        if self.keys.is_empty() {
            // No one gets in at all, which is a flaw of its own.
            Verdict::Solvable
        } else if self.joins.len() <= EXACT_LOCKS {
            self.look_at_all()
        } else if self.is_tree() {
            self.look_at_branches()
        } else {
            Verdict::Undecided
        }
    }

    fn look_at_all(&self) -> Verdict {
        let mut seen = vec![false; 1 << self.joins.len()];
        let mut states = vec![0usize];
        while let Some(opened) = states.pop() {
            if std::mem::replace(&mut seen[opened], true) {
                continue;
            }
            let reached = self.reached(|lock| opened >> lock & 1 == 1);
            let found: usize = (0..self.keys.len()).filter(|&zone| reached[zone]).map(|zone| self.keys[zone]).sum();
            let left = found - opened.count_ones() as usize;
            let shut = self.joins.len() - opened.count_ones() as usize;
            if reached.iter().all(|&reached| reached) || left >= shut {
                continue;
            }
            if left == 0 {
                return Verdict::Stuck((0..self.joins.len()).filter(|lock| opened >> lock & 1 == 1).collect());
            }
            let can_open =
                |lock: &usize| opened >> lock & 1 == 0 && self.joins[*lock].iter().any(|&zone| reached[zone]);
            states.extend((0..self.joins.len()).filter(can_open).map(|lock| opened | 1 << lock));
        }
        Verdict::Solvable
    }

    /// The zones that are reached when these locks are open.
    fn reached(&self, is_open: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.keys.len()];
        reached[0] = true;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for joined in (0..self.joins.len()).filter(|&lock| is_open(lock)).map(|lock| &self.joins[lock]) {
                if joined.iter().any(|&zone| reached[zone]) && joined.iter().any(|&zone| !reached[zone]) {
                    for &zone in joined {
                        reached[zone] = true;
                    }
                    changed = true;
                }
            }
        }
        reached
    }

    /// Locks and zones, each lock tied to the zones it joins, form a tree: connected, one tie fewer than nodes.
    fn is_tree(&self) -> bool {
        let ties: usize = self.joins.iter().map(Vec::len).sum();
        let locks = self.joins.iter().filter(|joined| !joined.is_empty()).count();
        ties + 1 == self.keys.len() + locks
    }

    fn look_at_branches(&self) -> Verdict {
        let order = self.branches();
        let leads_somewhere = |branch: &&Branch| !branch.zones.is_empty();
        let sets = order.iter().filter(leads_somewhere).map(|shut| self.poorest(&order, shut.lock));
        sets.filter(|(keys_left, _)| *keys_left <= 0)
            .map(|(_, opened)| Verdict::Stuck(opened))
            .next()
            .unwrap_or(Verdict::Solvable)
    }

    /// The locks of a tree, outwards from the entrance.
    fn branches(&self) -> Vec<Branch> {
        let mut parent_of_zone = vec![None; self.keys.len()];
        let mut taken = vec![false; self.joins.len()];
        let mut zones = vec![0];
        let mut branches: Vec<Branch> = Vec::new();
        while let Some(zone) = zones.pop() {
            for (lock, joined) in self.joins.iter().enumerate().filter(|(_, joined)| joined.contains(&zone)) {
                if std::mem::replace(&mut taken[lock], true) {
                    continue;
                }
                let beyond: Vec<usize> = joined.iter().copied().filter(|&other| other != zone).collect();
                for &other in &beyond {
                    parent_of_zone[other] = Some(branches.len());
                }
                zones.extend(&beyond);
                branches.push(Branch { lock, zones: beyond, parent: parent_of_zone[zone] });
            }
        }
        branches
    }

    /// The smallest number of keys left over all sets of opened locks without `shut`, and such a set.
    fn poorest(&self, order: &[Branch], shut: usize) -> (i64, Vec<usize>) {
        let keys = |zone: usize| self.keys[zone] as i64;
        let mut gain: Vec<i64> =
            order.iter().map(|branch| branch.zones.iter().map(|&zone| keys(zone)).sum::<i64>() - 1).collect();
        let mut total = keys(0);
        for (i, branch) in order.iter().enumerate().rev() {
            if branch.lock == shut {
                gain[i] = 0;
            }
            match branch.parent {
                Some(parent) => gain[parent] += gain[i].min(0),
                None => total += gain[i].min(0),
            }
        }
        let mut is_open = vec![false; order.len()];
        for (i, branch) in order.iter().enumerate() {
            is_open[i] = gain[i] < 0 && branch.parent.is_none_or(|parent| is_open[parent]);
        }
        (total, order.iter().zip(is_open).filter(|(_, open)| *open).map(|(branch, _)| branch.lock).collect())
    }
}

/// A lock of a tree, with the zones beyond it and the lock before it.
struct Branch {
    lock: usize,
    zones: Vec<usize>,
    parent: Option<usize>,
}

#[cfg(test)]
mod tests;
