//! The crowd: a map, a sub-cell grid over it, actors, and the table of who owns what.
//!
//! Whatever a request changes, these hold between ticks: an actor owns its `current`, `reserved` and `extra`
//! sub-cells and no others, none of them is solid, and no sub-cell has two owners. A refused request changes nothing.

use undercroft_grid::{BitGrid, Cell};

use crate::actor::Actors;
use crate::flow::FlowPlanner;
use crate::nearest::nearest;
use crate::report::Tally;
use crate::reservations::Owners;
use crate::subcell_grid::SubcellGrid;
use crate::{Actor, ActorId, CrowdError, CrowdSettings, Goal, OrderResult, SubCell, Summary};

/// The fastest pace. [Unit: 1/256 sub-cell a tick]
pub const MAX_PACE: u16 = 4096;

/// Many bodies on one map.
///
/// ```
/// use undercroft_crowd::{Crowd, CrowdError, CrowdSettings};
/// use undercroft_grid::{BitGrid, Cell, Size};
///
/// let mut crowd = Crowd::new(BitGrid::new(Size::of(4, 4)), CrowdSettings::default())?;
/// let start = crowd.anchor(Cell::new(1, 1)).expect("the cell is free");
/// let actor = crowd.spawn(start, 64)?;
/// assert_eq!(crowd.spawn(start, 64), Err(CrowdError::Owned { at: start, owner: actor }));
/// assert_eq!(crowd.owner(start), Some(actor));
/// # Ok::<(), CrowdError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Crowd {
    pub(crate) map: BitGrid,
    pub(crate) settings: CrowdSettings,
    pub(crate) subcells: SubcellGrid,
    pub(crate) owners: Owners,
    pub(crate) actors: Actors,
    /// How many actors head for each sub-cell.
    pub(crate) headed_for: Vec<u32>,
    pub(crate) tick: u64,
    pub(crate) tally: Tally,
    pub(crate) planner: FlowPlanner,
}

impl Crowd {
    /// An empty crowd on a map of solid cells.
    ///
    /// # Errors
    /// When a setting is outside its limits, or the sub-cell grid would be too large.
    pub fn new(map: BitGrid, settings: CrowdSettings) -> Result<Self, CrowdError> {
        settings.check()?;
        let subcells = SubcellGrid::new(&map, settings.n, settings.offset)?;
        let area = subcells.size().area();
        Ok(Self {
            planner: FlowPlanner::new(settings.seed),
            owners: Owners::new(area),
            headed_for: vec![0; area],
            actors: Actors::default(),
            tick: 0,
            tally: Tally::default(),
            map,
            settings,
            subcells,
        })
    }

    /// The solid cells.
    pub const fn map(&self) -> &BitGrid {
        &self.map
    }

    /// How it moves.
    pub const fn settings(&self) -> &CrowdSettings {
        &self.settings
    }

    /// Ticks made so far.
    pub const fn tick(&self) -> u64 {
        self.tick
    }

    /// Every actor with its number, by rising numbers.
    pub fn actors(&self) -> impl Iterator<Item = (ActorId, &Actor)> {
        self.actors.iter()
    }

    /// The actor of that number.
    pub fn actor(&self, id: ActorId) -> Option<&Actor> {
        self.actors.get(id)
    }

    /// Who owns a sub-cell.
    pub fn owner(&self, at: SubCell) -> Option<ActorId> {
        self.subcells.size().contains(at.0).then(|| self.owners.owner(self.subcells.id(at)))?
    }

    /// The sub-cells that no body can stand on.
    pub const fn solid(&self) -> &BitGrid {
        self.subcells.solid()
    }

    /// The sub-cell that stands for a cell: the free one nearest to its centre.
    pub fn anchor(&self, cell: Cell) -> Option<SubCell> {
        self.map.size().contains(cell).then(|| self.subcells.anchor(cell))?
    }

    /// Puts a new actor on a sub-cell.
    ///
    /// # Errors
    /// When the sub-cell is solid, outside or owned, or the pace is not in `1..=MAX_PACE`.
    pub fn spawn(&mut self, at: SubCell, pace: u16) -> Result<ActorId, CrowdError> {
        if !(1..=MAX_PACE).contains(&pace) {
            return Err(CrowdError::Setting { field: "pace", need: "1 to 4096", got: pace.into() });
        }
        if !self.subcells.is_free(at) {
            return Err(CrowdError::SolidSubCell(at));
        }
        if let Some(owner) = self.owner(at) {
            return Err(CrowdError::Owned { at, owner });
        }
        let id = self.actors.add(Actor::new(at, pace));
        self.owners.claim(&[self.subcells.id(at)], id);
        self.planner.disturb();
        Ok(id)
    }

    /// Takes an actor away with everything it owns.
    ///
    /// # Errors
    /// When there is no such actor.
    pub fn remove(&mut self, id: ActorId) -> Result<Actor, CrowdError> {
        self.set_goal(id, None)?;
        self.release_held(id);
        let actor = self.actors.remove(id).ok_or(CrowdError::NoSuchActor(id))?;
        self.owners.release(self.subcells.id(actor.current), id);
        self.planner.disturb();
        Ok(actor)
    }

    /// Makes a cell solid or free. Paths are replanned, and destinations that became solid or cut off are exchanged
    /// for the nearest free cells that can be reached: these are returned.
    ///
    /// # Errors
    /// When the cell lies outside the map, or an actor owns a sub-cell that would become solid.
    pub fn set_wall(&mut self, cell: Cell, solid: bool) -> Result<Vec<OrderResult>, CrowdError> {
        let size = self.map.size();
        if !size.contains(cell) {
            return Err(CrowdError::Outside { cell, map: size });
        }
        let owned = self.subcells.over(cell).find_map(|at| Some((at, self.owner(at)?)));
        if let (true, Some((at, owner))) = (solid, owned) {
            return Err(CrowdError::Owned { at, owner });
        }
        self.map.set(cell, solid);
        self.subcells = SubcellGrid::new(&self.map, self.settings.n, self.settings.offset)?;
        self.planner.forget_all();
        Ok(self.review_goals())
    }

    /// Changes how the crowd moves. On another sub-cell grid every actor is reseated, as near as can be to where it was, and
    /// destinations that cannot be reached there are exchanged for the nearest that can: these are returned.
    ///
    /// # Errors
    /// When a setting is outside its limits, or the new grid has no room for every actor.
    pub fn set_settings(&mut self, settings: CrowdSettings) -> Result<Vec<OrderResult>, CrowdError> {
        settings.check()?;
        let same_lattice = (settings.n, settings.offset) == (self.settings.n, self.settings.offset);
        let exchanged = if same_lattice {
            self.actors.turns(0).into_iter().for_each(|id| self.stand_still(id));
            Vec::new()
        } else {
            self.move_to_lattice(SubcellGrid::new(&self.map, settings.n, settings.offset)?)?
        };
        self.settings = settings;
        self.planner = FlowPlanner::new(self.settings.seed);
        Ok(exchanged)
    }

    /// What happened so far.
    pub fn summary(&self) -> Summary {
        let goals = || self.actors.iter().filter_map(|(_, actor)| actor.goal);
        let arrivals = || goals().filter_map(|goal| Some((goal.since, goal.arrived?)));
        let first_order = goals().map(|goal| goal.since).min().unwrap_or(0);
        Summary {
            actors: self.actors.len() as u32,
            arrived: arrivals().count() as u32,
            makespan: arrivals().map(|(_, arrived)| arrived - first_order).max().unwrap_or(0),
            sum_of_costs: arrivals().map(|(since, arrived)| arrived - since).sum(),
            waits: self.tally.waits,
            separation_squared: self.tally.separation_squared,
            crossings: self.tally.crossings,
            stuck: self.actors.iter().filter(|(_, a)| a.is_seeking()).map(|(id, a)| (id, a.reason)).collect(),
        }
    }

    /// Whether every actor is where it was sent, or has no goal.
    pub fn is_settled(&self) -> bool {
        !self.actors.iter().any(|(_, actor)| actor.is_seeking())
    }

    /// Gives an actor another goal, or none.
    pub(crate) fn set_goal(&mut self, id: ActorId, goal: Option<Goal>) -> Result<(), CrowdError> {
        let actor = self.actors.get_mut(id).ok_or(CrowdError::NoSuchActor(id))?;
        if let Some(old) = std::mem::replace(&mut actor.goal, goal) {
            self.headed_for[self.subcells.moves().id(old.at.0).index()] -= 1;
        }
        if let Some(new) = goal {
            self.headed_for[self.subcells.moves().id(new.at.0).index()] += 1;
        }
        actor.clear_path();
        self.planner.disturb();
        Ok(())
    }

    /// Gives back everything but `current`.
    pub(crate) fn release_held(&mut self, id: ActorId) {
        let actor = &mut self.actors[id];
        actor.held().for_each(|at| self.owners.release(self.subcells.id(at), id));
        (actor.reserved, actor.extra) = (None, [None; 2]);
    }

    /// Ends a step halfway: the body returns to the middle of `current`.
    fn stand_still(&mut self, id: ActorId) {
        self.release_held(id);
        let actor = &mut self.actors[id];
        actor.position = actor.current.center();
        actor.clear_path();
    }

    /// Seats every actor on another grid, or none of them.
    fn move_to_lattice(&mut self, subcells: SubcellGrid) -> Result<Vec<OrderResult>, CrowdError> {
        let mut owners = Owners::new(subcells.size().area());
        let mut seats = Vec::with_capacity(self.actors.len());
        for (id, actor) in self.actors.iter() {
            let near = self.subcells.nearest_of(&subcells, actor.current);
            let accept = |at| subcells.is_free(SubCell(at)) && owners.is_free(subcells.id(SubCell(at)));
            let seat = nearest(subcells.size(), near.0, accept).ok_or(CrowdError::Full(id))?;
            owners.claim(&[subcells.id(SubCell(seat))], id);
            seats.push((id, SubCell(seat)));
        }
        for (id, seat) in seats {
            let actor = &mut self.actors[id];
            (actor.current, actor.reserved, actor.extra) = (seat, None, [None; 2]);
            actor.position = seat.center();
        }
        (self.subcells, self.owners) = (subcells, owners);
        Ok(self.review_goals())
    }

    /// After a change of the sub-cell grid: every goal gets its sub-cell there, or else the nearest that can be reached. Those
    /// that lead to another cell now are returned.
    fn review_goals(&mut self) -> Vec<OrderResult> {
        self.headed_for = vec![0; self.subcells.size().area()];
        let goals: Vec<(ActorId, Goal)> =
            self.actors.iter_mut().filter_map(|(id, a)| Some((id, a.goal.take()?))).collect();
        let mut exchanged = Vec::new();
        for (id, old) in goals {
            let goal = self.reviewed(id, old);
            self.set_goal(id, Some(goal)).expect("the actor was just looked at");
            if goal.cell != old.cell {
                exchanged.push(OrderResult { actor: id, cell: goal.cell, at: goal.at });
            }
        }
        exchanged
    }

    fn reviewed(&self, id: ActorId, goal: Goal) -> Goal {
        let current = self.actors[id].current;
        let usable = |at: &SubCell| self.subcells.is_free(*at) && self.subcells.are_connected(*at, current);
        let own = self.subcells.anchor(goal.cell).filter(usable).map(|at| (goal.cell, at));
        let found = own.or_else(|| self.free_place(id, goal.cell));
        let arrived = goal.arrived.filter(|_| found.is_some_and(|(_, at)| at == current));
        match found {
            Some((cell, at)) => Goal { cell, at, arrived, reachable: true, ..goal },
            None => Goal { at: current, reachable: false, arrived: None, ..goal },
        }
    }
}
