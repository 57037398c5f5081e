//! A copied part of a dungeon, as data.

use serde::{Deserialize, Serialize};

use crate::dungeon::Pin;

/// A copied part of a dungeon: what it contains as pins, with cells counted from its north-west corner.
///
/// Rooms come with the attributes that their pins have, shared doors and corridors with the rooms at both ends, cells with the
/// ground that lies on them. Names of dungeons, stages and entrances cannot be copied.
///
/// ```
/// use undercroft::edit::{Clip, Edit, apply};
///
/// let crypt = undercroft::generate("crypt", 7)?;
/// let text = r#"{"edit": "paste", "z": 0, "at": [0, 0],
///                "clip": {"size": [0, 9], "pins": []}}"#;
/// let edit: Edit = serde_json::from_str(text)?;
/// assert!(apply(&crypt, &edit, u64::MAX).unwrap_err().to_string().contains("clip"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Clip {
    /// Width and height. [Unit: cells] [Limits: at most 65,536 cells]
    pub size: [i32; 2],
    /// What it contains.
    pub pins: Vec<Pin>,
}
