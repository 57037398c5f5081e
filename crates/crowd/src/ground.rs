//! Changes of the ground under a crowd: walls, another map, another sub-cell grid.

use undercroft_grid::{BitGrid, Cell};

use crate::flow::{FlowPlanner, GroundEdit};
use crate::nearest::nearest;
use crate::reservations::Owners;
use crate::subcell_grid::SubcellGrid;
use crate::{Actor, ActorId, Crowd, CrowdError, CrowdSettings, Goal, OrderResult, SubCell};

impl Crowd {
    /// Makes a cell solid or free. Paths are replanned, and destinations that became solid or cut off are exchanged
    /// for the nearest free cells that can be reached: these are returned.
    ///
    /// # Errors
    /// When the cell lies outside the map, or a sub-cell would become solid that an actor owns or walks across.
    pub fn set_wall(&mut self, cell: Cell, solid: bool) -> Result<Vec<OrderResult>, CrowdError> {
        let size = self.map.size();
        if !size.contains(cell) {
            return Err(CrowdError::Outside { cell, map: size });
        }
        if let (true, Some((at, owner))) = (solid, self.covered_over(cell)) {
            return Err(CrowdError::Owned { at, owner });
        }
        self.map.set(cell, solid);
        let mut subcells = self.subcells.clone();
        let changed = subcells.follow_edit(&self.map, cell);
        let steps = self.settings.flow_steps;
        let (before, after) = (self.subcells.flow_moves(steps), subcells.flow_moves(steps));
        self.planner.follow_edit(&GroundEdit { before, after, changed: &changed });
        self.subcells = subcells;
        Ok(self.review_goals())
    }

    /// Exchanges the whole map. Actors that would stand in a wall or outside are removed and returned. All others keep
    /// their ids and stand on the middle of their sub-cells; destinations are exchanged where they have to be.
    ///
    /// # Errors
    /// When the sub-cell grid would be too large.
    pub fn set_map(&mut self, map: BitGrid) -> Result<Vec<ActorId>, CrowdError> {
        let subcells = SubcellGrid::new(&map, self.settings.n, self.settings.offset)?;
        let stands_in_wall = |(id, actor): (ActorId, &Actor)| (!subcells.is_free(actor.current)).then_some(id);
        let gone: Vec<ActorId> = self.actors.iter().filter_map(stands_in_wall).collect();
        for &id in &gone {
            self.remove(id)?;
        }
        let mut owners = Owners::new(subcells.size().area());
        for (id, actor) in self.actors.iter_mut() {
            actor.stand_on(actor.current);
            owners.claim(&[subcells.id(actor.current)], id);
        }
        (self.map, self.subcells, self.owners) = (map, subcells, owners);
        self.planner.forget_all();
        self.review_goals();
        Ok(gone)
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

    /// A sub-cell over this cell that an actor owns or walks across, and that actor.
    fn covered_over(&self, cell: Cell) -> Option<(SubCell, ActorId)> {
        let over: Vec<SubCell> = self.subcells.over(cell).collect();
        let covers = |(id, actor): (ActorId, &Actor)| {
            let at = actor.covered().into_iter().find(|at| over.contains(at))?;
            Some((at, id))
        };
        self.actors.iter().find_map(covers)
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
            actor.stand_on(seat);
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
