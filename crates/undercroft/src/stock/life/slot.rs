//! Slots: what happens in each numbered room, by quota.

use super::super::room_facts::RoomFacts;
use crate::dungeon::{Dungeon, MarkerKind, Role, Room, RoomId};
use crate::seed::Stream;

/// What a room has to offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The visitor comes in.
    Entrance,
    /// What people come for, and its guardian.
    Goal,
    /// A merchant.
    Merchant,
    /// Something happens.
    Event,
    /// A key.
    Key,
    /// Something to take.
    Treasure,
    /// A group lives here.
    Inhabited,
    /// A trap or a hazard.
    Danger,
    /// Something that does not fit.
    Oddity,
    /// Nothing but traces of its neighbours.
    Empty,
}

/// Shares of inhabited, danger, treasure, oddity and empty rooms, in parts of [`PARTS`].
const SHARES: [u32; 5] = [5, 4, 4, 4, 7];
const PARTS: u32 = 24;

/// How many rooms each share gets of `rooms`, by largest remainder; of equal remainders the first.
pub fn quotas(rooms: u32) -> [u32; 5] {
    let mut quotas = SHARES.map(|share| rooms * share / PARTS);
    let mut by_remainder = [0, 1, 2, 3, 4];
    by_remainder.sort_by_key(|&i: &usize| std::cmp::Reverse(rooms * SHARES[i] % PARTS));
    let left = rooms - quotas.iter().sum::<u32>();
    by_remainder.into_iter().take(left as usize).for_each(|i| quotas[i] += 1);
    quotas
}

/// The slots of all rooms, by id; `None` for passages and, so far, rooms that the quotas decide about.
pub fn slots_by_role(dungeon: &Dungeon) -> Vec<Option<Slot>> {
    let has_key = |room: RoomId| {
        let is_key = |marker: &crate::dungeon::Marker| marker.kind == MarkerKind::Key && marker.room == Some(room);
        dungeon.markers.iter().any(is_key)
    };
    let slot = |room: &Room| match &room.roles[..] {
        _ if room.number.is_none() => None,
        roles if roles.contains(&Role::Entrance) => Some(Slot::Entrance),
        roles if roles.contains(&Role::Goal) || roles.contains(&Role::Boss) => Some(Slot::Goal),
        roles if roles.contains(&Role::Treasure) => Some(Slot::Treasure),
        roles if roles.contains(&Role::Merchant) => Some(Slot::Merchant),
        roles if roles.contains(&Role::Event) => Some(Slot::Event),
        _ if has_key(room.id) => Some(Slot::Key),
        _ => None,
    };
    dungeon.rooms.iter().map(slot).collect()
}

/// The rooms that quotas decide about, by number.
pub fn open_rooms(dungeon: &Dungeon, slots: &[Option<Slot>]) -> Vec<RoomId> {
    let is_open = |room: &&Room| room.number.is_some() && slots[room.id.index()].is_none();
    let mut open: Vec<&Room> = dungeon.rooms.iter().filter(is_open).collect();
    open.sort_by_key(|room| room.number);
    open.into_iter().map(|room| room.id).collect()
}

/// Gives treasure its rooms: dead ends first, then those behind locks, then those behind secrets.
pub fn fill_treasure(
    open: &mut Vec<RoomId>,
    slots: &mut [Option<Slot>],
    facts: &RoomFacts,
    quota: u32,
    stream: &mut Stream,
) {
    let given = slots.iter().filter(|slot| **slot == Some(Slot::Treasure)).count() as u32;
    stream.shuffle(open);
    open.sort_by_key(|&room| (!facts.is_dead_end(room), !facts.is_behind_lock(room), !facts.is_behind_secret(room)));
    let count = (quota.saturating_sub(given) as usize).min(open.len());
    open.drain(..count).for_each(|room| slots[room.index()] = Some(Slot::Treasure));
}

/// Draws rooms for danger and oddities; what is left stays empty.
pub fn fill_rest(mut open: Vec<RoomId>, slots: &mut [Option<Slot>], [danger, oddity]: [u32; 2], stream: &mut Stream) {
    stream.shuffle(&mut open);
    let kinds = std::iter::repeat_n(Slot::Danger, danger as usize)
        .chain(std::iter::repeat_n(Slot::Oddity, oddity as usize))
        .chain(std::iter::repeat(Slot::Empty));
    open.into_iter().zip(kinds).for_each(|(room, slot)| slots[room.index()] = Some(slot));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_rooms_have_the_shares_of_the_rule_and_every_room_one_slot() {
        assert_eq!(quotas(24), SHARES);
        assert_eq!(quotas(12), [3, 2, 2, 2, 3], "of equal remainders the first");
        for rooms in 0..500 {
            assert_eq!(quotas(rooms).iter().sum::<u32>(), rooms);
        }
    }
}
