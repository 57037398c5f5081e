//! Reads traps. Each has a mechanism, so that what it does follows from what gives it away.

use std::collections::BTreeMap;

use super::super::content_table::TrapSentences;
use super::super::error::ContentError;
use super::super::sentence::{SentencePlace, Vocabulary};
use super::limits::{MAX_ENTRIES, key_name};
use super::node::Node;
use super::sentences::sentence_lists;
use crate::dungeon::NoteKind;

const KEYS: [&str; 2] = ["tell", "acts"];

/// Traps by mechanism.
type Traps = BTreeMap<String, TrapSentences>;

/// The traps of a table, not of its parent. With the parent's each mechanism has both lists.
pub fn read_traps(table: &Node, parent: &Traps, vocabulary: &Vocabulary) -> Result<Traps, ContentError> {
    let read = |node: &Node| {
        let name = key_name(node)?;
        let trap = read_trap(node, parent.get(&name), vocabulary)?;
        Ok((name, trap))
    };
    table.entries()?.iter().map(read).collect()
}

fn read_trap(
    node: &Node,
    parent: Option<&TrapSentences>,
    vocabulary: &Vocabulary,
) -> Result<TrapSentences, ContentError> {
    if KEYS.contains(&node.key()) {
        return Err(node.error("a trap needs a mechanism; write [trap.NAME] with tell and acts"));
    }
    let [tells, acts] = sentence_lists(node, KEYS, SentencePlace::Note(NoteKind::Danger), vocabulary)?;
    // Lists are asked for, not sentences: one with a mistake is not missing.
    let has = |key: &str| node.get(key).is_some_and(|list| list.items(1..=MAX_ENTRIES).is_ok());
    if !has("tell") && parent.is_none_or(|parent| parent.tells.is_empty()) {
        return Err(node.error("need tell, what gives it away"));
    }
    if !has("acts") && parent.is_none_or(|parent| parent.acts.is_empty()) {
        return Err(node.error("need acts, what it does"));
    }
    Ok(TrapSentences { tells, acts })
}
