//! What is routed round pins.

use std::collections::BTreeMap;

use super::builder::LevelRooms;
use crate::dungeon::{KeyRule, Pin, PinId, RoomId};
use crate::place::{Layout, PinnedContents};
use crate::recipe::{Recipe, SecretSpec};

/// What is routed.
pub struct PinnedRouting<'a> {
    pub recipe: &'a Recipe,
    pub layout: &'a Layout,
    pub pins: &'a [Pin],
    /// The room of each room pin.
    pub rooms: &'a BTreeMap<PinId, RoomId>,
    /// What pinned features close to doors, stairs and keys.
    pub contents: &'a PinnedContents,
    /// Whether each corridor connects its two rooms alone.
    pub is_alone: bool,
    /// Whether rooms lie side by side, so that doors in walls they have in common come before corridors.
    pub is_side_by_side: bool,
    /// Links to make besides joints; none where corridors may merge, which follow the triangulation of the rooms.
    pub wanted: Vec<[RoomId; 2]>,
    /// Links to make before all others.
    pub first: Vec<[RoomId; 2]>,
    /// Whether every room is joined before links are made that the rooms could do without.
    pub is_urgent: bool,
    /// Secret passages to make.
    pub secret_pairs: Vec<[RoomId; 2]>,
    /// Secret passages of each level, by chance.
    pub secrets: Option<SecretSpec>,
    /// Stairs to make.
    pub stairs: Vec<[RoomId; 2]>,
    /// The room that the entrance should have.
    pub gate: Option<RoomId>,
    /// Links to lock, and what their keys open.
    pub locks: (usize, KeyRule),
}

impl PinnedRouting<'_> {
    /// Whether both rooms of a level are pinned, so that no other links than pinned ones and needed ones join them.
    pub fn are_pinned(&self, level: &LevelRooms, [a, b]: [u32; 2]) -> bool {
        let is_pinned = |room: u32| self.rooms.values().any(|&pinned| pinned == level.rooms[room as usize]);
        is_pinned(a) && is_pinned(b)
    }
}
