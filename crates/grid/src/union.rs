//! Sets that only ever merge: union-find over dense numbers.
//!
//! Every set is known by its *lowest* member, whatever the order of the merges, so that numbering sets by their
//! representatives gives the same numbers everywhere. That rule stands in for union by size; with the shortening of
//! paths alone an operation takes O(log n) amortised (Tarjan and van Leeuwen, *Worst-Case Analysis of Set Union
//! Algorithms*, 1984), and on grids, where sets grow in scan order, it is nearly constant.

/// A partition of `0..len` into disjoint sets.
///
/// ```
/// use undercroft_grid::UnionFind;
///
/// let mut rooms = UnionFind::new(5);
/// assert!(rooms.unite(4, 2));
/// assert!(rooms.unite(2, 1));
/// assert!(!rooms.unite(1, 4), "they were joined already");
/// assert_eq!(rooms.find(4), 1);
/// assert_eq!((rooms.sets(), rooms.set_len(2)), (3, 3));
/// ```
///
/// ```
/// use undercroft_grid::UnionFind;
///
/// let mut rooms = UnionFind::new(4);
/// rooms.unite(0, 1);
/// rooms.unite(2, 3);
/// assert!(rooms.same(0, 1) && !rooms.same(1, 2));
/// assert_eq!(rooms.sets(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct UnionFind {
    /// A lower member of the same set, or the member itself if it is the lowest.
    parents: Vec<u32>,
    /// How many members the set has; right only at its lowest member.
    lens: Vec<u32>,
    sets: usize,
}

impl UnionFind {
    /// Every number of `0..len` in a set of its own.
    pub fn new(len: usize) -> Self {
        let mut union = Self::default();
        union.reset(len);
        union
    }

    /// Starts again with every number of `0..len` in a set of its own, keeping the memory.
    ///
    /// # Panics
    /// When `len` is more than `u32::MAX`.
    pub fn reset(&mut self, len: usize) {
        let end = u32::try_from(len).expect("members are numbered by u32");
        self.parents.clear();
        self.parents.extend(0..end);
        self.lens.clear();
        self.lens.resize(len, 1);
        self.sets = len;
    }

    /// Adds one more number, in a set of its own, and returns it.
    ///
    /// # Panics
    /// When there are `u32::MAX` already.
    pub fn push(&mut self) -> u32 {
        let member = u32::try_from(self.len()).ok().filter(|&m| m < u32::MAX).expect("members are numbered by u32");
        self.parents.push(member);
        self.lens.push(1);
        self.sets += 1;
        member
    }

    /// How many numbers are partitioned.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there are no numbers at all.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// How many sets there are.
    pub const fn sets(&self) -> usize {
        self.sets
    }

    /// The lowest member of the set that holds `member`.
    pub fn find(&mut self, member: u32) -> u32 {
        let mut at = member;
        while self.parents[at as usize] != at {
            // Path halving: every other member further up is linked to its grandparent.
            let grandparent = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = grandparent;
            at = grandparent;
        }
        at
    }

    /// Merges the sets of the two; says whether they were different.
    pub fn unite(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let (low, high) = (a.min(b), a.max(b));
        self.parents[high as usize] = low;
        self.lens[low as usize] += self.lens[high as usize];
        self.sets -= 1;
        true
    }

    /// Whether the two are in one set.
    pub fn same(&mut self, a: u32, b: u32) -> bool {
        self.find(a) == self.find(b)
    }

    /// How many members the set of `member` has.
    pub fn set_len(&mut self, member: u32) -> usize {
        let lowest = self.find(member);
        self.lens[lowest as usize] as usize
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn merged_sets_agree_with_relabelling_every_member(
            (len, merges) in (1..40u32).prop_flat_map(|len| (Just(len), vec((0..len, 0..len), 0..60))),
        ) {
            let mut union = UnionFind::new(len as usize);
            let mut labels: Vec<u32> = (0..len).collect();
            for (a, b) in merges {
                let (la, lb) = (labels[a as usize], labels[b as usize]);
                prop_assert_eq!(union.same(a, b), la == lb);
                prop_assert_eq!(union.unite(a, b), la != lb);
                labels.iter_mut().filter(|label| **label == la.max(lb)).for_each(|label| *label = la.min(lb));
            }
            let mut distinct = labels.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(union.sets(), distinct.len());
            for member in 0..len {
                let label = labels[member as usize];
                prop_assert_eq!(union.find(member), label);
                prop_assert_eq!(union.set_len(member), labels.iter().filter(|&&l| l == label).count());
            }
        }
    }

    #[test]
    fn a_reset_forgets_all_merges_and_keeps_the_memory() {
        let mut union = UnionFind::new(8);
        (1..8).for_each(|member| assert!(union.unite(0, member)));
        let room = (union.parents.capacity(), union.lens.capacity());
        union.reset(5);
        assert_eq!((union.len(), union.sets(), union.set_len(0)), (5, 5, 1));
        assert_eq!((union.parents.capacity(), union.lens.capacity()), room);
        assert_eq!((union.push(), union.sets()), (5, 6));
    }
}
