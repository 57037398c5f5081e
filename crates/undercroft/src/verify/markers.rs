//! Markers lie in the room they name; keys and stairs always in a room.

use super::owner::Owners;
use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Level, Marker, MarkerKind};

pub(super) fn check(dungeon: &Dungeon, level: &Level, owners: &Owners, flaws: &mut Vec<Flaw>) {
    let markers = dungeon.markers.iter().filter(|marker| marker.z == level.z);
    flaws.extend(markers.filter_map(|marker| misplaced(marker, owners)));
}

fn misplaced(marker: &Marker, owners: &Owners) -> Option<Flaw> {
    let floor = owners.at(marker.cell).floor();
    let is_good = match marker.room {
        Some(room) => floor == Some(room),
        // A torch may hang in a corridor.
        None => marker.kind == MarkerKind::Light || floor.is_some(),
    };
    if is_good {
        return None;
    }
    let place = marker.room.map_or("a room".to_owned(), |room| format!("room {room}"));
    let sentence = format!("A marker ({:?}) does not lie in {place}.", marker.kind);
    Some(Flaw::new(FlawCode::MarkerMisplaced, sentence).at(marker.z, &[marker.cell]).rooms(marker.room))
}
