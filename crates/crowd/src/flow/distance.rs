//! How many steps are left to a goal, in two bits a sub-cell.
//!
//! Steps between neighbours change the distance by −1, 0 or 1, so its remainder by 3 tells which, and the fourth value is
//! left for sub-cells not reached yet: a table of a 64×64 map is one kilobyte and a thousand of them stay in the cache. The
//! full distance of a sub-cell is found by walking downhill. A table grows level by level, so that the work can be spread
//! over many ticks, or all at once, by words (`flood.rs`).

use super::flood::{Flood, Flooded};
use crate::open_moves::{OpenMoves, SubcellId};

/// What stands for a sub-cell that the search has not reached.
const UNKNOWN: u8 = 3;
/// Stands for a change that is not known.
const NO_CHANGE: i8 = 2;
/// The change of the distance from one remainder, times four, to another.
const CHANGES: [i8; 16] = [0, 1, -1, 2, -1, 0, 1, 2, 1, -1, 0, 2, 2, 2, 2, 2];

/// The distances of sub-cells to one goal, as far as the search has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DistanceTable {
    goal: SubcellId,
    pub(super) words: Vec<u64>,
    /// The sub-cells of the last level; none when everything connected with the goal is reached.
    pub(super) frontier: Vec<SubcellId>,
    /// The distance of the last level.
    levels: u32,
    /// The table of the ground before it changed, a guide where this one is not known yet; empty without one.
    former: Vec<u64>,
}

impl DistanceTable {
    /// A table that holds the goal alone, for so many sub-cells.
    pub(crate) fn new(area: usize, goal: SubcellId) -> Self {
        let mut table =
            Self { goal, words: vec![u64::MAX; area.div_ceil(32)], frontier: vec![goal], levels: 0, former: vec![] };
        table.set(goal, 0);
        table
    }

    /// Begins again after a change of the ground. What was known remains a guide.
    pub(crate) fn restart(&mut self) {
        let fresh = Self::new(self.words.len() * 32, self.goal);
        let Self { words, former, .. } = std::mem::replace(self, fresh);
        self.former = if former.is_empty() { words } else { former };
    }

    /// Reaches the next level, breadth-first, and returns how many sub-cells it went on from. `spare` is memory.
    pub(crate) fn grow(&mut self, moves: &OpenMoves, spare: &mut Vec<SubcellId>) -> usize {
        self.levels += u32::from(!self.frontier.is_empty());
        let remainder = (self.levels % 3) as u8;
        spare.clear();
        for i in 0..self.frontier.len() {
            for next in moves.neighbours(self.frontier[i]) {
                if !self.knows(next) {
                    self.set(next, remainder);
                    spare.push(next);
                }
            }
        }
        std::mem::swap(&mut self.frontier, spare);
        if self.frontier.is_empty() {
            self.former = Vec::new();
        }
        spare.len()
    }

    /// Reaches so many levels.
    #[cfg(any(test, feature = "serde"))]
    pub(crate) fn grow_to(&mut self, moves: &OpenMoves, levels: u32, spare: &mut Vec<SubcellId>) {
        while self.levels < levels && !self.is_complete() {
            self.grow(moves, spare);
        }
    }

    /// Reaches everything that is connected with the goal, and returns how many sub-cells it went on from.
    pub(super) fn complete(&mut self, moves: &OpenMoves, flood: &mut Flood, spare: &mut Vec<SubcellId>) -> usize {
        if self.is_new() && flood.is_quick() {
            let Flooded { words, levels, reached } = flood.run(self.goal);
            (self.words, self.levels) = (words, levels);
            (self.frontier, self.former) = (Vec::new(), Vec::new());
            return reached;
        }
        std::iter::from_fn(|| (!self.is_complete()).then(|| self.grow(moves, spare))).sum()
    }

    /// Whether it holds the goal alone.
    pub(super) const fn is_new(&self) -> bool {
        self.levels == 0
    }

    pub(crate) const fn goal(&self) -> SubcellId {
        self.goal
    }

    #[cfg(any(test, feature = "serde"))]
    pub(crate) const fn levels(&self) -> u32 {
        self.levels
    }

    pub(crate) const fn is_complete(&self) -> bool {
        self.frontier.is_empty()
    }

    pub(crate) fn knows(&self, spot: SubcellId) -> bool {
        self.remainder(spot) != UNKNOWN
    }

    /// Whether the distances of the sub-cell and of all its neighbours are known.
    pub(crate) fn knows_around(&self, moves: &OpenMoves, spot: SubcellId) -> bool {
        self.knows(spot) && moves.neighbours(spot).all(|next| self.knows(next))
    }

    /// Whether there is a guide for the sub-cell at least.
    pub(crate) fn has_guide(&self, spot: SubcellId) -> bool {
        !self.former.is_empty() && remainder(&self.former, spot) != UNKNOWN
    }

    /// How the distance changes with the step: −1, 0 or 1. Both sub-cells are neighbours, or the same. Where it is not
    /// known, that of the ground before counts, and else it is best to stay.
    #[inline]
    pub(crate) fn change(&self, from: SubcellId, to: SubcellId) -> i32 {
        let change = change(&self.words, from, to);
        if change == NO_CHANGE { self.guess_change(from, to) } else { i32::from(change) }
    }

    /// The same where this table does not know it.
    #[cold]
    fn guess_change(&self, from: SubcellId, to: SubcellId) -> i32 {
        let guess = (!self.former.is_empty()).then(|| change(&self.former, from, to));
        guess.filter(|&change| change != NO_CHANGE).map_or(i32::from(from != to), i32::from)
    }

    /// The number of steps from a sub-cell that is known.
    pub(crate) fn steps_from(&self, moves: &OpenMoves, start: SubcellId) -> u32 {
        let mut at = start;
        let mut steps = 0;
        while at != self.goal {
            let is_nearer = |&next: &SubcellId| self.knows(next) && self.change(at, next) < 0;
            let Some(next) = moves.neighbours(at).find(is_nearer) else { break };
            at = next;
            steps += 1;
        }
        steps
    }

    /// The words of the ground before, for a file.
    #[cfg(feature = "serde")]
    pub(crate) fn former(&self) -> &[u64] {
        &self.former
    }

    /// Takes a guide from a file.
    #[cfg(feature = "serde")]
    pub(crate) fn set_former(&mut self, former: Vec<u64>) {
        self.former = former;
    }

    pub(super) fn remainder(&self, spot: SubcellId) -> u8 {
        remainder(&self.words, spot)
    }

    pub(super) fn set(&mut self, spot: SubcellId, remainder: u8) {
        let shift = spot.index() % 32 * 2;
        let word = &mut self.words[spot.index() / 32];
        *word = *word & !(3 << shift) | u64::from(remainder) << shift;
    }

    pub(super) fn forget(&mut self, spot: SubcellId) {
        self.set(spot, UNKNOWN);
        self.frontier.retain(|&at| at != spot);
    }
}

#[inline]
fn change(words: &[u64], from: SubcellId, to: SubcellId) -> i8 {
    CHANGES[usize::from(remainder(words, from) * 4 + remainder(words, to))]
}

#[inline]
fn remainder(words: &[u64], spot: SubcellId) -> u8 {
    (words[spot.index() / 32] >> (spot.index() % 32 * 2)) as u8 & 3
}
