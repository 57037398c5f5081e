//! The queue of a search: entries by their total, the cheapest first.
//!
//! In a search on a grid the totals of the open nodes lie close together, so the queue keeps one list per total for a
//! window of [`SPAN`] totals, and putting in and taking out is a few moves:
//!
//! ```text
//!     base           cursor                    base + SPAN
//!      │ ·  ·  ·  ·  ·  ▼  ■  ·  ■  ■  ·  ·  ·  │        aside: a heap for all that lies outside the window
//! ```
//!
//! What lies outside is put aside in a binary heap; when the window is empty it moves to the cheapest entry there. So
//! any totals are right, and only wide ones cost log n. (Dial, *Algorithm 360: Shortest-Path Forest with Topological
//! Ordering*, 1969, with an overflow.) On the 256×256 maps of `benches/grid.rs` searches took a quarter to two thirds of
//! the time that they take with a binary heap on open ground and in rubble, and about the same among rooms.
//!
//! **Ties.** Of equal totals in the window the entry put in last comes out first, which makes a search run ahead rather
//! than sweep a plateau. Entries that were put aside enter the window in the order of estimate, then node, as if they
//! were put in just then.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many totals have a list of their own: some 30 of the dearest steps of a corridor.
const SPAN: u32 = 1 << 12;

/// The end of a list.
const END: u32 = u32::MAX;

/// A node to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    /// The cost so far and the estimate of the rest.
    pub(crate) total: u32,
    /// The estimate alone.
    pub(crate) estimate: u32,
    pub(crate) node: u32,
}

/// A priority queue with one list per total. Its memory is kept from search to search.
#[derive(Clone, Debug, Default)]
pub(crate) struct BucketQueue {
    /// The total of the first list.
    base: u32,
    /// No list before this one has entries.
    cursor: u32,
    /// No list after this one has had entries since the queue was cleared.
    last: u32,
    /// No list before this one has had entries since the queue was cleared.
    first: u32,
    /// The first link of each list.
    heads: Vec<u32>,
    links: Vec<Link>,
    /// The first of the links that are in no list.
    spare: u32,
    /// How many entries are in the lists.
    listed: usize,
    aside: BinaryHeap<Reverse<Entry>>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    entry: Entry,
    next: u32,
}

impl BucketQueue {
    /// Makes the queue empty.
    pub(crate) fn clear(&mut self) {
        if self.heads.is_empty() {
            self.heads.resize(SPAN as usize, END);
        } else if self.first <= self.last {
            // A short search touches few lists; clearing all would cost more than the search.
            self.heads[self.first as usize..=self.last as usize].fill(END);
        }
        self.links.clear();
        self.aside.clear();
        (self.base, self.cursor, self.spare, self.listed) = (0, SPAN, END, 0);
        (self.first, self.last) = (SPAN, 0);
    }

    /// Puts an entry in.
    pub(crate) fn push(&mut self, entry: Entry) {
        match entry.total.checked_sub(self.base) {
            Some(list) if list < SPAN => self.link(entry, list),
            _ => self.aside.push(Reverse(entry)),
        }
    }

    /// Takes out an entry with the smallest total.
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        if self.listed == 0 {
            self.refill()?;
        }
        while self.heads[self.cursor as usize] == END {
            self.cursor += 1;
        }
        let total = self.base + self.cursor;
        if self.aside.peek().is_some_and(|Reverse(entry)| entry.total < total) {
            return self.aside.pop().map(|Reverse(entry)| entry);
        }
        Some(self.unlink(self.cursor))
    }

    /// How much memory the queue holds: heads, links and entries aside.
    #[cfg(test)]
    pub(crate) fn capacity(&self) -> [usize; 3] {
        [self.heads.capacity(), self.links.capacity(), self.aside.capacity()]
    }

    /// Moves the empty window to the cheapest entry aside; `None` if there is none.
    fn refill(&mut self) -> Option<()> {
        self.base = self.aside.peek()?.0.total;
        while let Some(&Reverse(entry)) = self.aside.peek().filter(|entry| entry.0.total - self.base < SPAN) {
            self.aside.pop();
            self.link(entry, entry.total - self.base);
        }
        Some(())
    }

    /// Puts an entry at the head of a list.
    fn link(&mut self, entry: Entry, list: u32) {
        let link = Link { entry, next: self.heads[list as usize] };
        let at = self.spare;
        if at == END {
            self.heads[list as usize] = self.links.len() as u32;
            self.links.push(link);
        } else {
            self.spare = self.links[at as usize].next;
            self.heads[list as usize] = at;
            self.links[at as usize] = link;
        }
        self.cursor = if self.listed == 0 { list } else { self.cursor.min(list) };
        (self.first, self.last) = (self.first.min(list), self.last.max(list));
        self.listed += 1;
    }

    /// Takes the head of a list that has one.
    fn unlink(&mut self, list: u32) -> Entry {
        let at = self.heads[list as usize];
        let Link { entry, next } = self.links[at as usize];
        self.heads[list as usize] = next;
        self.links[at as usize].next = self.spare;
        self.spare = at;
        self.listed -= 1;
        entry
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn totals() -> impl Strategy<Value = u32> {
        prop_oneof![4 => 1000..1100u32, 2 => 0..20_000u32, 1 => any::<u32>()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn totals_come_out_like_from_a_sorted_list(rounds in vec(vec(prop::option::weighted(0.6, totals()), 0..80), 1..3)) {
            let mut queue = BucketQueue::default();
            for moves in rounds {
                queue.clear();
                let mut sorted: Vec<u32> = Vec::new();
                for (node, total) in (0..).zip(moves.into_iter().chain([None; 80])) {
                    if let Some(total) = total {
                        queue.push(Entry { total, estimate: total / 2, node });
                        sorted.push(total);
                        sorted.sort_unstable_by_key(|&total| Reverse(total));
                    } else {
                        prop_assert_eq!(queue.pop().map(|entry| entry.total), sorted.pop());
                    }
                }
            }
        }
    }

    #[test]
    fn every_entry_comes_out_once_and_of_equals_the_last_comes_first() {
        let mut queue = BucketQueue::default();
        queue.clear();
        (0..5).for_each(|node| queue.push(Entry { total: 7, estimate: 0, node }));
        let nodes: Vec<_> = std::iter::from_fn(|| queue.pop()).map(|entry| entry.node).collect();
        assert_eq!(nodes, [4, 3, 2, 1, 0]);
    }
}
