//! The planner of a flow: what it remembers from step to step, and what it does when the crowd stalls.
//!
//! Usually the next configuration is one step of [`Pibt`]. When that leads back to a configuration that was seen
//! since the last order, the crowd goes in circles: a search then plans up to the goals, and the planner
//! follows its plan.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::distance::DistanceTable;
use super::flood::Flood;
use super::ground_edit::GroundEdit;
use super::lacam::{self, Outcome, fingerprint};
use super::pibt::Pibt;
use super::problem::Problem;
use super::ranking::Ranking;
use super::refine::refine;
use crate::actor_id::ActorId;
use crate::open_moves::{OpenMoves, SubcellId};
use crate::tie_break::TieBreaker;

/// After a search in vain the planner trusts single steps for this many steps, then twice as many, and so on.
const FIRST_REST: u32 = 64;
/// So many steps without an end are a stall too, even if none of them led back.
const PATIENCE: usize = 20_000;

/// An actor of the flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Member {
    pub(crate) id: ActorId,
    /// Where it goes, or where it belongs when it has no order: whoever is pushed away comes back.
    pub(crate) goal: SubcellId,
    /// Whether it has no order.
    pub(crate) idle: bool,
}

/// What a planner knows.
#[derive(Clone, Debug)]
pub(crate) struct FlowPlanner {
    /// Goals or actors have changed since the last step.
    pub(super) is_disturbed: bool,
    pub(super) memory: Memory,
    /// One for each member, with its goal.
    pub(super) tables: Vec<DistanceTable>,
    pub(super) pibt: Pibt,
    /// Memory of the tables' growth.
    pub(super) spare: Vec<SubcellId>,
}

/// The part of a planner's knowledge that a saved run needs; the rest is computed from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Memory {
    pub(super) random: TieBreaker,
    /// By rising ids.
    pub(super) members: Vec<Member>,
    pub(super) ranking: Ranking,
    /// Fingerprints of the configurations since the last change.
    pub(super) seen: BTreeSet<u64>,
    pub(super) plan: VecDeque<Vec<SubcellId>>,
    /// Steps until the next search is allowed, and how many there will be after the next one in vain.
    pub(super) rest: u32,
    pub(super) next_rest: u32,
}

impl FlowPlanner {
    pub(crate) fn new(seed: u64) -> Self {
        let memory = Memory { random: TieBreaker::new(seed), next_rest: FIRST_REST, ..Memory::default() };
        Self { is_disturbed: true, memory, tables: Vec::new(), pibt: Pibt::default(), spare: Vec::new() }
    }

    /// Takes note that goals or actors have changed.
    pub(crate) const fn disturb(&mut self) {
        self.is_disturbed = true;
    }

    /// Forgets every actor's distances: the ground has changed.
    pub(crate) fn forget_all(&mut self) {
        self.memory.members.clear();
        self.memory.ranking = Ranking::default();
        self.tables.clear();
        self.disturb();
    }

    /// Keeps the distances that a change of the ground leaves as they are, and begins with the others again.
    pub(crate) fn follow_edit(&mut self, edit: &GroundEdit) {
        for table in &mut self.tables {
            if !edit.apply(table) {
                table.restart();
            }
        }
        self.disturb();
    }

    /// Whether the member at this place cannot tell yet which steps lead on from a sub-cell.
    pub(crate) fn is_planning(&self, moves: &OpenMoves, at: usize, spot: SubcellId) -> bool {
        self.is_lost(moves, at, spot) && !self.tables[at].has_guide(spot)
    }

    /// Whether the member at this place does not know yet which steps lead on from a sub-cell.
    fn is_lost(&self, moves: &OpenMoves, at: usize, spot: SubcellId) -> bool {
        let table = &self.tables[at];
        !table.is_complete() && !table.knows_around(moves, spot)
    }

    pub(crate) const fn is_disturbed(&self) -> bool {
        self.is_disturbed
    }

    pub(crate) fn members(&self) -> &[Member] {
        &self.memory.members
    }

    /// How many steps the member at this place has left if nothing blocks it.
    pub(crate) fn steps_left(&self, at: usize) -> u32 {
        self.memory.ranking.standing(at).0
    }

    /// Where an actor without an order belongs, as far as it is known.
    pub(crate) fn home(&self, id: ActorId) -> Option<SubcellId> {
        self.find(id).map(|at| self.memory.members[at]).filter(|member| member.idle).map(|member| member.goal)
    }

    /// Sets who goes where, by rising ids: actor, sub-cell now, goal, and whether it has no order.
    pub(crate) fn assign(&mut self, moves: &OpenMoves, assignments: &[(ActorId, SubcellId, SubcellId, bool)]) {
        let goals = self.memory.members.iter().map(|member| member.goal);
        let mut known_tables: BTreeMap<_, _> = goals.zip(std::mem::take(&mut self.tables)).collect();
        let mut tables = Vec::with_capacity(assignments.len());
        let mut members = Vec::with_capacity(assignments.len());
        let (mut left, mut points) = (Vec::with_capacity(assignments.len()), Vec::with_capacity(assignments.len()));
        for &(id, now, goal, idle) in assignments {
            let known = self.find(id).filter(|&at| self.memory.members[at].goal == goal);
            let table = known_tables.remove(&goal);
            let table = table.unwrap_or_else(|| DistanceTable::new(moves.size().area(), goal));
            let standing = known.map(|at| self.memory.ranking.standing(at));
            let standing = standing.unwrap_or_else(|| (steps_left(moves, &table, now), 0));
            left.push(standing.0);
            points.push(standing.1);
            members.push(Member { id, goal, idle });
            tables.push(table);
        }
        self.tables = tables;
        self.memory = Memory {
            random: self.memory.random.clone(),
            ranking: Ranking::new(left, points),
            next_rest: FIRST_REST,
            members,
            ..Memory::default()
        };
        self.is_disturbed = false;
    }

    /// Goes on from at most so many sub-cells of the tables, and the rest of the last level: first towards actors that do
    /// not know where to go, those without a guide and the nearest to their goals first, then everywhere.
    pub(crate) fn grow_tables(&mut self, moves: &OpenMoves, now: &[SubcellId], budget: u32) {
        let mut left = budget as usize;
        let mut lost: Vec<usize> = (0..now.len()).filter(|&at| self.is_lost(moves, at, now[at])).collect();
        lost.sort_by_key(|&at| {
            let table = &self.tables[at];
            (table.has_guide(now[at]), moves.cell(now[at]).chebyshev(moves.cell(table.goal())))
        });
        for &at in &lost {
            while left > 0 && self.is_lost(moves, at, now[at]) {
                left = left.saturating_sub(self.tables[at].grow(moves, &mut self.spare));
            }
        }
        if !lost.is_empty() {
            let steps = lost.into_iter().map(|at| (at, steps_left(moves, &self.tables[at], now[at])));
            self.memory.ranking.set_left(steps);
        }
        let (area, mut flood) = (moves.size().area(), None);
        for table in self.tables.iter_mut().filter(|table| !table.is_complete()) {
            if table.is_new() && left > area {
                let flood = flood.get_or_insert_with(|| Flood::new(moves));
                left -= table.complete(moves, flood, &mut self.spare);
            }
            while left > 0 && !table.is_complete() {
                left = left.saturating_sub(table.grow(moves, &mut self.spare));
            }
        }
    }

    /// Every actor's next sub-cell.
    pub(crate) fn advance(&mut self, moves: &OpenMoves, now: &[SubcellId], budget: u32) -> Vec<SubcellId> {
        let problem = Problem { moves, tables: &self.tables };
        let memory = &mut self.memory;
        if memory.plan.is_empty() && problem.is_solved(now) {
            return now.to_vec();
        }
        let next = memory.plan.pop_front().unwrap_or_else(|| {
            let next = self.pibt.step(&problem, now, memory.ranking.order(), &[], &mut memory.random);
            let next = next.expect("nothing is forced, and everybody may stay").to_vec();
            memory.find_exit(&problem, now, &next, budget).unwrap_or(next)
        });
        memory.ranking.update(&problem, now, &next);
        next
    }

    /// Plans up to the goals now, and follows that plan until something changes.
    pub(crate) fn plan_ahead(&mut self, moves: &OpenMoves, now: &[SubcellId], budget: u32, rounds: u32) -> bool {
        let mut flood = Flood::new(moves);
        for table in self.tables.iter_mut().filter(|table| !table.is_complete()) {
            table.complete(moves, &mut flood, &mut self.spare);
        }
        let problem = Problem { moves, tables: &self.tables };
        let memory = &mut self.memory;
        let steps = self.tables.iter().zip(now).map(|(table, &spot)| steps_left(moves, table, spot));
        memory.ranking.set_left(steps.enumerate());
        let outcome = lacam::search(&problem, now, &memory.ranking, &mut memory.random, budget);
        let Outcome::Found(mut plan) = outcome else { return false };
        refine(&problem, now, &mut plan, rounds);
        memory.plan = plan.into();
        true
    }

    fn find(&self, id: ActorId) -> Option<usize> {
        self.memory.members.binary_search_by_key(&id, |member| member.id).ok()
    }
}

impl Memory {
    /// If `next` goes in a circle: the first step of a plan that does not, with the others stored.
    fn find_exit(
        &mut self,
        problem: &Problem,
        now: &[SubcellId],
        next: &[SubcellId],
        budget: u32,
    ) -> Option<Vec<SubcellId>> {
        // Who does not know where to go yet stays, and comes again: that is no stall.
        if !problem.tables.iter().all(DistanceTable::is_complete) {
            return None;
        }
        self.rest = self.rest.saturating_sub(1);
        let is_new = self.seen.insert(fingerprint(next));
        let stalls = (!is_new || self.seen.len() > PATIENCE) && self.rest == 0 && !problem.is_solved(next);
        if !stalls {
            return None;
        }
        self.seen.clear();
        match lacam::search(problem, now, &self.ranking, &mut self.random, budget) {
            Outcome::Found(plan) => self.plan = plan.into(),
            Outcome::Impossible => self.rest = u32::MAX,
            Outcome::OutOfBudget => {
                self.rest = self.next_rest;
                self.next_rest = self.next_rest.saturating_mul(2);
            }
        }
        self.plan.pop_front()
    }
}

/// The steps from a sub-cell to the goal of a table; as long as they are not known, those on ground without walls.
fn steps_left(moves: &OpenMoves, table: &DistanceTable, spot: SubcellId) -> u32 {
    if table.knows(spot) {
        return table.steps_from(moves, spot);
    }
    moves.cell(spot).chebyshev(moves.cell(table.goal())) as u32
}
