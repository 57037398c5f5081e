//! Reads facts, words and names of levels.

use std::collections::BTreeMap;

use super::super::content_table::{FactValue, LevelNames};
use super::super::error::ContentError;
use super::super::sentence::reference::is_taken;
use super::super::sentence::{KEY_FACT, LengthRange};
use super::limits::{MAX_ENTRIES, key_name, words};
use super::node::Node;

/// The word that stands for the owner or town in the dungeon's own name.
const FROM_NAME: &str = "name";
/// From a short town to `the Lantern Bearer` and a little more.
const NAME_LENGTH: LengthRange = LengthRange::new(4, 24);
/// From `Cellar` to `Eleventh upper floor`: what levels beyond the lists are called.
const PLAIN_LEVEL: LengthRange = LengthRange::new(6, 20);

/// Facts, each with the values that it may have.
pub fn read_facts(table: &Node) -> Result<BTreeMap<String, Vec<FactValue>>, ContentError> {
    table.entries()?.iter().map(read_fact).collect()
}

fn read_fact(list: &Node) -> Result<(String, Vec<FactValue>), ContentError> {
    let name = key_name(list)?;
    if is_taken(&name) {
        return Err(list.error(&format!("{{{name}}} means something else in sentences; need another name")));
    }
    let value = |item: &Node| match words(item)? {
        text if text == FROM_NAME && name != KEY_FACT => Ok(FactValue::FromName),
        text => Ok(FactValue::Text(text)),
    };
    let values = filled(list, "facts")?.iter().map(value).collect::<Result<_, _>>()?;
    Ok((name, values))
}

/// Lists of words.
pub fn read_words(table: &Node) -> Result<BTreeMap<String, Vec<String>>, ContentError> {
    let read = |list: &Node| {
        let words = filled(list, "words")?.iter().map(words).collect::<Result<_, _>>()?;
        Ok((key_name(list)?, words))
    };
    table.entries()?.iter().map(read).collect()
}

/// Replaces names of levels.
pub fn replace_levels(table: &Node, levels: &mut LevelNames) -> Result<(), ContentError> {
    for node in table.fields(&["ground", "down", "up"])? {
        let list = |node: &Node| node.items(0..=MAX_ENTRIES)?.iter().map(words).collect::<Result<Vec<_>, _>>();
        match node.key() {
            "ground" => levels.ground = Some(words(&node)?),
            "down" => levels.down = list(&node)?,
            _ => levels.up = list(&node)?,
        }
    }
    Ok(())
}

/// The entries of a list that has some.
fn filled<'n>(list: &'n Node<'n>, what: &str) -> Result<Vec<Node<'n>>, ContentError> {
    let items = list.items(0..=MAX_ENTRIES)?;
    if items.is_empty() { Err(list.error_alone(&format!("{what} {:?} is empty", list.key()))) } else { Ok(items) }
}

/// Lengths of the values of each fact.
pub fn fact_lengths(facts: &BTreeMap<String, Vec<FactValue>>) -> BTreeMap<&str, LengthRange> {
    let length = |value: &FactValue| match value {
        FactValue::FromName => NAME_LENGTH,
        FactValue::Text(text) => LengthRange::of_text(text),
    };
    facts.iter().map(|(name, values)| (name.as_str(), LengthRange::any(values.iter().map(length)))).collect()
}

/// Lengths of the words of each list.
pub fn word_lengths(lists: &BTreeMap<String, Vec<String>>) -> BTreeMap<&str, LengthRange> {
    let length = |words: &[String]| LengthRange::any(words.iter().map(|word| LengthRange::of_text(word)));
    lists.iter().map(|(name, words)| (name.as_str(), length(words))).collect()
}

/// Lengths by name, where a parent and its child have values of the same name.
pub fn merged<'a>(
    mut lengths: BTreeMap<&'a str, LengthRange>,
    own: BTreeMap<&'a str, LengthRange>,
) -> BTreeMap<&'a str, LengthRange> {
    for (name, length) in own {
        lengths.entry(name).and_modify(|known| *known = LengthRange::any([*known, length])).or_insert(length);
    }
    lengths
}

/// Lengths of the names of levels.
pub fn level_lengths(levels: &LevelNames) -> LengthRange {
    let named = levels.ground.iter().chain(&levels.down).chain(&levels.up);
    LengthRange::any(named.map(|name| LengthRange::of_text(name)).chain([PLAIN_LEVEL]))
}
