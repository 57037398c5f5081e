//! Numbers of things: as the file has them where that is possible.
//!
//! Ids of a dungeon are positions in its lists. A person who edits a map copies objects with their numbers, deletes some and
//! draws others without any; what is left is numbered so that as few things as possible change their number.

use std::collections::{BTreeMap, BTreeSet};

/// The new number of each thing, and of each number that the file knows.
pub(super) struct Ids {
    /// By place in the list of things.
    pub new: Vec<u32>,
    /// By number in the file; a thing that took a gap also answers to the number of the gap.
    pub by_old: BTreeMap<u32, u32>,
}

impl Ids {
    /// Numbers things that have these numbers, or none. Those without take the gaps that others left; then gaps close.
    pub fn from_old(old: impl IntoIterator<Item = Option<u32>>) -> Self {
        let mut taken = BTreeSet::new();
        let wanted: Vec<Option<u32>> = old.into_iter().map(|id| id.filter(|&id| taken.insert(id))).collect();
        let free: Vec<u32> = (0..=u32::MAX).filter(|id| !taken.contains(id)).take(wanted.len()).collect();
        let mut free = free.into_iter();
        let settled: Vec<u32> = wanted.iter().map(|id| id.or_else(|| free.next()).unwrap_or(u32::MAX)).collect();
        let mut sorted: Vec<usize> = (0..settled.len()).collect();
        sorted.sort_by_key(|&i| settled[i]);
        let mut new = vec![0; settled.len()];
        (0..).zip(sorted).for_each(|(rank, i)| new[i] = rank);
        let by_old = settled.iter().copied().zip(new.iter().copied()).collect();
        Self { new, by_old }
    }

    /// The things in the order of their numbers.
    pub fn sorted<T>(&self, things: Vec<T>) -> Vec<T> {
        let mut numbered: Vec<(u32, T)> = self.new.iter().copied().zip(things).collect();
        numbered.sort_by_key(|(id, _)| *id);
        numbered.into_iter().map(|(_, thing)| thing).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(old: &[Option<u32>]) -> Vec<u32> {
        Ids::from_old(old.iter().copied()).new
    }

    #[test]
    fn numbers_stay_where_they_can() {
        assert_eq!(new(&[Some(2), Some(0), Some(1)]), [2, 0, 1]);
        assert_eq!(new(&[Some(0), None, Some(2)]), [0, 1, 2], "a drawn thing takes the gap");
        assert_eq!(new(&[Some(0), Some(3), Some(9)]), [0, 1, 2], "gaps close");
        assert_eq!(new(&[Some(1), Some(1), Some(0)]), [1, 2, 0], "a copy gets a number of its own");
        assert_eq!(new(&[None, Some(u32::MAX), None]), [0, 2, 1]);
    }
}
