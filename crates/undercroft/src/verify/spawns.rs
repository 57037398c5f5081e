//! Spawns lie where something can stand, one to a cell, and a dungeon with contents has a place for its visitors.

use undercroft_grid::Cell;

use super::content_fault::{ContentFault, Culprit};
use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Feature, RoomId, Spawn, SpawnKind};

/// The first epoch whose generator writes spawns. Older files have markers, which are read as spawns of kind enemy.
const FIRST_WITH_SPAWNS: u32 = 4;

/// What is wrong with the spawns of the rooms that are asked for.
pub(super) fn faults(dungeon: &Dungeon, is_asked: impl Fn(RoomId) -> bool) -> Vec<ContentFault> {
    let spawns: Vec<&Spawn> = dungeon.spawns.iter().filter(|spawn| is_asked(spawn.room)).collect();
    if spawns.is_empty() {
        return Vec::new();
    }
    let fixtures = Fixtures::new(dungeon);
    let blocked = spawns.iter().filter_map(|spawn| Some(blocked(spawn, &hindrance(dungeon, &fixtures, spawn)?)));
    blocked.chain(overlaps(&spawns)).collect()
}

/// The flaw of a dungeon that has features or spawns, and none for visitors.
pub(super) fn missing_players(dungeon: &Dungeon) -> Option<ContentFault> {
    let entrance = dungeon.entrance.as_ref()?;
    let has_players = dungeon.spawns.iter().any(|spawn| spawn.kind == SpawnKind::Player);
    let is_older = !dungeon.is_generated() || dungeon.provenance.epoch < FIRST_WITH_SPAWNS;
    let was_marker = |spawn: &Spawn| is_older && spawn.kind == SpawnKind::Enemy && spawn.group.is_none();
    let has_contents = !dungeon.features.is_empty() || dungeon.spawns.iter().any(|spawn| !was_marker(spawn));
    let sentence = "There are features or spawns, but no spawn of kind player.";
    let flaw = || Flaw::new(FlawCode::PlayerSpawnMissing, sentence).rooms([entrance.room]);
    (has_contents && !has_players).then(|| ContentFault::new(flaw(), Culprit::Missing))
}

/// The features that spawns depend on.
struct Fixtures<'a> {
    /// Features on floors that block, sorted by room.
    blocking: Vec<&'a Feature>,
    /// For each spawn the feature that holds it.
    containers: Vec<Option<&'a Feature>>,
}

impl<'a> Fixtures<'a> {
    fn new(dungeon: &'a Dungeon) -> Self {
        let blocks = |feature: &&Feature| feature.blocks && feature.is_on_floor();
        let mut blocking: Vec<&Feature> = dungeon.features.iter().filter(blocks).collect();
        blocking.sort_by_key(|feature| feature.room);
        let mut containers = vec![None; dungeon.spawns.len()];
        for feature in &dungeon.features {
            if let Some(spawn) = feature.spawn {
                containers[spawn as usize] = Some(feature);
            }
        }
        Self { blocking, containers }
    }

    /// A feature that blocks a spawn and does not hold it.
    fn obstacle(&self, spawn: &Spawn) -> Option<&Feature> {
        let room = Some(spawn.room);
        let first = self.blocking.partition_point(|feature| feature.room < room);
        let mut features = self.blocking[first..].iter().take_while(|feature| feature.room == room);
        let is_over = |feature: &Feature| feature.z == spawn.z && feature.rect().contains(spawn.cell);
        features.find(|feature| is_over(feature) && feature.spawn != Some(spawn.id)).copied()
    }
}

/// What blocks a spawn.
fn hindrance(dungeon: &Dungeon, fixtures: &Fixtures, spawn: &Spawn) -> Option<String> {
    let level = dungeon.level(spawn.z)?;
    let room = dungeon.room(spawn.room);
    if level.at(spawn.cell).is_massive() {
        return Some("lies in rock or in a wall".to_owned());
    }
    if room.z != spawn.z || !room.contains(spawn.cell) {
        return Some(format!("does not lie in room {}", room.id));
    }
    if level.ground_at(spawn.cell).is_solid() {
        return Some(format!("lies on {}", level.ground_at(spawn.cell).label()));
    }
    let is_outside = |holder: &&Feature| holder.z != spawn.z || !holder.rect().contains(spawn.cell);
    if let Some(holder) = fixtures.containers[spawn.id as usize].filter(is_outside) {
        return Some(format!("does not lie in feature {} ({}), which holds it", holder.id, holder.kind));
    }
    let obstacle = fixtures.obstacle(spawn)?;
    Some(format!("lies below feature {} ({}), which blocks", obstacle.id, obstacle.kind))
}

fn blocked(spawn: &Spawn, why: &str) -> ContentFault {
    let sentence = format!("Spawn {} ({}) {why}.", spawn.id, spawn.kind.name());
    let flaw = Flaw::new(FlawCode::SpawnBlocked, sentence).at(spawn.z, &[spawn.cell]).rooms([spawn.room]);
    ContentFault::new(flaw, Culprit::Spawn(spawn.id))
}

fn overlaps(spawns: &[&Spawn]) -> Vec<ContentFault> {
    let place = |spawn: &Spawn| -> (i32, Cell) { (spawn.z, spawn.cell) };
    let mut sorted = spawns.to_vec();
    sorted.sort_by_key(|spawn| (place(spawn), spawn.id));
    let shared = sorted.windows(2).filter(|pair| place(pair[0]) == place(pair[1]));
    let fault = |pair: &[&Spawn]| {
        let sentence = format!("Spawns {} and {} are in one cell.", pair[0].id, pair[1].id);
        let flaw = Flaw::new(FlawCode::SpawnsOverlap, sentence).at(pair[1].z, &[pair[1].cell]).rooms([pair[1].room]);
        ContentFault::new(flaw, Culprit::Spawn(pair[1].id))
    };
    shared.map(fault).collect()
}
