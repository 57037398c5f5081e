//! How many steps are left to a goal, in two bits a sub-cell.
//!
//! Steps between neighbours change the distance by −1, 0 or 1, so its last two bits tell which: a table of a 64×64 map
//! is one kilobyte and a thousand of them stay in the cache. The full distance of a sub-cell is found by walking downhill.

use crate::open_moves::{OpenMoves, SubcellId};

/// The distances of all sub-cells to one goal, modulo 4.
#[derive(Clone, Debug, Default)]
pub(crate) struct DistanceTable {
    goal: SubcellId,
    words: Vec<u64>,
}

impl DistanceTable {
    /// Breadth-first from the goal over all sub-cells connected with it.
    pub(crate) fn new(moves: &OpenMoves, goal: SubcellId, queue: &mut Queue) -> Self {
        let area = moves.size().area();
        let mut table = Self { goal, words: vec![0; area.div_ceil(32)] };
        queue.start(area, goal);
        let mut distance = 1u64;
        while !queue.level.is_empty() {
            for i in 0..queue.level.len() {
                for next in moves.neighbours(queue.level[i]) {
                    if queue.visit(next) {
                        table.words[next.index() / 32] |= (distance & 3) << (next.index() % 32 * 2);
                    }
                }
            }
            queue.advance();
            distance += 1;
        }
        table
    }

    pub(crate) const fn goal(&self) -> SubcellId {
        self.goal
    }

    fn residue(&self, spot: SubcellId) -> u32 {
        (self.words[spot.index() / 32] >> (spot.index() % 32 * 2)) as u32 & 3
    }

    /// How the distance changes with the step: −1, 0 or 1. Both sub-cells are neighbours, or the same.
    pub(crate) fn change(&self, from: SubcellId, to: SubcellId) -> i32 {
        // 3 stands for −1: shift it up to the sign and back.
        (((self.residue(to).wrapping_sub(self.residue(from))) << 30) as i32) >> 30
    }

    /// The number of steps from a sub-cell that is connected with the goal.
    pub(crate) fn steps_from(&self, moves: &OpenMoves, start: SubcellId) -> u32 {
        let mut at = start;
        let mut steps = 0;
        while at != self.goal {
            let Some(next) = moves.neighbours(at).find(|&next| self.change(at, next) < 0) else { break };
            at = next;
            steps += 1;
        }
        steps
    }
}

/// Buffers of the breadth-first search, kept from one table to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    /// One bit a sub-cell: small enough to stay in the cache, and quickly cleared.
    seen: Vec<u64>,
    level: Vec<SubcellId>,
    next: Vec<SubcellId>,
}

impl Queue {
    fn start(&mut self, area: usize, goal: SubcellId) {
        self.seen.clear();
        self.seen.resize(area.div_ceil(64), 0);
        self.next.clear();
        self.visit(goal);
        self.advance();
    }

    fn visit(&mut self, spot: SubcellId) -> bool {
        let (seen, bit) = (&mut self.seen[spot.index() / 64], 1 << (spot.index() % 64));
        let is_new = *seen & bit == 0;
        if is_new {
            *seen |= bit;
            self.next.push(spot);
        }
        is_new
    }

    fn advance(&mut self) {
        std::mem::swap(&mut self.level, &mut self.next);
        self.next.clear();
    }
}
