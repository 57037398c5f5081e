//! Taking rooms and contents out of a dungeon, with all that hangs on them.

use std::collections::BTreeSet;

use super::renumber::{NewIds, Removal};
use super::set_aside::SetAside;
use crate::dungeon::{Dungeon, Note, replace_references};

/// Takes a room away with its links, their doors, the markers of all of them, and what it contains.
pub(super) fn remove(dungeon: &mut Dungeon, removal: &Removal, aside: &mut SetAside) {
    let ids = NewIds::after(dungeon, removal);
    if removal.room.is_some() || !removal.links.is_empty() {
        remove_room(dungeon, &ids);
    }
    remove_features(dungeon, &ids);
    remove_spawns(dungeon, &ids);
    remove_groups(dungeon, &ids, aside);
    replace_texts(dungeon, &ids, aside);
}

/// Takes features and spawns away, with the texts that name them.
pub(crate) fn drop_contents(dungeon: &mut Dungeon, features: BTreeSet<u32>, spawns: BTreeSet<u32>) {
    if !features.is_empty() || !spawns.is_empty() {
        remove(dungeon, &Removal { features, spawns, ..Removal::default() }, &mut SetAside::default());
    }
}

fn remove_room(dungeon: &mut Dungeon, ids: &NewIds) {
    dungeon.rooms.retain(|kept| ids.room(kept.id).is_some());
    dungeon.rooms.iter_mut().for_each(|kept| kept.id = ids.room(kept.id).unwrap_or(kept.id));
    dungeon.doors.retain(|kept| ids.door(kept.id).is_some());
    for kept in &mut dungeon.doors {
        kept.id = ids.door(kept.id).unwrap_or(kept.id);
        kept.room = kept.room.and_then(|room| ids.room(room));
    }
    dungeon.links.retain(|kept| ids.link(kept.id).is_some());
    for kept in &mut dungeon.links {
        kept.id = ids.link(kept.id).unwrap_or(kept.id);
        kept.rooms = kept.rooms.map(|old| ids.room(old).unwrap_or(old));
        kept.doors_mut().iter_mut().for_each(|id| *id = ids.door(*id).unwrap_or(*id));
    }
    dungeon.markers.retain(|marker| {
        marker.room.is_none_or(|old| ids.room(old).is_some()) && marker.link.is_none_or(|old| ids.link(old).is_some())
    });
    for marker in &mut dungeon.markers {
        marker.room = marker.room.and_then(|room| ids.room(room));
        marker.link = marker.link.and_then(|link| ids.link(link));
    }
    if let Some(entrance) = &mut dungeon.entrance {
        entrance.room = ids.room(entrance.room).unwrap_or(entrance.room);
        entrance.door = ids.door(entrance.door).unwrap_or(entrance.door);
    }
    dungeon.goal = dungeon.goal.and_then(|goal| ids.room(goal));
}

fn remove_features(dungeon: &mut Dungeon, ids: &NewIds) {
    dungeon.features.retain(|kept| ids.feature(kept.id).is_some());
    for kept in &mut dungeon.features {
        kept.id = ids.feature(kept.id).unwrap_or(kept.id);
        kept.room = kept.room.and_then(|room| ids.room(room));
        kept.spawn = kept.spawn.and_then(|spawn| ids.spawn(spawn));
    }
}

fn remove_spawns(dungeon: &mut Dungeon, ids: &NewIds) {
    dungeon.spawns.retain(|kept| ids.spawn(kept.id).is_some());
    for kept in &mut dungeon.spawns {
        kept.id = ids.spawn(kept.id).unwrap_or(kept.id);
        kept.room = ids.room(kept.room).unwrap_or(kept.room);
        kept.group = kept.group.and_then(|group| ids.group(group));
    }
}

/// Groups count the spawns that they have left, and live in the first room that they have left.
fn remove_groups(dungeon: &mut Dungeon, ids: &NewIds, aside: &mut SetAside) {
    let gone = dungeon.groups.iter().filter(|group| ids.group(group.id).is_none());
    gone.for_each(|group| aside.group(&group.many));
    dungeon.groups.retain(|kept| ids.group(kept.id).is_some());
    for kept in &mut dungeon.groups {
        let is_recounted = ids.is_recounted(kept.id);
        kept.id = ids.group(kept.id).unwrap_or(kept.id);
        kept.rooms = kept.rooms.iter().filter_map(|&room| ids.room(room)).collect();
        kept.home = ids.room(kept.home).or_else(|| kept.rooms.first().copied()).unwrap_or(kept.home);
        if is_recounted {
            kept.count = dungeon.spawns.iter().filter(|spawn| spawn.group == Some(kept.id)).count() as u32;
        }
    }
}

/// Gives references their new ids. Texts that refer to what is gone go, too.
fn replace_texts(dungeon: &mut Dungeon, ids: &NewIds, aside: &mut SetAside) {
    let replaced = |text: &str| replace_references(text, |reference| ids.reference(reference));
    for room in &mut dungeon.rooms {
        let replace = |note: Note| Some(Note { text: replaced(&note.text)?, ..note });
        let notes = std::mem::take(&mut room.notes);
        let count = notes.len();
        room.notes = notes.into_iter().filter_map(replace).collect();
        (room.notes.len()..count).for_each(|_| aside.note(room.id));
    }
    let story = &mut dungeon.story;
    story.hook = replaced(&story.hook).unwrap_or_else(|| aside.hook());
    let count = story.rumours.len();
    story.rumours = story.rumours.iter().filter_map(|rumor| replaced(rumor)).collect();
    (story.rumours.len()..count).for_each(|_| aside.rumor());
}
