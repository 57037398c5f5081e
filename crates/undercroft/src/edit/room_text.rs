//! Names, numbers, purposes, notes and roles by hand.

use super::EditError;
use super::made::{Made, PinJob, RoomField};
use crate::derive::numbers::assign_numbers;
use crate::dungeon::{Dungeon, Note, NoteKind, Pin, Role, Room, RoomId};

/// The longest name. [Unit: characters]
pub(super) const MAX_NAME: usize = 200;
/// The longest note. [Unit: characters]
const MAX_NOTE: usize = 2_000;
/// The most notes of a room.
const MAX_NOTES: usize = 64;
/// The highest number of a room.
const MAX_NUMBER: u32 = 999_999;

/// Texts have no control characters and keep to their limits.
pub(super) fn check_text(field: &'static str, text: &str, most: usize) -> Result<(), EditError> {
    let letters = text.chars().count();
    if letters > most {
        return Err(EditError::OutOfLimits {
            field,
            problem: format!("need at most {most} characters, got {letters}"),
        });
    }
    match text.chars().find(|letter| letter.is_control()) {
        Some(letter) => Err(EditError::OutOfLimits { field, problem: format!("{letter:?} is a control character") }),
        None => Ok(()),
    }
}

pub(super) fn set_name(dungeon: &Dungeon, id: RoomId, text: &str) -> Result<Made, EditError> {
    check_text("text", text, MAX_NAME)?;
    let mut new = dungeon.clone();
    text.clone_into(&mut new.rooms[id.index()].name);
    rewrite_notes(&mut new);
    Ok(Made::new(new, vec![PinJob::RoomText(id, RoomField::Name)]))
}

pub(super) fn set_number(dungeon: &Dungeon, id: RoomId, number: u32) -> Result<Made, EditError> {
    if !(1..=MAX_NUMBER).contains(&number) {
        return Err(EditError::OutOfLimits { field: "n", problem: format!("need 1 to {MAX_NUMBER}, got {number}") });
    }
    let has_it = |room: &&Room| room.id != id && room.number == Some(number);
    if let Some(other) = dungeon.rooms.iter().find(has_it) {
        let name = if other.name.is_empty() { String::new() } else { format!(", {:?}", other.name) };
        return Err(EditError::Impossible(format!(
            "another room has number {number}{name}; give that one another first"
        )));
    }
    let mut new = dungeon.clone();
    new.rooms[id.index()].number = Some(number);
    rewrite_notes(&mut new);
    Ok(Made::new(new, vec![PinJob::RoomText(id, RoomField::Number)]))
}

/// Numbers all rooms in walking order; pins of numbers follow.
pub(super) fn renumber(dungeon: &Dungeon) -> Made {
    let mut new = dungeon.clone();
    for pin in &mut new.provenance.pins {
        if let Pin::Room(pin) = pin {
            pin.number = None;
        }
    }
    assign_numbers(&mut new);
    rewrite_notes(&mut new);
    Made::new(new, Vec::new())
}

pub(super) fn set_purpose(dungeon: &Dungeon, id: RoomId, text: &str) -> Result<Made, EditError> {
    check_text("text", text, MAX_NAME)?;
    let mut new = dungeon.clone();
    new.rooms[id.index()].purpose = Some(text.to_owned()).filter(|text| !text.is_empty());
    Ok(Made::new(new, vec![PinJob::RoomText(id, RoomField::Purpose)]))
}

pub(super) fn set_note(
    dungeon: &Dungeon,
    id: RoomId,
    index: Option<usize>,
    text: &str,
    secret: bool,
) -> Result<Made, EditError> {
    check_text("text", text, MAX_NOTE)?;
    let mut new = dungeon.clone();
    let plain = dungeon.write_out(text);
    let notes = &mut new.rooms[id.index()].notes;
    let count = notes.len();
    match index {
        Some(at) if at >= count => {
            return Err(EditError::OutOfLimits {
                field: "index",
                problem: format!("the room has {count} notes, got {at}"),
            });
        }
        Some(at) if text.is_empty() => drop(notes.remove(at)),
        Some(at) => notes[at] = Note { text: text.to_owned(), plain, secret, kind: notes[at].kind },
        None if text.is_empty() || count >= MAX_NOTES => {
            let problem = format!("need words, and at most {MAX_NOTES} notes");
            return Err(EditError::OutOfLimits { field: "text", problem });
        }
        None => notes.push(Note { text: text.to_owned(), plain, secret, kind: NoteKind::Sense }),
    }
    Ok(Made::new(new, vec![PinJob::RoomText(id, RoomField::Notes)]))
}

pub(super) fn set_role(dungeon: &Dungeon, id: RoomId, role: Role, on: bool) -> Made {
    let mut new = dungeon.clone();
    let room = &mut new.rooms[id.index()];
    room.roles.retain(|other| *other != role);
    if on {
        room.roles.push(role);
        room.roles.sort_unstable();
    }
    if role == Role::Goal && on {
        new.rooms
            .iter_mut()
            .filter(|other| other.id != id)
            .for_each(|other| other.roles.retain(|role| *role != Role::Goal));
        new.goal = Some(id);
    }
    Made::new(new, vec![PinJob::RoomText(id, RoomField::Roles)])
}

/// The notes of a room that can be pinned: those without references, which name things by id, and not those of keys and
/// locks.
pub(super) fn plain_notes(room: &Room) -> Vec<Note> {
    let is_plain = |note: &&Note| note.text == note.plain && ![NoteKind::Key, NoteKind::Lock].contains(&note.kind);
    room.notes.iter().filter(is_plain).cloned().collect()
}

fn rewrite_notes(dungeon: &mut Dungeon) {
    for room in 0..dungeon.rooms.len() {
        for note in 0..dungeon.rooms[room].notes.len() {
            let plain = dungeon.write_out(&dungeon.rooms[room].notes[note].text);
            dungeon.rooms[room].notes[note].plain = plain;
        }
    }
}
