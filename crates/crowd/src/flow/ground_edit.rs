//! A distance table after a change of the ground: kept where nothing else depends on the change.
//!
//! ```text
//!   r r r      A sub-cell c that closes takes away steps round it. The table holds if every sub-cell round it (r) still
//!   r c r      has a neighbour that is one step nearer. One that opens gives new steps: the table holds if the distances
//!   r r r      round it are joined by steps that were there before, and no new step is shorter than they allow.
//! ```

use super::distance::DistanceTable;
use crate::open_moves::{OpenMoves, STEPS, SubcellId};

/// What changed: the open steps before and after, and the sub-cells that were opened or closed.
pub(crate) struct GroundEdit<'a> {
    pub(crate) before: &'a OpenMoves,
    pub(crate) after: &'a OpenMoves,
    pub(crate) changed: &'a [SubcellId],
}

/// The distance of a sub-cell, compared with that of another.
type Height = (SubcellId, i32);

impl GroundEdit<'_> {
    /// Brings a table up to date. Returns false when it has to be computed again: more depends on the change than can be
    /// seen from nearby.
    pub(super) fn apply(&self, table: &mut DistanceTable) -> bool {
        if self.changed.contains(&table.goal()) {
            return false;
        }
        let round = self.round();
        if !round.iter().chain(self.changed).any(|&spot| table.knows(spot)) {
            return true;
        }
        if self.changed.iter().all(|&spot| self.after.mask(spot) == 0) {
            return self.close(table, &round);
        }
        self.open(table, &round)
    }

    /// The sub-cells beside those that changed.
    fn round(&self) -> Vec<SubcellId> {
        let size = self.after.size();
        let beside = |&spot: &SubcellId| STEPS.map(|step| self.after.cell(spot) + step);
        let beside = self.changed.iter().flat_map(beside).filter(|&at| size.contains(at));
        let mut round: Vec<SubcellId> = beside.map(|at| self.after.id(at)).collect();
        round.sort_unstable();
        round.dedup();
        round.retain(|spot| !self.changed.contains(spot));
        round
    }

    fn close(&self, table: &mut DistanceTable, round: &[SubcellId]) -> bool {
        self.changed.iter().for_each(|&spot| table.forget(spot));
        let has_parent = |&&spot: &&SubcellId| {
            spot == table.goal() || self.after.neighbours(spot).any(|next| table.change(spot, next) < 0)
        };
        let known = |&&spot: &&SubcellId| table.knows(spot);
        round.iter().filter(known).all(|spot| has_parent(&spot))
    }

    fn open(&self, table: &mut DistanceTable, round: &[SubcellId]) -> bool {
        let free: Vec<SubcellId> = round.iter().copied().filter(|&spot| self.after.mask(spot) != 0).collect();
        let is_settled = |spot: &SubcellId| table.knows(*spot) && !table.frontier.contains(spot);
        if !free.iter().all(is_settled) {
            return false;
        }
        let Some(mut heights) = self.heights(table, &free) else { return false };
        self.changed.iter().for_each(|_| self.settle(&mut heights));
        if !self.is_level(&heights) {
            return false;
        }
        let Some(&(base, ground)) = heights.first() else { return true };
        let remainder = i32::from(table.remainder(base));
        for &(spot, height) in heights.iter().filter(|(spot, _)| self.changed.contains(spot)) {
            table.set(spot, (remainder + height - ground).rem_euclid(3) as u8);
        }
        true
    }

    /// The heights of these sub-cells over the first, by steps among them that were open before; `None` when such steps
    /// do not join them all.
    fn heights(&self, table: &DistanceTable, free: &[SubcellId]) -> Option<Vec<Height>> {
        let mut heights: Vec<Height> = free.first().map(|&first| (first, 0)).into_iter().collect();
        let mut at = 0;
        while let Some(&(spot, from)) = heights.get(at) {
            at += 1;
            for next in self.before.neighbours(spot).filter(|next| free.contains(next)) {
                if height(&heights, next).is_none() {
                    heights.push((next, from + table.change(spot, next)));
                }
            }
        }
        (heights.len() == free.len()).then_some(heights)
    }

    /// Gives the opened sub-cells beside known ones their heights, or lower ones.
    fn settle(&self, heights: &mut Vec<Height>) {
        for &spot in self.changed {
            let lowest = self.after.neighbours(spot).filter_map(|next| height(heights, next)).min();
            let Some(lowest) = lowest else { continue };
            match heights.iter_mut().find(|(known, _)| *known == spot) {
                Some((_, height)) => *height = (*height).min(lowest + 1),
                None => heights.push((spot, lowest + 1)),
            }
        }
    }

    /// Whether every step between these sub-cells changes the height by one at most.
    fn is_level(&self, heights: &[Height]) -> bool {
        heights.iter().all(|&(spot, from)| {
            let mut beside = self.after.neighbours(spot).filter_map(|next| height(heights, next));
            beside.all(|to| (from - to).abs() <= 1)
        })
    }
}

fn height(heights: &[Height], spot: SubcellId) -> Option<i32> {
    heights.iter().find(|&&(known, _)| known == spot).map(|&(_, height)| height)
}
