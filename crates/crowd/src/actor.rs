//! One body of the crowd.

use undercroft_grid::{Cell, split_mix};

use crate::actor_id::ActorId;
use crate::subcell::step_length;
use crate::{CrowdSettings, Position, SUBCELL_UNITS, SubCell, Wait};

/// The shortest time after which an actor that gets no nearer may let others pass, in steps along an axis.
const STEPS_OF_SPAN: u32 = 8;

/// Where an actor was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Goal {
    /// The cell of the order, or the one it was exchanged for.
    pub cell: Cell,
    /// The sub-cell of that cell on which the actor has arrived.
    pub at: SubCell,
    /// The tick of the order.
    pub since: u64,
    /// The number of ticks made when it came to stand there.
    pub arrived: Option<u64>,
    /// False when walls have cut it off since.
    pub reachable: bool,
}

/// A step that is reserved while the one before it is still being walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Reservation {
    /// The sub-cell it leads to.
    pub to: SubCell,
    /// Sub-cells owned for the time of that step.
    pub extra: [Option<SubCell>; 2],
}

/// One body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Actor {
    /// The sub-cell it stands on, always owned.
    pub current: SubCell,
    /// The sub-cell it walks to, owned too.
    pub reserved: Option<SubCell>,
    /// Sub-cells it owns for the time of the step: anchors or the rest of a block.
    pub extra: [Option<SubCell>; 2],
    /// The step after this one, if it is reserved early.
    pub after: Option<Reservation>,
    /// How far it has come from the centre of `current` to that of `reserved`. [Unit: 1/256 sub-cell]
    pub walked: u16,
    /// How far it walks in a tick. [Unit: 1/256 sub-cell] [Limits: 1..=4096]
    pub pace: u16,
    /// Whether it stays where it is whatever happens.
    pub pinned: bool,
    /// Where it was sent, if anywhere.
    pub goal: Option<Goal>,
    /// The turning points still ahead, the next one last.
    pub waypoints: Vec<SubCell>,
    /// Ticks it has waited since it last got anything.
    pub waiting: u32,
    /// Why it waited last.
    pub reason: Option<Wait>,
    /// Ticks since it last got nearer to its goal along its path.
    pub stalled: u32,
    /// How near to its goal it has been along this path.
    pub(crate) nearest: PathLeft,
}

/// What is left of a path: so many turning points, and the square of the distance to the first of them.
pub(crate) type PathLeft = (u32, i64);

/// More than is left of any path.
const UNKNOWN: PathLeft = (u32::MAX, i64::MAX);

impl Actor {
    pub(crate) const fn new(at: SubCell, pace: u16) -> Self {
        Self {
            current: at,
            reserved: None,
            extra: [None; 2],
            after: None,
            walked: 0,
            pace,
            pinned: false,
            goal: None,
            waypoints: Vec::new(),
            waiting: 0,
            reason: None,
            stalled: 0,
            nearest: UNKNOWN,
        }
    }

    /// Where its body is: on the straight line from the centre of `current` to that of `reserved`.
    pub fn position(&self) -> Position {
        let start = self.current.center();
        let Some(to) = self.reserved else { return start };
        let length = i32::from(step_length(self.current, to));
        let along = (2 * SUBCELL_UNITS * i32::from(self.walked) + length) / (2 * length);
        Position { x: start.x + (to.0.x - self.current.0.x) * along, y: start.y + (to.0.y - self.current.0.y) * along }
    }

    /// Every sub-cell it owns, each once.
    pub fn owned(&self) -> Vec<SubCell> {
        let after = self.after.into_iter().flat_map(|after| after.extra.into_iter().flatten().chain([after.to]));
        let held = self.reserved.into_iter().chain(self.extra.into_iter().flatten());
        let mut owned: Vec<SubCell> = held.chain(after).chain([self.current]).collect();
        owned.sort_unstable();
        owned.dedup();
        owned
    }

    /// Every sub-cell that its body covers a part of until it rests: those it owns, and those beside a diagonal step.
    pub fn covered(&self) -> Vec<SubCell> {
        let mut covered = self.owned();
        let to = self.reserved.unwrap_or(self.current);
        let steps = [(self.current, to), (to, self.after.map_or(to, |after| after.to))];
        for (from, to) in steps {
            covered.extend([SubCell::new(from.0.x, to.0.y), SubCell::new(to.0.x, from.0.y)]);
        }
        covered.sort_unstable();
        covered.dedup();
        covered
    }

    /// Puts it on a sub-cell with nothing reserved.
    pub(crate) const fn stand_on(&mut self, at: SubCell) {
        (self.current, self.reserved, self.extra, self.after, self.walked) = (at, None, [None; 2], None, 0);
    }

    /// Ends the step: `reserved` becomes `current`, and the step after is next.
    pub(crate) const fn end_step(&mut self) {
        let (Some(to), after) = (self.reserved, self.after) else { return };
        self.stand_on(to);
        if let Some(Reservation { to, extra }) = after {
            (self.reserved, self.extra) = (Some(to), extra);
        }
    }

    /// The sub-cell from which its next reservation leads on.
    pub(crate) fn end_of_step(&self) -> SubCell {
        self.reserved.unwrap_or(self.current)
    }

    /// Whichever of `current` and `reserved` its body is nearer to.
    pub(crate) fn nearest_subcell(&self) -> SubCell {
        let is_past_half = |&to: &SubCell| 2 * self.walked >= step_length(self.current, to);
        self.reserved.filter(is_past_half).unwrap_or(self.current)
    }

    /// Whether it has a goal that it has not reached.
    pub fn is_seeking(&self) -> bool {
        self.goal.is_some_and(|goal| goal.arrived.is_none())
    }

    /// Whether it rests on the sub-cell of its goal.
    pub(crate) fn stands_on_goal(&self) -> bool {
        self.reserved.is_none() && self.goal.is_some_and(|goal| goal.at == self.current && goal.reachable)
    }

    /// The next waypoint beyond the end of the present step, if there is one.
    pub(crate) fn next_leg(&mut self) -> Option<SubCell> {
        let end = self.end_of_step();
        while self.waypoints.last() == Some(&end) {
            self.waypoints.pop();
        }
        self.waypoints.last().copied()
    }

    /// Whether one of its reserved steps joins the two sub-cells, in either direction.
    pub(crate) fn walks_between(&self, a: SubCell, b: SubCell) -> bool {
        let joins = |from: SubCell, to: SubCell| (from, to) == (a, b) || (from, to) == (b, a);
        let Some(to) = self.reserved else { return false };
        joins(self.current, to) || self.after.is_some_and(|after| joins(to, after.to))
    }

    /// Forgets the path and the waiting; the next tick replans.
    pub(crate) fn clear_path(&mut self) {
        self.waypoints.clear();
        self.waiting = 0;
        self.reason = None;
        self.stalled = 0;
        self.nearest = UNKNOWN;
    }

    /// What is left of its path.
    pub(crate) fn path_left(&self) -> PathLeft {
        let leg = self.waypoints.last().map(|leg| self.position().distance_squared(leg.center()));
        leg.map_or(UNKNOWN, |left| (self.waypoints.len() as u32, left))
    }

    /// Counts the ticks in which what is left of the path did not become less than ever. Returns whether this is one.
    pub(crate) fn note_progress(&mut self, left: PathLeft) -> bool {
        let is_nearer = left < self.nearest;
        self.stalled = if is_nearer { 0 } else { self.stalled.saturating_add(1) };
        self.nearest = self.nearest.min(left);
        !is_nearer
    }

    /// For how many spans of time it has got no nearer.
    pub(crate) fn stalled_spans(&self, settings: &CrowdSettings) -> u32 {
        let time_of_step = u32::from((SUBCELL_UNITS as u16).div_ceil(self.pace));
        self.stalled / settings.replan_after.max(STEPS_OF_SPAN * time_of_step)
    }

    /// Whether its turn has come to let others pass: it has got no nearer for long. Time is divided into spans, and in
    /// half of them, by chance, it takes no step aside; so of two who dodge each other one soon stands still.
    pub(crate) fn yields(&self, id: ActorId, settings: &CrowdSettings) -> bool {
        let span = self.stalled_spans(settings);
        let mut state = settings.seed ^ u64::from(id.to_bits()) << 32 ^ u64::from(span);
        span > 0 && split_mix(&mut state) & 1 == 0
    }
}
