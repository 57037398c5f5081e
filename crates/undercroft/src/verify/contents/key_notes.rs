//! Notes about keys and locks are true: the key is there, and whoever is sent to it gets there before the lock.

use super::texts::text_fault;
use crate::dungeon::{
    Door, DoorState, Dungeon, KeyRule, LinkId, Marker, MarkerKind, Note, NoteKind, Reference, Room, RoomId, references,
};
use crate::verify::as_generated::is_as_generated;
use crate::verify::content_fault::{ContentFault, Culprit, TextPlace};
use crate::verify::own_keys::reaches_before;
use crate::verify::{Flaw, FlawCode};

pub(super) fn faults(dungeon: &Dungeon) -> Vec<ContentFault> {
    let mut faults: Vec<ContentFault> = dungeon.rooms.iter().flat_map(|room| key_faults(dungeon, room)).collect();
    if dungeon.key_rule() == KeyRule::Own {
        faults.extend(dungeon.rooms.iter().flat_map(|room| lock_faults(dungeon, room)));
    }
    faults.extend(unmentioned_keys(dungeon));
    faults
}

/// Notes of kind key in a room where no key lies.
fn key_faults(dungeon: &Dungeon, room: &Room) -> Vec<ContentFault> {
    let mut notes = notes_of_kind(room, NoteKind::Key).peekable();
    if notes.peek().is_none() || keys(dungeon).any(|key| key.room == Some(room.id)) {
        return Vec::new();
    }
    let fault = |(place, _): (TextPlace, &Note)| {
        text_fault(place, FlawCode::KeyNoteWrong, "is about a key, but there is no key in the room")
    };
    notes.map(fault).collect()
}

/// Notes of kind lock that name a room with the key of that lock which is reached through the lock alone.
fn lock_faults(dungeon: &Dungeon, room: &Room) -> Vec<ContentFault> {
    let misleads = |(place, note): (TextPlace, &Note)| {
        let (lock, key_room) = misleading_pair(dungeon, room, note)?;
        let why = format!("sends to room {key_room} for the key of link {lock}, which leads there");
        Some(text_fault(place, FlawCode::KeyNoteWrong, &why))
    };
    notes_of_kind(room, NoteKind::Lock).filter_map(misleads).collect()
}

/// A lock that a note is about and a room with its key that the note names, where the room needs the lock.
fn misleading_pair(dungeon: &Dungeon, room: &Room, note: &Note) -> Option<(LinkId, RoomId)> {
    let entrance = dungeon.entrance.as_ref()?;
    let named = references(&note.text).flatten().filter_map(|reference| match reference {
        Reference::Room(id) if id.index() < dungeon.rooms.len() => Some(id),
        _ => None,
    });
    let locks = locks_of(dungeon, room, note);
    let has_key = |lock: LinkId, id: RoomId| keys(dungeon).any(|key| key.link == Some(lock) && key.room == Some(id));
    let mut pairs = named.flat_map(|id| locks.iter().map(move |&lock| (lock, id)));
    pairs.find(|&(lock, id)| has_key(lock, id) && !reaches_before(dungeon, entrance, lock, id))
}

/// The locks that a note is about: those that it refers to, or all of its room.
fn locks_of(dungeon: &Dungeon, room: &Room, note: &Note) -> Vec<LinkId> {
    let locked = |door: &Door| door.state == DoorState::Locked;
    let is_lock = |link: &&crate::dungeon::Link| link.doors().iter().any(|&door| locked(dungeon.door(door)));
    let all: Vec<LinkId> =
        dungeon.links.iter().filter(|link| link.touches(room.id)).filter(is_lock).map(|link| link.id).collect();
    let is_named = |link: &LinkId| {
        references(&note.text).flatten().any(|reference| match reference {
            Reference::Link(id) => id == *link,
            Reference::Door(id) => dungeon.link(*link).doors().contains(&id),
            _ => false,
        })
    };
    let named: Vec<LinkId> = all.iter().copied().filter(is_named).collect();
    if named.is_empty() { all } else { named }
}

/// Keys of which no note tells, in a dungeon whose notes are as they were written.
fn unmentioned_keys(dungeon: &Dungeon) -> Vec<ContentFault> {
    let has_notes = dungeon.rooms.iter().any(|room| !room.notes.is_empty());
    if !has_notes || !is_as_generated(dungeon) {
        return Vec::new();
    }
    let is_unmentioned = |room: &&Room| {
        notes_of_kind(room, NoteKind::Key).next().is_none() && keys(dungeon).any(|key| key.room == Some(room.id))
    };
    let fault = |room: &Room| {
        let sentence = format!("A key lies in room {}, and no note of the room is about it.", room.id);
        ContentFault::new(Flaw::new(FlawCode::KeyNoteWrong, sentence).rooms([room.id]), Culprit::Missing)
    };
    dungeon.rooms.iter().filter(is_unmentioned).map(fault).collect()
}

fn notes_of_kind(room: &Room, kind: NoteKind) -> impl Iterator<Item = (TextPlace, &Note)> {
    let numbered = room.notes.iter().enumerate().map(|(i, note)| (TextPlace::Note(room.id, i), note));
    numbered.filter(move |(_, note)| note.kind == kind)
}

fn keys(dungeon: &Dungeon) -> impl Iterator<Item = &Marker> {
    dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key)
}
