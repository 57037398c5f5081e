//! Reads lists of sentences.

use std::sync::Arc;

use super::super::error::ContentError;
use super::super::note_sentences::NoteSentences;
use super::super::sentence::{Sentence, SentencePlace, Vocabulary, parse};
use super::limits::MAX_ENTRIES;
use super::node::Node;
use crate::dungeon::NoteKind;

/// A list of sentences.
pub fn sentences(
    list: &Node,
    place: SentencePlace,
    vocabulary: &Vocabulary,
) -> Result<Vec<Arc<Sentence>>, ContentError> {
    let items = list.items(0..=MAX_ENTRIES)?;
    items.iter().map(|item| sentence(item, place, vocabulary).map(Arc::new)).collect()
}

/// Lists of sentences by kind of note.
pub fn notes(table: &Node, vocabulary: &Vocabulary) -> Result<NoteSentences, ContentError> {
    let mut notes = NoteSentences::default();
    for list in table.fields(&NoteKind::ALL.map(NoteKind::name))? {
        if let Some(kind) = NoteKind::from_name(list.key()) {
            notes.add(kind, sentences(&list, SentencePlace::Note(kind), vocabulary)?);
        }
    }
    Ok(notes)
}

fn sentence(node: &Node, place: SentencePlace, vocabulary: &Vocabulary) -> Result<Sentence, ContentError> {
    parse(node.text()?, place, vocabulary).map_err(|error| node.error_in_text(error.letter, &error.message))
}
