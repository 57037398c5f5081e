//! Reads conditions on rooms.

use super::super::constraint::{ConditionList, Constraint};
use super::super::error::ContentError;
use super::super::sentence::Vocabulary;
use super::super::suggestion::unknown;
use super::limits::MAX_ENTRIES;
use super::node::Node;

/// The conditions in the entry of a table with this key; none where there is no such entry.
pub fn constraints(table: &Node, key: &str, vocabulary: &Vocabulary) -> Result<ConditionList, ContentError> {
    let Some(list) = table.get(key) else { return Ok(ConditionList::default()) };
    Ok(list.items(0..=MAX_ENTRIES)?.iter().filter_map(|item| item.keep(constraint(item, vocabulary))).collect())
}

fn constraint(node: &Node, vocabulary: &Vocabulary) -> Result<Constraint, ContentError> {
    let constraint = Constraint::parse(node.text()?).map_err(|message| node.error(&message))?;
    match constraint.purpose().filter(|purpose| !vocabulary.purposes.contains(purpose)) {
        Some(purpose) => Err(node.error(&unknown("purpose", purpose, vocabulary.purposes.iter().copied()))),
        None => Ok(constraint),
    }
}
