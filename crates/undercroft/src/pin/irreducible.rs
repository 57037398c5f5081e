//! The smallest contradiction by halves: `QuickXplain` (U. Junker, "`QuickXplain`: Preferred Explanations and Relaxations for
//! Over-Constrained Problems", 2004). About 2k·log2(n/k) + 2k tries for k of n pins.
//!
//! `QuickXplain` takes for granted that a set fails where a part of it does. Rolls are searches with a seed, and a pin more
//! can help one: what was found is therefore tried itself, and without each one of it.

use std::collections::BTreeMap;

/// What the tries ran out of.
#[derive(Debug)]
pub(crate) struct CutShort;

/// The positions of an irreducible set of `count` things that fails together; `fails` asks whether some of them do. All
/// together are known to fail, none of them is known not to. `Err` holds the smallest set that is known to fail when the
/// tries are cut short.
pub(crate) fn irreducible(
    count: usize,
    fails: &mut dyn FnMut(&[usize]) -> Result<bool, CutShort>,
) -> Result<Vec<usize>, Vec<usize>> {
    let all: Vec<usize> = (0..count).collect();
    let mut tries = Tries { known: BTreeMap::from([(Vec::new(), false), (all.clone(), true)]), fails };
    let Ok(mut found) = tries.explain(&[], false, &all) else { return Err(all) };
    found.sort_unstable();
    match tries.has_failed(&found) {
        Ok(true) => tries.shrink(found),
        Ok(false) => tries.shrink(all),
        Err(CutShort) => Err(all),
    }
}

/// What is known of the sets that were tried.
struct Tries<'a> {
    known: BTreeMap<Vec<usize>, bool>,
    fails: &'a mut dyn FnMut(&[usize]) -> Result<bool, CutShort>,
}

impl Tries<'_> {
    fn has_failed(&mut self, set: &[usize]) -> Result<bool, CutShort> {
        let mut set = set.to_vec();
        set.sort_unstable();
        if let Some(&known) = self.known.get(&set) {
            return Ok(known);
        }
        let fails = (self.fails)(&set)?;
        self.known.insert(set, fails);
        Ok(fails)
    }

    fn explain(&mut self, kept: &[usize], is_grown: bool, asked: &[usize]) -> Result<Vec<usize>, CutShort> {
        if is_grown && self.has_failed(kept)? {
            return Ok(Vec::new());
        }
        if asked.len() <= 1 {
            return Ok(asked.to_vec());
        }
        let (first, second) = asked.split_at(asked.len() / 2);
        let later = self.explain(&[kept, first].concat(), !first.is_empty(), second)?;
        let sooner = self.explain(&[kept, &later].concat(), !later.is_empty(), first)?;
        Ok([sooner, later].concat())
    }

    /// Leaves out one thing after the other from a set that fails, until none can be left out.
    fn shrink(&mut self, mut set: Vec<usize>) -> Result<Vec<usize>, Vec<usize>> {
        let mut at = 0;
        let mut needed = 0;
        while needed < set.len() {
            let mut rest = set.clone();
            rest.remove(at % set.len());
            match self.has_failed(&rest) {
                Ok(true) => (set, needed) = (rest, 0),
                Ok(false) => (at, needed) = (at + 1, needed + 1),
                Err(CutShort) => return Err(set),
            }
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_found_fails_and_without_any_one_of_it_does_not(
            count in 1..40usize, seeds in prop::collection::vec(prop::collection::btree_set(0..40usize, 1..4), 1..4),
        ) {
            let bad: Vec<Vec<usize>> = seeds.into_iter().map(|set| set.into_iter().map(|at| at % count).collect()).collect();
            let fails = |set: &[usize]| bad.iter().any(|bad| bad.iter().all(|at| set.contains(at)));
            let found = irreducible(count, &mut |set| Ok(fails(set))).unwrap();
            prop_assert!(fails(&found), "{:?}", found);
            for leave in &found {
                let rest: Vec<usize> = found.iter().copied().filter(|at| at != leave).collect();
                prop_assert!(!fails(&rest), "{:?} without {}", found, leave);
            }
        }
    }

    #[test]
    fn few_tries_find_two_of_a_thousand() {
        let mut tries = 0;
        let found = irreducible(1000, &mut |set| {
            tries += 1;
            Ok(set.contains(&7) && set.contains(&900))
        });
        assert_eq!(found.unwrap(), [7, 900]);
        assert!(tries < 45, "{tries}");
    }

    proptest! {
        /// A thing more may help: any set fails or not, but for all of them and none.
        #[test]
        fn what_is_found_is_irreducible_where_more_things_help(count in 1..7usize, bits in any::<u128>()) {
            let number = |set: &[usize]| set.iter().fold(0, |number, at| number | 1 << at);
            let fails = |set: &[usize]| set.len() == count || !set.is_empty() && bits >> number(set) & 1 == 1;
            let found = irreducible(count, &mut |set| Ok(fails(set))).unwrap();
            prop_assert!(fails(&found), "{:?}", found);
            for leave in &found {
                let rest: Vec<usize> = found.iter().copied().filter(|at| at != leave).collect();
                prop_assert!(!fails(&rest), "{:?} without {}", found, leave);
            }
        }
    }

    #[test]
    fn a_search_that_is_cut_short_at_any_try_leaves_a_set_that_fails() {
        let fails = |set: &[usize]| set.contains(&1) && set.contains(&6);
        for most in 0..40 {
            let mut tries = 0;
            let found = irreducible(8, &mut |set| {
                tries += 1;
                if tries > most { Err(CutShort) } else { Ok(fails(set)) }
            });
            assert_eq!(found.is_ok(), tries <= most);
            assert!(found.unwrap_or_else(|left| left).iter().filter(|&&at| at == 1 || at == 6).count() == 2);
        }
    }

    #[test]
    fn a_search_that_is_cut_short_leaves_all() {
        assert_eq!(irreducible(3, &mut |_| Err(CutShort)), Err(vec![0, 1, 2]));
    }
}
