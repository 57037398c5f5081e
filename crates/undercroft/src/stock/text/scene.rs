//! What a sentence may speak of: the room where it stands, and what is there.

use undercroft_grid::Cell;

use super::super::room_facts::RoomFacts;
use super::super::room_features::RoomFeatures;
use super::super::room_openings::RoomOpenings;
use super::bound_facts::BoundFacts;
use crate::contents::{RoomFilter, RoomReference, RoomSide};
use crate::dungeon::{Dungeon, Feature, Group, LinkId, RoomId, Spawn};

/// A dungeon as its texts see it.
pub struct Surroundings<'a> {
    /// The dungeon, its numbers, features and groups done.
    pub dungeon: &'a Dungeon,
    /// What is known about its rooms.
    pub facts: &'a RoomFacts,
    /// Where one comes into them.
    pub openings: &'a [RoomOpenings],
    /// What is the same in all its texts.
    pub bound: &'a BoundFacts<'a>,
    features: RoomFeatures,
}

/// Where a sentence stands. Hooks and rumors stand in no room.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scene {
    /// The room.
    pub room: Option<RoomId>,
    /// The group that it speaks of.
    pub group: Option<u32>,
    /// The lock that it speaks of.
    pub lock: Option<LinkId>,
    /// The room behind that lock.
    pub far: Option<RoomId>,
    /// Where its key lies; `None` where keys open any lock.
    pub key_room: Option<RoomId>,
    /// The neighbour that it speaks of.
    pub next: Option<RoomId>,
}

impl<'a> Surroundings<'a> {
    /// The surroundings of all texts of a dungeon.
    pub fn new(
        dungeon: &'a Dungeon,
        facts: &'a RoomFacts,
        openings: &'a [RoomOpenings],
        bound: &'a BoundFacts<'a>,
    ) -> Self {
        Self { dungeon, facts, openings, bound, features: RoomFeatures::new(dungeon) }
    }

    /// The group of a scene.
    pub fn group(&self, scene: &Scene) -> Option<&'a Group> {
        scene.group.and_then(|group| self.dungeon.groups.get(group as usize))
    }

    /// Whether a scene may give the number of its group: at their home, or where they are spoken of from afar. So those who
    /// live in two rooms are counted once.
    pub fn counts_group(&self, scene: &Scene) -> bool {
        let is_home = |group: &Group| scene.next.is_some() || scene.room.is_none_or(|room| room == group.home);
        self.group(scene).is_some_and(is_home)
    }

    /// How many of the group are in the room of a scene.
    pub fn members(&self, scene: &Scene) -> usize {
        let is_here =
            |spawn: &&Spawn| spawn.group.is_some() && spawn.group == scene.group && Some(spawn.room) == scene.room;
        self.dungeon.spawns.iter().filter(is_here).count()
    }

    /// A side of the room of a scene, in feet.
    pub fn feet(&self, scene: &Scene, side: RoomSide) -> usize {
        let Some(room) = scene.room else { return 0 };
        let bounds = self.dungeon.room(room).bounds();
        let cells = match side {
            RoomSide::Length => bounds.width().max(bounds.height()),
            RoomSide::Width => bounds.width().min(bounds.height()),
        };
        cells as usize * usize::from(self.dungeon.tile_feet)
    }

    /// The features of a room.
    pub fn features(&self, room: RoomId) -> impl Iterator<Item = &'a Feature> {
        self.features.of(self.dungeon, room)
    }

    /// A feature of this kind that visitors can see in the room of a scene.
    pub fn feature(&self, scene: &Scene, kind: &str) -> Option<&'a Feature> {
        self.features(scene.room?).find(|feature| feature.kind == kind && !feature.secret)
    }

    /// Whether something gives light in a room.
    pub fn is_lit(&self, room: RoomId) -> bool {
        self.features(room).any(|feature| feature.light.is_some())
    }

    /// The rooms that a reference may mean. All have a number.
    pub fn rooms(&self, scene: &Scene, reference: &RoomReference) -> Vec<RoomId> {
        let mut rooms = Vec::new();
        self.find_room(scene, reference, |room| {
            rooms.push(room);
            false
        });
        rooms
    }

    /// Whether one of the rooms that a reference may mean is as wanted.
    pub fn find_room(
        &self,
        scene: &Scene,
        reference: &RoomReference,
        mut is_wanted: impl FnMut(RoomId) -> bool,
    ) -> bool {
        let mut is_found =
            |room: RoomId| Some(room) != scene.room && self.dungeon.room(room).number.is_some() && is_wanted(room);
        match reference {
            RoomReference::Next => match scene.next {
                Some(next) => is_found(next),
                None => self.neighbors(scene).any(is_found),
            },
            RoomReference::Far => scene.far.is_some_and(is_found),
            RoomReference::Home => self.group(scene).is_some_and(|group| is_found(group.home)),
            RoomReference::Key => scene.key_room.is_some_and(is_found),
            RoomReference::Goal => self.dungeon.goal.is_some_and(is_found),
            RoomReference::Matching(filter) if filter.linked => {
                self.neighbors(scene).any(|room| self.matches(room, filter) && is_found(room))
            }
            RoomReference::Matching(filter) => {
                let mut rooms = self.dungeon.rooms.iter().map(|room| room.id);
                rooms.any(|room| self.matches(room, filter) && is_found(room))
            }
        }
    }

    fn neighbors(&self, scene: &Scene) -> impl Iterator<Item = RoomId> {
        scene.room.into_iter().flat_map(|room| self.facts.neighbors(room)).copied()
    }

    fn matches(&self, room: RoomId, filter: &RoomFilter) -> bool {
        let purpose = self.dungeon.room(room).purpose.as_deref();
        let is_for = filter.purpose.as_deref().is_none_or(|wanted| purpose == Some(wanted));
        is_for && !(filter.unlit && self.is_lit(room))
    }

    /// The compass word from the room of a scene to another one on the same level.
    pub fn direction(&self, scene: &Scene, to: RoomId) -> Option<&'static str> {
        let (from, to) = (self.dungeon.room(scene.room?), self.dungeon.room(to));
        if from.z != to.z {
            return None;
        }
        let Cell { x, y } = to.bounds().center() - from.bounds().center();
        let vertical = if y < 0 { "north" } else { "south" };
        let horizontal = if x < 0 { "west" } else { "east" };
        match (x.abs(), y.abs()) {
            (0, 0) => None,
            (x, y) if y > 2 * x => Some(vertical),
            (x, y) if x > 2 * y => Some(horizontal),
            _ => Some(match (vertical, horizontal) {
                ("north", "west") => "north-west",
                ("north", _) => "north-east",
                (_, "west") => "south-west",
                _ => "south-east",
            }),
        }
    }

    /// How many doors of the room of a scene visitors can see.
    pub fn doors(&self, scene: &Scene) -> usize {
        let doors = scene.room.map_or(&[][..], |room| &self.openings[room.index()].doors);
        doors.iter().filter(|door| !self.dungeon.door(door.door).secret).count()
    }
}
