//! The queue of a search: corners by the least length of a path over them, the shortest first.
//!
//! Bounds never fall in a search, and most lie within a few cells of the first. So lengths fall into buckets of a quarter of
//! a cell: a corner is put into a later bucket without being compared with any other, and only the bucket at hand is a heap,
//! of a few corners. What lies beyond the last bucket shares that one. The order is that of one large heap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::corner_index::CornerId;
use super::length::LENGTH_UNITS;

/// A length and a corner.
type Entry = (u64, CornerId);

/// Lengths of a bucket. [Unit: 1/`LENGTH_UNITS` cells]
const BUCKET: u64 = LENGTH_UNITS / 4;
/// How many buckets there are: for bounds that grow by up to 64 cells.
const BUCKETS: usize = 256;

/// A queue for lengths that never fall below the last one taken. Its memory is kept from search to search.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenCorners {
    /// Entries of the bucket at hand, and of those before it.
    near: BinaryHeap<Reverse<Entry>>,
    /// The bucket at hand.
    at: usize,
    /// All entries of later buckets.
    later: Vec<Vec<Entry>>,
    /// Where the first bucket begins.
    base: u64,
}

impl OpenCorners {
    /// Makes the queue empty, for lengths from this one on.
    pub(crate) fn begin(&mut self, base: u64) {
        self.later.resize(BUCKETS, Vec::new());
        self.later.iter_mut().for_each(Vec::clear);
        self.near.clear();
        (self.at, self.base) = (0, base);
    }

    /// Puts in a corner.
    #[inline]
    pub(crate) fn push(&mut self, length: u64, corner: CornerId) {
        let bucket = (length.saturating_sub(self.base) / BUCKET).min(BUCKETS as u64 - 1) as usize;
        if bucket <= self.at {
            self.near.push(Reverse((length, corner)));
        } else {
            self.later[bucket].push((length, corner));
        }
    }

    /// Takes out the corner with the least length, of equal ones the first.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        while self.near.is_empty() {
            self.at += 1;
            if self.at >= self.later.len() {
                return None;
            }
            self.near.extend(self.later[self.at].drain(..).map(Reverse));
        }
        self.near.pop().map(|Reverse(entry)| entry)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn corners_come_out_in_the_order_of_one_heap(
            base in 0..u64::MAX / 4, steps in prop::collection::vec((0..300 * BUCKET, 0..5u32, 0..3usize), 1..300),
        ) {
            let (mut queue, mut heap) = (OpenCorners::default(), BinaryHeap::new());
            queue.begin(base);
            let mut least = base;
            for (rise, corner, takes) in steps {
                // Some far, most near, and many equal.
                let length = least + if corner == 0 { rise } else { rise % 8 * (BUCKET / 4) };
                queue.push(length, corner);
                heap.push(Reverse((length, corner)));
                for _ in 0..takes {
                    let expected = heap.pop().map(|Reverse(entry)| entry);
                    prop_assert_eq!(queue.pop(), expected);
                    least = expected.map_or(least, |(length, _)| length);
                }
            }
            while let Some(Reverse(expected)) = heap.pop() {
                prop_assert_eq!(queue.pop(), Some(expected));
            }
            prop_assert_eq!(queue.pop(), None);
        }
    }
}
