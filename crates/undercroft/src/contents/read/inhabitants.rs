//! Reads kinds of groups.

use super::super::constraint::ConditionList;
use super::super::error::ContentError;
use super::super::group_kind::GroupKind;
use super::super::sentence::{LengthRange, SentencePlace, Vocabulary};
use super::constraints::constraints;
use super::limits::{MAX_ENTRIES, words};
use super::node::Node;
use super::sentences::sentences;
use crate::dungeon::NoteKind;
use crate::fraction::Fraction;

const KEYS: &[&str] = &["one", "many", "count", "cost", "mood", "at", "wants", "weight", "peaceful", "notes"];

/// A group without its conditions and notes, which may refer to all groups of the table.
pub fn read_group(node: &Node) -> Result<GroupKind, ContentError> {
    node.fields(KEYS)?;
    let mood = node.need("mood")?;
    let mood = mood.items(1..=MAX_ENTRIES)?.iter().map(words).collect::<Result<_, _>>()?;
    Ok(GroupKind {
        one: words(&node.need("one")?)?,
        many: words(&node.need("many")?)?,
        count: node.need("count")?.integers(1..=60)?,
        cost: node.need("cost")?.integer(5..=200)?,
        mood,
        at: node.get("at").map_or(Ok([Fraction::ZERO, Fraction::ONE]), |at| at.fractions())?,
        wants: ConditionList::default(),
        weight: node.get("weight").map_or(Ok(1), |weight| weight.integer(1..=1_000))?,
        peaceful: node.get("peaceful").map_or(Ok(false), |peaceful| peaceful.switch())?,
        notes: Vec::new(),
    })
}

/// Adds its conditions and notes to a group.
pub fn complete_group(group: &mut GroupKind, node: &Node, vocabulary: &Vocabulary) -> Result<(), ContentError> {
    group.wants = constraints(node, "wants", vocabulary)?;
    // Its notes speak of itself.
    let own = Vocabulary { groups: nouns(group), moods: moods(group), ..*vocabulary };
    if let Some(list) = node.get("notes") {
        group.notes = sentences(&list, SentencePlace::Note(NoteKind::Inhabitant), &own)?;
    }
    Ok(())
}

/// Lengths of the nouns for a group.
pub fn nouns(group: &GroupKind) -> LengthRange {
    LengthRange::any([&group.one, &group.many].map(|noun| LengthRange::of_text(noun)))
}

/// Lengths of its moods.
pub fn moods(group: &GroupKind) -> LengthRange {
    LengthRange::any(group.mood.iter().map(|mood| LengthRange::of_text(mood)))
}
