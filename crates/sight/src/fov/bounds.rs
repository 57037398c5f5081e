//! The part of a map that is looked at.

use undercroft_grid::{Cell, Size};

use super::radius::Radius;

/// The rows and columns that are looked at, all inclusive: the map, or the radius' bounding box on it.
///
/// Rays are straight: one that has left the bounds never comes back, so scans ignore what is outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScanBounds {
    pub(crate) west: i32,
    pub(crate) east: i32,
    pub(crate) north: i32,
    pub(crate) south: i32,
}

impl ScanBounds {
    pub(crate) fn new(size: Size, from: Cell, radius: Option<Radius>) -> Self {
        let (east, south) = (size.width() - 1, size.height() - 1);
        let Some(reach) = radius.and_then(|radius| radius.half_width(0)) else {
            return Self { west: 0, east, north: 0, south };
        };
        Self {
            west: (from.x - reach).max(0),
            east: (from.x + reach).min(east),
            north: (from.y - reach).max(0),
            south: (from.y + reach).min(south),
        }
    }
}
