//! Ids after a removal: they are positions, so whatever follows moves up.

use std::collections::BTreeSet;

use crate::dungeon::{DoorId, Dungeon, LinkId, Reference, RoomId};

/// What is taken away.
#[derive(Default)]
pub(super) struct Removal {
    /// A room, with everything in it.
    pub(super) room: Option<RoomId>,
    /// Links, with their doors.
    pub(super) links: BTreeSet<LinkId>,
    /// Features, by id.
    pub(super) features: BTreeSet<u32>,
    /// Spawns, by id.
    pub(super) spawns: BTreeSet<u32>,
}

/// For each old id the new one; `None` for what is gone.
pub(super) struct NewIds {
    rooms: Vec<Option<u32>>,
    doors: Vec<Option<u32>>,
    links: Vec<Option<u32>>,
    features: Vec<Option<u32>>,
    spawns: Vec<Option<u32>>,
    groups: Vec<Option<u32>>,
    /// Groups that lost a spawn: what texts tell about them may not hold.
    recounted: BTreeSet<u32>,
}

impl NewIds {
    /// The ids of a dungeon after a removal. Links go with their rooms, doors with their links, and groups with their last
    /// room or spawn.
    pub(super) fn after(dungeon: &Dungeon, removal: &Removal) -> Self {
        let Removal { room, links, features, spawns } = removal;
        let touches =
            |link: &crate::dungeon::Link| links.contains(&link.id) || room.is_some_and(|room| link.touches(room));
        let links_of = |door: DoorId| dungeon.links.iter().filter(move |link| link.doors().contains(&door));
        // A back door has no link and goes with its kitchen.
        let is_back_door = |door: DoorId| {
            let is_of_room = room.is_some() && dungeon.door(door).room == *room;
            is_of_room && dungeon.provenance.recipe.has_back_door() && links_of(door).next().is_none()
        };
        let is_orphan = |door: u32| links_of(DoorId(door)).any(touches) || is_back_door(DoorId(door));
        let lost = |id: u32| spawns.contains(&id) || Some(dungeon.spawns[id as usize].room) == *room;
        let recounted: BTreeSet<u32> =
            dungeon.spawns.iter().filter(|spawn| lost(spawn.id)).filter_map(|spawn| spawn.group).collect();
        let has_member = |group: u32| dungeon.spawns.iter().any(|spawn| spawn.group == Some(group) && !lost(spawn.id));
        let has_room = |group: u32| dungeon.groups[group as usize].rooms.iter().any(|other| Some(*other) != *room);
        let is_dissolved = |group: u32| !has_room(group) || recounted.contains(&group) && !has_member(group);
        Self {
            rooms: moved_up(dungeon.rooms.len(), |id| *room == Some(RoomId(id))),
            doors: moved_up(dungeon.doors.len(), is_orphan),
            links: moved_up(dungeon.links.len(), |id| touches(&dungeon.links[id as usize])),
            features: moved_up(dungeon.features.len(), |id| {
                features.contains(&id) || room.is_some() && dungeon.features[id as usize].room == *room
            }),
            spawns: moved_up(dungeon.spawns.len(), lost),
            groups: moved_up(dungeon.groups.len(), is_dissolved),
            recounted,
        }
    }

    pub(super) fn room(&self, old: RoomId) -> Option<RoomId> {
        self.rooms.get(old.index()).copied().flatten().map(RoomId)
    }

    pub(super) fn door(&self, old: DoorId) -> Option<DoorId> {
        self.doors.get(old.index()).copied().flatten().map(DoorId)
    }

    pub(super) fn link(&self, old: LinkId) -> Option<LinkId> {
        self.links.get(old.index()).copied().flatten().map(LinkId)
    }

    pub(super) fn feature(&self, old: u32) -> Option<u32> {
        self.features.get(old as usize).copied().flatten()
    }

    pub(super) fn spawn(&self, old: u32) -> Option<u32> {
        self.spawns.get(old as usize).copied().flatten()
    }

    pub(super) fn group(&self, old: u32) -> Option<u32> {
        self.groups.get(old as usize).copied().flatten()
    }

    /// Whether a group lost a spawn and is still there.
    pub(super) fn is_recounted(&self, old: u32) -> bool {
        self.recounted.contains(&old)
    }

    /// A reference with the new id. What named nothing before stays as it is.
    pub(super) fn reference(&self, old: Reference) -> Option<Reference> {
        let new = |ids: &[Option<u32>], id: u32| ids.get(id as usize).copied().unwrap_or(Some(id));
        match old {
            Reference::Room(id) => Some(Reference::Room(RoomId(new(&self.rooms, id.0)?))),
            Reference::Link(id) => Some(Reference::Link(LinkId(new(&self.links, id.0)?))),
            Reference::Door(id) => Some(Reference::Door(DoorId(new(&self.doors, id.0)?))),
            Reference::Group(id) if self.is_recounted(id) => None,
            Reference::Group(id) => new(&self.groups, id).map(Reference::Group),
            Reference::Feature(id) => new(&self.features, id).map(Reference::Feature),
            Reference::Spawn(id) => new(&self.spawns, id).map(Reference::Spawn),
            Reference::Level(_) | Reference::Key => Some(old),
        }
    }
}

/// For each old number the new one; `None` for what is gone.
fn moved_up(count: usize, is_gone: impl Fn(u32) -> bool) -> Vec<Option<u32>> {
    let mut next = 0;
    let number = |old: u32| {
        let kept = !is_gone(old);
        let new = kept.then_some(next);
        next += u32::from(kept);
        new
    };
    (0..count as u32).map(number).collect()
}
