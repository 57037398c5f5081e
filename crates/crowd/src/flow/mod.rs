//! Flow
mod distance;
mod lacam;
mod pibt;
mod swap;

pub(crate) use distance::{DistanceTable, Queue};
pub(crate) use lacam::Search;
pub(crate) use pibt::Pibt;
pub(crate) use crate::ways::{Spot, Ways};

/// Who must get where, and over which ground.
pub(crate) struct Problem<'a> {
    pub(crate) ways: &'a Ways,
    /// One table for each actor; its goal is the actor's.
    pub(crate) tables: &'a [DistanceTable],
}

impl Problem<'_> {
    /// Whether everybody stands on its goal.
    pub(crate) fn is_solved(&self, spots: &[Spot]) -> bool {
        spots.iter().zip(self.tables).all(|(&spot, table)| spot == table.goal())
    }
}
