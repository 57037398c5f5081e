//! What people call a key: by its letter, by what the notes call it, or by its lock.

use undercroft::dungeon::{Dungeon, Link, Marker, Note, NoteKind, RoomId};

/// A key for a sentence, such as `the bronze key`, `key A` or `a key`.
pub fn key_name(dungeon: &Dungeon, key: &Marker) -> String {
    let lock = dungeon.lock_of(key).and_then(|link| dungeon.links.get(link.index()));
    match (&key.label, lock) {
        (Some(label), _) => format!("key {label}"),
        (None, Some(lock)) => match material(dungeon, key, lock) {
            Some(material) => format!("the {material} key"),
            None => format!("the key of the lock {}", between(dungeon, lock)),
        },
        (None, None) => "a key".to_owned(),
    }
}

/// The rooms that a link joins, for a sentence.
pub fn between(dungeon: &Dungeon, link: &Link) -> String {
    let [one, other] = link.rooms.map(|room| dungeon.room_label(room));
    format!("between {one} and {other}")
}

/// The word before "key" in a note about the key, if a note about the lock has it too.
fn material(dungeon: &Dungeon, key: &Marker, lock: &Link) -> Option<String> {
    let lock_notes: Vec<&Note> = lock.rooms.iter().flat_map(|&room| notes(dungeon, room, NoteKind::Lock)).collect();
    let is_in_a_lock = |word: &&str| lock_notes.iter().any(|note| words(&note.plain).any(|other| other == *word));
    let here = key.room.into_iter().flat_map(|room| notes(dungeon, room, NoteKind::Key));
    let mut named = here.flat_map(|note| words(&note.plain).zip(words(&note.plain).skip(1)));
    let found = named.find(|(word, next)| *next == "key" && is_in_a_lock(word));
    found.map(|(word, _)| word.to_lowercase())
}

fn notes(dungeon: &Dungeon, room: RoomId, kind: NoteKind) -> impl Iterator<Item = &Note> {
    let room = dungeon.rooms.get(room.index());
    room.into_iter().flat_map(|room| &room.notes).filter(move |note| note.kind == kind)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}
