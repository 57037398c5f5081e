//! Texts: what they refer to exists, is written out as it is, and is no secret where anyone may read it.

use crate::dungeon::{DoorId, Dungeon, HiddenDoor, LinkId, Note, Reference, RoomId, SpawnKind, references};
use crate::verify::content_fault::{ContentFault, Culprit, TextPlace};
use crate::verify::{Flaw, FlawCode};

pub(super) fn faults(dungeon: &Dungeon) -> Vec<ContentFault> {
    let mut faults = Vec::new();
    for room in &dungeon.rooms {
        for (i, note) in room.notes.iter().enumerate() {
            let place = TextPlace::Note(room.id, i);
            faults.extend(text_faults(dungeon, place, &note.text, !note.secret));
            faults.extend(stale(dungeon, place, note));
        }
    }
    let story = &dungeon.story;
    faults.extend(text_faults(dungeon, TextPlace::Hook, &story.hook, true));
    for (i, rumor) in story.rumours.iter().enumerate() {
        faults.extend(text_faults(dungeon, TextPlace::Rumor(i), rumor, true));
    }
    faults
}

/// References of a text that name nothing; of an open one also those that name a secret.
fn text_faults(dungeon: &Dungeon, place: TextPlace, text: &str, is_open: bool) -> Vec<ContentFault> {
    let fault = |reference: Result<Reference, &str>| match reference {
        Err(piece) => Some((FlawCode::ReferenceBroken, format!("has {piece:?}, which is no reference"))),
        Ok(reference) if !exists(dungeon, reference) => {
            Some((FlawCode::ReferenceBroken, format!("refers to {reference}, which does not exist")))
        }
        Ok(reference) if is_open && is_secret(dungeon, reference) => {
            Some((FlawCode::SecretRevealed, format!("is open and refers to {reference}, which is a secret")))
        }
        Ok(_) => None,
    };
    references(text).filter_map(fault).map(|(code, why)| text_fault(place, code, &why)).collect()
}

fn stale(dungeon: &Dungeon, place: TextPlace, note: &Note) -> Option<ContentFault> {
    let plain = dungeon.write_out(&note.text);
    let why = || format!("reads {:?}; its text written out is {plain:?}", note.plain);
    (plain != note.plain).then(|| text_fault(place, FlawCode::TextStale, &why()))
}

/// Whether there is what a reference names. A door is named by its room.
fn exists(dungeon: &Dungeon, reference: Reference) -> bool {
    let is_room = |id: RoomId| id.index() < dungeon.rooms.len();
    match reference {
        Reference::Room(id) => is_room(id),
        Reference::Link(id) => id.index() < dungeon.links.len(),
        Reference::Door(id) => dungeon.doors.get(id.index()).is_some_and(|door| door.room.is_some_and(is_room)),
        Reference::Group(id) => (id as usize) < dungeon.groups.len(),
        Reference::Feature(id) => (id as usize) < dungeon.features.len(),
        Reference::Spawn(id) => (id as usize) < dungeon.spawns.len(),
        Reference::Level(z) => dungeon.level(z).is_some(),
        Reference::Key => true,
    }
}

/// Whether visitors have to find out about a thing that exists.
fn is_secret(dungeon: &Dungeon, reference: Reference) -> bool {
    let is_hidden = |link: LinkId| dungeon.link(link).hidden() == HiddenDoor::Undiscovered;
    let leads_from = |door: DoorId| dungeon.links.iter().filter(move |link| link.doors().contains(&door));
    match reference {
        Reference::Link(link) => is_hidden(link),
        Reference::Door(door) => {
            // A secret passage is secret as a whole, an ordinary link at the door that is hidden.
            let in_passage = leads_from(door).any(|link| link.is_secret_passage() && is_hidden(link.id));
            dungeon.door(door).secret || in_passage
        }
        Reference::Feature(feature) => dungeon.features[feature as usize].secret,
        Reference::Spawn(spawn) => matches!(dungeon.spawns[spawn as usize].kind, SpawnKind::Loot | SpawnKind::Trap),
        Reference::Room(_) | Reference::Group(_) | Reference::Level(_) | Reference::Key => false,
    }
}

/// The flaw of a text.
pub(super) fn text_fault(place: TextPlace, code: FlawCode, why: &str) -> ContentFault {
    let (title, room): (String, Option<RoomId>) = match place {
        TextPlace::Note(room, i) => (format!("Note {} of room {room}", i + 1), Some(room)),
        TextPlace::Hook => ("The hook".to_owned(), None),
        TextPlace::Rumor(i) => (format!("Rumor {}", i + 1), None),
    };
    ContentFault::new(Flaw::new(code, format!("{title} {why}.")).rooms(room), Culprit::Text(place))
}
