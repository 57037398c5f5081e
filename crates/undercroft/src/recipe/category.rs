//! Categories: words that stand for a shape and a depth.

use super::plan_shape::PlanShape;

/// What a category stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Category {
    /// The shape of its levels.
    pub shape: PlanShape,
    /// Its lowest and highest level; level 0 is the entrance's.
    pub levels: [i32; 2],
}

/// The meaning of a category's name, whatever its case and the spaces round it. Unknown names are branching
/// and have one level.
pub fn category(name: &str) -> Category {
    let (shape, levels) = match name.trim().to_lowercase().as_str() {
        "cave" => (PlanShape::Linear, [-2, 0]),
        "mine" => (PlanShape::Linear, [-3, 0]),
        "temple" => (PlanShape::Hub, [-2, 1]),
        "monastery" => (PlanShape::Hub, [-1, 1]),
        "shrine" => (PlanShape::Hub, [0, 0]),
        "dungeon" => (PlanShape::Maze, [-3, 0]),
        "tower" => (PlanShape::Branching, [0, 4]),
        "inn" => (PlanShape::Branching, [0, 1]),
        "tomb" | "crypt" => (PlanShape::Branching, [-2, 0]),
        "ruins" => (PlanShape::Branching, [-1, 0]),
        _ => (PlanShape::Branching, [0, 0]),
    };
    Category { shape, levels }
}

/// Whether the center of a category's hub is a cloister.
pub fn has_cloister(name: &str) -> bool {
    name.trim().to_lowercase() == "monastery"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_case_and_unknown_ones_branch() {
        assert_eq!(category("  CaVe "), Category { shape: PlanShape::Linear, levels: [-2, 0] });
        assert_eq!(category("Shrine").shape, PlanShape::Hub);
        for other in ["forest", "wilderness", "bakery", ""] {
            assert_eq!(category(other), Category { shape: PlanShape::Branching, levels: [0, 0] });
        }
    }
}
