//! Balanced columns: entries one below the other, in columns that end at about the same height.

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
        let columns = fill(blocks, count, limit, leading);
        if columns.rest.is_empty() {
            return columns;
        }
        // A line more in each column; columns as high as everything hold everything.
        limit += leading.entry.max(leading.line / 4).max(1);
    }
}

/// As many entries as fit into columns of this height, in order.
pub fn fill(blocks: &[Block], count: usize, limit: i32, leading: Leading) -> Columns {
    let mut filler = Filler { columns: vec![Vec::new()], y: 0, count: count.max(1), limit, leading };
    let mut height = 0;
    let mut rest: Vec<Block> = Vec::new();
    for block in blocks {
        let left = if rest.is_empty() { filler.add(block) } else { block.clone() };
        if !left.is_empty() {
            rest.push(left);
        }
    }
    let ends = filler.columns.iter().filter_map(|column| column.last()).map(|(y, _)| y + leading.line);
    height = ends.max().unwrap_or(height);
    Columns { lines: filler.columns, height, rest }
}

struct Filler {
    columns: Vec<Vec<(i32, SetLine)>>,
    /// Where the next line of the last column goes.
    y: i32,
    count: usize,
    limit: i32,
    leading: Leading,
}

impl Filler {
    /// Adds an entry, and returns the lines that did not fit.
    fn add(&mut self, block: &Block) -> Block {
        let mut lines = &block[..];
        while !lines.is_empty() {
            let start = if self.y > 0 { self.y + self.leading.entry } else { 0 };
            let room = ((self.limit - start) / self.leading.line).max(0) as usize;
            let taken = self.share(block, lines.len(), room);
            self.take(&lines[..taken], start);
            lines = &lines[taken..];
            if !lines.is_empty() && !self.next_column() {
                return lines.to_vec();
            }
        }
        Vec::new()
    }

    /// How many of the lines that are left go where there is room for so many.
    fn share(&self, block: &Block, left: usize, room: usize) -> usize {
        if left <= room {
            return left;
        }
        let is_fresh = self.y == 0;
        let is_last = self.columns.len() == self.count;
        // An entry that no column could hold is split wherever it must be.
        let may_split = block.len() > MAX_WHOLE || (is_fresh && !is_last && room > 0);
        let taken = room.min(left.saturating_sub(TOGETHER));
        if may_split && taken >= TOGETHER { taken } else { 0 }
    }

    fn take(&mut self, lines: &[SetLine], start: i32) {
        let column = self.columns.last_mut().expect("there is always one");
        for (i, line) in (0..).zip(lines) {
            column.push((start + i * self.leading.line, line.clone()));
        }
        if !lines.is_empty() {
            self.y = start + lines.len() as i32 * self.leading.line;
        }
    }

    fn next_column(&mut self) -> bool {
        if self.columns.len() == self.count {
            return false;
        }
        self.columns.push(Vec::new());
        self.y = 0;
        true
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
