//! Who goes first.
//!
//! With every step an actor earns as many points as it has steps left to its goal, and one more; on its goal it loses
//! them all. So whoever is not there yet rises until it is first, which is what lets the method promise that every actor
//! gets there (Okumura et al. 2022), and those with far to go rise fastest: they arrive last, and the sum of all costs
//! shrinks when they do not wait. At the beginning the farthest go first.

use std::cmp::Reverse;

use super::problem::Problem;
use crate::open_moves::SubcellId;

/// Points of all actors, and their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Ranking {
    /// Steps each actor has left if nothing blocks it.
    left: Vec<u32>,
    points: Vec<u64>,
    /// The actors by falling points.
    order: Vec<u32>,
}

impl Ranking {
    /// A ranking of actors with these steps left and these points.
    pub(super) fn new(left: Vec<u32>, points: Vec<u64>) -> Self {
        let mut order: Vec<u32> = (0..left.len() as u32).collect();
        order.sort_by_key(|&actor| Reverse((points[actor as usize], left[actor as usize])));
        Self { left, points, order }
    }

    /// The actors, first to last.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// Steps left and points of an actor.
    pub(super) fn standing(&self, actor: usize) -> (u32, u64) {
        (self.left[actor], self.points[actor])
    }

    /// Sets the steps that some actors have left. Among equal points the farthest go first.
    pub(super) fn set_left(&mut self, steps: impl IntoIterator<Item = (usize, u32)>) {
        for (actor, left) in steps {
            self.left[actor] = left;
        }
        self.order.sort_by_key(|&actor| Reverse((self.points[actor as usize], self.left[actor as usize])));
    }

    /// Counts a step of every actor. Actors with equal points keep their order.
    pub(super) fn update(&mut self, problem: &Problem, from: &[SubcellId], to: &[SubcellId]) {
        for (actor, table) in problem.tables.iter().enumerate() {
            let left = &mut self.left[actor];
            *left = left.saturating_add_signed(table.change(from[actor], to[actor]));
            let points = &mut self.points[actor];
            *points = if to[actor] == table.goal() { 0 } else { points.saturating_add(1 + u64::from(*left)) };
        }
        self.order.sort_by_cached_key(|&actor| Reverse(self.points[actor as usize]));
    }

    /// Whether it ranks this number of actors.
    #[cfg(feature = "serde")]
    pub(super) fn has_len(&self, actors: usize) -> bool {
        let mut order = self.order.clone();
        order.sort_unstable();
        self.left.len() == actors && self.points.len() == actors && order.into_iter().eq(0..actors as u32)
    }
}
