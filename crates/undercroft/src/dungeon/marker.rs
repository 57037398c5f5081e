//! Places of interest.

use serde::{Deserialize, Serialize};
use undercroft_grid::Cell;

use super::{LinkId, RoomId};

/// What a marker marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum MarkerKind {
    /// A light.
    Light,
    /// A key for the lock of `link`.
    Key,
    /// Stairs, with the label of their other end.
    Stairs,
}

/// A place of interest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// What it marks.
    pub kind: MarkerKind,
    /// The level.
    pub z: i32,
    /// The cell.
    pub cell: Cell,
    /// The room it lies in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
    /// The link it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkId>,
    /// What a drawing writes beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}
