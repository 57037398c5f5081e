//! Flow
mod distance;
mod lacam;
mod pibt;
mod pilot;
mod ranking;
mod refine;
mod swap;

use self::distance::{DistanceTable, Queue};
use self::pibt::Pibt;
pub(crate) use self::pilot::{Memory, Pilot};
use self::ranking::Ranking;
use crate::ways::{Spot, Ways};

/// Who must get where, and over which ground.
struct Problem<'a> {
    ways: &'a Ways,
    /// One table for each actor; its goal is the actor's.
    tables: &'a [DistanceTable],
}

impl Problem<'_> {
    /// Whether everybody stands on its goal.
    fn is_solved(&self, spots: &[Spot]) -> bool {
        spots.iter().zip(self.tables).all(|(&spot, table)| spot == table.goal())
    }

    /// Whether a step would bring the actor nearer to its goal.
    fn wants(&self, actor: u32, from: Spot, to: Spot) -> bool {
        self.tables[actor as usize].change(from, to) < 0
    }
}

#[cfg(test)]
mod tests;
