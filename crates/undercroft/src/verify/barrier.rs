//! How doors stop a visitor: not at all, until a key opens them, or for good.

use crate::dungeon::{Door, DoorState, Dungeon, HiddenDoor, Link, LinkId, MarkerKind};

/// How a door stops a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Barrier {
    /// Anyone can open it.
    Free,
    /// A key opens it.
    Keyed,
    /// It is secret, or shut without a key.
    Shut,
}

/// The barrier of each door, by id.
pub(super) fn barriers(dungeon: &Dungeon) -> Vec<Barrier> {
    let as_it_stands = |door: &Door| if door.is_passable() && !door.secret { Barrier::Free } else { Barrier::Shut };
    let mut barriers: Vec<Barrier> = dungeon.doors.iter().map(as_it_stands).collect();
    for lock in locks(dungeon) {
        for door in dungeon.link(lock).doors().iter().map(|&door| dungeon.door(door)) {
            if door.state == DoorState::Locked && !door.secret {
                barriers[door.id.index()] = Barrier::Keyed;
            }
        }
    }
    let is_secret = |link: &&Link| link.is_secret_passage() || link.hidden() != HiddenDoor::None;
    for secret in dungeon.links.iter().filter(is_secret) {
        secret.doors().iter().for_each(|door| barriers[door.index()] = Barrier::Shut);
    }
    barriers
}

/// The locked links for which there is a key, sorted.
pub(super) fn locks(dungeon: &Dungeon) -> Vec<LinkId> {
    let keys = dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key);
    let mut locks: Vec<LinkId> = keys.filter_map(|key| key.link).filter(|&link| is_locked(dungeon, link)).collect();
    locks.sort_unstable();
    locks.dedup();
    locks
}

/// Whether a door of the link is locked.
pub(super) fn is_locked(dungeon: &Dungeon, link: LinkId) -> bool {
    dungeon.link(link).doors().iter().any(|&door| dungeon.door(door).state == DoorState::Locked)
}
