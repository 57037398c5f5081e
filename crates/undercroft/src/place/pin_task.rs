//! What a placement with pins keeps to.

use std::collections::BTreeSet;

use super::pinned_contents::PinnedContents;
use crate::dungeon::Pin;

/// What placement keeps to.
pub struct PinTask<'a> {
    /// The pins, in their order.
    pub pins: &'a [Pin],
    /// Cells between the floor of a room that moves and other floors.
    pub gap: i32,
    /// Cells between pinned floors and rooms that stay where the plain placement has them.
    pub kept_gap: i32,
    /// Shortest side of a room.
    pub min: i32,
    /// Whether rooms can lie on the module grid.
    pub has_grid: bool,
    /// Whether rooms share walls, inside an outline.
    pub is_house: bool,
    /// Width and height that the map has at least.
    pub least: [i32; 2],
    /// Whether the map may grow beyond its size.
    pub may_grow: bool,
    /// The places of the rooms in the plan.
    pub spots: &'a [Option<[i32; 3]>],
    /// Rooms of the plain layout that get no place.
    pub left_out: &'a BTreeSet<usize>,
    /// Rooms of the plain layout that the others cannot do without: that of the entrance, and those with stairs.
    pub needed: &'a BTreeSet<usize>,
    /// What pinned features close to doors.
    pub contents: &'a PinnedContents,
}
