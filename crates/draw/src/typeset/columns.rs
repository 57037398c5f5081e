//! Balanced columns: entries one below the other, in columns that end at about the same height.

use std::ops::Range;

use super::paragraph::SetLine;
use crate::word::Word;

/// An entry of more lines than this may be split between two columns.
pub const MAX_WHOLE: usize = 6;
/// Lines of a split entry that stay together at either end.
const TOGETHER: usize = 2;

/// The lines of an entry.
pub type Block = Vec<SetLine>;

/// Distances between lines.
#[derive(Clone, Copy, Debug)]
pub struct Leading {
    /// From one baseline to the next.
    pub line: i32,
    /// What is added between two entries.
    pub entry: i32,
}

/// Entries in columns.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The lines of each column with their distance from its top to the top of the line.
    pub lines: Vec<Vec<(i32, SetLine)>>,
    /// The height of the longest.
    pub height: i32,
    /// What did not fit.
    pub rest: Vec<Block>,
}

impl Columns {
    /// All words, with columns `step` apart and baselines `ascent` below the tops of lines.
    pub fn words(&self, step: i32, ascent: i32) -> Vec<Word> {
        let columns = (0..).zip(&self.lines);
        let lines = columns.flat_map(|(i, lines)| lines.iter().map(move |(y, line)| (i * step, *y, line)));
        lines.flat_map(|(x, y, line)| line.iter().map(move |word| word.clone().shift(x, y + ascent))).collect()
    }
}

/// All entries in this many columns, as low as they can be.
pub fn balance(blocks: &[Block], count: usize, leading: Leading) -> Columns {
    let total: i32 = blocks.iter().map(|block| block.len() as i32 * leading.line + leading.entry).sum();
    let mut limit = total / count.max(1) as i32;
    loop {
        let filler = Filler::fill(blocks, count, limit, leading);
        if filler.rest.is_none() {
            return filler.columns(blocks);
        }
        // A line more in each column; columns as high as everything hold everything.
        limit += leading.entry.max(leading.line / 4).max(1);
    }
}

/// As many entries as fit into columns of this height, in order.
pub fn fill(blocks: &[Block], count: usize, limit: i32, leading: Leading) -> Columns {
    Filler::fill(blocks, count, limit, leading).columns(blocks)
}

/// Lines of an entry, by its number, and how far below the top of the column the first of them begins.
struct Stretch {
    block: usize,
    lines: Range<usize>,
    top: i32,
}

/// Decides which lines go into which column. Nothing is copied until all of it is decided.
struct Filler {
    columns: Vec<Vec<Stretch>>,
    /// Where the next line of the last column goes.
    y: i32,
    /// The entry and its line that did not fit, with all that follow.
    rest: Option<(usize, usize)>,
    count: usize,
    limit: i32,
    leading: Leading,
}

impl Filler {
    fn fill(blocks: &[Block], count: usize, limit: i32, leading: Leading) -> Self {
        let mut filler = Self { columns: vec![Vec::new()], y: 0, rest: None, count: count.max(1), limit, leading };
        for (block, lines) in blocks.iter().enumerate() {
            let taken = filler.add(block, lines.len());
            if taken < lines.len() {
                filler.rest = Some((block, taken));
                break;
            }
        }
        filler
    }

    /// Adds an entry of so many lines, and returns how many of them fit.
    fn add(&mut self, block: usize, length: usize) -> usize {
        let mut done = 0;
        while done < length {
            let top = if self.y > 0 { self.y + self.leading.entry } else { 0 };
            let room = ((self.limit - top) / self.leading.line).max(0) as usize;
            let taken = self.share(length, length - done, room);
            self.take(Stretch { block, lines: done..done + taken, top });
            done += taken;
            if done < length && !self.next_column() {
                break;
            }
        }
        done
    }

    /// How many of the lines that are left go where there is room for so many.
    fn share(&self, length: usize, left: usize, room: usize) -> usize {
        if left <= room {
            return left;
        }
        let is_fresh = self.y == 0;
        let is_last = self.columns.len() == self.count;
        // An entry that no column could hold is split wherever it must be.
        let may_split = length > MAX_WHOLE || (is_fresh && !is_last && room > 0);
        let taken = room.min(left.saturating_sub(TOGETHER));
        if may_split && taken >= TOGETHER { taken } else { 0 }
    }

    fn take(&mut self, stretch: Stretch) {
        if stretch.lines.is_empty() {
            return;
        }
        self.y = stretch.top + stretch.lines.len() as i32 * self.leading.line;
        self.columns.last_mut().expect("there is always one").push(stretch);
    }

    fn next_column(&mut self) -> bool {
        if self.columns.len() == self.count {
            return false;
        }
        self.columns.push(Vec::new());
        self.y = 0;
        true
    }

    /// The lines themselves.
    fn columns(&self, blocks: &[Block]) -> Columns {
        let line = self.leading.line;
        let set = |stretch: &Stretch| {
            let lines = blocks[stretch.block][stretch.lines.clone()].iter().cloned();
            (0..).map(|i| stretch.top + i * line).zip(lines).collect::<Vec<_>>()
        };
        let lines: Vec<Vec<_>> = self.columns.iter().map(|column| column.iter().flat_map(set).collect()).collect();
        let ends = lines.iter().filter_map(|column| column.last()).map(|(y, _)| y + line);
        let height = ends.max().unwrap_or(0);
        let rest = self.rest.map_or_else(Vec::new, |(first, line)| {
            let torn = blocks[first][line..].to_vec();
            std::iter::once(torn).chain(blocks[first + 1..].iter().cloned()).collect()
        });
        Columns { lines, height, rest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LEADING: Leading = Leading { line: 100, entry: 20 };

    fn blocks(lengths: &[usize]) -> Vec<Block> {
        lengths.iter().map(|&length| vec![Vec::new(); length]).collect()
    }

    fn lengths(columns: &Columns) -> Vec<usize> {
        columns.lines.iter().map(Vec::len).collect()
    }

    #[test]
    fn short_entries_stay_whole_and_long_ones_are_split() {
        assert_eq!(lengths(&balance(&blocks(&[3, 3, 3, 3]), 2, LEADING)), [6, 6]);
        assert_eq!(lengths(&balance(&blocks(&[6, 5]), 2, LEADING)), [6, 5]);
        assert_eq!(lengths(&balance(&blocks(&[12]), 2, LEADING)), [6, 6]);
        assert_eq!(balance(&[], 2, LEADING).height, 0);
    }

    proptest! {
        #[test]
        fn columns_hold_all_lines_and_are_balanced(
            entries in prop::collection::vec(1_usize..6, 1..40), count in 1_usize..4,
        ) {
            let columns = balance(&blocks(&entries), count, LEADING);
            let total: usize = entries.iter().sum();
            prop_assert_eq!(lengths(&columns).iter().sum::<usize>(), total);
            prop_assert!(columns.lines.len() <= count && columns.rest.is_empty());
            // Whole entries cannot be levelled out better than by the longest of them.
            let even = (total as i32 * 100 + entries.len() as i32 * 20) / count as i32;
            prop_assert!(columns.height <= even + 620, "{} of {even}", columns.height);
        }

        #[test]
        fn what_does_not_fit_is_left_over_in_order(entries in prop::collection::vec(1_usize..20, 1..40), limit in 3_i32..30) {
            let columns = fill(&blocks(&entries), 2, limit * 100, LEADING);
            let placed: usize = lengths(&columns).iter().sum();
            let rest: usize = columns.rest.iter().map(Vec::len).sum();
            prop_assert_eq!(placed + rest, entries.iter().sum::<usize>());
            prop_assert!(columns.height <= limit * 100);
        }
    }
}
