//! One tick of the crowd.

use undercroft_grid::{BitGrid, Cell};

use crate::mode::{self, Claim, View};
use crate::navigator::Navigator;
use crate::{Actor, ActorId, Crowd, Mode, SubCell, TickReport, Wait};

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
            self.actors.turns(self.tick).into_iter().for_each(|id| self.act(id, &mut tick));
        }
        let separation = self.separation_squared();
        self.tally.add(&tick.report, separation);
        self.tick += 1;
        tick.report
    }

    fn act(&mut self, id: ActorId, tick: &mut Tick) {
        self.release_goal(id, tick);
        let before = self.actors[id].position;
        let actor = &self.actors[id];
        if actor.goal.is_some_and(|goal| goal.at == actor.current && goal.reachable) {
            self.settle(id, tick);
        } else if let Some(reserved) = actor.reserved {
            self.walk(id, reserved);
        } else {
            self.centre(id);
            self.seek(id, tick);
        }
        tick.report.moved += u32::from(self.actors[id].position != before);
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

    /// On the destination: all but `current` is given back, and the body comes to rest in its middle.
    fn settle(&mut self, id: ActorId, tick: &mut Tick) {
        self.release_held(id);
        self.centre(id);
        let now = self.tick;
        let actor = &mut self.actors[id];
        let Some(goal) = actor.goal.as_mut().filter(|goal| goal.arrived.is_none()) else { return };
        goal.arrived = Some(now);
        actor.clear_path();
        tick.report.arrived.push(id);
    }

    /// Towards the reserved sub-cell; when at least as near to it as to `current`, it becomes `current`.
    fn walk(&mut self, id: ActorId, reserved: SubCell) {
        let actor = &mut self.actors[id];
        actor.position = actor.position.step_towards(reserved.center(), actor.pace);
        let (old, position) = (actor.current, actor.position);
        if position.distance_squared(reserved.center()) > position.distance_squared(old.center()) {
            return;
        }
        actor.current = reserved;
        actor.reserved = None;
        let extra = std::mem::take(&mut actor.extra);
        for at in extra.into_iter().flatten().chain([old]) {
            self.owners.release(self.subcells.id(at), id);
        }
    }

    fn centre(&mut self, id: ActorId) {
        let actor = &mut self.actors[id];
        actor.position = actor.position.step_towards(actor.current.center(), actor.pace);
    }

    /// Reserves the next step, or waits.
    fn seek(&mut self, id: ActorId, tick: &mut Tick) {
        let actor = &self.actors[id];
        let is_ready = self.settings.early || actor.position == actor.current.center();
        if !actor.is_seeking() || !is_ready {
            return;
        }
        let leg = self.leg(id, tick);
        let Self { settings, subcells, owners, actors, .. } = &*self;
        match leg.and_then(|leg| mode::choose(&View { settings, subcells, owners, actors }, id, leg)) {
            Ok(claim) => self.reserve(id, claim, tick),
            Err(wait) => self.wait(id, wait, tick),
        }
    }

    fn reserve(&mut self, id: ActorId, claim: Claim, tick: &mut Tick) {
        let wanted = [Some(claim.target), claim.extra[0], claim.extra[1]];
        let spots: Vec<_> = wanted.into_iter().flatten().map(|at| self.subcells.id(at)).collect();
        let taken = self.owners.claim(&spots, id);
        debug_assert!(taken, "a mode chooses only what is free");
        let actor = &mut self.actors[id];
        (actor.reserved, actor.extra) = (Some(claim.target), claim.extra);
        (actor.waiting, actor.reason) = (0, None);
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
        while actor.waypoints.last() == Some(&actor.current) {
            actor.waypoints.pop();
        }
        // Who still waits after a new plan waits twice as long for the next: planning in vain is what costs most.
        let patience = self.settings.replan_after;
        let waited_long = actor.waiting.is_multiple_of(patience) && (actor.waiting / patience).is_power_of_two();
        // Waiting opens no walls: whoever was pushed off its leg to where only walls lie ahead plans at once.
        if actor.waypoints.is_empty() {
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
    }

    fn obstacles(&self) -> BitGrid {
        let mut obstacles = self.subcells.solid().clone();
        for (_, actor) in self.actors.iter().filter(|(_, actor)| !actor.is_seeking()) {
            obstacles.insert(actor.current.0);
        }
        obstacles
    }

    /// The square of the smallest distance between bodies whose sub-cells are near each other. In a flow all stand in
    /// the middle of theirs, so that neighbours suffice; else bodies two sub-cells apart may be the nearest.
    fn separation_squared(&self) -> Option<i64> {
        let reach = if self.settings.mode == Mode::Flow { 1 } else { 2 };
        let distances = self.actors.iter().filter_map(|(_, actor)| self.nearest_ahead(actor, reach));
        distances.min()
    }

    /// The same for one actor and the half of its neighbourhood that comes after it row by row; the other half looks
    /// back at it.
    fn nearest_ahead(&self, actor: &Actor, reach: i32) -> Option<i64> {
        let Cell { x, y } = actor.current.0;
        let east = (x + 1..=x + reach).map(|x| SubCell::new(x, y));
        let south = (y + 1..=y + reach).flat_map(|y| (x - reach..=x + reach).map(move |x| SubCell::new(x, y)));
        let others = east.chain(south).filter_map(|at| self.actors.get(self.owner(at)?));
        let others = others.filter(|other| !std::ptr::eq(*other, actor));
        others.map(|other| actor.position.distance_squared(other.position)).min()
    }
}
