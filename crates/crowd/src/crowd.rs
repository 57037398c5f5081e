//! The crowd: a map, a sub-cell grid over it, actors, and the table of who owns what.
//!
//! Whatever a request changes, these hold between ticks: an actor owns its `current`, `reserved` and `extra`
//! sub-cells and no others, none of them is solid, and no sub-cell has two owners. A refused request changes nothing.

use undercroft_grid::{BitGrid, Cell};

use crate::actors::Actors;
use crate::flow::FlowPlanner;
use crate::report::Tally;
use crate::reservations::Owners;
use crate::subcell_grid::SubcellGrid;
use crate::{Actor, ActorId, CrowdError, CrowdSettings, Goal, SubCell, Summary};

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

    /// Every actor with its id, by rising ids.
    pub fn actors(&self) -> impl Iterator<Item = (ActorId, &Actor)> {
        self.actors.iter()
    }

    /// The actor of that id.
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
    /// When the sub-cell is solid, outside or owned, the pace is not in `1..=MAX_PACE`, or no id is left.
    pub fn spawn(&mut self, at: SubCell, pace: u16) -> Result<ActorId, CrowdError> {
        check_pace(pace)?;
        if !self.subcells.is_free(at) {
            return Err(CrowdError::SolidSubCell(at));
        }
        if let Some(owner) = self.owner(at) {
            return Err(CrowdError::Owned { at, owner });
        }
        let id = self.actors.add(Actor::new(at, pace)).ok_or(CrowdError::TooManyActors)?;
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
        self.stand_still(id);
        let actor = self.actors.remove(id).ok_or(CrowdError::NoSuchActor(id))?;
        self.owners.release(self.subcells.id(actor.current), id);
        self.planner.disturb();
        Ok(actor)
    }

    /// Changes how far an actor walks in a tick. A flow takes a whole step whatever the pace.
    ///
    /// ```
    /// use undercroft_crowd::{Crowd, CrowdSettings, Mode, StepNavigator, SubCell};
    /// use undercroft_grid::{BitGrid, Cell, Size};
    ///
    /// let mut crowd = Crowd::new(BitGrid::new(Size::of(9, 1)), CrowdSettings::new(Mode::AntiCross))?;
    /// let actor = crowd.spawn(SubCell::new(0, 0), 64)?;
    /// crowd.order(actor, Cell::new(8, 0))?;
    /// crowd.set_pace(actor, 512)?;
    /// crowd.step(&mut StepNavigator::default());
    /// assert_eq!(crowd.cell(actor)?, Cell::new(2, 0));
    /// # Ok::<(), undercroft_crowd::CrowdError>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such actor, or the pace is not in `1..=MAX_PACE`.
    pub fn set_pace(&mut self, id: ActorId, pace: u16) -> Result<(), CrowdError> {
        check_pace(pace)?;
        self.actors.get_mut(id).ok_or(CrowdError::NoSuchActor(id))?.pace = pace;
        Ok(())
    }

    /// Removes every actor and counts ticks, waits and crossings from 0 again. Their ids stay stale.
    pub fn clear(&mut self) {
        let ids: Vec<ActorId> = self.actors.iter().map(|(id, _)| id).collect();
        ids.into_iter().for_each(|id| drop(self.remove(id)));
        (self.tick, self.tally) = (0, Tally::default());
        self.planner = FlowPlanner::new(self.settings.seed);
    }

    /// What happened so far.
    pub fn summary(&self) -> Summary {
        let goals = || self.actors.iter().filter_map(|(_, actor)| actor.goal);
        let arrivals = || goals().filter_map(|goal| Some((goal.since, goal.arrived?)));
        let seeking = || self.actors.iter().filter(|(_, actor)| actor.is_seeking());
        let first_order = goals().map(|goal| goal.since).min().unwrap_or(0);
        Summary {
            actors: self.actors.len() as u32,
            arrived: arrivals().count() as u32,
            makespan: arrivals().map(|(_, arrived)| arrived - first_order).max().unwrap_or(0),
            sum_of_costs: arrivals().map(|(since, arrived)| arrived - since).sum(),
            waits: self.tally.waits,
            separation_squared: self.tally.separation_squared,
            crossings: self.tally.crossings,
            stalled_ticks: self.tally.stalled_ticks,
            stalled_for: seeking().map(|(_, actor)| actor.stalled).min().unwrap_or(0),
            stuck: seeking().map(|(id, actor)| (id, actor.reason)).collect(),
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
        self.change_steps(id, |actor| actor.after = None);
        self.planner.disturb();
        Ok(())
    }

    /// Changes what an actor has reserved, and gives back what it no longer owns.
    pub(crate) fn change_steps(&mut self, id: ActorId, change: impl FnOnce(&mut Actor)) {
        let actor = &mut self.actors[id];
        let before = actor.owned();
        change(actor);
        let after = actor.owned();
        for at in before.into_iter().filter(|at| !after.contains(at)) {
            self.owners.release(self.subcells.id(at), id);
        }
    }

    /// Ends a step halfway: the body returns to the middle of `current`.
    pub(crate) fn stand_still(&mut self, id: ActorId) {
        self.change_steps(id, |actor| actor.stand_on(actor.current));
        self.actors[id].clear_path();
    }
}

fn check_pace(pace: u16) -> Result<(), CrowdError> {
    if (1..=MAX_PACE).contains(&pace) {
        return Ok(());
    }
    Err(CrowdError::Setting { field: "pace", need: "1 to 4096", got: pace.into() })
}
