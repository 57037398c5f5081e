//! Who must get where, and over which ground.

use super::distance::DistanceTable;
use crate::open_moves::{OpenMoves, SubcellId};

/// Who must get where, and over which ground.
pub(super) struct Problem<'a> {
    pub(super) moves: &'a OpenMoves,
    /// One table for each actor; its goal is the actor's.
    pub(super) tables: &'a [DistanceTable],
}

impl Problem<'_> {
    /// Whether every actor stands on its goal.
    pub(super) fn is_solved(&self, spots: &[SubcellId]) -> bool {
        spots.iter().zip(self.tables).all(|(&spot, table)| spot == table.goal())
    }

    /// Whether a step would bring the actor nearer to its goal.
    #[inline]
    pub(super) fn wants(&self, actor: u32, from: SubcellId, to: SubcellId) -> bool {
        self.tables[actor as usize].change(from, to) < 0
    }
}
