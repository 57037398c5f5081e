//! Ends and result of one corridor.

use undercroft_grid::{Cell, Rect};

use super::wall::{Site, Wall};
use crate::dungeon::Fallback;

/// A corridor's path from door to door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorridorPath {
    /// The doors.
    pub sites: [Site; 2],
    /// North-west cells of the brush, from approach to approach.
    pub path: Vec<Cell>,
    /// Width of the corridor.
    pub width: i32,
    /// What was given up at each end.
    pub fallback: [Fallback; 2],
}

/// A room that a corridor begins or ends at.
#[derive(Clone, Copy, Debug)]
pub struct LinkEnd<'a> {
    /// The smallest rectangle round the floor.
    pub bounds: Rect,
    /// Its walls.
    pub walls: &'a [Wall],
}
