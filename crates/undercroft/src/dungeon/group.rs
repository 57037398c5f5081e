//! Groups: inhabitants that belong together.

use serde::{Deserialize, Serialize};

use super::RoomId;

/// Inhabitants that belong together and share a few rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Its position in the list.
    pub id: u32,
    /// The word for one of them.
    pub one: String,
    /// The word for several.
    pub many: String,
    /// How many there are: as many as have a spawn.
    pub count: u32,
    /// How they are, in a word; may be empty.
    pub mood: String,
    /// Where they live.
    pub home: RoomId,
    /// The rooms where they are found, home first.
    pub rooms: Vec<RoomId>,
    /// The content table that they come from.
    pub table: String,
}
