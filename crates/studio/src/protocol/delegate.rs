//! Commands that a session without all formats hands on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use undercroft::dungeon::Pin;

use super::command::GenerationSource;

/// What another module has to do for a command of a session that is compiled without all formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DelegatedTask {
    /// Write the dungeon of the payload in the format of the command, or count its pages. The answer is the reply.
    Write,
    /// Read the file of the command. The answer goes back to the session.
    Read,
}

/// A file that another module has read for a session.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ReadFile {
    /// A map, as dungeon JSON.
    Dungeon(Box<RawValue>),
    /// A picture of a generated dungeon, which is generated again.
    Picture(Box<ReadPicture>),
}

/// What travels in a picture of a generated dungeon.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadPicture {
    /// What it was generated from.
    pub source: GenerationSource,
    /// What is kept of it.
    #[serde(default)]
    pub pins: Vec<Pin>,
    /// Width and height of the map that the pins were made on.
    #[serde(default)]
    pub pins_size: Option<[i32; 2]>,
    /// How many pins it has no room for.
    #[serde(default)]
    pub left_out: usize,
}
