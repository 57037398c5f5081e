//! Markers as they stand in a file. In files before epoch 4 a marker may be a spawn.

use serde::{Deserialize, Serialize};
use undercroft_grid::Cell;

use crate::dungeon::{LinkId, Marker, MarkerKind, Room, RoomId, Spawn, SpawnKind};

/// A place of interest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Marker"))]
#[serde(deny_unknown_fields)]
pub struct MarkerEntry {
    /// What it marks.
    pub kind: MarkerEntryKind,
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

/// What a marker marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "MarkerKind"))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum MarkerEntryKind {
    /// A light.
    Light,
    /// A key for the lock of `link`.
    Key,
    /// Stairs, with the label of their other end.
    Stairs,
    /// Where inhabitants appear; only in files before epoch 4. It is read as a spawn of kind `enemy`.
    Spawn,
}

impl MarkerEntryKind {
    const fn marker(self) -> Option<MarkerKind> {
        match self {
            Self::Light => Some(MarkerKind::Light),
            Self::Key => Some(MarkerKind::Key),
            Self::Stairs => Some(MarkerKind::Stairs),
            Self::Spawn => None,
        }
    }
}

impl From<&Marker> for MarkerEntry {
    fn from(marker: &Marker) -> Self {
        let Marker { kind, z, cell, room, link, ref label } = *marker;
        let kind = match kind {
            MarkerKind::Light => MarkerEntryKind::Light,
            MarkerKind::Key => MarkerEntryKind::Key,
            MarkerKind::Stairs => MarkerEntryKind::Stairs,
        };
        Self { kind, z, cell, room, link, label: label.clone() }
    }
}

/// Puts the entries of a file where they belong: markers in one list, and after the spawns of the file those that older
/// files have among the markers. A spawn that is in no room is left out.
pub(super) fn sort_entries(entries: Vec<MarkerEntry>, rooms: &[Room], spawns: &mut Vec<Spawn>) -> Vec<Marker> {
    let mut markers = Vec::with_capacity(entries.len());
    for entry in entries {
        let MarkerEntry { kind, z, cell, room, link, label } = entry;
        match kind.marker() {
            Some(kind) => markers.push(Marker { kind, z, cell, room, link, label }),
            None => spawns.extend(older_spawn(spawns.len(), z, cell, room, rooms)),
        }
    }
    markers
}

fn older_spawn(id: usize, z: i32, cell: Cell, room: Option<RoomId>, rooms: &[Room]) -> Option<Spawn> {
    let named = room.and_then(|room| rooms.get(room.index()));
    let room = named.or_else(|| rooms.iter().find(|room| room.z == z && room.contains(cell)))?;
    let (id, kind, difficulty) = (id as u32, SpawnKind::Enemy, room.difficulty);
    Some(Spawn { id, kind, z, cell, room: room.id, group: None, difficulty, name: None })
}
