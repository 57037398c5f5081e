//! Categories: words that stand for a shape and a depth.

use super::plan_shape::PlanShape;
use crate::dungeon::Surround;

/// What a category stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Category {
    /// The shape of its levels.
    pub shape: PlanShape,
    /// Its lowest and highest level; level 0 is the entrance's.
    pub levels: [i32; 2],
    /// What lies around the rooms from level 0 up; below it is rock.
    pub surround: Surround,
}

/// The meaning of a category's name, whatever its case and the spaces round it. Unknown names are branching
/// and have one level.
pub fn category(name: &str) -> Category {
    let name = name.trim().to_lowercase();
    let (shape, levels) = match name.as_str() {
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
    Category { shape, levels, surround: surround(&name) }
}

/// What lies around the rooms of a category, by its name in small letters.
fn surround(name: &str) -> Surround {
    match name {
        "forest" | "wilderness" => Surround::Trees,
        "house" | "estate" | "townhouse" | "cottage" | "manor" | "tavern" | "castle" | "wizard tower" | "inn"
        | "tower" => Surround::Bare,
        _ => Surround::Rock,
    }
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
        let cave = Category { shape: PlanShape::Linear, levels: [-2, 0], surround: Surround::Rock };
        assert_eq!(category("  CaVe "), cave);
        assert_eq!(category("Shrine").shape, PlanShape::Hub);
        for other in ["forest", "wilderness", "bakery", ""] {
            let Category { shape, levels, .. } = category(other);
            assert_eq!((shape, levels), (PlanShape::Branching, [0, 0]));
        }
    }

    #[test]
    fn woods_have_trees_and_buildings_stand_on_open_ground() {
        let around = |name: &str| category(name).surround;
        assert_eq!(["Forest", " wilderness"].map(around), [Surround::Trees; 2]);
        assert_eq!(["house", "Wizard Tower", "inn"].map(around), [Surround::Bare; 3]);
        assert_eq!(["cave", "delve", ""].map(around), [Surround::Rock; 3]);
    }
}
