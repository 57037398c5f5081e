//! The record: the recipe that a dungeon was made from, as values by key.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::KeyRule;

/// Values of a recipe by dotted key; empty where a dungeon was not generated.
///
/// Code asks typed questions. Each reads a key of [`Record::KEYS`], which a test compares with the table of fields, so that
/// no look-up outlives the field that it reads.
///
/// ```
/// use undercroft::dungeon::Record;
///
/// let mut record = Record::default();
/// assert!(record.is_empty() && !record.is_planned());
/// record.insert("rooms.count", 12);
/// assert_eq!(record.room_count(), Some(12));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Record(BTreeMap<String, Value>);

impl Record {
    /// The keys that questions read.
    pub const KEYS: &'static [&'static str] = &[
        "method",
        "rooms.natural",
        "rooms.count",
        "templates.floor_cells",
        "width",
        "height",
        "corridors.runway",
        "keys",
        "doors.per_link",
        "category",
        "house.back_door",
    ];

    /// What the dungeon is.
    pub fn category(&self) -> Option<&str> {
        self.text("category")
    }

    /// Whether the dungeon was made by a plan.
    pub fn is_planned(&self) -> bool {
        self.text("method") == Some("plan")
    }

    /// Whether each corridor connects its two rooms alone: those of plans and of growth never merge.
    pub fn has_lone_corridors(&self) -> bool {
        self.is_planned() || self.text("method") == Some("accrete")
    }

    /// Whether the rooms fill a building and share walls.
    pub fn is_house(&self) -> bool {
        self.text("method") == Some("house")
    }

    /// Whether all rooms are caves. Records before epoch 3 have a truth value.
    pub fn is_natural(&self) -> bool {
        self.value("rooms.natural").is_some_and(|share| share.as_bool() == Some(true) || share.as_f64() == Some(1.0))
    }

    /// Whether rooms that are no caves are laid on a module grid: the rooms of walkers lie where they happen to. In records
    /// before epoch 3 all rooms are caves or none is.
    pub fn has_module_grid(&self) -> bool {
        let had_caves = self.value("rooms.natural").and_then(Value::as_bool) == Some(true);
        !had_caves && self.text("method") != Some("templates")
    }

    /// The number of rooms asked for.
    pub fn room_count(&self) -> Option<u64> {
        self.integer("rooms.count")
    }

    /// The floor area at which placement of templates ends. [Unit: cells]
    pub fn floor_cells(&self) -> Option<u64> {
        self.integer("templates.floor_cells")
    }

    /// Width and height asked for; a plan makes its own. [Unit: cells]
    pub fn size(&self) -> [Option<u64>; 2] {
        if self.is_planned() { [None; 2] } else { [self.integer("width"), self.integer("height")] }
    }

    /// What keys open, where the recipe has a rule for them.
    pub fn key_rule(&self) -> Option<KeyRule> {
        match self.text("keys")? {
            "shared" => Some(KeyRule::Shared),
            _ => Some(KeyRule::Own),
        }
    }

    /// How many ends of a short corridor have a leaf.
    pub fn leaves_per_corridor(&self) -> Option<u64> {
        self.integer("doors.per_link")
    }

    /// Whether the kitchen of a house may have a door to the outside.
    pub fn has_back_door(&self) -> bool {
        self.is_house() && self.value("house.back_door").is_some_and(|value| value.as_bool() == Some(true))
    }

    /// The runway that corridors must have. [Unit: cells]
    pub fn runway(&self) -> u64 {
        self.integer("corridors.runway").unwrap_or(0)
    }

    /// Whether the dungeon was not generated.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of fields.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All values, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Adds or replaces a value.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Value>) {
        self.0.insert(key.into(), value.into());
    }

    /// Forgets all values.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The values, by key.
    pub fn to_map(&self) -> BTreeMap<String, Value> {
        self.0.clone()
    }

    fn value(&self, key: &str) -> Option<&Value> {
        debug_assert!(Self::KEYS.contains(&key), "{key} is among the keys that a record is asked for");
        self.0.get(key)
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.value(key)?.as_str()
    }

    fn integer(&self, key: &str) -> Option<u64> {
        self.value(key)?.as_u64()
    }
}

impl From<BTreeMap<String, Value>> for Record {
    fn from(values: BTreeMap<String, Value>) -> Self {
        Self(values)
    }
}

impl FromIterator<(String, Value)> for Record {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}
