//! What happened in a tick, and in a whole run.

use undercroft_grid::Cell;

use crate::actor_id::ActorId;
use crate::subcell::SubCell;
use crate::wait::{Wait, Waits};

/// What happened in one tick.
///
/// ```
/// use undercroft_crowd::{Crowd, CrowdSettings, Mode, StepNavigator};
/// use undercroft_grid::{BitGrid, Cell, Size};
///
/// let mut crowd = Crowd::new(BitGrid::new(Size::of(4, 1)), CrowdSettings::new(Mode::Flow))?;
/// let actor = crowd.spawn(crowd.anchor(Cell::new(0, 0)).expect("free"), 64)?;
/// crowd.order(actor, Cell::new(1, 0))?;
/// let report = crowd.step(&mut StepNavigator::default());
/// assert_eq!((report.moved, report.arrived), (1, vec![actor]));
/// # Ok::<(), undercroft_crowd::CrowdError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TickReport {
    /// The number of the tick; the first is 0.
    pub tick: u64,
    /// How many bodies moved.
    pub moved: u32,
    /// Who waited, and why.
    pub waited: Vec<(ActorId, Wait)>,
    /// Who reached its destination.
    pub arrived: Vec<ActorId>,
    /// Who was blocked for long and replanned.
    pub replanned: Vec<ActorId>,
    /// Whose destination was taken, and the place it heads for instead.
    pub redirected: Vec<(ActorId, SubCell)>,
    /// Steps across another actor's step.
    pub crossings: u32,
    /// Who got no nearer to its goal.
    pub stalled: Vec<ActorId>,
}

/// What happened in a run so far.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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
    /// Ticks in which an actor got no nearer to its goal, summed over the actors.
    pub stalled_ticks: u64,
    /// Ticks since any actor last got nearer to its goal; 0 when all have arrived.
    pub stalled_for: u32,
    /// Who has not arrived, and why it waited last.
    pub stuck: Vec<(ActorId, Option<Wait>)>,
}

/// Where an order leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderResult {
    /// Who goes.
    pub actor: ActorId,
    /// The cell it goes to.
    pub cell: Cell,
    /// The sub-cell on which it will have arrived.
    pub at: SubCell,
}

/// How planning ahead ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanResult {
    /// Whether there is a plan now.
    pub found: bool,
    /// Whose destination was taken, and the place it heads for instead.
    pub redirected: Vec<(ActorId, SubCell)>,
}

/// Counts that run on from tick to tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Tally {
    pub(crate) waits: Waits,
    pub(crate) separation_squared: Option<i64>,
    pub(crate) crossings: u64,
    /// Ticks in which an actor got no nearer to its goal, summed over the actors.
    pub(crate) stalled_ticks: u64,
}

impl Tally {
    /// The largest of its counts; the sum of all waits is one of them.
    #[cfg(feature = "serde")]
    pub(crate) fn largest(&self) -> u64 {
        let Waits { taken, anti_cross, distance, wall, stalled, planning, unreachable } = self.waits;
        let waits = [taken, anti_cross, distance, wall, stalled, planning, unreachable];
        waits.into_iter().fold(0, u64::saturating_add).max(self.crossings).max(self.stalled_ticks)
    }

    pub(crate) fn add(&mut self, report: &TickReport, separation_squared: Option<i64>) {
        report.waited.iter().for_each(|&(_, wait)| self.waits.add(wait));
        self.crossings += u64::from(report.crossings);
        self.stalled_ticks += report.stalled.len() as u64;
        self.separation_squared = self.separation_squared.into_iter().chain(separation_squared).min();
    }
}
