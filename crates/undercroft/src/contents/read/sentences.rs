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
    Ok(items.iter().filter_map(|item| item.keep(sentence(item, place, vocabulary))).map(Arc::new).collect())
}

/// The lists of sentences in a table that has no other keys, in the order of these keys.
pub fn sentence_lists<const N: usize>(
    table: &Node,
    keys: [&str; N],
    place: SentencePlace,
    vocabulary: &Vocabulary,
) -> Result<[Vec<Arc<Sentence>>; N], ContentError> {
    let mut lists = [const { Vec::new() }; N];
    for node in table.fields(&keys)? {
        let list = keys.iter().zip(&mut lists).find(|(key, _)| **key == node.key());
        if let Some((_, list)) = list {
            *list = sentences(&node, place, vocabulary)?;
        }
    }
    Ok(lists)
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
