//! Walks over numbered cells by the rules of keys: what is taken, what is opened, and what is missing.

use std::collections::BTreeMap;

use super::room_index::RoomIndex;
use super::site::Site;
use super::{Walk, WalkAction, WalkEvent};
use crate::dungeon::KeyRule;

/// A walk that was played.
#[derive(Clone, Debug, Default)]
pub(super) struct Replay {
    /// What happens on it.
    pub(super) events: Vec<WalkEvent>,
    /// Locks that have to be respected for the walk to be legal; none when it is.
    pub(super) missing: Vec<usize>,
}

/// What a visitor holds and has opened.
struct Visitor<'a> {
    site: &'a Site<'a>,
    /// Keys by the cell they lie on.
    keys: BTreeMap<u32, Vec<usize>>,
    /// Own keys: whether a key of each lock was taken. Shared keys: whether each lock was opened.
    locks: Vec<bool>,
    /// Keys that were taken, by position.
    taken: Vec<bool>,
    opened: Vec<usize>,
    missing: Vec<usize>,
}

/// Plays a walk.
pub(super) fn replay(site: &Site, nodes: &[u32]) -> Replay {
    let mut visitor = Visitor::new(site);
    let mut events = Vec::new();
    for (step, &node) in (0..).zip(nodes) {
        events.extend(visitor.enter(node).into_iter().map(|action| WalkEvent { step, action }));
    }
    Replay { events, missing: visitor.missing() }
}

/// A legal walk with everything that happens on it.
pub(super) fn walk(site: &Site, rooms: &RoomIndex, nodes: &[u32]) -> Walk {
    let cells: Vec<_> = nodes.iter().map(|&node| site.map.place(node)).collect();
    let mut events = replay(site, nodes).events;
    let mut room = None;
    for (step, place) in (0..).zip(&cells) {
        if let Some(before) = cells.get(step as usize - usize::from(step > 0)).filter(|before| before.z != place.z) {
            events.push(WalkEvent { step, action: WalkAction::TakeStairs { from: before.z, to: place.z } });
        }
        let here = rooms.room_at(*place);
        if let Some(entered) = here.filter(|_| here != room) {
            events.push(WalkEvent { step, action: WalkAction::Enter(entered) });
        }
        room = here.or(room);
    }
    events.sort_by_key(|event| (event.step, event.action.rank()));
    Walk { cells, events }
}

impl<'a> Visitor<'a> {
    fn new(site: &'a Site<'a>) -> Self {
        let mut keys: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        site.key_cells().for_each(|(key, node)| keys.entry(node).or_default().push(key));
        let (locks, taken) = (vec![false; site.gates.locks.len()], vec![false; site.gates.keys.len()]);
        Self { site, keys, locks, taken, opened: Vec::new(), missing: Vec::new() }
    }

    fn enter(&mut self, node: u32) -> Vec<WalkAction> {
        let mut actions = Vec::new();
        if let Some(gate) = self.site.map.gate(node) {
            actions.extend(self.pass(gate));
        }
        for &key in self.keys.get(&node).into_iter().flatten() {
            if !std::mem::replace(&mut self.taken[key], true) {
                let place = self.site.gates.keys[key];
                actions.push(WalkAction::TakeKey { marker: place.marker });
                if self.site.gates.rule == KeyRule::Own {
                    self.locks[place.lock] = true;
                }
            }
        }
        actions
    }

    /// Opens a gate, or notes what is missing.
    fn pass(&mut self, gate: usize) -> Option<WalkAction> {
        let openers = self.site.gates.openers(gate);
        let lock = match self.site.gates.rule {
            KeyRule::Own => {
                let held = openers.iter().copied().find(|&lock| self.locks[lock]);
                if held.is_none() {
                    self.missing.extend(openers);
                }
                held?
            }
            KeyRule::Shared => {
                let lock = openers[0];
                let keys = self.taken.iter().filter(|&&taken| taken).count();
                if !std::mem::replace(&mut self.locks[lock], true) && keys <= self.opened.len() {
                    self.missing.push(lock);
                }
                lock
            }
        };
        let is_new = !self.opened.contains(&lock);
        is_new.then(|| {
            self.opened.push(lock);
            WalkAction::OpenLock { link: self.site.gates.locks[lock], door: self.site.gates.door(gate) }
        })
    }

    /// The locks to respect. Shared keys may be spent on any lock of the walk, so all of them count.
    fn missing(mut self) -> Vec<usize> {
        if !self.missing.is_empty() && self.site.gates.rule == KeyRule::Shared {
            self.missing.clone_from(&self.opened);
        }
        self.missing.sort_unstable();
        self.missing.dedup();
        self.missing
    }
}
