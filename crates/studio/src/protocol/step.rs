//! Changes of the journal on the wire.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// What changed in the journal: the entries from a position on are these now.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StepInfo {
    /// The position of the first.
    pub from: u32,
    /// The entries: objects with one of `roll`, `edit`, `drop`, `crowd`, `open` and perhaps `gesture`.
    pub entries: Vec<Value>,
    /// How many entries count; those after it can be redone.
    pub cursor: u32,
}
