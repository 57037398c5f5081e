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
mod tests;
