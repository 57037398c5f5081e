//! Cell sets that decide where a corridor may go and what a step costs.

use undercroft_grid::{BitGrid, Rect};

/// The cell sets of one level.
#[derive(Clone, Debug)]
pub struct Layers {
    /// The map without its outermost cells.
    pub inner: Rect,
    /// Floor and ring of every room.
    pub rooms: BitGrid,
    /// Cells that no corridor may enter although they belong to no room.
    pub reserved: BitGrid,
    /// Cells of corridors.
    pub corridors: BitGrid,
    /// Cells of runways: corridors too, but not to merge with.
    pub runways: BitGrid,
}
