//! Sending actors somewhere: one, or a group that spreads round its target.

use std::collections::BTreeSet;

use undercroft_grid::Cell;

use crate::nearest::nearest;
use crate::report::OrderResult;
use crate::{Actor, ActorId, Crowd, CrowdError, Goal, SubCell};

impl Crowd {
    /// Sends an actor to a cell. If another actor is parked there it is sent to the nearest free cell instead.
    ///
    /// # Errors
    /// When there is no such actor or it is pinned, the cell is solid or outside, or no path leads there.
    pub fn order(&mut self, actor: ActorId, cell: Cell) -> Result<OrderResult, CrowdError> {
        let current = self.free_actor(actor)?.current;
        let at = self.destination(cell)?;
        if !self.subcells.are_connected(current, at) {
            return Err(CrowdError::Unreachable { actor, cell });
        }
        let taken = self.is_parked_on(actor, at);
        let place = if taken { self.free_place(actor, cell) } else { Some((cell, at)) };
        let (cell, at) = place.ok_or(CrowdError::Full(actor))?;
        self.send(actor, cell, at)
    }

    /// Sends a group to the cells round a target, nearest first, no two to the same place: those who are nearer to the
    /// target get the nearer cells.
    ///
    /// # Errors
    /// When one of them does not exist or is pinned, the target is solid or outside, or one of them can reach no free cell. None is
    /// sent then.
    pub fn order_group(&mut self, group: &[ActorId], target: Cell) -> Result<Vec<OrderResult>, CrowdError> {
        let heart = self.destination(target)?;
        let mut ranked = Vec::with_capacity(group.len());
        for &id in group {
            let actor = self.free_actor(id)?;
            ranked.push((actor.current.0.distance_squared(heart.0), id));
        }
        ranked.sort_unstable();
        ranked.dedup();
        let mut movers = Movers::new(self, ranked.iter().map(|&(_, id)| id));
        let mut places = Vec::with_capacity(ranked.len());
        for &(_, id) in &ranked {
            let (cell, at) = self.place_for(id, target, &movers).ok_or(CrowdError::Full(id))?;
            movers.given.insert(at);
            places.push((id, cell, at));
        }
        places.into_iter().map(|(id, cell, at)| self.send(id, cell, at)).collect()
    }

    /// Lets an actor stay where it is.
    ///
    /// # Errors
    /// When there is no such actor.
    pub fn halt(&mut self, actor: ActorId) -> Result<(), CrowdError> {
        self.set_goal(actor, None)
    }

    /// The nearest cell to `centre` whose sub-cell the actor can reach, which no one else heads for or is parked on.
    pub(crate) fn free_place(&self, id: ActorId, centre: Cell) -> Option<(Cell, SubCell)> {
        self.place_for(id, centre, &Movers::new(self, [id]))
    }

    fn place_for(&self, id: ActorId, centre: Cell, movers: &Movers) -> Option<(Cell, SubCell)> {
        let current = self.actors[id].current;
        let place = |cell: Cell| {
            self.subcells
                .anchor(cell)
                .filter(|&at| movers.leave_free(self, at) && self.subcells.are_connected(current, at))
        };
        let cell = nearest(self.map.size(), centre, |cell| place(cell).is_some())?;
        Some((cell, place(cell)?))
    }

    /// Whether another actor owns the sub-cell and has nowhere left to go.
    pub(crate) fn is_parked_on(&self, id: ActorId, at: SubCell) -> bool {
        let owner = self.owners.owner(self.subcells.id(at));
        owner.is_some_and(|other| other != id && !self.actors[other].is_seeking())
    }

    /// An actor that takes orders.
    fn free_actor(&self, id: ActorId) -> Result<&Actor, CrowdError> {
        let actor = self.actors.get(id).ok_or(CrowdError::NoSuchActor(id))?;
        if actor.pinned { Err(CrowdError::Pinned(id)) } else { Ok(actor) }
    }

    fn destination(&self, cell: Cell) -> Result<SubCell, CrowdError> {
        let map = self.map.size();
        if !map.contains(cell) {
            return Err(CrowdError::Outside { cell, map });
        }
        self.subcells.anchor(cell).filter(|_| !self.map.contains(cell)).ok_or(CrowdError::Solid(cell))
    }

    fn send(&mut self, actor: ActorId, cell: Cell, at: SubCell) -> Result<OrderResult, CrowdError> {
        self.set_goal(actor, Some(Goal { cell, at, since: self.tick, arrived: None, reachable: true }))?;
        Ok(OrderResult { actor, cell, at })
    }
}

/// Actors that are about to be sent: where they stand and where they went before does not count.
struct Movers {
    ids: BTreeSet<ActorId>,
    /// Their old goals.
    leaving: Vec<SubCell>,
    /// Their new ones so far.
    given: BTreeSet<SubCell>,
}

impl Movers {
    fn new(crowd: &Crowd, ids: impl IntoIterator<Item = ActorId>) -> Self {
        let ids: BTreeSet<ActorId> = ids.into_iter().collect();
        let mut leaving: Vec<SubCell> = ids.iter().filter_map(|&id| Some(crowd.actors[id].goal?.at)).collect();
        leaving.sort_unstable();
        Self { ids, leaving, given: BTreeSet::new() }
    }

    /// Whether none of them was given the sub-cell, and no one else heads for it or is parked on it.
    fn leave_free(&self, crowd: &Crowd, at: SubCell) -> bool {
        let spot = crowd.subcells.id(at);
        let from = self.leaving.partition_point(|&old| old < at);
        let own = self.leaving[from..].iter().take_while(|&&old| old == at).count();
        let owner = crowd.owners.owner(spot);
        let is_parked = |id: ActorId| !self.ids.contains(&id) && !crowd.actors[id].is_seeking();
        crowd.headed_for[spot.index()] as usize == own && !self.given.contains(&at) && !owner.is_some_and(is_parked)
    }
}
