//! The story of a dungeon: why people go in, and what they say about it.

use serde::{Deserialize, Serialize};

/// Why people go in, and what they say about the place. Texts may hold references, as those of notes do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Story {
    /// The reason to go in, in two sentences.
    #[serde(default)]
    pub hook: String,
    /// What people say.
    #[serde(default)]
    pub rumours: Vec<String>,
}

impl Story {
    /// Whether nothing is told.
    pub fn is_empty(&self) -> bool {
        self.hook.is_empty() && self.rumours.is_empty()
    }
}
