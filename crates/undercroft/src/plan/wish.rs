//! What a plan should be like.

use undercroft_grid::Dir;

use super::{Bounds, PlanError, PlanShape, level};
use crate::recipe::Recipe;
use crate::seed::Stream;
use crate::share::Share;

/// What a plan should be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
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
    /// Share of the possible extra links of a maze.
    pub loops: Share,
    /// Chance of a level to have secret passages.
    pub secret_chance: Share,
    /// How many it then has.
    pub secret_count: u32,
    /// Links with a lock.
    pub locks: usize,
}

impl Wish {
    /// The wishes of a recipe.
    pub fn new(recipe: &Recipe) -> Self {
        let plan = &recipe.plan;
        let size = recipe.rooms.count as usize;
        let levels = plan.levels.unwrap_or(plan.category_levels);
        Self {
            category: plan.category.clone(),
            shape: plan.shape,
            size,
            entry: recipe.entry,
            bounds: plan.bounds.unwrap_or_else(|| roomy(plan.shape, size, levels)),
            levels,
            strict_levels: plan.levels.is_some(),
            loops: recipe.loops,
            secret_chance: plan.secret_chance,
            secret_count: plan.secret_count,
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

    /// The error with the largest number of rooms that this seed can have on all levels together.
    pub(super) fn with_most(&self, error: PlanError, stream: &Stream) -> PlanError {
        let PlanError::TooManyRooms { size, most, bounds, z } = error else { return error };
        let levels = (self.levels[1] - self.levels[0] + 1) as usize;
        if levels == 1 {
            return error;
        }
        let works = |size: usize| level::draw(&Self { size, ..self.clone() }, &mut stream.clone()).is_ok();
        let [columns, rows] = self.bounds.sides();
        let mut below = if self.strict_levels { level::FEWEST * levels - 1 } else { 1 };
        let mut above = size.min((columns * rows) as usize * levels + 1);
        while above - below > 1 {
            let middle = below + (above - below) / 2;
            if works(middle) { below = middle } else { above = middle }
        }
        PlanError::TooManyRooms { size, most: if works(below) { below as u64 } else { most }, bounds, z }
    }
}

/// The bounds where nobody gives any: a maze is about as wide as it is deep, nothing else is bounded.
fn roomy(shape: PlanShape, size: usize, levels: [i32; 2]) -> Bounds {
    if shape != PlanShape::Maze {
        return Bounds::around(size as i32);
    }
    let each = size.div_ceil((levels[1] - levels[0] + 1) as usize);
    let reach = (1..=each).find(|&reach| (2 * reach + 1) * (2 * reach) >= each * 3 / 2).unwrap_or(1) as i32;
    Bounds { x: [-reach, reach], y: [0, 2 * reach - 1] }
}
