//! Treasure: a budget that is dealt exactly.

use super::super::room_facts::RoomFacts;
use super::slot::Slot;
use super::spawn_floor::SpawnFloor;
use crate::dungeon::{Dungeon, RoomId, SpawnKind};
use crate::fraction::Fraction;

/// Points of the budget for [`ROOMS`] rooms at the greatest treasure.
const POINTS: u64 = 100;
const ROOMS: u64 = 12;
/// What treasure lies in, where a room has it.
const CONTAINERS: [&str; 3] = ["chest", "urn", "rack"];
/// Points below which treasure is a trifle, worth carrying, worth a fight; above is the hoard.
const TIERS: [u32; 3] = [10, 20, 40];

/// Deals the budget to the rooms with treasure and puts a spawn in each. Returns the share of each room, by id.
pub fn deal(
    dungeon: &mut Dungeon,
    floor: &mut SpawnFloor,
    slots: &[Option<Slot>],
    facts: &RoomFacts,
    treasure: Fraction,
) -> Vec<u32> {
    let mut shares = vec![0; dungeon.rooms.len()];
    let mut rooms: Vec<RoomId> = dungeon.rooms.iter().map(|room| room.id).collect();
    rooms.retain(|room| slots[room.index()] == Some(Slot::Treasure));
    rooms.sort_by_key(|&room| dungeon.room(room).number);
    let numbered = dungeon.rooms.iter().filter(|room| room.number.is_some()).count() as u64;
    let weights: Vec<u64> = rooms.iter().map(|&room| weight(dungeon, facts, room)).collect();
    for (&room, share) in rooms.iter().zip(exact_shares(budget(treasure, numbered), &weights)) {
        shares[room.index()] = share;
        if share > 0 {
            hide(dungeon, floor, room, share);
        }
    }
    shares
}

/// The tier of a share, from 0.
pub fn tier(share: u32) -> usize {
    TIERS.iter().filter(|&&least| share >= least).count()
}

fn budget(treasure: Fraction, numbered: u64) -> u64 {
    POINTS * u64::from(treasure.parts()) * numbered / (ROOMS * u64::from(Fraction::WHOLE))
}

/// Half a point and the difficulty, half as much again in a dead end, twice as much behind a lock or a secret.
fn weight(dungeon: &Dungeon, facts: &RoomFacts, room: RoomId) -> u64 {
    let base = u64::from(Fraction::WHOLE) / 2 + u64::from(dungeon.room(room).difficulty.parts());
    let dead_end = if facts.is_dead_end(room) { 3 } else { 2 };
    let hidden = if facts.is_behind_lock(room) || facts.is_behind_secret(room) { 2 } else { 1 };
    base * dead_end * hidden
}

/// Shares in the ratio of the weights, by largest remainder, so that their sum is the total.
fn exact_shares(total: u64, weights: &[u64]) -> Vec<u32> {
    let sum: u64 = weights.iter().sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let mut shares: Vec<u32> = weights.iter().map(|weight| (total * weight / sum) as u32).collect();
    let left = total - shares.iter().map(|&share| u64::from(share)).sum::<u64>();
    let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
    by_remainder.sort_by_key(|&i| std::cmp::Reverse(total * weights[i] % sum));
    by_remainder.into_iter().take(left as usize).for_each(|i| shares[i] += 1);
    shares
}

/// Puts the loot into a chest, an urn or a rack, else on the floor farthest from the door.
fn hide(dungeon: &mut Dungeon, floor: &mut SpawnFloor, room: RoomId, share: u32) {
    let rank = |kind: &str| CONTAINERS.iter().position(|name| *name == kind);
    let holders = floor.features(dungeon, room).filter(|feature| feature.spawn.is_none());
    let holder = holders.filter_map(|feature| Some((rank(&feature.kind)?, feature.id))).min();
    let worth = Fraction::ratio(u64::from(share), POINTS);
    if let Some((_, feature)) = holder {
        let cell = dungeon.features[feature as usize].cell;
        let spawn = floor.add(dungeon, SpawnKind::Loot, room, cell, worth);
        dungeon.features[feature as usize].spawn = Some(spawn);
        return;
    }
    let middle = dungeon.room(room).bounds().center();
    // A closet may have no cell but those before its door.
    let near_doors = || floor.nearest_at_doors(dungeon, dungeon.room(room), middle);
    if let Some(cell) = floor.nearest(dungeon, dungeon.room(room), middle).or_else(near_doors) {
        floor.add(dungeon, SpawnKind::Loot, room, cell, worth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Stream;

    #[test]
    fn the_sum_of_the_shares_is_the_budget() {
        let mut stream = Stream::new(7, "test");
        for _ in 0..5_000 {
            let weights: Vec<u64> = (0..stream.range(1..40)).map(|_| u64::from(1 + stream.below(90_000))).collect();
            let total = u64::from(stream.below(2_000));
            assert_eq!(exact_shares(total, &weights).iter().map(|&share| u64::from(share)).sum::<u64>(), total);
        }
        assert_eq!(budget(Fraction::constant(5_000), 12), 50);
        assert_eq!([0, 9, 10, 19, 20, 39, 40, 900].map(tier), [0, 0, 1, 1, 2, 2, 3, 3]);
    }
}
