//! A tick of the flow: every actor steps at once, and ownership changes hands at the step's end.

use std::collections::BTreeSet;

use crate::nearest::nearest;
use crate::open_moves::SubcellId;
use crate::report::{PlanResult, TickReport};
use crate::{ActorId, Crowd, Goal, Mode, SubCell, Wait};

impl Crowd {
    /// Plans the flow up to the goals now instead of step by step, with a search of at most `budget` steps of
    /// the whole crowd, and improves the plan in so many rounds. The next ticks follow it, until an order, an actor or
    /// a wall changes. Without a plan, and in other modes, the crowd moves as it would have.
    pub fn plan_ahead(&mut self, budget: u32, rounds: u32) -> PlanResult {
        let mut report = TickReport::default();
        if self.settings.mode != Mode::Flow {
            return PlanResult { found: false, redirected: report.redirected };
        }
        if self.planner.is_disturbed() {
            self.assign_goals(&mut report);
        }
        let now = self.spots();
        let moves = self.subcells.flow_moves(self.settings.flow_steps);
        let found = self.planner.plan_ahead(moves, &now, budget, rounds);
        PlanResult { found, redirected: report.redirected }
    }

    pub(crate) fn step_flow(&mut self, report: &mut TickReport) {
        if self.planner.is_disturbed() {
            self.assign_goals(report);
        }
        let now = self.spots();
        let moves = self.subcells.flow_moves(self.settings.flow_steps);
        self.planner.grow_tables(moves, &now, self.settings.distances_per_tick);
        let next = self.planner.advance(moves, &now, self.settings.search_budget);
        self.hand_over(&now, &next);
        for (at, (&from, &to)) in now.iter().zip(&next).enumerate() {
            let id = self.planner.members()[at].id;
            let is_planning = self.planner.is_planning(self.subcells.flow_moves(self.settings.flow_steps), at, from);
            self.arrive_or_wait(id, (from, to), is_planning, report);
            let left = self.planner.steps_left(at);
            let actor = &mut self.actors[id];
            if actor.is_seeking() && actor.note_progress((0, left.into())) {
                report.stalled.push(id);
            }
        }
    }

    fn spots(&self) -> Vec<SubcellId> {
        self.planner.members().iter().map(|member| self.subcells.id(self.actors[member.id].current)).collect()
    }

    /// All leave what they owned, then all take where they go: followers and rings of actors move together.
    fn hand_over(&mut self, now: &[SubcellId], next: &[SubcellId]) {
        let members = self.planner.members();
        for (member, &from) in members.iter().zip(now) {
            self.owners.release(from, member.id);
        }
        for (member, &to) in members.iter().zip(next) {
            let is_alone = self.owners.claim(&[to], member.id);
            debug_assert!(is_alone, "two actors on one sub-cell");
        }
    }

    fn arrive_or_wait(
        &mut self,
        id: ActorId,
        (from, to): (SubcellId, SubcellId),
        is_planning: bool,
        report: &mut TickReport,
    ) {
        let now = self.tick;
        let actor = &mut self.actors[id];
        if from != to {
            let at = self.subcells.at(to);
            actor.current = at;
            report.moved += 1;
        }
        let Some(goal) = &mut actor.goal else { return };
        let is_there = goal.at == actor.current && goal.reachable;
        if is_there && goal.arrived.is_none() {
            goal.arrived = Some(now + u64::from(from != to));
            (actor.waiting, actor.reason, actor.stalled) = (0, None, 0);
            report.arrived.push(id);
        } else if !is_there {
            goal.arrived = None;
            let wait = match (goal.reachable, is_planning) {
                (false, _) => Wait::Unreachable,
                (true, true) => Wait::Planning,
                (true, false) => Wait::Taken,
            };
            actor.reason = (from == to).then_some(wait);
            actor.waiting = if from == to { actor.waiting.saturating_add(1) } else { 0 };
            report.waited.extend(actor.reason.map(|wait| (id, wait)));
        }
    }

    /// Gives every actor a goal of its own. The pinned stay; those who have none, or have arrived, keep the place where
    /// they belong; of the others, who finds its destination taken gets the nearest free one.
    fn assign_goals(&mut self, report: &mut TickReport) {
        self.close_pinned();
        let mut taken = BTreeSet::new();
        let mut ids: Vec<ActorId> = self.actors.iter().map(|(id, _)| id).collect();
        ids.sort_by_key(|&id| (!self.actors[id].pinned, self.actors[id].is_seeking()));
        let mut goals = Vec::with_capacity(ids.len());
        for id in ids {
            let goal = self.own_goal(id, &mut taken, report);
            taken.insert(goal);
            let actor = &self.actors[id];
            let idle = actor.goal.is_none_or(|goal| !goal.reachable);
            goals.push((id, self.subcells.id(actor.current), goal, idle));
        }
        goals.sort_unstable();
        self.planner.assign(self.subcells.flow_moves(self.settings.flow_steps), &goals);
    }

    fn own_goal(&mut self, id: ActorId, taken: &mut BTreeSet<SubcellId>, report: &mut TickReport) -> SubcellId {
        let actor = &self.actors[id];
        let goal = actor.goal.filter(|goal| goal.reachable);
        let here = self.subcells.id(actor.current);
        let wanted = goal.map_or_else(|| self.home(id), |goal| self.subcells.id(goal.at));
        if !taken.contains(&wanted) {
            return wanted;
        }
        let Some(at) = self.free_spot(id, wanted, taken) else { return here };
        if let Some(goal) = goal {
            let cell = self.subcells.cell_of(at);
            self.set_goal(id, Some(Goal { cell, at, arrived: None, ..goal })).expect("the actor was just looked at");
            report.redirected.push((id, at));
        }
        self.subcells.id(at)
    }

    /// Where an actor without an order belongs.
    fn home(&self, id: ActorId) -> SubcellId {
        let actor = &self.actors[id];
        let here = self.subcells.id(actor.current);
        let home = self.planner.home(id).filter(|&home| {
            let at = self.subcells.at(home);
            !actor.pinned && self.subcells.is_free(at) && self.subcells.are_connected(at, actor.current)
        });
        home.unwrap_or(here)
    }

    /// The free sub-cell nearest to a taken one that the actor can reach and no one else goes to.
    fn free_spot(&self, id: ActorId, wanted: SubcellId, taken: &BTreeSet<SubcellId>) -> Option<SubCell> {
        let current = self.actors[id].current;
        let accept = |at: SubCell| {
            let spot = self.subcells.is_free(at).then(|| self.subcells.id(at));
            spot.is_some_and(|spot| {
                !taken.contains(&spot)
                    && self.headed_for[spot.index()] == 0
                    && self.subcells.are_connected(current, at)
                    && !self.is_parked_on(id, at)
            })
        };
        nearest(self.subcells.size(), self.subcells.at(wanted).0, |at| accept(SubCell(at))).map(SubCell)
    }
}
