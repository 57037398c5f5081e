//! Features and spawns by hand.

use std::collections::BTreeSet;

use undercroft_grid::Cell;

use super::made::{Made, PinJob};
use super::room_text::{MAX_NAME, check_text};
use super::{EditError, drop_contents};
use crate::dungeon::{Dungeon, FeaturePin, MAX_FEATURE_SIDE, RoomId, SpawnPin};

/// The longest name of a kind. [Unit: characters]
const MAX_KIND: usize = 40;

/// The room whose floor a cell is.
pub(super) fn room_at(dungeon: &Dungeon, z: i32, cell: Cell) -> Option<RoomId> {
    dungeon.rooms.iter().find(|room| room.z == z && room.contains(cell)).map(|room| room.id)
}

fn check_feature(dungeon: &Dungeon, feature: &FeaturePin) -> Result<Option<RoomId>, EditError> {
    check_text("kind", &feature.kind, MAX_KIND)?;
    let has_size = feature.size.iter().all(|side| (1..=MAX_FEATURE_SIDE).contains(side));
    if feature.kind.is_empty() || !has_size || feature.turn > 3 {
        let problem = format!("need a kind, sides of 1 to {MAX_FEATURE_SIDE} cells and 0 to 3 quarter turns");
        return Err(EditError::OutOfLimits { field: "feature", problem });
    }
    let size = dungeon.level(feature.z).ok_or(EditError::NoSuchLevel(feature.z))?.size();
    if !size.contains(feature.cell) || !size.rect().contains_rect(feature.rect()) {
        return Err(EditError::Outside { cell: feature.cell, size });
    }
    Ok(room_at(dungeon, feature.z, feature.floor_cell()))
}

/// Puts a feature.
pub(super) fn add_feature(dungeon: &Dungeon, feature: &FeaturePin) -> Result<Made, EditError> {
    let room = check_feature(dungeon, feature)?;
    let mut new = dungeon.clone();
    let id = new.features.len() as u32;
    new.features.push(feature.to_feature(id, room));
    Ok(Made::new(new, vec![PinJob::Feature(id)]))
}

/// Replaces a feature; what it holds stays in it.
pub(super) fn replace_feature(dungeon: &Dungeon, id: u32, to: &FeaturePin) -> Result<Made, EditError> {
    let room = check_feature(dungeon, to)?;
    let mut new = dungeon.clone();
    let spawn = dungeon.features[id as usize].spawn;
    new.features[id as usize] = crate::dungeon::Feature { spawn, ..to.to_feature(id, room) };
    Ok(Made::new(new, vec![PinJob::Feature(id)]))
}

fn check_spawn(dungeon: &Dungeon, spawn: &SpawnPin) -> Result<RoomId, EditError> {
    check_text("name", spawn.name.as_deref().unwrap_or_default(), MAX_NAME)?;
    dungeon.level(spawn.z).ok_or(EditError::NoSuchLevel(spawn.z))?;
    let none = EditError::NoSubject { what: "room", z: spawn.z, cell: spawn.cell };
    room_at(dungeon, spawn.z, spawn.cell).ok_or(none)
}

/// Puts a spawn.
pub(super) fn add_spawn(dungeon: &Dungeon, spawn: &SpawnPin) -> Result<Made, EditError> {
    let room = check_spawn(dungeon, spawn)?;
    let mut new = dungeon.clone();
    let id = new.spawns.len() as u32;
    new.spawns.push(spawn.to_spawn(id, room));
    Ok(Made::new(new, vec![PinJob::Spawn(id)]))
}

/// Replaces a spawn; it stays in its group.
pub(super) fn replace_spawn(dungeon: &Dungeon, id: u32, to: &SpawnPin) -> Result<Made, EditError> {
    let room = check_spawn(dungeon, to)?;
    let mut new = dungeon.clone();
    let group = dungeon.spawns[id as usize].group;
    new.spawns[id as usize] = crate::dungeon::Spawn { group, ..to.to_spawn(id, room) };
    Ok(Made::new(new, vec![PinJob::Spawn(id)]))
}

/// Deletes a feature or a spawn, with the texts that name it.
pub(super) fn delete(dungeon: &Dungeon, feature: Option<u32>, spawn: Option<u32>) -> Made {
    let mut new = dungeon.clone();
    drop_contents(&mut new, feature.into_iter().collect::<BTreeSet<_>>(), spawn.into_iter().collect());
    Made::without(new)
}
