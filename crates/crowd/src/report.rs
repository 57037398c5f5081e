//! What happened in a tick, and in a whole run.

use serde::{Deserialize, Serialize};

use crate::{ActorId, SubCell};

/// Why an actor that wants to go on stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wait {
    /// What it needs belongs to others.
    Taken,
    /// The step would cross another actor's.
    AntiCross,
    /// The step would lead farther from the end of the leg.
    Distance,
    /// Walls are all that lies ahead; a new plan will follow.
    Wall,
    /// Its turn to plan has not come.
    Planning,
    /// Walls have cut it off from its destination.
    Unreachable,
}

/// Waiting actors counted by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waits {
    /// See [`Wait::Taken`].
    pub taken: u64,
    /// See [`Wait::AntiCross`].
    pub anti_cross: u64,
    /// See [`Wait::Distance`].
    pub distance: u64,
    /// See [`Wait::Wall`].
    pub wall: u64,
    /// See [`Wait::Planning`].
    pub planning: u64,
    /// See [`Wait::Unreachable`].
    pub unreachable: u64,
}

impl Waits {
    pub(crate) const fn add(&mut self, wait: Wait) {
        *match wait {
            Wait::Taken => &mut self.taken,
            Wait::AntiCross => &mut self.anti_cross,
            Wait::Distance => &mut self.distance,
            Wait::Wall => &mut self.wall,
            Wait::Planning => &mut self.planning,
            Wait::Unreachable => &mut self.unreachable,
        } += 1;
    }

    /// All waits.
    pub const fn total(&self) -> u64 {
        self.taken + self.anti_cross + self.distance + self.wall + self.planning + self.unreachable
    }
}

/// What happened in one tick.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TickReport {
    /// The number of the tick; the first is 0.
    pub tick: u64,
    /// How many bodies moved.
    pub moved: u32,
    /// Who waited, and why.
    pub waited: Vec<(ActorId, Wait)>,
    /// Who reached its destination.
    pub arrived: Vec<ActorId>,
    /// Who was blocked for long and planned anew.
    pub replanned: Vec<ActorId>,
    /// Whose destination was taken, and the place it heads for instead.
    pub redirected: Vec<(ActorId, SubCell)>,
    /// Steps across another actor's step.
    pub crossings: u32,
}

/// What happened in a run so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Actors in the crowd.
    pub actors: u32,
    /// Actors that stand on their destination.
    pub arrived: u32,
    /// The last arrival, in ticks from the first order.
    pub makespan: u64,
    /// Ticks from order to arrival, summed over the actors that have arrived.
    pub sum_of_costs: u64,
    /// Waits of all ticks by reason.
    pub waits: Waits,
    /// The square of the smallest distance between two bodies, in 1/256 sub-cell; `None` if none came near another.
    pub separation_squared: Option<i64>,
    /// Steps across another actor's step.
    pub crossings: u64,
    /// Who has not arrived, and why it waited last.
    pub stuck: Vec<(ActorId, Option<Wait>)>,
}

/// Counts that run on from tick to tick.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tally {
    pub(crate) waits: Waits,
    pub(crate) separation_squared: Option<i64>,
    pub(crate) crossings: u64,
}

impl Tally {
    /// The largest of its counts; the sum of all waits is one of them.
    pub(crate) fn largest(&self) -> u64 {
        let Waits { taken, anti_cross, distance, wall, planning, unreachable } = self.waits;
        let waits = [taken, anti_cross, distance, wall, planning, unreachable];
        waits.into_iter().fold(0, u64::saturating_add).max(self.crossings)
    }

    pub(crate) fn add(&mut self, report: &TickReport, separation_squared: Option<i64>) {
        report.waited.iter().for_each(|&(_, wait)| self.waits.add(wait));
        self.crossings += u64::from(report.crossings);
        self.separation_squared = self.separation_squared.into_iter().chain(separation_squared).min();
    }
}
