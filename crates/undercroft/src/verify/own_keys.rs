//! Own keys: whoever takes every key in reach and opens every lock that has its key gets to all of them.
//!
//! A key opens its own lock, every door of it, and is kept, so nothing is ever lost by taking or opening: one walk with
//! all keys in reach decides for every order, for any number of locks.

use undercroft_grid::{BitGrid, Cell};

use super::barrier::{Barrier, barriers};
use super::reach::{self, Place};
use super::{Flaw, FlawCode, RoomGraph, words};
use crate::dungeon::{Door, DoorId, Dungeon, Entrance, LinkId, Marker, MarkerKind, RoomId};

/// Judges the locks that have a key.
pub(super) fn check(dungeon: &Dungeon, entrance: &Entrance, locks: &[LinkId]) -> Option<Flaw> {
    let mut walk = Walk::new(dungeon);
    walk.visit(vec![reach::start(dungeon, entrance)]);
    while walk.take_keys() {
        let starts = walk.open_doors();
        walk.visit(starts);
    }
    let shut: Vec<LinkId> = locks.iter().copied().filter(|lock| !walk.held.contains(lock)).collect();
    let sentence = format!("No order of opening leads to the key of {}.", words::list_named("link", &shut));
    // Where no one gets in at all, that is a flaw of its own.
    let is_inside = walk.visited.iter().any(|level| !level.is_empty());
    (is_inside && !shut.is_empty()).then(|| Flaw::new(FlawCode::KeyOutOfReach, sentence).links(shut))
}

/// Whether a visitor who never opens one lock, and takes every key in reach, gets into a room.
pub(super) fn reaches_before(dungeon: &Dungeon, entrance: &Entrance, lock: LinkId, room: RoomId) -> bool {
    // Links are quick to follow where no ground cuts them. Corridors that merge may lead farther, so the tiles have the
    // last word.
    let is_bare = dungeon.levels.iter().all(|level| level.ground.is_none());
    is_bare && leads_before(dungeon, entrance, lock, room) || walks_before(dungeon, entrance, lock, room)
}

fn leads_before(dungeon: &Dungeon, entrance: &Entrance, lock: LinkId, room: RoomId) -> bool {
    let (graph, barriers) = (RoomGraph::new(dungeon), barriers(dungeon));
    let mut held: Vec<LinkId> = Vec::new();
    loop {
        let is_open = |link: LinkId, door: &DoorId| match barriers[door.index()] {
            Barrier::Free => true,
            Barrier::Keyed => link != lock && held.contains(&link),
            Barrier::Shut => false,
        };
        let hops = graph.hops(entrance.room, |link| dungeon.link(link).doors().iter().all(|door| is_open(link, door)));
        let is_reached = |room: RoomId| hops[room.index()].is_some();
        if is_reached(room) {
            return true;
        }
        let keys = dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key);
        let found = keys.filter(|key| key.room.is_some_and(is_reached)).filter_map(|key| key.link);
        let new: Vec<LinkId> = found.filter(|link| !held.contains(link)).collect();
        if new.is_empty() {
            return false;
        }
        held.extend(new);
    }
}

fn walks_before(dungeon: &Dungeon, entrance: &Entrance, lock: LinkId, room: RoomId) -> bool {
    let mut walk = Walk::new(dungeon);
    let mut starts = vec![reach::start(dungeon, entrance)];
    while !starts.is_empty() {
        walk.visit(starts);
        walk.take_keys();
        walk.held.retain(|held| *held != lock);
        starts = walk.open_doors();
    }
    let room = dungeon.room(room);
    let visited = &walk.visited[reach::position(dungeon, room.z)];
    room.cells().any(|cell| visited.contains(cell))
}

/// A walk through the tiles, with the keys found so far.
struct Walk<'a> {
    dungeon: &'a Dungeon,
    barriers: Vec<Barrier>,
    /// Tiles that are open and not yet visited.
    open: Vec<BitGrid>,
    visited: Vec<BitGrid>,
    /// Locks whose keys were found.
    held: Vec<LinkId>,
}

impl<'a> Walk<'a> {
    fn new(dungeon: &'a Dungeon) -> Self {
        let barriers = barriers(dungeon);
        let open = reach::open_tiles(dungeon, |door| barriers[door.id.index()] != Barrier::Free);
        let visited = dungeon.levels.iter().map(|level| BitGrid::new(level.size())).collect();
        Self { dungeon, barriers, open, visited, held: Vec::new() }
    }

    fn visit(&mut self, starts: Vec<Place>) {
        let visited = &mut self.visited;
        reach::flood(self.dungeon, &mut self.open, starts, |place, _| {
            visited[place.level].insert(place.cell);
        });
    }

    /// Takes the keys on visited cells; whether there was a new one.
    fn take_keys(&mut self) -> bool {
        let before = self.held.len();
        let keys = self.dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key);
        let is_in_reach = |key: &&Marker| self.visited[reach::position(self.dungeon, key.z)].contains(key.cell);
        let found: Vec<LinkId> = keys.filter(is_in_reach).filter_map(|key| key.link).collect();
        self.held = found;
        self.held.sort_unstable();
        self.held.dedup();
        self.held.len() > before
    }

    /// Opens every door whose key is held; the cells of those that can be stepped into.
    fn open_doors(&mut self) -> Vec<Place> {
        let mut starts = Vec::new();
        for lock in self.held.clone() {
            for door in self.dungeon.link(lock).doors().iter().map(|&door| self.dungeon.door(door)) {
                if self.barriers[door.id.index()] == Barrier::Keyed {
                    starts.extend(self.open_door(door));
                }
            }
        }
        starts
    }

    fn open_door(&mut self, door: &Door) -> Vec<Place> {
        let level = reach::position(self.dungeon, door.z);
        let is_new = |cell: &&Cell| !self.visited[level].contains(**cell);
        let cells: Vec<Cell> = door.cells.iter().filter(is_new).copied().collect();
        for &cell in &cells {
            self.open[level].insert(cell);
        }
        let can_be_entered =
            |cell: &Cell| cell.neighbors4().into_iter().any(|beside| self.visited[level].contains(beside));
        cells.into_iter().filter(can_be_entered).map(|cell| Place { level, cell }).collect()
    }
}
