//! Packs levels into rows: every partition of the panes into rows, in their order, is judged by how large the map becomes.
//!
//! ```text
//!   ┌────┐ ┌───────┐        The state of the search is (widest row, height of all rows) of the first panes; two partitions
//!   │  1 │ │   2   │        that agree in it differ in nothing that the judge looks at, so one of them is kept.
//!   └────┘ └───────┘        Beyond 16 panes rows are filled greedily, once for each width that a row can have.
//!   ┌──────────────┐
//!   │      3       │
//!   └──────────────┘
//! ```

use std::collections::BTreeMap;
use std::ops::Range;

/// The most panes of which every partition is looked at.
const MAX_EXACT: usize = 16;
/// A sheet is neither wider nor higher than this, where that can be: 1.8 to 1.
const LONGEST: (i64, i64) = (9, 5);

/// Width and height. [Unit: thousandths of a cell]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Extent {
    /// From left to right.
    pub width: i32,
    /// From top to bottom.
    pub height: i32,
}

impl Extent {
    /// A width and a height.
    pub const fn new(width: i32, height: i32) -> Self {
        Self { width, height }
    }

    /// Whether neither side is more than 1.8 times the other.
    pub const fn is_compact(self) -> bool {
        let (width, height) = (self.width as i64, self.height as i64);
        width * LONGEST.1 <= height * LONGEST.0 && height * LONGEST.1 <= width * LONGEST.0
    }
}

/// Panes in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaneRows {
    /// The panes of each row, from the top.
    pub rows: Vec<Range<usize>>,
    /// What all of them take up, gaps and lines of names included.
    pub extent: Extent,
}

/// What the panes are packed for.
pub struct Packing<F> {
    /// Between two panes of a row, and between rows.
    pub gap: i32,
    /// Above each row, for the names of its levels.
    pub name_line: i32,
    /// The box whose proportions the sheet should have.
    pub target: Extent,
    /// The sheet round a map of this extent: what is judged is the sheet.
    pub sheet: F,
}

impl<F: Fn(Extent) -> Extent> Packing<F> {
    /// The best partition: of the compact ones, or else of all, the one that is largest in the target box, and of equals
    /// the one with fewer rows.
    pub fn pack(&self, panes: &[Extent]) -> PaneRows {
        let found = if panes.len() <= MAX_EXACT { self.partitions(panes) } else { self.greedy(panes) };
        let best = found.into_iter().min_by(|a, b| self.compare(a, b));
        best.unwrap_or(PaneRows { rows: Vec::new(), extent: Extent::new(0, 0) })
    }

    fn compare(&self, a: &PaneRows, b: &PaneRows) -> std::cmp::Ordering {
        let [first, second] = [a, b].map(|rows| (self.sheet)(rows.extent));
        let compact = second.is_compact().cmp(&first.is_compact());
        compact.then_with(|| self.compare_scale(second, first)).then(a.rows.len().cmp(&b.rows.len()))
    }

    /// Compares the scales at which two sheets fill the target box, by cross-multiplication: sides are below 2^31, so
    /// products of four fit 128 bits.
    fn compare_scale(&self, a: Extent, b: Extent) -> std::cmp::Ordering {
        // The scale is the smaller of two quotients; both are put over width × height.
        let scale = |sheet: Extent| {
            let (width, height) = (i128::from(sheet.width.max(1)), i128::from(sheet.height.max(1)));
            let across = i128::from(self.target.width) * height;
            let down = i128::from(self.target.height) * width;
            (across.min(down), width * height)
        };
        let (first, second) = (scale(a), scale(b));
        (first.0 * second.1).cmp(&(second.0 * first.1))
    }

    /// One partition for each extent that a partition can have.
    fn partitions(&self, panes: &[Extent]) -> Vec<PaneRows> {
        // For the first i panes: the extents of their partitions, each with the fewest rows that have it.
        let mut states: Vec<BTreeMap<Extent, Vec<Range<usize>>>> = vec![BTreeMap::new(); panes.len() + 1];
        states[0].insert(Extent::new(0, 0), Vec::new());
        for start in 0..panes.len() {
            let here: Vec<_> = states[start].iter().map(|(&extent, rows)| (extent, rows.clone())).collect();
            for end in start + 1..=panes.len() {
                let row = self.row(&panes[start..end]);
                for (extent, rows) in &here {
                    let both = self.below(*extent, row);
                    let kept = states[end].entry(both).or_default();
                    if kept.is_empty() || rows.len() + 1 < kept.len() {
                        *kept = rows.iter().cloned().chain(std::iter::once(start..end)).collect();
                    }
                }
            }
        }
        let last = states.pop().unwrap_or_default();
        last.into_iter().map(|(extent, rows)| PaneRows { rows, extent }).collect()
    }

    /// Rows filled up to each width that the first panes of a row can have.
    fn greedy(&self, panes: &[Extent]) -> Vec<PaneRows> {
        let widths = (1..=panes.len()).map(|end| self.row(&panes[..end]).width);
        widths.map(|limit| self.filled(panes, limit)).collect()
    }

    fn filled(&self, panes: &[Extent], limit: i32) -> PaneRows {
        let mut rows: Vec<Range<usize>> = Vec::new();
        for i in 0..panes.len() {
            match rows.last_mut() {
                Some(row) if self.row(&panes[row.start..=i]).width <= limit => row.end = i + 1,
                _ => rows.push(i..i + 1),
            }
        }
        let extents = rows.iter().map(|row| self.row(&panes[row.clone()]));
        let extent = extents.fold(Extent::new(0, 0), |all, row| self.below(all, row));
        PaneRows { rows, extent }
    }

    /// The extent of a row, its line of names included.
    fn row(&self, panes: &[Extent]) -> Extent {
        let width: i32 = panes.iter().map(|pane| pane.width).sum();
        let height = panes.iter().map(|pane| pane.height).max().unwrap_or(0);
        Extent::new(width + self.gap * (panes.len() as i32 - 1).max(0), height + self.name_line)
    }

    fn below(&self, above: Extent, row: Extent) -> Extent {
        let gap = if above.height > 0 { self.gap } else { 0 };
        Extent::new(above.width.max(row.width), above.height + gap + row.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn packing(target: Extent) -> Packing<impl Fn(Extent) -> Extent> {
        Packing { gap: 1500, name_line: 1000, target, sheet: |extent: Extent| extent }
    }

    /// The slow truth: all partitions, by the bits of a number.
    fn all(packing: &Packing<impl Fn(Extent) -> Extent>, panes: &[Extent]) -> Vec<PaneRows> {
        let breaks = 0..1_u32 << (panes.len() - 1);
        breaks
            .map(|bits| {
                let mut rows: Vec<Range<usize>> = std::iter::once(0..1).collect();
                for i in 1..panes.len() {
                    if bits >> (i - 1) & 1 == 1 {
                        rows.push(i..i + 1);
                    } else {
                        rows.last_mut().unwrap().end = i + 1;
                    }
                }
                let extents = rows.iter().map(|row| packing.row(&panes[row.clone()]));
                let extent = extents.fold(Extent::new(0, 0), |all, row| packing.below(all, row));
                PaneRows { rows, extent }
            })
            .collect()
    }

    #[test]
    fn four_equal_levels_stand_two_by_two_on_a_sheet_of_four_to_three() {
        let rows = packing(Extent::new(4000, 3000)).pack(&[Extent::new(30_000, 24_000); 4]).rows;
        assert_eq!(rows, [0..2, 2..4]);
    }

    #[test]
    fn levels_of_a_tower_stand_side_by_side_on_a_wide_sheet_and_below_each_other_on_a_high_one() {
        let floors = [Extent::new(12_000, 12_000); 3];
        assert_eq!(packing(Extent::new(9000, 5000)).pack(&floors[..2]).rows.len(), 1);
        assert_eq!(packing(Extent::new(5000, 9000)).pack(&floors[..2]).rows, [0..1, 1..2]);
    }

    #[test]
    fn no_pane_and_one_pane_are_packed() {
        assert!(packing(Extent::new(4, 3)).pack(&[]).rows.is_empty());
        assert_eq!(packing(Extent::new(4, 3)).pack(&[Extent::new(9, 9)]).rows.len(), 1);
    }

    proptest! {
        #[test]
        fn no_partition_is_better_than_the_one_that_was_found(
            panes in prop::collection::vec((3_i32..60, 3_i32..60), 1..9), wide in 1_i32..9, high in 1_i32..9,
        ) {
            let panes: Vec<Extent> = panes.iter().map(|&(w, h)| Extent::new(w * 1000, h * 1000)).collect();
            let packing = packing(Extent::new(wide * 1000, high * 1000));
            let found = packing.pack(&panes);
            let all = all(&packing, &panes);
            prop_assert!(all.iter().all(|other| packing.compare(&found, other).is_le()));
            prop_assert_eq!(found.extent.is_compact(), all.iter().any(|other| other.extent.is_compact()));
            prop_assert!(all.contains(&found));
        }

        #[test]
        fn many_panes_are_all_packed_in_order(panes in prop::collection::vec((3_i32..60, 3_i32..60), 17..40)) {
            let panes: Vec<Extent> = panes.iter().map(|&(w, h)| Extent::new(w * 1000, h * 1000)).collect();
            let rows = packing(Extent::new(4000, 3000)).pack(&panes).rows;
            prop_assert_eq!(rows.into_iter().flatten().collect::<Vec<_>>(), (0..panes.len()).collect::<Vec<_>>());
        }
    }
}
