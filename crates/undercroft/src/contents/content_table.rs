//! Content tables: all that `stock` can put into places of one kind.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::group_kind::GroupKind;
use super::note_sentences::NoteSentences;
use super::purpose::{FurnishEntry, Purpose};
use super::sentence::Sentence;

/// A value that a fact may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactValue {
    /// The owner or town in the dungeon's own name, where it has one.
    FromName,
    /// These words.
    Text(String),
}

/// Names of levels by their height.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelNames {
    /// The entrance's level.
    pub ground: Option<String>,
    /// Levels -1, -2 and so on.
    pub down: Vec<String>,
    /// Levels 1, 2 and so on.
    pub up: Vec<String>,
}

/// Sentences about traps of one mechanism: every act may follow every tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrapSentences {
    /// What visitors can notice.
    pub tells: Vec<Arc<Sentence>>,
    /// What happens.
    pub acts: Vec<Arc<Sentence>>,
}

/// Sentences about what shows of a room next door.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceSentences {
    /// What one hears.
    pub sounds: Vec<Arc<Sentence>>,
    /// What was left on the floor.
    pub tracks: Vec<Arc<Sentence>>,
    /// What one smells.
    pub smells: Vec<Arc<Sentence>>,
}

/// Number of tiers of treasure: trifle, worth carrying, worth a fight, the hoard.
pub const TIERS: usize = 4;

/// All that can be put into places of one kind, its parents' included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContentTable {
    /// Its name.
    pub(crate) name: String,
    /// The tables that it extends, the nearest first.
    pub(crate) parents: Vec<String>,
    /// What floors are made of.
    pub(crate) surface: Option<String>,
    /// Names of levels.
    pub(crate) levels: LevelNames,
    /// What is chosen once for each dungeon, by name.
    pub(crate) facts: BTreeMap<String, Vec<FactValue>>,
    /// Lists of words, by name.
    pub(crate) words: BTreeMap<String, Vec<String>>,
    /// Inhabitants.
    pub(crate) groups: Vec<Arc<GroupKind>>,
    /// Purposes, the parents' first, in the order of their files.
    pub(crate) purposes: Vec<Arc<Purpose>>,
    /// Positions in `purposes`, each after those of the purposes that it needs or prefers as neighbours.
    pub(crate) assignment_order: Vec<usize>,
    /// Positions in `purposes`, by name.
    pub(crate) by_name: Vec<usize>,
    /// Notes for rooms of any purpose.
    pub(crate) notes: NoteSentences,
    /// Reasons to enter.
    pub(crate) hooks: Vec<Arc<Sentence>>,
    /// What people tell about the place.
    pub(crate) rumours: Vec<Arc<Sentence>>,
    /// Traps by their mechanism.
    pub(crate) traps: BTreeMap<String, TrapSentences>,
    /// Treasure by its worth, the least first.
    pub(crate) treasure: [Vec<Arc<Sentence>>; TIERS],
    /// Traces of rooms next door.
    pub(crate) traces: TraceSentences,
}

impl ContentTable {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tables that it extends, the nearest first.
    pub fn parents(&self) -> &[String] {
        &self.parents
    }

    /// Names of its purposes, its parents' first.
    pub fn purpose_names(&self) -> impl Iterator<Item = &str> {
        self.purposes.iter().map(|purpose| purpose.name.as_str())
    }

    /// Its purpose of this name.
    pub(crate) fn purpose(&self, name: &str) -> Option<&Purpose> {
        let position =
            self.by_name.binary_search_by(|&position| self.purposes[position].name.as_str().cmp(name)).ok()?;
        Some(&self.purposes[self.by_name[position]])
    }

    /// Its facts with the values that each may have, its parents' included. `name` stands for the owner or town in the name
    /// of a dungeon.
    pub fn fact_values(&self) -> impl Iterator<Item = (&str, Vec<&str>)> {
        let text = |value| match value {
            &FactValue::FromName => "name",
            FactValue::Text(text) => text.as_str(),
        };
        self.facts.iter().map(move |(name, values)| (name.as_str(), values.iter().map(text).collect()))
    }

    /// Its lists of words, its parents' included.
    pub fn word_lists(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.words.iter().map(|(name, words)| (name.as_str(), words.as_slice()))
    }

    /// The mechanisms of its traps, its parents' included.
    pub fn trap_names(&self) -> impl Iterator<Item = &str> {
        self.traps.keys().map(String::as_str)
    }

    /// Whether rooms of this purpose should have features.
    pub fn asks_for_features(&self, purpose: &str) -> bool {
        self.purpose(purpose).is_some_and(|purpose| purpose.furnish.iter().any(FurnishEntry::is_required))
    }

    /// Nouns for its groups of inhabitants.
    pub fn group_names(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().map(|group| group.many.as_str())
    }

    /// How many sentences it has, names of rooms aside.
    pub fn sentence_count(&self) -> usize {
        self.sentences().count()
    }

    /// Its sentences as their files have them, names of rooms aside, its parents' included.
    pub fn sentence_texts(&self) -> impl Iterator<Item = &str> {
        self.sentences().map(|sentence| sentence.text.as_str())
    }

    /// All sentences but names of rooms, its parents' included.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = &Arc<Sentence>> {
        let purposes = self.purposes.iter().flat_map(|purpose| purpose.notes.iter());
        let groups = self.groups.iter().flat_map(|group| &group.notes);
        let stories = self.hooks.iter().chain(&self.rumours);
        let traps = self.traps.values().flat_map(|trap| trap.tells.iter().chain(&trap.acts));
        let traces = self.traces.sounds.iter().chain(&self.traces.tracks).chain(&self.traces.smells);
        let of_rooms = purposes.chain(groups).chain(self.notes.iter());
        of_rooms.chain(stories).chain(traps).chain(self.treasure.iter().flatten()).chain(traces)
    }
}
