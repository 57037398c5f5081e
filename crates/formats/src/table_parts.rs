//! Cuts a level that is too large for one picture into columns and rows.
//!
//! ```text
//!   ┌──────┬───────┬──────┐     Seams lie on sides of cells. All columns are within a tenth of equal, and so are all rows;
//!   │ r1c1 │ r1c2  │ r1c3 │     of those seams the ones are taken that cross the least floor, then those that are the most
//!   ├──────┼───────┼──────┤     equal. No seam parts the cells of a door.
//!   │ r2c1 │ r2c2  │ r2c3 │
//!   └──────┴───────┴──────┘
//! ```

use std::ops::Range;

use undercroft::dungeon::{Dungeon, Level};
use undercroft_grid::{Cell, Rect};

/// What it costs to cut along each line between two columns or rows; nothing where it must not be.
pub(super) struct SeamCosts {
    /// Where the columns or rows begin and end. [Unit: cells]
    range: Range<i32>,
    /// Floor that a seam parts, by the cell east or south of it.
    costs: Vec<Option<u32>>,
}

impl SeamCosts {
    /// The costs of seams from north to south, then of those from west to east, within a rectangle of cells.
    pub fn from_level(dungeon: &Dungeon, level: &Level, cells: Rect) -> [Self; 2] {
        let is_open =
            |x: i32, y: i32| level.size().contains(Cell::new(x, y)) && !level.at(Cell::new(x, y)).is_massive();
        let columns = cells.left..cells.right;
        let rows = cells.top..cells.bottom;
        let parted = |is_parted: &dyn Fn(i32) -> bool, along: &Range<i32>| {
            Some(along.clone().filter(|&step| is_parted(step)).count() as u32)
        };
        let upright = columns.clone().map(|x| parted(&|y| is_open(x - 1, y) && is_open(x, y), &rows)).collect();
        let lying = rows.clone().map(|y| parted(&|x| is_open(x, y - 1) && is_open(x, y), &columns)).collect();
        let mut costs = [Self { range: columns, costs: upright }, Self { range: rows, costs: lying }];
        for door in dungeon.doors_on(level.z) {
            let Some(span) = Rect::around(door.cells.iter().copied()) else { continue };
            // The leaf stands along the wall, from the first side of the door's cells to the last.
            if door.normal.is_horizontal() {
                costs[1].forbid(span.top + 1..span.bottom);
            } else {
                costs[0].forbid(span.left + 1..span.right);
            }
        }
        costs
    }

    fn forbid(&mut self, seams: Range<i32>) {
        let start = self.range.start;
        for seam in seams.filter(|seam| self.range.contains(seam)) {
            self.costs[(seam - start) as usize] = None;
        }
    }

    /// How many cells lie between the first and the last side.
    fn length(&self) -> i32 {
        self.range.end - self.range.start
    }

    /// The fewest parts of at most `limit` cells each that can be cut; `None` where there are more than `most`.
    pub fn fewest_parts(&self, limit: i32, most: i32) -> Option<i32> {
        let fewest = (self.length() + limit.max(1) - 1) / limit.max(1);
        (fewest.max(1)..=most).find(|&count| self.seams(count, limit).is_some())
    }

    /// The ranges of so many parts, each within a tenth of equal and of at most `limit` cells, with the cheapest seams.
    pub fn parts(&self, count: i32, limit: i32) -> Option<Vec<Range<i32>>> {
        let seams = self.seams(count, limit)?;
        let ends = seams.iter().copied().chain([self.range.end]);
        let starts = std::iter::once(self.range.start).chain(seams.iter().copied());
        Some(starts.zip(ends).map(|(start, end)| start..end).collect())
    }

    /// The best seams, found from west to east: the best first `k` seams of which the last lies at `x` are
    /// the best first `k - 1` at any place that makes a part of the right size, and that one.
    fn seams(&self, count: i32, limit: i32) -> Option<Vec<i32>> {
        let sizes = part_sizes(self.length(), count);
        let sizes = *sizes.start()..=(*sizes.end()).min(limit);
        // Rank of the best seams that end at a place, and the seams.
        let mut best: Vec<(i32, Rank, Vec<i32>)> = vec![(self.range.start, Rank::default(), Vec::new())];
        for k in 1..count {
            let mut next: Vec<(i32, Rank, Vec<i32>)> = Vec::new();
            for seam in self.range.start + 1..self.range.end {
                let Some(own) = self.rank(seam, k, count) else { continue };
                let before = best.iter().filter(|(last, ..)| sizes.contains(&(seam - last)));
                let Some((_, rank, seams)) = before.min_by_key(|(_, rank, _)| *rank) else { continue };
                let seams = seams.iter().copied().chain([seam]).collect();
                next.push((seam, Rank { floor: rank.floor + own.floor, uneven: rank.uneven + own.uneven }, seams));
            }
            best = next;
        }
        let whole = best.into_iter().filter(|(last, ..)| sizes.contains(&(self.range.end - last)));
        whole.min_by_key(|(_, rank, _)| *rank).map(|(.., seams)| seams)
    }

    /// What the `k`-th of so many seams costs; `None` where it must not be.
    fn rank(&self, seam: i32, k: i32, count: i32) -> Option<Rank> {
        let floor = self.costs[(seam - self.range.start) as usize]?;
        let equal = i64::from(self.length()) * i64::from(k);
        let uneven = (i64::from(seam - self.range.start) * i64::from(count) - equal).unsigned_abs();
        Some(Rank { floor, uneven })
    }
}

/// How good seams are: less floor first, then more equal parts.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    floor: u32,
    /// How far seams are from equal parts, times the number of parts. [Unit: cells]
    uneven: u64,
}

/// The sizes within a tenth of equal, and the two next to equal in any case: parts of four cells and a half are of four
/// and five.
fn part_sizes(length: i32, count: i32) -> std::ops::RangeInclusive<i32> {
    let low = (9 * length + 10 * count - 1) / (10 * count);
    let high = 11 * length / (10 * count);
    low.min(length / count).max(1)..=high.max((length + count - 1) / count)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The best rank of all cuts, looked at one by one.
    fn slow(costs: &SeamCosts, count: i32, limit: i32) -> Option<Rank> {
        fn search(costs: &SeamCosts, count: i32, limit: i32, k: i32, last: i32, rank: Rank) -> Option<Rank> {
            let sizes = part_sizes(costs.length(), count);
            let fits = |size: i32| sizes.contains(&size) && size <= limit;
            if k == count {
                return fits(costs.range.end - last).then_some(rank);
            }
            let next = (last + 1..costs.range.end).filter(|&seam| fits(seam - last));
            next.filter_map(|seam| {
                let own = costs.rank(seam, k, count)?;
                let rank = Rank { floor: rank.floor + own.floor, uneven: rank.uneven + own.uneven };
                search(costs, count, limit, k + 1, seam, rank)
            })
            .min()
        }
        search(costs, count, limit, 1, costs.range.start, Rank::default())
    }

    proptest! {
        #[test]
        fn seams_are_the_cheapest_of_all(
            start in -9..9,
            costs in prop::collection::vec(prop::option::weighted(0.8, 0_u32..6), 4..40),
            count in 1..5,
            limit in 3..40,
        ) {
            let costs = SeamCosts { range: start..start + costs.len() as i32, costs };
            let found = costs.seams(count, limit);
            let rank = found.as_ref().map(|seams| {
                (1..).zip(seams).fold(Rank::default(), |rank, (k, &seam)| {
                    let own = costs.rank(seam, k, count).unwrap();
                    Rank { floor: rank.floor + own.floor, uneven: rank.uneven + own.uneven }
                })
            });
            prop_assert!(rank == slow(&costs, count, limit));
            for part in costs.parts(count, limit).into_iter().flatten() {
                let (size, all) = (part.end - part.start, costs.length());
                prop_assert!(size <= limit && 10 * (size * count - all).abs() <= all.max(10 * count - 1));
            }
        }
    }
}
