//! The list of all actors.

use crate::actor::Actor;
use crate::actor_id::{ActorId, MAX_GENERATION, MAX_SLOTS};

/// All actors by id, with gaps where some were removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub(crate) struct Actors(Vec<Slot>);

/// A place in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct Slot {
    /// How many actors have had this place and left it.
    generation: u16,
    actor: Option<Actor>,
}

impl Slot {
    const fn is_vacant(&self) -> bool {
        self.actor.is_none() && self.generation <= MAX_GENERATION
    }
}

impl Actors {
    /// Adds an actor at the first vacant place, or returns `None` when there is none left.
    pub(crate) fn add(&mut self, actor: Actor) -> Option<ActorId> {
        let at = self.0.iter().position(Slot::is_vacant).unwrap_or(self.0.len());
        if at == self.0.len() {
            if at == MAX_SLOTS {
                return None;
            }
            self.0.push(Slot { generation: 0, actor: None });
        }
        self.0[at].actor = Some(actor);
        Some(ActorId::new(at, self.0[at].generation))
    }

    pub(crate) fn remove(&mut self, id: ActorId) -> Option<Actor> {
        let slot = self.0.get_mut(id.slot()).filter(|slot| slot.generation == id.generation())?;
        let actor = slot.actor.take()?;
        slot.generation += 1;
        Some(actor)
    }

    pub(crate) fn get(&self, id: ActorId) -> Option<&Actor> {
        self.0.get(id.slot()).filter(|slot| slot.generation == id.generation())?.actor.as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: ActorId) -> Option<&mut Actor> {
        self.0.get_mut(id.slot()).filter(|slot| slot.generation == id.generation())?.actor.as_mut()
    }

    /// By rising ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ActorId, &Actor)> {
        let slots = self.0.iter().enumerate();
        slots.filter_map(|(at, slot)| Some((ActorId::new(at, slot.generation), slot.actor.as_ref()?)))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (ActorId, &mut Actor)> {
        let slots = self.0.iter_mut().enumerate();
        slots.filter_map(|(at, slot)| Some((ActorId::new(at, slot.generation), slot.actor.as_mut()?)))
    }

    pub(crate) fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether a list from a file has ids for all of its actors.
    #[cfg(feature = "serde")]
    pub(crate) fn has_lawful_ids(&self) -> bool {
        let last = |slot: &Slot| MAX_GENERATION + u16::from(slot.actor.is_none());
        self.0.len() <= MAX_SLOTS && self.0.iter().all(|slot| slot.generation <= last(slot))
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
    use crate::SubCell;

    fn seven() -> Actors {
        let mut actors = Actors::default();
        for x in 0..7 {
            actors.add(Actor::new(SubCell::new(x, 0), 64));
        }
        actors
    }

    #[test]
    fn a_place_is_given_out_until_its_generations_are_used_up() {
        let mut actors = seven();
        let mut known = Vec::new();
        for generation in 0..=MAX_GENERATION {
            let id = ActorId::new(2, generation);
            assert!(actors.get(id).is_some() && known.iter().all(|&old| actors.get(old).is_none()), "{id}");
            known.push(id);
            actors.remove(id);
            assert!(actors.remove(id).is_none());
            actors.add(Actor::new(SubCell::new(2, 0), 64));
        }
        assert_eq!(actors.iter().map(|(id, _)| id.slot()).collect::<Vec<_>>(), [0, 1, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn in_a_full_round_everyone_goes_before_everyone_else_equally_often() {
        let mut actors = seven();
        actors.remove(ActorId::new(2, 0));
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
