//! One tick of the crowd.

use undercroft_grid::{BitGrid, Cell};

use crate::mode::{self, Claim, View};
use crate::navigator::Navigator;
use crate::subcell::{SUBCELL_UNITS, step_length};
use crate::{Actor, ActorId, Crowd, Mode, Reservation, SubCell, TickReport, Wait};

/// What the actors of one tick share.
struct Tick<'a> {
    navigator: &'a mut dyn Navigator,
    plans_left: u32,
    /// Walls and parked actors; drawn when the first blocked actor asks for it.
    obstacles: Option<BitGrid>,
    report: TickReport,
}

impl Crowd {
    /// Lets every actor act once.
    pub fn step(&mut self, navigator: &mut dyn Navigator) -> TickReport {
        let report = TickReport { tick: self.tick, ..TickReport::default() };
        let mut tick = Tick { navigator, plans_left: self.settings.plans_per_tick, obstacles: None, report };
        if self.settings.mode == Mode::Flow {
            self.step_flow(&mut tick.report);
        } else {
            tick.navigator.follow(self.subcells.solid());
            self.actors.turns(self.tick).into_iter().for_each(|id| self.act(id, &mut tick));
        }
        let separation = self.separation_squared();
        self.tally.add(&tick.report, separation);
        self.tick += 1;
        tick.report
    }

    /// Walks as far as the pace goes: what is left of the tick at the end of a step is spent on the next.
    fn act(&mut self, id: ActorId, tick: &mut Tick) {
        self.release_goal(id, tick);
        let before = self.actors[id].position();
        let mut left = self.actors[id].pace;
        while left > 0 && (self.actors[id].reserved.is_some() || self.seek(id, tick)) {
            left = self.walk(id, left, tick);
        }
        let has_moved = self.actors[id].position() != before;
        tick.report.moved += u32::from(has_moved);
        self.settle(id, has_moved, tick);
        let actor = &mut self.actors[id];
        if actor.is_seeking() && actor.note_progress(actor.path_left()) {
            tick.report.stalled.push(id);
        }
    }

    /// When another actor is parked on the destination: the nearest free cell instead.
    fn release_goal(&mut self, id: ActorId, tick: &mut Tick) {
        let Some(goal) = self.actors[id].goal.filter(|goal| goal.arrived.is_none() && goal.reachable) else { return };
        if !self.is_parked_on(id, goal.at) {
            return;
        }
        if let Some((cell, at)) = self.free_place(id, goal.cell) {
            self.set_goal(id, Some(crate::Goal { cell, at, ..goal })).expect("the actor acts now");
            tick.report.redirected.push((id, at));
        }
    }

    /// Whoever stands on its destination has arrived.
    fn settle(&mut self, id: ActorId, has_moved: bool, tick: &mut Tick) {
        let now = self.tick + u64::from(has_moved);
        let actor = &mut self.actors[id];
        if !actor.is_seeking() || !actor.stands_on_goal() {
            return;
        }
        actor.goal.iter_mut().for_each(|goal| goal.arrived = Some(now));
        actor.clear_path();
        tick.report.arrived.push(id);
    }

    /// Walks towards the reserved sub-cell, and returns what is left of the tick there.
    fn walk(&mut self, id: ActorId, left: u16, tick: &mut Tick) -> u16 {
        let actor = &self.actors[id];
        let Some(to) = actor.reserved else { return left };
        let length = step_length(actor.current, to);
        let walked = (actor.walked + left).min(length);
        if self.settings.early && actor.after.is_none() && 2 * walked >= length {
            self.reserve_early(id, tick);
        }
        let actor = &mut self.actors[id];
        let spent = walked - std::mem::replace(&mut actor.walked, walked);
        if walked == length {
            self.change_steps(id, Actor::end_step);
        }
        left - spent
    }

    /// Reserves the next step, or waits. Returns whether there is a step to walk now.
    fn seek(&mut self, id: ActorId, tick: &mut Tick) -> bool {
        let actor = &self.actors[id];
        if !actor.is_seeking() || actor.stands_on_goal() {
            return false;
        }
        match self.leg(id, tick).and_then(|leg| self.choose(id, leg)) {
            Ok(claim) => {
                self.reserve(id, claim, tick);
                let actor = &mut self.actors[id];
                (actor.reserved, actor.extra) = (Some(claim.target), claim.extra);
                (actor.waiting, actor.reason) = (0, None);
                true
            }
            Err(wait) => {
                self.wait(id, wait, tick);
                false
            }
        }
    }

    /// Reserves the step after the present one, if it can be had. Who has no plan for it yet makes one when it is there.
    fn reserve_early(&mut self, id: ActorId, tick: &mut Tick) {
        let actor = &mut self.actors[id];
        let end = actor.end_of_step();
        if !actor.goal.is_some_and(|goal| goal.arrived.is_none() && goal.reachable && goal.at != end) {
            return;
        }
        let Some(leg) = actor.next_leg() else { return };
        if let Ok(claim) = self.choose(id, leg) {
            self.reserve(id, claim, tick);
            self.actors[id].after = Some(Reservation { to: claim.target, extra: claim.extra });
        }
    }

    /// The step that the mode allows. Who has got no nearer for long takes none that leads aside, now and then.
    fn choose(&self, id: ActorId, leg: SubCell) -> Result<Claim, Wait> {
        let Self { settings, subcells, owners, actors, .. } = self;
        let claim = mode::choose(&View { settings, subcells, owners, actors }, id, leg)?;
        let actor = &actors[id];
        let leads_on =
            |claim: &Claim| claim.target.0.distance_squared(leg.0) < actor.end_of_step().0.distance_squared(leg.0);
        if leads_on(&claim) || !actor.yields(id, settings) { Ok(claim) } else { Err(Wait::Stalled) }
    }

    /// Takes what a step needs and the actor does not own already.
    fn reserve(&mut self, id: ActorId, claim: Claim, tick: &mut Tick) {
        let needed = [Some(claim.target), claim.extra[0], claim.extra[1]];
        let spots = needed.into_iter().flatten().map(|at| self.subcells.id(at));
        let spots: Vec<_> = spots.filter(|&spot| self.owners.owner(spot) != Some(id)).collect();
        let taken = self.owners.claim(&spots, id);
        debug_assert!(taken, "a mode chooses only what is free");
        tick.report.crossings += u32::from(claim.crosses);
    }

    /// Counts the waiting. A waypoint that others block is skipped if the one after it is in plain sight.
    fn wait(&mut self, id: ActorId, wait: Wait, tick: &mut Tick) {
        tick.report.waited.push((id, wait));
        let actor = &mut self.actors[id];
        actor.waiting = actor.waiting.saturating_add(1);
        actor.reason = Some(wait);
        if let [.., after, _] = actor.waypoints[..]
            && self.subcells.is_clear(actor.current, after)
        {
            actor.waypoints.pop();
        }
    }

    /// The end of the current leg; plans the path if there is none, and a new one for whoever was blocked for long.
    fn leg(&mut self, id: ActorId, tick: &mut Tick) -> Result<SubCell, Wait> {
        let actor = &mut self.actors[id];
        let has_leg = actor.next_leg().is_some();
        // Who still waits after a new plan waits twice as long for the next: planning in vain is what costs most.
        let patience = self.settings.replan_after;
        let waited_long = actor.waiting.is_multiple_of(patience) && (actor.waiting / patience).is_power_of_two();
        // Waiting opens no walls: whoever was pushed off its leg to where only walls lie ahead plans at once.
        if !has_leg {
            self.plan(id, tick)?;
        } else if waited_long || actor.reason == Some(Wait::Wall) {
            self.replan(id, tick)?;
        }
        self.actors[id].waypoints.last().copied().ok_or(Wait::Unreachable)
    }

    fn plan(&mut self, id: ActorId, tick: &mut Tick) -> Result<(), Wait> {
        let goal = self.actors[id].goal.filter(|goal| goal.reachable).ok_or(Wait::Unreachable)?;
        tick.plans_left = tick.plans_left.checked_sub(1).ok_or(Wait::Planning)?;
        let route = tick.navigator.route(self.subcells.solid(), self.actors[id].current.0, goal.at.0);
        self.follow(id, &[], route.ok_or(Wait::Unreachable)?);
        Ok(())
    }

    /// For the blocked: a path round the parked actors to the end of the leg, else to the destination; else any path.
    fn replan(&mut self, id: ActorId, tick: &mut Tick) -> Result<(), Wait> {
        tick.plans_left = tick.plans_left.checked_sub(1).ok_or(Wait::Planning)?;
        tick.report.replanned.push(id);
        let obstacles = tick.obstacles.get_or_insert_with(|| self.obstacles());
        let (current, old) = (self.actors[id].current, std::mem::take(&mut self.actors[id].waypoints));
        for rest in [&old[..], &old[..1]] {
            let Some((end, later)) = rest.split_last() else { continue };
            let is_open = !obstacles.contains(current.0) && !obstacles.contains(end.0);
            if let Some(route) = is_open.then(|| tick.navigator.route(obstacles, current.0, end.0)).flatten() {
                self.follow(id, later, route);
                return Ok(());
            }
        }
        tick.plans_left += 1;
        self.plan(id, tick)
    }

    /// Takes a path, given from its start, and the waypoints after it.
    fn follow(&mut self, id: ActorId, later: &[SubCell], route: Vec<Cell>) {
        let actor = &mut self.actors[id];
        let ahead = route.into_iter().map(SubCell).skip_while(|&at| at == actor.current);
        actor.waypoints = later.to_vec();
        let known = actor.waypoints.len();
        actor.waypoints.extend(ahead);
        actor.waypoints[known..].reverse();
        actor.nearest = actor.path_left();
    }

    fn obstacles(&self) -> BitGrid {
        let mut obstacles = self.subcells.solid().clone();
        for (_, actor) in self.actors.iter().filter(|(_, actor)| !actor.is_seeking()) {
            obstacles.insert(actor.current.0);
        }
        obstacles
    }

    /// The square of the smallest distance between bodies, as far as it is at most a sub-cell. In a flow all stand in
    /// the middle of theirs, so that neighbours suffice and the first two side by side are the nearest. Else a body is
    /// less than 0.71 from the sub-cell it is nearest to, and two that are within one of each other are nearest to
    /// sub-cells at most two rows or columns apart.
    fn separation_squared(&self) -> Option<i64> {
        let (reach, least) =
            if self.settings.mode == Mode::Flow { (1, i64::from(SUBCELL_UNITS).pow(2)) } else { (2, 0) };
        let mut nearest = None;
        for distance in self.actors.iter().filter_map(|(_, actor)| self.nearest_ahead(actor, reach)) {
            nearest = Some(nearest.map_or(distance, |known: i64| known.min(distance)));
            if distance <= least {
                break;
            }
        }
        nearest
    }

    /// The same for one actor and the half of its neighbourhood that comes after it row by row; the other half looks
    /// back at it.
    fn nearest_ahead(&self, actor: &Actor, reach: i32) -> Option<i64> {
        let Cell { x, y } = actor.nearest_subcell().0;
        let east = (x + 1..=x + reach).map(|x| SubCell::new(x, y));
        let south = (y + 1..=y + reach).flat_map(|y| (x - reach..=x + reach).map(move |x| SubCell::new(x, y)));
        let others = east.chain(south).filter_map(|at| self.actors.get(self.owner(at)?));
        let others = others.filter(|other| !std::ptr::eq(*other, actor));
        others.map(|other| actor.position().distance_squared(other.position())).min()
    }
}
