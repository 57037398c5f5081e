//! Notes of rooms in files that people edit: one text with what visitors may be told, one with what they may not, and the
//! notes themselves for those who read the file back.

use std::collections::BTreeMap;

use undercroft::dungeon::{Note, NoteKind, replace_references};

/// The open or the secret notes as people read them, one to a line.
pub(super) fn plain_notes(notes: &[Note], secret: bool) -> String {
    let lines = notes.iter().filter(|note| note.secret == secret).map(|note| note.plain.as_str());
    lines.collect::<Vec<_>>().join("\n")
}

/// The notes that a file holds: as they were written, unless a person changed one of the two texts.
pub(super) fn read_notes(open: &str, secret: &str, written: Vec<Note>) -> Vec<Note> {
    if plain_notes(&written, false) == open && plain_notes(&written, true) == secret {
        return written;
    }
    let lines = |text: &str, secret: bool| {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let known = |line: &str| written.iter().find(|note| note.secret == secret && note.plain == line).cloned();
        let note = |line: &str| Note { text: line.to_owned(), plain: line.to_owned(), secret, kind: NoteKind::Sense };
        lines.map(|line| known(line).unwrap_or_else(|| note(line))).collect::<Vec<_>>()
    };
    [lines(open, false), lines(secret, true)].concat()
}

/// The ids that things had in a file, and those that they have in the dungeon, by kind.
#[derive(Default)]
pub(super) struct NewIds {
    kinds: BTreeMap<&'static str, BTreeMap<u32, u32>>,
}

impl NewIds {
    pub fn insert(&mut self, kind: &'static str, by_old: BTreeMap<u32, u32>) {
        self.kinds.insert(kind, by_old);
    }

    /// The id that a thing got; `None` where it is gone.
    pub fn find(&self, kind: &str, old: u32) -> Option<u32> {
        self.kinds.get(kind)?.get(&old).copied()
    }

    /// The text with its references renumbered; `None` where one leads nowhere.
    pub fn renumber(&self, text: &str) -> Option<String> {
        let new_id = |kind: &str, old: u32| match self.kinds.get(kind) {
            Some(by_old) => by_old.get(&old).copied(),
            None => Some(old),
        };
        replace_references(text, |reference| reference.renumbered(new_id))
    }

    /// The note with its references renumbered; one that speaks of something that is gone is taken as it was read out.
    pub fn renumber_note(&self, note: Note) -> Note {
        let text = self.renumber(&note.text).unwrap_or_else(|| note.plain.clone());
        Note { text, ..note }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(text: &str, secret: bool) -> Note {
        Note { text: text.replace('3', "{room:3}"), plain: text.to_owned(), secret, kind: NoteKind::Trace }
    }

    #[test]
    fn notes_that_no_one_changed_are_read_as_they_were_written() {
        let notes = vec![note("Cold.", false), note("A door to 3.", true), note("Smoke from 3.", false)];
        let (open, secret) = (plain_notes(&notes, false), plain_notes(&notes, true));
        assert_eq!((open.as_str(), secret.as_str()), ("Cold.\nSmoke from 3.", "A door to 3."));
        assert_eq!(read_notes(&open, &secret, notes.clone()), notes);
    }

    #[test]
    fn a_changed_line_is_a_new_note_and_the_others_stay() {
        let notes = vec![note("Smoke from 3.", false), note("A door to 3.", true)];
        let read = read_notes("Smoke from 3.\nNo wind.\n", "", notes.clone());
        assert_eq!(read[0], notes[0]);
        assert_eq!((read[1].plain.as_str(), read[1].kind, read.len()), ("No wind.", NoteKind::Sense, 2));
    }

    #[test]
    fn references_follow_the_things_they_speak_of() {
        let mut ids = NewIds::default();
        ids.insert("room", BTreeMap::from([(3, 1)]));
        assert_eq!(ids.renumber_note(note("To 3.", false)).text, "To {room:1}.");
        let lost = Note { text: "To {room:4}.".to_owned(), ..note("To 9.", false) };
        assert_eq!(ids.renumber_note(lost).text, "To 9.");
        assert_eq!(ids.renumber("{level:-1}, {key}").unwrap(), "{level:-1}, {key}");
    }
}
