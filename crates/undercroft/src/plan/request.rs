//! What a plan should be like.

use undercroft_grid::Dir;

use super::{PlanError, level};
use crate::fraction::Fraction;
use crate::recipe::{Bounds, PlanShape, PlanSpec, Recipe};

/// What a plan should be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRequest {
    /// The category, for the record.
    pub category: String,
    /// The shape of the levels.
    pub shape: PlanShape,
    /// How many rooms, exactly. [Limits: at least 1]
    pub size: usize,
    /// The side from which the visitor comes in.
    pub entry: Dir,
    /// The places that each level may use, as if the visitor came from the south. They contain (0, 0).
    pub bounds: Bounds,
    /// The lowest and the highest level. They contain 0.
    pub levels: [i32; 2],
    /// Whether levels that would be too empty are an error; else there are fewer.
    pub strict_levels: bool,
    /// Fraction of the possible extra links of a maze.
    pub loops: Fraction,
    /// Chance of a level to have secret passages.
    pub secret_chance: Fraction,
    /// How many it then has.
    pub secret_count: u32,
    /// Links with a lock.
    pub locks: usize,
}

impl PlanRequest {
    /// The request of a recipe.
    pub fn new(recipe: &Recipe, plan: &PlanSpec) -> Self {
        let size = plan.rooms.count as usize;
        let levels = plan.levels.unwrap_or(plan.category_levels);
        Self {
            category: recipe.category.clone(),
            shape: plan.shape,
            size,
            entry: recipe.entrance_side,
            bounds: plan.bounds.unwrap_or_else(|| roomy(plan.shape, size, levels)),
            levels,
            strict_levels: plan.levels.is_some(),
            loops: recipe.extra_links,
            secret_chance: plan.secrets.chance,
            secret_count: plan.secrets.count,
            locks: plan.locks,
        }
    }

    /// A sentence where there are fewer levels than the category has.
    pub(super) fn shrunk(&self, levels: usize) -> Option<String> {
        let wanted = (self.levels[1] - self.levels[0] + 1) as usize;
        (levels < wanted).then(|| {
            let (size, category) = (self.size, &self.category);
            format!("A {category} has {wanted} levels; {size} rooms are enough for {levels}.")
        })
    }

    /// Why the rooms cannot be had where each level holds at most so many.
    ///
    /// Rooms are dealt evenly, so level 0 has as many as any other, and whatever level 0 holds, every other level holds as
    /// well: see [`level::draw`].
    pub(super) fn refusal(&self, holds: u64) -> PlanError {
        let (size, bounds, levels) = (self.size, self.bounds, (self.levels[1] - self.levels[0] + 1) as usize);
        if levels > 1 && holds < level::FEWEST as u64 {
            // A category's levels shrink to one, levels that were asked for do not.
            return if self.strict_levels {
                PlanError::NoPlaceForTwo { levels, bounds }
            } else {
                PlanError::TooManyRooms { size, most: holds, bounds, levels: 1 }
            };
        }
        let most = holds.saturating_mul(levels as u64);
        if size as u64 > most {
            PlanError::TooManyRooms { size, most, bounds, levels }
        } else {
            PlanError::OddRooms { size, bounds }
        }
    }
}

/// The bounds where none are given: a maze is about as wide as it is deep, nothing else is bounded.
fn roomy(shape: PlanShape, size: usize, levels: [i32; 2]) -> Bounds {
    if shape != PlanShape::Maze {
        return Bounds::around(size as i32);
    }
    let each = size.div_ceil((levels[1] - levels[0] + 1) as usize);
    let reach = (1..=each).find(|&reach| (2 * reach + 1) * (2 * reach) >= each * 3 / 2).unwrap_or(1) as i32;
    Bounds { x: [-reach, reach], y: [0, 2 * reach - 1] }
}
