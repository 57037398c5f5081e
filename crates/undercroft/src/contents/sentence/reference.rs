//! Reads references: what stands in braces without a bar.

use super::vocabulary::Vocabulary;
use super::{GroupWord, KEY_FACT, RoomFilter, RoomReference, RoomSide, SentencePart};
use crate::contents::suggestion::unknown;

/// References that need no table.
const FIXED: [&str; 20] = [
    "n",
    "feet:length",
    "feet:width",
    "key",
    "level",
    "doors",
    "group",
    "group.many",
    "group.n",
    "group.mood",
    "room:next",
    "room:far",
    "room:home",
    "room:key",
    "room:goal",
    "room:linked",
    "room:purpose=",
    "feature:",
    "dir:room:",
    "#",
];

/// What stands before references and never before other words.
const STARTS: [&str; 9] = ["#", "a #", "an #", "n #", "room:", "dir:room:", "feature:", "feet:", "group."];

/// Whether words look like a reference whose braces were forgotten.
pub fn is_like_reference(text: &str) -> bool {
    STARTS.iter().any(|start| text.starts_with(start))
}

/// Whether a name means something in every sentence, so that no fact can have it.
pub fn is_taken(name: &str) -> bool {
    name != KEY_FACT && FIXED.contains(&name)
}

/// Reads what stands between two braces.
pub fn reference(text: &str, vocabulary: &Vocabulary) -> Result<SentencePart, String> {
    if let Some(list) = text.strip_prefix('#') {
        return word(list, false, vocabulary);
    }
    if let Some(list) = text.strip_prefix("a #").or_else(|| text.strip_prefix("an #")) {
        return word(list, true, vocabulary);
    }
    if let Some(list) = text.strip_prefix("n #") {
        return word(list, false, vocabulary).map(|_| SentencePart::Members { noun: Some(list.to_owned()) });
    }
    if let Some(kind) = text.strip_prefix("feature:") {
        return feature(kind, vocabulary);
    }
    if let Some(conditions) = text.strip_prefix("room:") {
        return room(conditions, vocabulary).map(SentencePart::Room);
    }
    if let Some(conditions) = text.strip_prefix("dir:room:") {
        return room(conditions, vocabulary).map(SentencePart::Direction);
    }
    if let Some(list) = text.strip_prefix("A #").or_else(|| text.strip_prefix("An #")) {
        return Err(format!("write {{a #{list}}}; sentences begin with a capital letter by themselves"));
    }
    plain(text, vocabulary)
}

fn plain(text: &str, vocabulary: &Vocabulary) -> Result<SentencePart, String> {
    match text {
        "" => Err("empty braces; need a reference or alternatives".to_owned()),
        "group" => Ok(SentencePart::Group(GroupWord::Noun)),
        "group.many" => Ok(SentencePart::Group(GroupWord::Many)),
        "group.n" => Ok(SentencePart::Group(GroupWord::Count)),
        "group.mood" => Ok(SentencePart::Group(GroupWord::Mood)),
        "level" => Ok(SentencePart::Level),
        "doors" => Ok(SentencePart::Doors),
        "n" => Ok(SentencePart::Members { noun: None }),
        "feet:length" => Ok(SentencePart::Feet(RoomSide::Length)),
        "feet:width" => Ok(SentencePart::Feet(RoomSide::Width)),
        KEY_FACT if vocabulary.facts.contains_key(KEY_FACT) => Ok(SentencePart::KeyMaterial),
        fact if vocabulary.facts.contains_key(fact) => Ok(SentencePart::Fact(fact.to_owned())),
        _ => Err(unknown("reference", text, FIXED.into_iter().chain(vocabulary.facts.keys().copied()))),
    }
}

fn word(list: &str, article: bool, vocabulary: &Vocabulary) -> Result<SentencePart, String> {
    if vocabulary.words.contains_key(list) {
        return Ok(SentencePart::Word { list: list.to_owned(), article });
    }
    Err(unknown("word list", list, vocabulary.words.keys().copied()))
}

fn feature(kind: &str, vocabulary: &Vocabulary) -> Result<SentencePart, String> {
    if vocabulary.kinds.contains_key(kind) {
        return Ok(SentencePart::Feature(kind.to_owned()));
    }
    Err(unknown("feature kind", kind, vocabulary.kinds.keys().map(String::as_str)))
}

fn room(conditions: &str, vocabulary: &Vocabulary) -> Result<RoomReference, String> {
    match conditions {
        "next" => Ok(RoomReference::Next),
        "far" => Ok(RoomReference::Far),
        "home" => Ok(RoomReference::Home),
        "key" => Ok(RoomReference::Key),
        "goal" => Ok(RoomReference::Goal),
        _ => filter(conditions, vocabulary).map(RoomReference::Matching),
    }
}

fn filter(conditions: &str, vocabulary: &Vocabulary) -> Result<RoomFilter, String> {
    let mut filter = RoomFilter::default();
    for condition in conditions.split(',') {
        match condition.split_once('=') {
            None if condition == "linked" => filter.linked = true,
            None if condition == "unlit" => filter.unlit = true,
            Some(("purpose", purpose)) if vocabulary.purposes.contains(purpose) => {
                filter.purpose = Some(purpose.to_owned());
            }
            Some(("purpose", purpose)) => {
                return Err(unknown("purpose", purpose, vocabulary.purposes.iter().copied()));
            }
            _ => {
                let known = ["next", "far", "home", "key", "goal", "linked", "unlit", "purpose="];
                return Err(unknown("room", condition, known));
            }
        }
    }
    Ok(filter)
}
