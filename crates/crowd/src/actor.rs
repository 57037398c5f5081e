//! One body of the crowd, and the list of all of them.

use std::fmt;

use undercroft_grid::Cell;

use crate::{Position, SubCell, Wait};

/// The number of an actor. It becomes free when the actor is removed, and the lowest free number is given out next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct ActorId(pub u32);

impl fmt::Display for ActorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

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
    /// Where its body is.
    pub position: Position,
    /// How far it walks in a tick. [Unit: 1/256 sub-cell] [Limits: 1..=4096]
    pub pace: u16,
    /// Where it was sent, if anywhere.
    pub goal: Option<Goal>,
    /// The turning points still ahead, the next one last.
    pub waypoints: Vec<SubCell>,
    /// Ticks it has waited since it last got anything.
    pub waiting: u32,
    /// Why it waited last.
    pub reason: Option<Wait>,
}

impl Actor {
    pub(crate) const fn new(at: SubCell, pace: u16) -> Self {
        Self {
            current: at,
            reserved: None,
            extra: [None; 2],
            position: at.center(),
            pace,
            goal: None,
            waypoints: Vec::new(),
            waiting: 0,
            reason: None,
        }
    }

    /// Everything it owns besides `current`.
    pub(crate) fn held(&self) -> impl Iterator<Item = SubCell> + use<> {
        self.reserved.into_iter().chain(self.extra.into_iter().flatten())
    }

    /// Whether it has a goal that it has not reached.
    pub fn is_seeking(&self) -> bool {
        self.goal.is_some_and(|goal| goal.arrived.is_none())
    }

    /// Whether it stands on the sub-cell or is walking there.
    pub(crate) fn stands_or_walks_on(&self, at: SubCell) -> bool {
        self.current == at || self.reserved == Some(at)
    }

    /// Forgets the path and the waiting; the next tick replans.
    pub(crate) fn clear_path(&mut self) {
        self.waypoints.clear();
        self.waiting = 0;
        self.reason = None;
    }
}

/// All actors by number, with gaps where some were removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub(crate) struct Actors(Vec<Option<Actor>>);

impl Actors {
    pub(crate) fn add(&mut self, actor: Actor) -> ActorId {
        let gap = self.0.iter().position(Option::is_none);
        let at = gap.unwrap_or(self.0.len());
        match gap {
            Some(at) => self.0[at] = Some(actor),
            None => self.0.push(Some(actor)),
        }
        ActorId(at as u32)
    }

    pub(crate) fn remove(&mut self, id: ActorId) -> Option<Actor> {
        let actor = self.0.get_mut(id.0 as usize)?.take();
        while self.0.last().is_some_and(Option::is_none) {
            self.0.pop();
        }
        actor
    }

    pub(crate) fn get(&self, id: ActorId) -> Option<&Actor> {
        self.0.get(id.0 as usize)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: ActorId) -> Option<&mut Actor> {
        self.0.get_mut(id.0 as usize)?.as_mut()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (ActorId, &Actor)> {
        self.0.iter().enumerate().filter_map(|(id, actor)| Some((ActorId(id as u32), actor.as_ref()?)))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (ActorId, &mut Actor)> {
        self.0.iter_mut().enumerate().filter_map(|(id, actor)| Some((ActorId(id as u32), actor.as_mut()?)))
    }

    pub(crate) fn len(&self) -> usize {
        self.iter().count()
    }

    /// Who acts in this tick, in which order: forwards from a place that moves on every second tick, then backwards
    /// from the same place. Over a full round each of two actors goes before the other equally often.
    pub(crate) fn turns(&self, tick: u64) -> Vec<ActorId> {
        let mut ids: Vec<ActorId> = self.iter().map(|(id, _)| id).collect();
        if ids.is_empty() {
            return ids;
        }
        let start = (tick / 2 % ids.len() as u64) as usize;
        if tick.is_multiple_of(2) {
            ids.rotate_left(start);
        } else {
            ids.rotate_left(start + 1);
            ids.reverse();
        }
        ids
    }
}

impl std::ops::Index<ActorId> for Actors {
    type Output = Actor;

    fn index(&self, id: ActorId) -> &Actor {
        self.get(id).expect("an id of the crowd belongs to an actor")
    }
}

impl std::ops::IndexMut<ActorId> for Actors {
    fn index_mut(&mut self, id: ActorId) -> &mut Actor {
        self.get_mut(id).expect("an id of the crowd belongs to an actor")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_full_round_everyone_goes_before_everyone_else_equally_often() {
        let mut actors = Actors::default();
        for x in 0..7 {
            actors.add(Actor::new(SubCell::new(x, 0), 64));
        }
        actors.remove(ActorId(2));
        let rounds: Vec<Vec<ActorId>> = (0..12).map(|tick| actors.turns(tick)).collect();
        for (a, _) in actors.iter() {
            assert_eq!(rounds.iter().filter(|turns| turns[0] == a).count(), 2);
            for (b, _) in actors.iter().filter(|&(b, _)| b != a) {
                let before =
                    |turns: &&Vec<ActorId>| turns.iter().position(|&id| id == a) < turns.iter().position(|&id| id == b);
                assert_eq!(rounds.iter().filter(before).count(), 6);
            }
        }
    }
}
