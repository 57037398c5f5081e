//! Entities by themselves: ids are positions, references resolve, numbers keep their limits, cells lie on their map.
//!
//! After this every index and every cell can be trusted.

use undercroft_grid::{Cell, Rect};

use super::owner::MAX_THINGS;
use super::{Flaw, FlawCode, is_mapped, rooms};
use crate::dungeon::{
    Door, DoorId, Dungeon, Feature, Group, Link, LinkId, MAX_FEATURE_SIDE, MAX_STAIRS_RUN, Room, RoomId, Spawn, Stub,
    Window,
};

/// Cells of a door, and width of a corridor.
const WIDTHS: std::ops::RangeInclusive<usize> = 1..=4;

/// The most quarter turns of a feature.
const LAST_TURN: u8 = 3;

pub(super) fn check(dungeon: &Dungeon, flaws: &mut Vec<Flaw>) {
    levels(dungeon, flaws);
    let mut entities = Entities { dungeon, flaws };
    entities.count();
    dungeon.rooms.iter().enumerate().for_each(|(i, room)| entities.room(i, room));
    dungeon.doors.iter().enumerate().for_each(|(i, door)| entities.door(i, door));
    dungeon.links.iter().enumerate().for_each(|(i, link)| entities.link(i, link));
    dungeon.stubs.iter().enumerate().for_each(|(i, stub)| entities.stub(i, stub));
    dungeon.windows.iter().enumerate().for_each(|(i, window)| entities.window(i, window));
    entities.markers();
    dungeon.features.iter().enumerate().for_each(|(i, feature)| entities.feature(i, feature));
    dungeon.spawns.iter().enumerate().for_each(|(i, spawn)| entities.spawn(i, spawn));
    dungeon.groups.iter().enumerate().for_each(|(i, group)| entities.group(i, group));
    entities.ends();
}

fn levels(dungeon: &Dungeon, flaws: &mut Vec<Flaw>) {
    for pair in dungeon.levels.windows(2).filter(|pair| pair[0].z <= pair[1].z) {
        let sentence = format!("Level {} comes before level {}, but levels go downwards.", pair[0].z, pair[1].z);
        flaws.push(Flaw::new(FlawCode::LevelsDisordered, sentence));
    }
}

struct Entities<'a> {
    dungeon: &'a Dungeon,
    flaws: &'a mut Vec<Flaw>,
}

impl Entities<'_> {
    fn count(&mut self) {
        let Dungeon { rooms, doors, links, stubs, .. } = self.dungeon;
        if rooms.len().max(doors.len()).max(links.len() + stubs.len() + 1) > MAX_THINGS {
            let sentence = format!("A dungeon has at most {MAX_THINGS} rooms, doors, and links with stubs.");
            self.flaws.push(Flaw::new(FlawCode::OutOfLimits, sentence));
        }
    }

    fn room(&mut self, position: usize, room: &Room) {
        let who = Who::Room(room.id);
        self.id(who, room.id.index(), position);
        self.flaws.extend(rooms::malformed(room));
        let map = self.map(who, room.z);
        let inside = |run: &crate::dungeon::Run| {
            let end = i64::from(run.start.x) + i64::from(run.length);
            map.is_none_or(|map| map.grow(-1).contains(run.start) && end < i64::from(map.right))
        };
        if !room.floor.iter().all(inside) {
            let sentence = format!("{who} with its ring does not lie on the map of level {}.", room.z);
            self.flaws.push(Flaw::new(FlawCode::OutsideMap, sentence).rooms([room.id]));
        }
        self.inside(who, map, room.sockets.iter().map(|socket| socket.cell));
        self.inside(who, map, room.hearth.iter().map(|hearth| hearth.cell));
    }

    fn window(&mut self, position: usize, window: &Window) {
        let who = Who::Other("Window", window.id as usize);
        self.id(who, window.id as usize, position);
        let map = self.map(who, window.z);
        self.inside(who, map, [window.cell]);
    }

    fn door(&mut self, position: usize, door: &Door) {
        let who = Who::Door(door.id);
        self.id(who, door.id.index(), position);
        match door.room {
            Some(room) => self.room_exists(who, room),
            None if is_mapped(self.dungeon) => {
                self.flaw(who, FlawCode::BrokenReference, &format!("{who} has no room."));
            }
            None => {}
        }
        self.limit(who, "cells", door.cells.len(), WIDTHS);
        let map = self.map(who, door.z);
        self.inside(who, map, door.cells.iter().copied());
    }

    fn link(&mut self, position: usize, link: &Link) {
        let who = Who::Link(link.id);
        self.id(who, link.id.index(), position);
        link.rooms.iter().for_each(|&room| self.room_exists(who, room));
        link.doors().iter().for_each(|&door| self.door_exists(who, door));
        if let Some(corridor) = link.corridor() {
            self.limit(who, "path cells", corridor.path.len(), 1..=usize::MAX);
            self.limit(who, "cells of width", corridor.width.into(), WIDTHS);
        }
        let map = self.map_of_room(who, link.rooms[0]);
        self.inside(who, map, link.path().iter().chain(link.roughened()).copied());
        for (&room, run) in link.rooms.iter().zip(link.stairs().into_iter().flatten()) {
            self.limit(who, "stairs cells", run.len(), 1..=usize::MAX);
            if run.len() > MAX_STAIRS_RUN {
                let sentence = format!("{who} has {} stairs cells, allowed are 1 to {MAX_STAIRS_RUN}.", run.len());
                self.flaws.push(Flaw::new(FlawCode::StairsRun, sentence).links([link.id]));
            }
            let map = self.map_of_room(who, room);
            self.inside(who, map, run.iter().copied());
        }
    }

    fn stub(&mut self, position: usize, stub: &Stub) {
        let who = Who::Other("Blind corridor", position);
        self.limit(who, "path cells", stub.path.len(), 1..=usize::MAX);
        self.limit(who, "cells of width", stub.width.into(), WIDTHS);
        let map = self.map(who, stub.z);
        self.inside(who, map, stub.path.iter().copied());
    }

    fn markers(&mut self) {
        for (i, marker) in self.dungeon.markers.iter().enumerate() {
            let who = Who::Other("Marker", i);
            marker.room.iter().for_each(|&room| self.room_exists(who, room));
            if let Some(link) = marker.link.filter(|link| link.index() >= self.dungeon.links.len()) {
                self.flaw(who, FlawCode::BrokenReference, &format!("{who} names link {link}, which does not exist."));
            }
            let map = self.map(who, marker.z);
            self.inside(who, map, [marker.cell]);
        }
    }

    fn feature(&mut self, position: usize, feature: &Feature) {
        let who = Who::Other("Feature", feature.id as usize);
        self.id(who, feature.id as usize, position);
        feature.room.iter().for_each(|&room| self.room_exists(who, room));
        self.exists(who, "spawn", feature.spawn, self.dungeon.spawns.len());
        let map = self.map(who, feature.z);
        self.inside(who, map, [feature.cell]);
        let [width, height] = feature.size;
        let sides = 1..=MAX_FEATURE_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) || feature.turn > LAST_TURN {
            let size = format!("{who} has {width}×{height} cells and {} quarter turns", feature.turn);
            let sentence =
                format!("{size}, allowed are sides of 1 to {MAX_FEATURE_SIDE} cells and up to {LAST_TURN} turns.");
            self.flaws.push(Flaw::new(FlawCode::FeatureSize, sentence).rooms(feature.room));
        } else if map.is_some_and(|map| map.contains(feature.cell)) {
            // Sides are short here, and the first cell lies on the map.
            self.inside(who, map, feature.cells());
        }
    }

    fn spawn(&mut self, position: usize, spawn: &Spawn) {
        let who = Who::Other("Spawn", spawn.id as usize);
        self.id(who, spawn.id as usize, position);
        self.room_exists(who, spawn.room);
        self.exists(who, "group", spawn.group, self.dungeon.groups.len());
        let map = self.map(who, spawn.z);
        self.inside(who, map, [spawn.cell]);
    }

    fn group(&mut self, position: usize, group: &Group) {
        let who = Who::Other("Group", group.id as usize);
        self.id(who, group.id as usize, position);
        [group.home].iter().chain(&group.rooms).for_each(|&room| self.room_exists(who, room));
    }

    fn exists(&mut self, who: Who, what: &str, id: Option<u32>, count: usize) {
        if let Some(id) = id.filter(|&id| id as usize >= count) {
            self.flaw(who, FlawCode::BrokenReference, &format!("{who} names {what} {id}, which does not exist."));
        }
    }

    fn ends(&mut self) {
        if let Some(entrance) = &self.dungeon.entrance {
            self.room_exists(Who::The("The entrance"), entrance.room);
            self.door_exists(Who::The("The entrance"), entrance.door);
        }
        self.dungeon.goal.iter().for_each(|&goal| self.room_exists(Who::The("The goal"), goal));
    }

    fn id(&mut self, who: Who, id: usize, position: usize) {
        if id != position {
            self.flaw(who, FlawCode::BrokenReference, &format!("{who} is number {position} in its list."));
        }
    }

    fn room_exists(&mut self, who: Who, room: RoomId) {
        if room.index() >= self.dungeon.rooms.len() {
            self.flaw(who, FlawCode::BrokenReference, &format!("{who} names room {room}, which does not exist."));
        }
    }

    fn door_exists(&mut self, who: Who, door: DoorId) {
        if door.index() >= self.dungeon.doors.len() {
            self.flaw(who, FlawCode::BrokenReference, &format!("{who} names door {door}, which does not exist."));
        }
    }

    fn map_of_room(&mut self, who: Who, room: RoomId) -> Option<Rect> {
        let z = self.dungeon.rooms.get(room.index()).map(|room| room.z);
        z.and_then(|z| self.map(who, z))
    }

    fn map(&mut self, who: Who, z: i32) -> Option<Rect> {
        let map = self.dungeon.level(z).map(|level| level.size().rect());
        if map.is_none() {
            self.flaw(who, FlawCode::BrokenReference, &format!("{who} lies on level {z}, which does not exist."));
        }
        map
    }

    fn inside(&mut self, who: Who, map: Option<Rect>, cells: impl IntoIterator<Item = Cell>) {
        let Some(map) = map else { return };
        if let Some(cell) = cells.into_iter().find(|&cell| !map.contains(cell)) {
            self.flaw(who, FlawCode::OutsideMap, &format!("{who} has the cell {cell} outside its map."));
        }
    }

    fn limit(&mut self, who: Who, what: &str, count: usize, limits: std::ops::RangeInclusive<usize>) {
        if !limits.contains(&count) {
            let (low, high) = limits.into_inner();
            let allowed = if high == usize::MAX { format!("at least {low}") } else { format!("{low} to {high}") };
            self.flaw(who, FlawCode::OutOfLimits, &format!("{who} has {count} {what}, allowed are {allowed}."));
        }
    }

    fn flaw(&mut self, who: Who, code: FlawCode, sentence: &str) {
        self.flaws.push(who.concern(Flaw::new(code, sentence)));
    }
}

/// The subject of a sentence, written out only when there is a flaw.
#[derive(Clone, Copy)]
enum Who {
    Room(RoomId),
    Door(DoorId),
    Link(LinkId),
    /// Something with a number that flaws do not list.
    Other(&'static str, usize),
    /// Something that there is once.
    The(&'static str),
}

impl Who {
    /// The flaw, with the thing that it concerns.
    fn concern(self, flaw: Flaw) -> Flaw {
        match self {
            Self::Room(id) => flaw.rooms([id]),
            Self::Door(id) => flaw.doors([id]),
            Self::Link(id) => flaw.links([id]),
            Self::Other(..) | Self::The(_) => flaw,
        }
    }
}

impl std::fmt::Display for Who {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Room(id) => write!(f, "Room {id}"),
            Self::Door(id) => write!(f, "Door {id}"),
            Self::Link(id) => write!(f, "Link {id}"),
            Self::Other(noun, number) => write!(f, "{noun} {number}"),
            Self::The(noun) => f.write_str(noun),
        }
    }
}
