//! Which doors a visitor can pass, and which keys open the others.
//!
//! A *gate* is a locked door of a link that has a key. Everything else that is shut, and every secret door unless secrets
//! may be used, stays shut for good.

use crate::dungeon::{DoorId, DoorState, Dungeon, HiddenDoor, KeyRule, Link, LinkId, Marker, MarkerKind};
use crate::multi_level::LevelCell;

/// A key that lies somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeyPlace {
    /// Its position in the list of markers.
    pub(super) marker: usize,
    /// Where it lies.
    pub(super) at: LevelCell,
    /// The lock that it belongs to, by position in [`Gates::locks`].
    pub(super) lock: usize,
}

/// The locks of a dungeon that have a key, with their doors and keys.
#[derive(Clone, Debug)]
pub(super) struct Gates {
    /// What keys open.
    pub(super) rule: KeyRule,
    /// The locked links for which there is a key, sorted.
    pub(super) locks: Vec<LinkId>,
    /// The keys that belong to them, in the order of the markers.
    pub(super) keys: Vec<KeyPlace>,
    /// Of each gate its door and the locks that open it.
    leaves: Vec<(DoorId, Vec<usize>)>,
    /// Whether each door stays shut for good.
    shut: Vec<bool>,
}

impl Gates {
    /// The gates of a dungeon whose references hold.
    pub(super) fn new(dungeon: &Dungeon, with_secrets: bool) -> Self {
        let key_markers = || dungeon.markers.iter().enumerate().filter(|(_, marker)| marker.kind == MarkerKind::Key);
        let locked = |key: &Marker| key.link.filter(|&link| is_locked(dungeon, link));
        let mut locks: Vec<LinkId> = key_markers().filter_map(|(_, key)| locked(key)).collect();
        locks.sort_unstable();
        locks.dedup();
        let key = |(marker, key): (usize, &Marker)| {
            let lock = locks.binary_search(&locked(key)?).ok()?;
            Some(KeyPlace { marker, at: LevelCell { z: key.z, cell: key.cell }, lock })
        };
        let keys = key_markers().filter_map(key).collect();
        let mut gates = Self { rule: dungeon.key_rule(), locks, keys, leaves: Vec::new(), shut: Vec::new() };
        gates.hang(dungeon, with_secrets);
        gates
    }

    fn hang(&mut self, dungeon: &Dungeon, with_secrets: bool) {
        let mut secret: Vec<bool> = dungeon.doors.iter().map(|door| door.secret).collect();
        let has_secret = |link: &&Link| link.is_secret_passage() || link.hidden() != HiddenDoor::None;
        for door in dungeon.links.iter().filter(has_secret).flat_map(Link::doors) {
            secret[door.index()] = true;
        }
        let mut openers: Vec<Vec<usize>> = vec![Vec::new(); dungeon.doors.len()];
        for (lock, &link) in self.locks.iter().enumerate() {
            for door in dungeon.link(link).doors() {
                openers[door.index()].push(lock);
            }
        }
        for (door, openers) in dungeon.doors.iter().zip(openers) {
            let is_found = with_secrets || !secret[door.id.index()];
            let is_gate = is_found && door.state == DoorState::Locked && !openers.is_empty();
            self.shut.push(!is_found || !(is_gate || door.is_passable()));
            if is_gate {
                // A shared key is spent on one link, also where two links meet at a door.
                let kept = if self.rule == KeyRule::Shared { 1 } else { openers.len() };
                self.leaves.push((door.id, openers[..kept].to_vec()));
            }
        }
    }

    /// Whether a door stays shut for good.
    pub(super) fn is_shut(&self, door: DoorId) -> bool {
        self.shut[door.index()]
    }

    /// The doors of the gates.
    pub(super) fn doors(&self) -> impl Iterator<Item = DoorId> {
        self.leaves.iter().map(|(door, _)| *door)
    }

    /// The door of a gate.
    pub(super) fn door(&self, gate: usize) -> DoorId {
        self.leaves[gate].0
    }

    /// The locks that open a gate, any one of them.
    pub(super) fn openers(&self, gate: usize) -> &[usize] {
        &self.leaves[gate].1
    }
}

fn is_locked(dungeon: &Dungeon, link: LinkId) -> bool {
    dungeon.link(link).doors().iter().any(|&door| dungeon.door(door).state == DoorState::Locked)
}
