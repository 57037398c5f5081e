//! What the sentences of a table may refer to, with the lengths of what is written there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::length_range::LengthRange;
use super::{GroupWord, SentencePart};
use crate::contents::feature_kind::FeatureKind;

/// The number of a room.
const NUMBER: LengthRange = LengthRange::new(1, 5);
/// From `east` to `north-east`.
const DIRECTION: LengthRange = LengthRange::new(4, 10);
/// From `1` to `twelve`.
const COUNT: LengthRange = LengthRange::new(1, 6);
/// From `5` to `64000`.
const FEET: LengthRange = LengthRange::new(1, 5);
/// The space before a counted noun and its ending.
const PLURAL: LengthRange = LengthRange::new(1, 4);
/// `a` or `an` and a space.
const ARTICLE: LengthRange = LengthRange::new(2, 3);
/// What comes before a material that is used up: `second` and a space, `eleventh` and a space.
const ORDINAL: LengthRange = LengthRange::new(0, 9);

/// Names that the sentences of a table may use.
#[derive(Clone, Copy)]
pub struct Vocabulary<'a> {
    /// Facts and the lengths of their values.
    pub facts: &'a BTreeMap<&'a str, LengthRange>,
    /// Lists of words and the lengths of their words.
    pub words: &'a BTreeMap<&'a str, LengthRange>,
    /// Kinds of features.
    pub kinds: &'a BTreeMap<String, Arc<FeatureKind>>,
    /// Purposes.
    pub purposes: &'a BTreeSet<&'a str>,
    /// Lengths of nouns for groups.
    pub groups: LengthRange,
    /// Lengths of their moods.
    pub moods: LengthRange,
    /// Lengths of names of levels.
    pub levels: LengthRange,
}

impl Vocabulary<'_> {
    /// How long these parts become together.
    pub fn length(&self, parts: &[SentencePart]) -> LengthRange {
        parts.iter().map(|part| self.part_length(part)).fold(LengthRange::default(), LengthRange::then)
    }

    fn part_length(&self, part: &SentencePart) -> LengthRange {
        let named = |names: &BTreeMap<&str, LengthRange>, name: &str| names.get(name).copied().unwrap_or_default();
        match part {
            SentencePart::Text(text) => LengthRange::of_text(text),
            SentencePart::Choice(choices) => LengthRange::any(choices.iter().map(|parts| self.length(parts))),
            SentencePart::Fact(name) => named(self.facts, name),
            SentencePart::KeyMaterial => named(self.facts, super::KEY_FACT).then(ORDINAL),
            SentencePart::Word { list, article: true } => ARTICLE.then(named(self.words, list)),
            SentencePart::Word { list, article: false } => named(self.words, list),
            SentencePart::Room(_) => NUMBER,
            SentencePart::Direction(_) => DIRECTION,
            SentencePart::Group(GroupWord::Noun | GroupWord::Many) => self.groups,
            SentencePart::Group(GroupWord::Mood) => self.moods,
            SentencePart::Group(GroupWord::Count) | SentencePart::Doors | SentencePart::Members { noun: None } => COUNT,
            SentencePart::Members { noun: Some(list) } => COUNT.then(named(self.words, list)).then(PLURAL),
            SentencePart::Feet(_) => FEET,
            SentencePart::Agreement { one, many, .. } => {
                LengthRange::any([one, many].map(|text| LengthRange::of_text(text)))
            }
            SentencePart::Feature(kind) => {
                self.kinds.get(kind).map_or_else(LengthRange::default, |kind| LengthRange::of_text(kind.noun()))
            }
            SentencePart::Level => self.levels,
        }
    }
}
