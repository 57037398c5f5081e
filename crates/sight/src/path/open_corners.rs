//! The queue of a search: corners by the least length of a path over them, the shortest first.
//!
//! Bounds never fall in a search, and most lie within a few cells of the first. So lengths fall into buckets of 1/64 of a
//! cell: a corner is put into a later bucket without being compared with any other, and only the bucket at hand is sorted,
//! mostly of one to five corners. What lies beyond shares the last bucket until all others are empty; then it is spread
//! over buckets of twice the length. The order is that of one large heap.
//!
//! Corners that wait lie one after the other in a single list, in the order in which they came. A bucket is a chain through
//! it, so that putting one in writes to memory that the last one has just warmed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use undercroft_grid::WORD_BITS;

use super::length::LENGTH_UNITS;
use super::turn::{CELL_BITS, Place};

/// Lengths of a bucket at first. [Unit: 1/`LENGTH_UNITS` cells]
const BUCKET: u64 = LENGTH_UNITS / 64;
/// How many buckets there are: at first for bounds that grow by up to 64 cells.
const BUCKETS: usize = WORD_BITS * WORD_BITS;
/// The end of a chain.
const NONE: u32 = u32::MAX;

/// A corner in a later bucket.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    length: u64,
    corner: Place,
    /// The one that came before it into the same bucket.
    next: u32,
}

/// A queue for lengths that never fall below the last one taken. Its memory is kept from search to search.
#[derive(Clone, Debug)]
pub(crate) struct OpenCorners {
    /// The bucket at hand, the first at the end. An entry is the length, then 28 bits for the cell and 32 for
    /// the number of the corner: two of these are compared without a branch.
    near: Vec<u128>,
    /// What has come since it was opened, or belongs to a bucket before it.
    late: BinaryHeap<Reverse<u128>>,
    /// The bucket at hand.
    at: usize,
    waiting: Vec<Waiting>,
    /// The buckets that hold something, one bit for each, all of them after the one at hand.
    filled: [u64; WORD_BITS],
    /// The words of these that are not zero.
    filled_words: u64,
    /// The last corner of each filled bucket.
    heads: Vec<u32>,
    /// Where the first bucket begins.
    base: u64,
    /// Lengths of a bucket, as a power of two.
    bits: u32,
}

impl Default for OpenCorners {
    fn default() -> Self {
        Self {
            near: Vec::new(),
            late: BinaryHeap::new(),
            at: 0,
            waiting: Vec::new(),
            filled: [0; WORD_BITS],
            filled_words: 0,
            heads: Vec::new(),
            base: 0,
            bits: BUCKET.ilog2(),
        }
    }
}

impl OpenCorners {
    /// Makes the queue empty, for lengths from this one on.
    pub(crate) fn begin(&mut self, base: u64) {
        self.heads.resize(BUCKETS, NONE);
        self.near.clear();
        self.late.clear();
        self.waiting.clear();
        self.clear_filled();
        (self.at, self.base, self.bits) = (0, base, BUCKET.ilog2());
    }

    /// Puts in a corner.
    #[inline]
    pub(crate) fn push(&mut self, length: u64, corner: Place) {
        let bucket = self.bucket(length);
        if bucket <= self.at {
            self.push_late(length, corner);
            return;
        }
        let next = self.link(bucket, self.waiting.len() as u32);
        self.waiting.push(Waiting { length, corner, next });
    }

    /// The bucket for a length.
    #[inline]
    fn bucket(&self, length: u64) -> usize {
        (length.saturating_sub(self.base) >> self.bits).min(BUCKETS as u64 - 1) as usize
    }

    /// Makes an entry of the list the head of a bucket, and returns the one that was.
    #[inline]
    fn link(&mut self, bucket: usize, entry: u32) -> u32 {
        let (word, bit) = (&mut self.filled[bucket / WORD_BITS], 1 << (bucket % WORD_BITS));
        let next = if *word & bit == 0 { NONE } else { self.heads[bucket] };
        *word |= bit;
        self.filled_words |= 1 << (bucket / WORD_BITS);
        self.heads[bucket] = entry;
        next
    }

    /// Puts a corner in the bucket at hand, which is rare.
    #[cold]
    fn push_late(&mut self, length: u64, corner: Place) {
        self.late.push(Reverse(entry(length, corner)));
    }

    /// Takes out the corner with the least length, of equal ones the first.
    #[inline]
    pub(crate) fn pop(&mut self, announced: impl FnMut(Place)) -> Option<(u64, Place)> {
        if self.near.is_empty() && self.late.is_empty() {
            let first = self.open_next()?;
            if first.next == NONE {
                return Some((first.length, first.corner));
            }
            self.take_chain(first, announced);
        }
        let next = if self.late.is_empty() { self.near.pop() } else { self.pop_late() };
        next.map(|entry| {
            let cell = (entry >> 32) as u32 & ((1 << CELL_BITS) - 1);
            ((entry >> (CELL_BITS + 32)) as u64, Place { cell, corner: entry as u32 })
        })
    }

    /// The next entry when some have come late.
    #[cold]
    fn pop_late(&mut self) -> Option<u128> {
        let Reverse(late) = *self.late.peek()?;
        if self.near.last().is_some_and(|&near| near < late) {
            return self.near.pop();
        }
        self.late.pop().map(|Reverse(entry)| entry)
    }

    /// Goes on to the next bucket that holds something, and gives the head of its chain.
    #[inline]
    fn open_next(&mut self) -> Option<Waiting> {
        self.take_next()?;
        if self.at == BUCKETS - 1 {
            self.spread();
            self.take_next()?;
        }
        Some(self.waiting[self.heads[self.at] as usize])
    }

    /// Makes the next bucket that holds something the one at hand.
    #[inline]
    fn take_next(&mut self) -> Option<()> {
        let word = (self.filled_words != 0).then(|| self.filled_words.trailing_zeros() as usize)?;
        let bits = &mut self.filled[word];
        self.at = word * WORD_BITS + bits.trailing_zeros() as usize;
        *bits &= *bits - 1;
        if *bits == 0 {
            self.filled_words &= self.filled_words - 1;
        }
        Some(())
    }

    fn clear_filled(&mut self) {
        while self.filled_words != 0 {
            self.filled[self.filled_words.trailing_zeros() as usize] = 0;
            self.filled_words &= self.filled_words - 1;
        }
    }

    /// Spreads the last bucket over longer ones, from its least length on.
    #[cold]
    fn spread(&mut self) {
        let mut chain = self.heads[BUCKETS - 1];
        self.clear_filled();
        self.base = u64::MAX;
        let mut at = chain;
        while let Some(entry) = self.waiting.get(at as usize) {
            (self.base, at) = (self.base.min(entry.length), entry.next);
        }
        (self.at, self.bits) = (0, (self.bits + 1).min(u64::BITS - 1));
        while let Some(&Waiting { length, next, .. }) = self.waiting.get(chain as usize) {
            let bucket = self.bucket(length);
            self.waiting[chain as usize].next = self.link(bucket, chain);
            chain = next;
        }
    }

    /// Makes a chain the bucket at hand.
    #[inline]
    fn take_chain(&mut self, mut first: Waiting, mut announced: impl FnMut(Place)) {
        announced(first.corner);
        self.near.push(entry(first.length, first.corner));
        while let Some(&next) = self.waiting.get(first.next as usize) {
            announced(next.corner);
            self.near.push(entry(next.length, next.corner));
            first = next;
        }
        self.near.sort_unstable_by_key(|&entry| Reverse(entry));
    }
}

/// A number that is smaller the sooner a corner is taken up.
#[inline]
fn entry(length: u64, corner: Place) -> u128 {
    u128::from(length) << (CELL_BITS + 32) | u128::from(corner.cell) << 32 | u128::from(corner.corner)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn place(cell: u32) -> Place {
        Place { cell, corner: cell / 2 }
    }

    proptest! {
        #[test]
        fn corners_come_out_in_the_order_of_one_heap(
            base in 0..u64::MAX / 4,
            far in prop_oneof![Just(80), Just(5_000), Just(1_000_000)],
            steps in prop::collection::vec((any::<u64>(), 0..6u32, 0..3usize), 1..300),
        ) {
            let (mut queue, mut heap) = (OpenCorners::default(), BinaryHeap::new());
            queue.begin(base);
            let (mut least, mut announced) = (base, Vec::new());
            for (rise, cell, takes) in steps {
                // Some far, most near, and many equal.
                let length = least + if cell < 2 { rise % (far * 64 * BUCKET) } else { rise % 8 * (BUCKET / 4) };
                queue.push(length, place(cell));
                heap.push(Reverse((length, cell)));
                for _ in 0..takes {
                    let expected = heap.pop().map(|Reverse((length, cell))| (length, place(cell)));
                    prop_assert_eq!(queue.pop(|place| announced.push(place)), expected);
                    least = expected.map_or(least, |(length, _)| length);
                }
            }
            while let Some(Reverse((length, cell))) = heap.pop() {
                prop_assert_eq!(queue.pop(|_| {}), Some((length, place(cell))));
            }
            prop_assert_eq!(queue.pop(|_| {}), None);
        }
    }
}
