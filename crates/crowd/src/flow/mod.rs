//! The flow: everybody steps at once, and nobody waits for ever where there is a way.
//!
//! ```text
//!   distance.rs   how far every spot is from a goal, in two bits a spot
//!   ranking.rs    who goes first
//!   pibt.rs       one step of everybody: who is in the way is pushed on, or the pusher takes another spot
//!   swap.rs       two who meet in a corridor change places at a junction
//!   lacam.rs      where single steps go in circles: a search over the places of all at once
//!   refine.rs     a plan made ahead gets shorter
//!   planner.rs    what is remembered from step to step, and which of these is asked
//! ```
//!
//! Limits: one table of two bits a spot for each actor (64 KiB on a 512×512 lattice); all goals are distinct.

mod distance;
mod lacam;
mod pibt;
mod planner;
mod ranking;
mod refine;
mod swap;

use self::distance::{DistanceTable, Queue};
use self::pibt::Pibt;
pub(crate) use self::planner::{Memory, Pilot};
use self::ranking::Ranking;
use crate::open_moves::{Spot, Ways};

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
