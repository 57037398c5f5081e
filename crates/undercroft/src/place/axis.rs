//! Module geometry along one axis.
//!
//! Working in whole modules from the start is what keeps rooms on the grid: snapping afterwards aligns few of them,
//! pushes some off the map and tears the rest apart.
//!
//! ```text
//! cells    0   4   8   12  16  20  24        module 4, padding 2
//!          |   |   |   |   |   |   |
//! modules      0   1   2   3   4   5         origin 4
//! leaf         [rooms.......][free]          ceil(2·padding / module) free modules at the far end
//! ```

use std::ops::RangeInclusive;

/// The modules along one axis of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Cells in a module.
    pub module: i32,
    /// The first cell of the first module.
    pub origin: i32,
    /// Whole modules on the map.
    pub extent: i32,
    /// Modules that a leaf keeps free at its far end.
    pub free: i32,
    /// Sides that rooms may have. [Unit: modules]
    pub sides: (i32, i32),
}

impl Axis {
    /// The axis of a map for rooms that keep apart. `None` when no multiple of the module lies between min and max.
    pub fn separate(length: i32, module: i32, (min, max): (i32, i32), padding: i32) -> Option<Self> {
        let sides = ((min + module - 1) / module, max / module);
        let origin = (padding + module - 1) / module * module;
        let axis = Self {
            module,
            origin,
            extent: (length - origin).max(0) / module,
            free: (2 * padding + module - 1) / module,
            sides,
        };
        (sides.0 <= sides.1).then_some(axis)
    }

    /// The axis of a building whose rooms share walls: walls lie on module lines and sides are measured from line to
    /// line, so a room of `n` modules has a floor of `n·module − 1` cells. `margin` cells stay free on both sides of the building.
    pub fn adjoining(length: i32, module: i32, sides: (i32, i32), margin: i32) -> Self {
        Self::between([margin, length - margin], module, sides)
    }

    /// The axis of a building whose outer walls lie on these cells, the first of them and one before the second.
    pub fn between([from, to]: [i32; 2], module: i32, (min, max): (i32, i32)) -> Self {
        let shortest = (min + module - 1) / module;
        let origin = (from + module - 1) / module * module;
        Self {
            module,
            origin,
            extent: (to - 1 - origin).max(0) / module,
            free: 0,
            sides: (shortest, (max / module).max(shortest)),
        }
    }

    /// The smallest leaf. [Unit: modules]
    pub const fn smallest_leaf(&self) -> i32 {
        self.sides.0 + self.free
    }

    /// How many smallest leaves fit side by side into this many modules.
    pub const fn capacity(&self, modules: i32) -> i32 {
        modules / self.smallest_leaf()
    }

    /// Room sides that fit into a leaf. [Unit: modules]
    pub fn sides_in(&self, leaf: i32) -> RangeInclusive<i32> {
        self.sides.0..=self.sides.1.min(leaf - self.free)
    }

    /// The cell at a module line.
    pub const fn cell(&self, module: i32) -> i32 {
        self.origin + module * self.module
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_stays_on_the_map_for_any_module_and_padding() {
        for (length, module, padding) in
            (16..80).flat_map(|l| (1..=8).flat_map(move |g| (2..9).map(move |p| (l, g, p))))
        {
            let axis = Axis::separate(length, module, (3, 20), padding).unwrap();
            assert!(axis.origin >= padding);
            // The last room of the last leaf ends this far before the edge.
            let end = axis.cell(axis.extent - axis.free);
            assert!(length - end >= 2 * padding || axis.extent == 0, "{length} {module} {padding}");
        }
    }

    #[test]
    fn a_module_without_a_multiple_is_no_axis() {
        assert_eq!(Axis::separate(60, 4, (5, 7), 2), None);
        assert_eq!(Axis::separate(60, 3, (5, 7), 2).unwrap().sides, (2, 2));
    }

    #[test]
    fn a_building_leaves_its_margin_free() {
        for (length, module) in (16..80).flat_map(|l| (1..=8).map(move |g| (l, g))) {
            let axis = Axis::adjoining(length, module, (3, 9), 4);
            let last_wall = axis.cell(axis.extent);
            assert!(axis.origin >= 4 && (last_wall <= length - 5 || axis.extent == 0));
            assert!(axis.sides.0 * module >= 3 && (axis.sides.0 - 1) * module < 3, "{module} {:?}", axis.sides);
        }
    }
}
