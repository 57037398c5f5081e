//! Walks that go to the nearest room first, or to rooms in a given order: quick, legal, not always shortest.

use std::collections::BTreeMap;

use super::site::Site;
use super::step_flood::{Advance, StepFlood};
use crate::dungeon::KeyRule;

/// Marks a cell that belongs to no room to be visited.
const NO_ROOM: u32 = u32::MAX;

/// A dungeon with its rooms and keys by cell.
pub(super) struct Tours<'a> {
    site: &'a Site<'a>,
    flood: &'a mut StepFlood,
    /// The position in [`Site::rooms`] of the room that each cell belongs to.
    rooms: Vec<u32>,
    keys: BTreeMap<u32, Vec<usize>>,
    /// The cells that floods have come to.
    pub(super) visits: u64,
}

/// A walk in the making.
struct Tour {
    nodes: Vec<u32>,
    /// The rooms in the order of their first visits.
    visited: Vec<u32>,
    is_visited: Vec<bool>,
    taken: Vec<bool>,
    /// Own keys: whether the key of each lock was taken. Shared keys: whether each lock was opened.
    open: Vec<bool>,
    /// Shared keys that are left.
    left: usize,
}

/// A walk that visits all rooms.
#[derive(Clone, Debug)]
pub(super) struct FoundTour {
    pub(super) nodes: Vec<u32>,
    /// The rooms in the order of their first visits, by position in [`Site::rooms`].
    pub(super) order: Vec<u32>,
}

impl<'a> Tours<'a> {
    pub(super) fn new(site: &'a Site, flood: &'a mut StepFlood) -> Self {
        let mut rooms = vec![NO_ROOM; site.map.len()];
        for (i, &room) in (0..).zip(&site.rooms) {
            site.floor(room).for_each(|node| rooms[node as usize] = i);
        }
        let mut keys: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        site.key_cells().for_each(|(key, node)| keys.entry(node).or_default().push(key));
        Self { site, flood, rooms, keys, visits: 0 }
    }

    /// The walk to the nearest room that is left, then to the nearest from there, and so on. Keys are fetched when no room
    /// is in reach. `None` where it gets stuck.
    pub(super) fn nearest_first(&mut self) -> Option<FoundTour> {
        let mut tour = self.start();
        while tour.visited.len() < self.site.rooms.len() {
            if !self.go(&mut tour, Self::is_new_room) && !self.fetch_key(&mut tour) {
                return None;
            }
        }
        Some(FoundTour { nodes: tour.nodes, order: tour.visited })
    }

    /// The walk to rooms in this order, if it has fewer steps than `limit`. Rooms that it passes count as visited.
    pub(super) fn in_order(&mut self, order: &[u32], limit: usize) -> Option<FoundTour> {
        let mut tour = self.start();
        for &room in order {
            while !tour.is_visited[room as usize] {
                if !self.go(&mut tour, |tours, _, node| tours.rooms[node as usize] == room)
                    && !self.fetch_key(&mut tour)
                {
                    return None;
                }
                if tour.nodes.len() > limit {
                    return None;
                }
            }
        }
        Some(FoundTour { nodes: tour.nodes, order: tour.visited })
    }

    fn start(&self) -> Tour {
        let mut tour = Tour {
            nodes: Vec::new(),
            visited: Vec::new(),
            is_visited: vec![false; self.site.rooms.len()],
            taken: vec![false; self.site.gates.keys.len()],
            open: vec![false; self.site.gates.locks.len()],
            left: 0,
        };
        self.enter(&mut tour, self.site.start);
        tour
    }

    fn is_new_room(&self, tour: &Tour, node: u32) -> bool {
        let room = self.rooms[node as usize];
        room != NO_ROOM && !tour.is_visited[room as usize]
    }

    /// Fetches the nearest key, or spends a shared one on the nearest lock.
    fn fetch_key(&mut self, tour: &mut Tour) -> bool {
        let is_wanted = |tours: &Self, tour: &Tour, node: u32| {
            let is_new = |key: &usize| match tours.site.gates.rule {
                KeyRule::Own => !tour.open[tours.site.gates.keys[*key].lock],
                KeyRule::Shared => !tour.taken[*key],
            };
            tours.keys.get(&node).is_some_and(|keys| keys.iter().any(is_new))
        };
        if self.go(tour, is_wanted) {
            return true;
        }
        if self.site.gates.rule == KeyRule::Own || tour.left == 0 {
            return false;
        }
        self.go(tour, |tours, tour, node| tours.shut_lock(tour, node).is_some())
    }

    /// The first lock of a shut gate.
    fn shut_lock(&self, tour: &Tour, node: u32) -> Option<usize> {
        let openers = self.site.gates.openers(self.site.map.gate(node)?);
        openers.iter().all(|&lock| !tour.open[lock]).then(|| openers[0])
    }

    /// Goes to the nearest cell that is a target, without opening a gate before.
    fn go(&mut self, tour: &mut Tour, is_target: impl Fn(&Self, &Tour, u32) -> bool) -> bool {
        let mut flood = std::mem::take(self.flood);
        let at = tour.nodes[tour.nodes.len() - 1];
        let mut target = None;
        flood.run(&self.site.map, [at], |node, _| {
            if node != at && is_target(self, tour, node) {
                target = Some(node);
                return Advance::End;
            }
            if self.shut_lock(tour, node).is_some() { Advance::Halt } else { Advance::On }
        });
        self.visits += flood.reached().len() as u64;
        if let Some(target) = target {
            let path = flood.trace(&self.site.map, target, |node| self.shut_lock(tour, node).is_none());
            path[1..].iter().for_each(|&node| self.enter(tour, node));
        }
        *self.flood = flood;
        target.is_some()
    }

    fn enter(&self, tour: &mut Tour, node: u32) {
        tour.nodes.push(node);
        if let Some(lock) = self.shut_lock(tour, node) {
            tour.open[lock] = true;
            tour.left -= 1;
        }
        if self.is_new_room(tour, node) {
            let room = self.rooms[node as usize];
            tour.is_visited[room as usize] = true;
            tour.visited.push(room);
        }
        for &key in self.keys.get(&node).into_iter().flatten() {
            let is_new = !std::mem::replace(&mut tour.taken[key], true);
            match self.site.gates.rule {
                KeyRule::Own => tour.open[self.site.gates.keys[key].lock] = true,
                KeyRule::Shared => tour.left += usize::from(is_new),
            }
        }
    }
}
