//! Where the visitor comes in.

use undercroft_grid::{Dir, Rect};

use crate::dungeon::RoomId;

/// The place of the entrance's door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The entrance room.
    pub room: RoomId,
    /// The door's cells.
    pub cells: Rect,
    /// Outwards.
    pub normal: Dir,
}
