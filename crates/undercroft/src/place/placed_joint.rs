//! Links that placement makes.

use undercroft_grid::{Cell, Dir, Rect};

use crate::dungeon::RoomId;

/// A link that placement made: the doors of two rooms and the corridor between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedJoint {
    /// The rooms, lower number first.
    pub rooms: [RoomId; 2],
    /// Their doors; the same cells where they share a wall.
    pub doors: [Rect; 2],
    /// The directions in which the doors lead out of their rooms.
    pub normals: [Dir; 2],
    /// The north-west cells of the brush from door to door; none in a shared wall.
    pub path: Vec<Cell>,
    /// Width of doors and corridor. [Unit: cells]
    pub width: i32,
    /// How many cells the corridor runs straight out from each door.
    pub runway: [i32; 2],
}
