//! Features lie in their rooms, leave doors, stairs and keys alone, and never part what was joined.
//!
//! Each room is judged by itself, against the same room without features: its free cells stay in one piece
//! ([`pockets`]), and a 2×2 body still joins what it joined ([`wide_bodies`]).

mod layers;
mod openings;
mod placement;
mod pockets;
mod room_space;
mod wide_bodies;

#[cfg(test)]
mod tests;

use undercroft_grid::Cell;

use super::content_fault::{ContentFault, Culprit};
use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Feature, Room, RoomId};
use openings::Openings;
use placement::Misplacement;
use room_space::RoomSpace;

/// What is wrong with the features of the rooms that are asked for, and with those of corridors.
pub(super) fn faults(dungeon: &Dungeon, is_asked: impl Fn(RoomId) -> bool) -> Vec<ContentFault> {
    let asked = |feature: &&Feature| feature.room.is_none_or(&is_asked);
    let mut features: Vec<&Feature> = dungeon.features.iter().filter(asked).collect();
    features.sort_by_key(|feature| feature.room);
    if features.is_empty() {
        return Vec::new();
    }
    let openings = Openings::new(dungeon);
    let mut faults = Vec::new();
    for features in features.chunk_by(|a, b| a.room == b.room) {
        match features[0].room {
            Some(room) => room_faults(dungeon, dungeon.room(room), &openings, features, &mut faults),
            None => corridor_faults(dungeon, features, &mut faults),
        }
    }
    faults
}

fn room_faults(
    dungeon: &Dungeon,
    room: &Room,
    openings: &Openings,
    features: &[&Feature],
    faults: &mut Vec<ContentFault>,
) {
    let Some(level) = dungeon.level(room.z) else { return };
    let space = RoomSpace::new(level, room, openings);
    let mut blocking = Vec::new();
    for &feature in features {
        match placement::misplacement(&space, feature) {
            // What is in the wrong place is not blamed for blocking, too.
            Some(misplacement) => faults.push(misplaced(feature, misplacement)),
            None if feature.blocks && feature.is_on_floor() => blocking.push(feature),
            None => {}
        }
    }
    faults.extend(overlap_faults(features));
    if !blocking.is_empty() {
        let flaw = blocked_path(&space, blocking);
        faults.extend(flaw.map(|flaw| ContentFault::new(flaw, Culprit::BlockingFeatures(room.id))));
    }
}

fn corridor_faults(dungeon: &Dungeon, features: &[&Feature], faults: &mut Vec<ContentFault>) {
    for feature in features {
        let level = dungeon.level(feature.z);
        let misplacement = level.and_then(|level| placement::corridor_misplacement(level, feature));
        faults.extend(misplacement.map(|misplacement| misplaced(feature, misplacement)));
    }
    faults.extend(overlap_faults(features));
}

fn misplaced(feature: &Feature, Misplacement { code, why, cells }: Misplacement) -> ContentFault {
    let sentence = format!("{} {why}.", title(feature));
    let flaw = Flaw::new(code, sentence).at(feature.z, &cells).rooms(feature.room);
    ContentFault::new(flaw, Culprit::Feature(feature.id))
}

fn overlap_faults(features: &[&Feature]) -> Vec<ContentFault> {
    let fault = |([earlier, later], cell): ([&Feature; 2], Cell)| {
        let sentence = format!("{} and feature {} ({}) are in one place.", title(earlier), later.id, later.kind);
        let flaw = Flaw::new(FlawCode::FeaturesOverlap, sentence).at(later.z, &[cell]).rooms(later.room);
        ContentFault::new(flaw, Culprit::Feature(later.id))
    };
    layers::overlaps(features).into_iter().map(fault).collect()
}

/// What the features that block part: first bodies of one cell, then those of four.
fn blocked_path(space: &RoomSpace, blocking: Vec<&Feature>) -> Option<Flaw> {
    let (room, z) = (space.room.id, space.level.z);
    let mut left = space.free.clone();
    left -= &space.blocked(blocking);
    let parted = pockets::parted_cells(&space.free, &left);
    if !parted.is_empty() {
        let has_anchor = parted.iter().any(|cell| space.anchors.binary_search(cell).is_ok());
        let what = if has_anchor { "part doors, stairs or keys" } else { "close off a pocket" };
        let cells: Vec<Cell> = parted.into_iter().map(|cell| space.on_map(cell)).collect();
        let flaw = Flaw::new(FlawCode::FeatureBlocksPath, format!("The features of room {room} {what}."));
        return Some(flaw.at(z, &cells).rooms([room]));
    }
    let cells = wide_bodies::parted_anchors(&space.free, &left, &space.anchors)?.map(|cell| space.on_map(cell));
    let sentence = format!("The features of room {room} leave no path for a body of 2×2 cells, which had one.");
    Some(Flaw::new(FlawCode::FeatureNarrows, sentence).at(z, &cells).rooms([room]))
}

/// The feature as the subject of a sentence.
fn title(feature: &Feature) -> String {
    format!("Feature {} ({})", feature.id, feature.kind)
}
