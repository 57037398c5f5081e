//! What a journal holds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::JournalError;
use super::shelved::ShelvedEdit;
use crate::dungeon::{Dungeon, Pin, ProvenanceInput};
use crate::edit::{Edit, Filling};
use crate::error::Error;
use crate::field;
use crate::format::json;
use crate::generator::Generator;
use crate::recipe::{Recipe, RecipeFile};
use crate::seed::Seed;

/// One entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalEntry {
    /// What happened.
    #[serde(flatten)]
    pub step: JournalStep,
    /// The gesture that it belongs to: entries of one gesture are one undo step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gesture: Option<u64>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum JournalStep {
    /// A dungeon was rolled.
    Roll(Box<RollEntry>),
    /// Something was changed by hand.
    Edit(Edit),
    /// A shelved edit was given up.
    Drop(Edit),
    /// The crowd was told something, which the studio reads.
    Crowd(Value),
    /// A file was opened, or older entries were folded.
    Open(Box<OpenEntry>),
}

/// A generation: preset, values on top, seed, files and pins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RollEntry {
    /// The preset; the defaults of all fields without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Fields that are set on top of it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, Value>,
    /// The seed.
    pub seed: String,
    /// Numbers of single stages.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stages: BTreeMap<String, String>,
    /// Files that the recipe names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<ProvenanceInput>,
    /// What the roll keeps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pins: Vec<Pin>,
    /// Width and height of the map that the pins were made on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pins_size: Option<[i32; 2]>,
    /// Whether it begins another document: edits before it are not applied again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
}

impl RollEntry {
    /// A roll of a preset.
    pub fn preset(name: &str, seed: u64) -> Self {
        Self { preset: Some(name.to_owned()), seed: seed.to_string(), ..Self::default() }
    }

    /// The same roll with the pins of a dungeon.
    #[must_use]
    pub fn with_pins_of(self, dungeon: &Dungeon) -> Self {
        let provenance = &dungeon.provenance;
        Self { pins: provenance.pins.clone(), pins_size: provenance.pins_size, ..self }
    }

    /// The same roll round everything that a map has: *Fill the rest*, for maps without a recipe. Fields that
    /// leave no space for it are changed. Pins hold what edits made so far, so that none is applied again.
    ///
    /// # Errors
    /// When the map cannot be adopted, or the recipe is none.
    ///
    /// ```
    /// use undercroft::format::text;
    /// use undercroft::journal::{JournalState, JournalEntry, JournalStep, RollEntry};
    ///
    /// let map = "##########\n#....#...#\n#....+...#\n#....#...#\n##########\n";
    /// let drawn = text::read(map).expect("the text is a map");
    /// let roll = RollEntry::preset("crypt", 4).filling(&drawn)?;
    /// let mut state = JournalState::default();
    /// state.step(&JournalEntry { step: JournalStep::Roll(Box::new(roll)), gesture: None }, u64::MAX)?;
    /// let filled = state.dungeon.expect("a roll gives a dungeon");
    /// assert!(drawn.rooms.iter().all(|room| filled.rooms.iter().any(|other| other.floor == room.floor)));
    /// # Ok::<(), undercroft::journal::JournalError>(())
    /// ```
    pub fn filling(mut self, dungeon: &Dungeon) -> Result<Self, JournalError> {
        let filling = Filling::new(dungeon, &self.recipe()?)?;
        self.set.extend(filling.set.into_iter().map(|(key, value)| (key.to_owned(), value.to_json())));
        Ok(Self { pins: filling.pins, pins_size: filling.pins_size, fresh: true, ..self })
    }

    /// Its recipe, checked.
    ///
    /// # Errors
    /// When the preset, a field, a file or the seed is not what recipes take.
    pub fn recipe(&self) -> Result<Recipe, JournalError> {
        let mut file = match &self.preset {
            Some(name) => Generator::preset(name)?.into_file(),
            None => RecipeFile::default(),
        };
        for (key, value) in &self.set {
            let odd = || JournalError::Malformed(format!("set.{key}: need a number, a word, true, false or a list"));
            let value = field::Value::from_json(value).ok_or_else(odd)?;
            file.set_value(key, value, "journal").map_err(Error::from)?;
        }
        for input in &self.inputs {
            let text = input.file_text().map_err(JournalError::Malformed)?;
            file.attach(&input.key, &input.name, text.as_bytes()).map_err(Error::from)?;
        }
        let odd = |error: String| JournalError::Malformed(format!("seed: {error}"));
        let mut seed: Seed = self.seed.parse().map_err(|error: crate::seed::SeedError| odd(error.to_string()))?;
        for (stage, number) in &self.stages {
            let is_stage = Seed::STAGES.contains(&stage.as_str());
            let number = number.parse().ok().filter(|_| is_stage);
            let number = number.ok_or_else(|| odd(format!("need STAGE and a number, got {stage:?}")))?;
            seed = seed.with_stage(stage, number);
        }
        let recipe = file.check(seed).map_err(Error::from)?;
        Ok(recipe.with_pins(self.pins.clone(), self.pins_size))
    }
}

/// An opened dungeon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenEntry {
    /// What it is called.
    pub name: String,
    /// The dungeon, as dungeon JSON.
    pub dungeon: Value,
    /// The roll that it came from, where that is not in the journal any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Box<RollEntry>>,
    /// Whether it was changed by hand since that roll.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub edited: bool,
    /// Edits before it that a roll applies again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carried: Vec<Edit>,
    /// Edits before it that could not be applied.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shelved: Vec<ShelvedEdit>,
}

impl OpenEntry {
    /// The entry that opens a dungeon.
    ///
    /// # Errors
    /// When the dungeon has no JSON.
    pub fn new(name: &str, dungeon: &Dungeon) -> Result<Self, JournalError> {
        let written = serde_json::from_str(&json::write(dungeon));
        let dungeon = written.map_err(|error| JournalError::Malformed(format!("open.dungeon: {error}")))?;
        let (carried, shelved) = (Vec::new(), Vec::new());
        Ok(Self { name: name.to_owned(), dungeon, roll: None, edited: false, carried, shelved })
    }

    /// The dungeon.
    ///
    /// # Errors
    /// When it is no dungeon JSON.
    pub fn read(&self) -> Result<Dungeon, JournalError> {
        json::read(&self.dungeon.to_string()).map_err(|error| JournalError::Malformed(format!("open.dungeon: {error}")))
    }
}
