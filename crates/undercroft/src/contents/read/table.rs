//! Reads content tables and joins them with their parents.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::constraint::Constraint;
use super::super::content_table::{ContentTable, TIERS, TraceSentences};
use super::super::error::ContentError;
use super::super::feature_kind::FeatureKind;
use super::super::group_kind::GroupKind;
use super::super::order::assignment_order;
use super::super::sentence::{LengthRange, Sentence, SentencePlace, Vocabulary};
use super::inhabitants::{complete_group, moods, nouns, read_group};
use super::limits::{MAX_ENTRIES, MAX_PURPOSES};
use super::lists::{fact_lengths, level_lengths, merged, read_facts, read_words, replace_levels, word_lengths};
use super::node::Node;
use super::purpose::read_purpose;
use super::sentences::{notes, sentence_lists};
use super::surface::surface;
use super::trap::read_traps;
use crate::dungeon::NoteKind;

/// The key of kinds of features, which stand in the same file.
pub const KIND_KEY: &str = "kind";

const KEYS: &[&str] = &[
    "extends", "surface", "levels", "facts", "words", "group", "purpose", "notes", "hook", "rumour", "trap",
    "treasure", "trace", "aliases", KIND_KEY,
];

/// The keys of the tiers of treasure.
const TIER_KEYS: [&str; TIERS] = ["tier1", "tier2", "tier3", "tier4"];

/// Whether a file has a table, not kinds of features alone.
pub fn has_table(root: &Node) -> Result<bool, ContentError> {
    Ok(root.fields(KEYS)?.iter().any(|entry| entry.key() != KIND_KEY))
}

/// Reads a table and joins it with its parent. The error has all mistakes that could be found.
pub fn read_table(
    own_name: &str,
    root: &Node,
    parent: &ContentTable,
    kinds: &BTreeMap<String, Arc<FeatureKind>>,
) -> Result<ContentTable, ContentError> {
    root.finish(try_table(own_name, root, parent, kinds))
}

/// The same; mistakes in purposes and sentences are kept.
fn try_table(
    own_name: &str,
    root: &Node,
    parent: &ContentTable,
    kinds: &BTreeMap<String, Arc<FeatureKind>>,
) -> Result<ContentTable, ContentError> {
    root.fields(KEYS)?;
    let mut own = ContentTable { name: own_name.to_owned(), levels: parent.levels.clone(), ..ContentTable::default() };
    own.surface = root.get("surface").and_then(|node| node.keep(surface(&node)));
    own.facts = root.get("facts").map(|facts| read_facts(&facts)).transpose()?.unwrap_or_default();
    own.words = root.get("words").map(|words| read_words(&words)).transpose()?.unwrap_or_default();
    if let Some(levels) = root.get("levels") {
        replace_levels(&levels, &mut own.levels)?;
    }
    let (own_facts, own_words) = (own.facts.clone(), own.words.clone());
    let facts = merged(fact_lengths(&parent.facts), fact_lengths(&own_facts));
    let words = merged(word_lengths(&parent.words), word_lengths(&own_words));
    let purposes = root.get("purpose");
    let purposes = purposes.as_ref().map(Node::entries).transpose()?.unwrap_or_default();
    let vocabulary = Vocabulary {
        facts: &facts,
        words: &words,
        kinds,
        purposes: &purposes.iter().map(Node::key).chain(parent.purpose_names()).collect::<BTreeSet<&str>>(),
        groups: LengthRange::default(),
        moods: LengthRange::default(),
        levels: level_lengths(&own.levels),
    };
    let vocabulary = read_groups(root, parent, vocabulary, &mut own.groups)?;
    for node in &purposes {
        own.purposes.extend(node.keep(read_purpose(node, &vocabulary)).map(Arc::new));
    }
    read_sections(root, parent, &vocabulary, &mut own)?;
    ordered(parent.extended_by(own), root, &purposes)
}

/// Calls a function with the vocabulary of a table that was read.
pub fn with_vocabulary<T>(
    table: &ContentTable,
    kinds: &BTreeMap<String, Arc<FeatureKind>>,
    call: impl FnOnce(&Vocabulary) -> T,
) -> T {
    call(&Vocabulary {
        facts: &fact_lengths(&table.facts),
        words: &word_lengths(&table.words),
        kinds,
        purposes: &table.purpose_names().collect(),
        groups: LengthRange::any(table.groups.iter().map(|group| nouns(group))),
        moods: LengthRange::any(table.groups.iter().map(|group| moods(group))),
        levels: level_lengths(&table.levels),
    })
}

/// Reads the groups, and returns the vocabulary with the lengths of their words.
fn read_groups<'a>(
    root: &Node,
    parent: &ContentTable,
    vocabulary: Vocabulary<'a>,
    groups: &mut Vec<Arc<GroupKind>>,
) -> Result<Vocabulary<'a>, ContentError> {
    let list = root.get("group");
    let nodes = list.as_ref().map(|list| list.items(0..=MAX_ENTRIES)).transpose()?.unwrap_or_default();
    let mut own = nodes.iter().map(read_group).collect::<Result<Vec<_>, _>>()?;
    let all = || parent.groups.iter().map(|group| &**group).chain(&own);
    let lengths = (LengthRange::any(all().map(nouns)), LengthRange::any(all().map(moods)));
    let vocabulary = Vocabulary { groups: lengths.0, moods: lengths.1, ..vocabulary };
    for (group, node) in own.iter_mut().zip(&nodes) {
        complete_group(group, node, &vocabulary)?;
    }
    groups.extend(own.into_iter().map(Arc::new));
    Ok(vocabulary)
}

/// Reads the sentences that belong to no purpose and no group.
fn read_sections(
    root: &Node,
    parent: &ContentTable,
    vocabulary: &Vocabulary,
    own: &mut ContentTable,
) -> Result<(), ContentError> {
    let (treasure, trace) = (NoteKind::Treasure, NoteKind::Trace);
    own.notes = root.get("notes").map(|lists| notes(&lists, vocabulary)).transpose()?.unwrap_or_default();
    [own.hooks] = read_section(root, "hook", ["text"], SentencePlace::Hook, vocabulary)?;
    [own.rumours] = read_section(root, "rumour", ["text"], SentencePlace::Rumour, vocabulary)?;
    let traps = root.get("trap").map(|traps| read_traps(&traps, &parent.traps, vocabulary));
    own.traps = traps.transpose()?.unwrap_or_default();
    own.treasure = read_section(root, "treasure", TIER_KEYS, SentencePlace::Note(treasure), vocabulary)?;
    let keys = ["sound", "track", "smell"];
    let [sounds, tracks, smells] = read_section(root, "trace", keys, SentencePlace::Note(trace), vocabulary)?;
    own.traces = TraceSentences { sounds, tracks, smells };
    Ok(())
}

/// The lists of sentences in a table of the root, in the order of these keys.
fn read_section<const N: usize>(
    root: &Node,
    section: &str,
    keys: [&str; N],
    place: SentencePlace,
    vocabulary: &Vocabulary,
) -> Result<[Vec<Arc<Sentence>>; N], ContentError> {
    let table = root.get(section);
    table.map_or(Ok([const { Vec::new() }; N]), |table| sentence_lists(&table, keys, place, vocabulary))
}

/// The table with the orders of its purposes.
fn ordered(mut table: ContentTable, root: &Node, own: &[Node]) -> Result<ContentTable, ContentError> {
    if table.purposes.len() > MAX_PURPOSES {
        let count = table.purposes.len();
        let message = format!("need at most {MAX_PURPOSES} purposes, the parents' included, got {count}");
        return Err(root.need("purpose")?.error(&message));
    }
    table.assignment_order = match assignment_order(&table.purposes) {
        Ok(order) => order,
        Err(ring) => return Err(ring_error(root, own, &ring)),
    };
    table.by_name = (0..table.purposes.len()).collect();
    table.by_name.sort_by_key(|&position| &table.purposes[position].name);
    Ok(table)
}

/// The error about purposes that want each other as neighbours. Parents have no such ring, so an own purpose is in it.
fn ring_error(root: &Node, own: &[Node], ring: &[String]) -> ContentError {
    let message = format!("beside: cycle {}", ring.join(" → "));
    let steps = ring.windows(2).map(|pair| (&pair[0], Constraint::Beside(pair[1].clone())));
    for (name, beside) in steps {
        let Some(purpose) = own.iter().find(|node| node.key() == name) else { continue };
        for list in ["needs", "wants"].into_iter().filter_map(|key| purpose.get(key)) {
            let items = list.items(0..=MAX_ENTRIES).unwrap_or_default();
            let is_it =
                |item: &&Node| item.text().ok().and_then(|text| Constraint::parse(text).ok()) == Some(beside.clone());
            if let Some(item) = items.iter().find(is_it) {
                return item.error(&message);
            }
        }
    }
    root.error(&message)
}
