//! Levels and bounds of a plan's spec, with their defaults, and the errors for rooms that do not fit.

use super::PlanError;
use super::shape::{hub_capacity, hub_rooms};
use crate::plural::count;
use crate::recipe::{Arrange, Bounds, PlanShape, PlanSpec};

/// The fewest rooms of a level, where there are several levels.
pub(super) const MIN_ROOMS: usize = 2;

impl PlanSpec {
    /// How many rooms, exactly. [Limits: at least 1]
    pub(super) const fn room_count(&self) -> usize {
        self.rooms.count as usize
    }

    /// The fewest rooms that show the shape of a level: a hub has its centre and as many of four spokes as the bounds allow.
    pub(super) fn least_rooms(&self) -> usize {
        let spokes = hub_rooms(self.level_bounds());
        if self.shape == PlanShape::Hub { spokes.max(MIN_ROOMS) } else { MIN_ROOMS }
    }

    /// Whether its levels are their own mirror images in the line from the visitor through the start.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.symmetry.parts() > 0
            && self.shape == PlanShape::Hub
            && self.arrange == Arrange::Attach
            && self.natural.parts() == 0
    }

    /// Whether so many hubs hold all rooms.
    pub(super) fn fits(&self, levels: usize) -> bool {
        self.room_count() as u64 <= hub_capacity(self.level_bounds()).saturating_mul(levels as u64)
    }

    /// The lowest and the highest level. They contain 0.
    pub(super) fn level_range(&self) -> [i32; 2] {
        self.levels.unwrap_or(self.category_levels)
    }

    /// The cells that each level may use, as if the visitor came from the south. They contain (0, 0).
    pub(super) fn level_bounds(&self) -> Bounds {
        self.bounds.unwrap_or_else(|| default_bounds(self.shape, self.room_count(), self.level_count()))
    }

    /// A sentence where there are fewer levels than the category has.
    pub(super) fn fewer_levels(&self, category: &str, levels: usize) -> Option<String> {
        let wanted = self.level_count();
        (levels < wanted).then(|| {
            let size = self.room_count();
            format!("A {category} has {wanted} levels; {size} rooms are enough for {levels}.")
        })
    }

    /// A sentence where some rooms, or all, are `without` a mirror image though the recipe asks for symmetry.
    pub(super) fn less_symmetry(&self, without: usize) -> Option<String> {
        if self.symmetry.parts() == 0 {
            return None;
        }
        if !self.is_symmetric() {
            let limit = "only a plan with shape = \"hub\", arrange = \"attach\" and rooms.natural = false can be";
            return Some(format!("symmetry: the plan is not symmetric; {limit}."));
        }
        let rooms = count(without, "room");
        (without > 0).then(|| format!("symmetry: {rooms} of the plan found no place for a mirror image; widen bounds."))
    }

    /// The error where each level holds at most `capacity` rooms.
    ///
    /// Levels share the rooms evenly, so level 0 has as many as any other, and every other level has the capacity of
    /// level 0: see [`level::draw`](super::level::draw).
    pub(super) fn capacity_error(&self, capacity: u64) -> PlanError {
        let (size, bounds, levels) = (self.room_count(), self.level_bounds(), self.level_count());
        if levels > 1 && capacity < MIN_ROOMS as u64 {
            // A category's levels shrink to one, levels that the recipe gives do not.
            return if self.levels.is_some() {
                PlanError::NoPlaceForTwo { levels, bounds }
            } else {
                PlanError::TooManyRooms { size, most: capacity, bounds, levels: 1 }
            };
        }
        let most = capacity.saturating_mul(levels as u64);
        if size as u64 > most {
            PlanError::TooManyRooms { size, most, bounds, levels }
        } else {
            PlanError::OddRooms { size, bounds }
        }
    }

    fn level_count(&self) -> usize {
        let [low, high] = self.level_range();
        (high - low + 1) as usize
    }
}

/// The bounds where the recipe gives none: a maze is about as wide as it is deep, other shapes have no limit.
fn default_bounds(shape: PlanShape, size: usize, levels: usize) -> Bounds {
    if shape != PlanShape::Maze {
        return Bounds::around(size as i32);
    }
    let each = size.div_ceil(levels);
    let reach = (1..=each).find(|&reach| (2 * reach + 1) * (2 * reach) >= each * 3 / 2).unwrap_or(1) as i32;
    Bounds { x: [-reach, reach], y: [0, 2 * reach - 1] }
}
