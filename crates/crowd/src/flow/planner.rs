//! The pilot of a flow: what it remembers from step to step, and what it does when the crowd stalls.
//!
//! Usually the next configuration is one step of [`Pibt`]. When that leads back to a configuration that was seen
//! since the last order, the crowd goes in circles: a search then plans all the way to the goals, and the pilot
//! follows its plan.

use std::collections::{BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};
use undercroft_grid::BitGrid;

use super::lacam::{self, Outcome, fingerprint};
use super::refine::refine;
use super::{DistanceTable, Pibt, Problem, Queue, Ranking, Spot, Ways};
use crate::ActorId;
use crate::open_moves::sides;
use crate::tie_break::Random;

/// After a search in vain the pilot trusts single steps for this many steps, then twice as many, and so on.
const FIRST_REST: u32 = 64;
/// So many steps without an end are a stall too, even if none of them led back.
const PATIENCE: usize = 20_000;

/// An actor of the flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Member {
    pub(crate) id: ActorId,
    /// Where it goes, or where it belongs when it has no order: whoever is pushed away comes back.
    pub(crate) goal: Spot,
    /// Whether it has no order.
    pub(crate) idle: bool,
}

/// What a pilot knows.
#[derive(Clone, Debug)]
pub(crate) struct Pilot {
    /// Goals or actors have changed since the last step.
    is_disturbed: bool,
    memory: Memory,
    /// One for each member.
    tables: Vec<DistanceTable>,
    pibt: Pibt,
    queue: Queue,
}

/// The part of a pilot's knowledge that a saved run needs; the rest is computed from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Memory {
    random: Random,
    /// By rising ids.
    members: Vec<Member>,
    ranking: Ranking,
    /// Fingerprints of the configurations since the last change.
    seen: BTreeSet<u64>,
    plan: VecDeque<Vec<Spot>>,
    /// Steps until the next search is allowed, and how many there will be after the next one in vain.
    rest: u32,
    next_rest: u32,
}

impl Pilot {
    pub(crate) fn new(seed: u64) -> Self {
        let memory = Memory { random: Random::new(seed), next_rest: FIRST_REST, ..Memory::default() };
        Self { is_disturbed: true, memory, tables: Vec::new(), pibt: Pibt::default(), queue: Queue::default() }
    }

    /// Takes note that goals or actors have changed.
    pub(crate) const fn disturb(&mut self) {
        self.is_disturbed = true;
    }

    /// Forgets everybody's distances: the ground has changed.
    pub(crate) fn forget_all(&mut self) {
        self.memory.members.clear();
        self.memory.ranking = Ranking::default();
        self.tables.clear();
        self.disturb();
    }

    pub(crate) const fn is_disturbed(&self) -> bool {
        self.is_disturbed
    }

    pub(crate) fn members(&self) -> &[Member] {
        &self.memory.members
    }

    /// Where an actor without an order belongs, as far as it is known.
    pub(crate) fn home(&self, id: ActorId) -> Option<Spot> {
        self.find(id).map(|at| self.memory.members[at]).filter(|member| member.idle).map(|member| member.goal)
    }

    /// Sets who goes where, by rising ids: actor, spot now, goal, and whether it has no order.
    pub(crate) fn assign(&mut self, ways: &Ways, assignments: &[(ActorId, Spot, Spot, bool)]) {
        let mut tables = Vec::with_capacity(assignments.len());
        let mut members = Vec::with_capacity(assignments.len());
        let (mut left, mut points) = (Vec::with_capacity(assignments.len()), Vec::with_capacity(assignments.len()));
        for &(id, now, goal, idle) in assignments {
            let known = self.find(id).filter(|&at| self.memory.members[at].goal == goal);
            let table = known.map(|at| std::mem::take(&mut self.tables[at]));
            let table = table.unwrap_or_else(|| DistanceTable::new(ways, goal, &mut self.queue));
            let standing = known.map(|at| self.memory.ranking.standing(at));
            let standing = standing.unwrap_or_else(|| (table.steps_from(ways, now), 0));
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

    /// Everybody's next spot.
    pub(crate) fn advance(&mut self, ways: &Ways, now: &[Spot], budget: u32) -> Vec<Spot> {
        let problem = Problem { ways, tables: &self.tables };
        let memory = &mut self.memory;
        if memory.plan.is_empty() && problem.is_solved(now) {
            return now.to_vec();
        }
        let next = memory.plan.pop_front().unwrap_or_else(|| {
            let next = self.pibt.step(&problem, now, memory.ranking.order(), &[], &mut memory.random);
            let next = next.expect("nothing is forced, and everybody may stay").to_vec();
            memory.way_out(&problem, now, &next, budget).unwrap_or(next)
        });
        memory.ranking.update(&problem, now, &next);
        next
    }

    /// Plans all the way to the goals now, and follows that plan until something changes.
    pub(crate) fn plan_ahead(&mut self, ways: &Ways, now: &[Spot], budget: u32, rounds: u32) -> bool {
        let problem = Problem { ways, tables: &self.tables };
        let memory = &mut self.memory;
        let outcome = lacam::search(&problem, now, &memory.ranking, &mut memory.random, budget);
        let Outcome::Found(mut plan) = outcome else { return false };
        refine(&problem, now, &mut plan, rounds);
        memory.plan = plan.into();
        true
    }

    /// What a saved run needs.
    pub(crate) const fn memory(&self) -> (&Memory, bool) {
        (&self.memory, self.is_disturbed)
    }

    /// A pilot with this memory, on the ground it was made for.
    pub(crate) fn recall(ways: &Ways, memory: Memory, is_disturbed: bool) -> Self {
        let mut queue = Queue::default();
        let tables = memory.members.iter().map(|member| DistanceTable::new(ways, member.goal, &mut queue)).collect();
        Self { is_disturbed, memory, tables, pibt: Pibt::default(), queue }
    }

    fn find(&self, id: ActorId) -> Option<usize> {
        self.memory.members.binary_search_by_key(&id, |member| member.id).ok()
    }
}

impl Memory {
    /// If `next` goes in a circle: the first step of a plan that does not, with the others stored.
    fn way_out(&mut self, problem: &Problem, now: &[Spot], next: &[Spot], budget: u32) -> Option<Vec<Spot>> {
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

    /// Whether a memory from a file can be that of a flow of these actors, given with their spots by rising ids.
    pub(crate) fn check(
        &self,
        ways: &Ways,
        solid: &BitGrid,
        seats: &[(ActorId, Spot)],
        is_disturbed: bool,
    ) -> Result<(), String> {
        let count = self.members.len();
        let is_spot = |spot: &Spot| spot.index() < ways.size().area() && !solid.contains(ways.cell(*spot));
        if !self.ranking.is_of(count) {
            return Err("the ranking needs one entry for each member".to_owned());
        }
        if !self.members.is_sorted_by_key(|member| member.id)
            || !self.members.iter().all(|member| is_spot(&member.goal))
        {
            return Err("members need rising ids and goals outside walls".to_owned());
        }
        if is_disturbed {
            return Ok(());
        }
        if self.members.iter().map(|member| member.id).ne(seats.iter().map(|&(id, _)| id)) {
            return Err("members are not the actors".to_owned());
        }
        let mut now: Vec<Spot> = seats.iter().map(|&(_, spot)| spot).collect();
        for (at, next) in self.plan.iter().enumerate() {
            if !is_lawful_step(ways, &now, next) {
                return Err(format!("step {at} of the plan is not one"));
            }
            now.clone_from(next);
        }
        Ok(())
    }
}

/// Whether everybody goes to a neighbour or stays, nobody to the same spot, and no two change places or cross.
pub(super) fn is_lawful_step(ways: &Ways, now: &[Spot], next: &[Spot]) -> bool {
    let lawful_alone = |(&from, &to): (&Spot, &Spot)| from == to || ways.direction(from, to).is_some();
    if now.len() != next.len() || !now.iter().zip(next).all(lawful_alone) {
        return false;
    }
    let moves: BTreeSet<(Spot, Spot)> = now.iter().copied().zip(next.iter().copied()).collect();
    let ends: BTreeSet<Spot> = next.iter().copied().collect();
    let clashes = |&(from, to): &(Spot, Spot)| {
        let beside = ways.direction(from, to).and_then(sides);
        let crosses = beside.is_some_and(|(a, b)| {
            let (a, b) = (ways.step(from, a), ways.step(from, b));
            moves.contains(&(a, b)) || moves.contains(&(b, a))
        });
        crosses || from != to && moves.contains(&(to, from))
    };
    ends.len() == next.len() && !moves.iter().any(clashes)
}
