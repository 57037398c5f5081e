//! Groups: who lives where, and how many they are.

use undercroft_grid::Cell;

use super::super::room_facts::RoomFacts;
use super::slot::Slot;
use super::spawn_floor::SpawnFloor;
use crate::contents::{ContentTable, GroupKind};
use crate::dungeon::{Dungeon, Group, RoomId, SpawnKind};
use crate::fraction::Fraction;
use crate::seed::Stream;

/// One group for this many numbered rooms, but not more than [`MOST_GROUPS`].
const ROOMS_PER_GROUP: u32 = 8;
const MOST_GROUPS: u32 = 3;
/// Rooms of a group beside its home.
const MORE_ROOMS: usize = 3;
/// What people gather round.
const HOME_FEATURES: [&str; 5] = ["campfire", "hearth", "long-table", "table", "bed"];

/// Settles groups in rooms that are open, `quota` rooms in all, and writes them to the dungeon with their spawns.
pub fn settle(
    dungeon: &mut Dungeon,
    floor: &mut SpawnFloor,
    (open, slots): (&mut Vec<RoomId>, &mut [Option<Slot>]),
    (facts, table): (&RoomFacts, &ContentTable),
    (quota, danger): (u32, Fraction),
    stream: &mut Stream,
) {
    let numbered = dungeon.rooms.iter().filter(|room| room.number.is_some()).count() as u32;
    let groups = numbered.div_ceil(ROOMS_PER_GROUP).min(MOST_GROUPS).min(quota);
    let mut kinds: Vec<&GroupKind> = table.groups.iter().map(|kind| &**kind).collect();
    let mut left = quota;
    for group in 0..groups {
        let Some((kind, home)) = choose(dungeon, facts, open, &mut kinds, stream) else { break };
        // Later groups need a room each.
        let share = (left / (groups - group)).max(1);
        let rooms = rooms_round(home, facts, open, share as usize);
        rooms.iter().for_each(|room| slots[room.index()] = Some(Slot::Inhabited));
        open.retain(|room| !rooms.contains(room));
        left = left.saturating_sub(rooms.len() as u32);
        let mood = stream.choose(&kind.mood).cloned().unwrap_or_default();
        let id = dungeon.groups.len() as u32;
        let (one, many, table) = (kind.one.clone(), kind.many.clone(), table.name().to_owned());
        dungeon.groups.push(Group { id, one, many, count: 0, mood, home, rooms, table });
        add_members(dungeon, floor, id, kind, danger);
    }
}

/// Draws a kind and its home. Of the rooms whose difficulty suits it, it takes the one it likes best.
fn choose<'a>(
    dungeon: &Dungeon,
    facts: &RoomFacts,
    open: &[RoomId],
    kinds: &mut Vec<&'a GroupKind>,
    stream: &mut Stream,
) -> Option<(&'a GroupKind, RoomId)> {
    let suits = |kind: &GroupKind, room: RoomId| {
        let difficulty = dungeon.room(room).difficulty;
        kind.at[0] <= difficulty && difficulty <= kind.at[1]
    };
    kinds.retain(|kind| open.iter().any(|&room| suits(kind, room)));
    let weights: Vec<u32> = kinds.iter().map(|kind| kind.weight).collect();
    let kind = kinds.remove(stream.weighted(&weights)?);
    let mut rooms: Vec<RoomId> = open.iter().copied().filter(|&room| suits(kind, room)).collect();
    stream.shuffle(&mut rooms);
    let wants = |room: &RoomId| facts.count_met(dungeon, *room, &kind.wants);
    let home = rooms.into_iter().rev().max_by_key(wants)?;
    Some((kind, home))
}

/// The home and open rooms that are linked to it, at most `most` in all.
fn rooms_round(home: RoomId, facts: &RoomFacts, open: &[RoomId], most: usize) -> Vec<RoomId> {
    let mut rooms = vec![home];
    let near = facts.neighbors(home).iter().copied().filter(|room| open.contains(room));
    for room in near.take(MORE_ROOMS) {
        if rooms.len() < most && !rooms.contains(&room) {
            rooms.push(room);
        }
    }
    rooms
}

/// Puts as many members into each room as its danger allows, at least one where there is space.
fn add_members(dungeon: &mut Dungeon, floor: &mut SpawnFloor, id: u32, kind: &GroupKind, danger: Fraction) {
    let spawn_kind = if kind.peaceful { SpawnKind::Npc } else { SpawnKind::Enemy };
    let rooms = dungeon.groups[id as usize].rooms.clone();
    let mut left = kind.count[1];
    for (i, &room) in rooms.iter().enumerate() {
        // The rooms after this one need one each.
        let later = (rooms.len() - i - 1) as u32;
        let members = (danger_points(danger, dungeon.room(room).difficulty) / kind.cost).max(1);
        for _ in 0..members.min(left.saturating_sub(later)) {
            let (at, difficulty) = (gathering_place(dungeon, floor, room), dungeon.room(room).difficulty);
            let Some(cell) = floor.nearest(dungeon, dungeon.room(room), at) else { break };
            let spawn = floor.add(dungeon, spawn_kind, room, cell, difficulty);
            dungeon.spawns[spawn as usize].group = Some(id);
            dungeon.groups[id as usize].count += 1;
            left -= 1;
        }
    }
    let Dungeon { groups, spawns, .. } = dungeon;
    let group = &mut groups[id as usize];
    let has_member = |room: &RoomId| spawns.iter().any(|spawn| spawn.group == Some(id) && spawn.room == *room);
    group.rooms.retain(|room| *room == group.home || has_member(room));
}

/// Where those in a room gather: at a fire, a table or a bed, else in the middle.
pub fn gathering_place(dungeon: &Dungeon, floor: &SpawnFloor, room: RoomId) -> Cell {
    let rank = |kind: &str| HOME_FEATURES.iter().position(|name| *name == kind);
    let features =
        floor.features(dungeon, room).filter_map(|feature| Some((rank(&feature.kind)?, feature.rect().center())));
    features.min().map_or_else(|| dungeon.room(room).bounds().center(), |(_, cell)| cell)
}

/// The danger of a room: 200 × danger × (1/4 + 3/4 of its difficulty), rounded.
pub fn danger_points(danger: Fraction, difficulty: Fraction) -> u32 {
    let whole = u64::from(Fraction::WHOLE);
    let slope = whole * whole + 3 * whole * u64::from(difficulty.parts());
    let (points, parts) = (200 * u64::from(danger.parts()) * slope, 4 * whole * whole * whole);
    ((points + parts / 2) / parts) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn danger_rises_from_a_quarter_at_the_entrance_to_the_whole_at_the_goal() {
        let half = Fraction::constant(5_000);
        assert_eq!([Fraction::ZERO, half, Fraction::ONE].map(|at| danger_points(half, at)), [25, 63, 100]);
        assert_eq!(danger_points(Fraction::ONE, Fraction::ONE), 200);
        assert_eq!(danger_points(Fraction::ZERO, Fraction::ONE), 0);
    }
}
