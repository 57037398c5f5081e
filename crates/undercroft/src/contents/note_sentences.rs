//! Sentences for notes, by what they are about.

use std::sync::Arc;

use super::sentence::Sentence;
use crate::dungeon::NoteKind;

/// Sentences for each kind of note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteSentences {
    lists: [Vec<Arc<Sentence>>; NoteKind::ALL.len()],
}

impl NoteSentences {
    /// The sentences for notes of this kind.
    pub fn of_kind(&self, kind: NoteKind) -> &[Arc<Sentence>] {
        &self.lists[kind as usize]
    }

    /// Adds sentences for notes of this kind.
    pub fn add(&mut self, kind: NoteKind, sentences: Vec<Arc<Sentence>>) {
        self.lists[kind as usize].extend(sentences);
    }

    /// All sentences, by kind.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Sentence>> {
        self.lists.iter().flatten()
    }
}
