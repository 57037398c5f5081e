//! How far it is to the nearest of many goals, in steps: for those that gather, and those that flee.

use undercroft_grid::{Cell, DistanceField, Moves};

use crate::floor::Floor;

/// The distance of every cell from the nearest goal, by four or eight kinds of steps. To gather, step to where it is
/// less; to flee, to where it is more. Goals in walls or outside lead nowhere.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Moves, Size};
/// use undercroft_sight::{Floor, distances};
///
/// let floor = Floor::new(&BitGrid::new(Size::of(7, 1)));
/// let field = distances(&floor, [Cell::new(0, 0), Cell::new(6, 0)], Moves::Four);
/// assert_eq!(field.values(), [0, 1, 2, 3, 2, 1, 0]);
/// ```
pub fn distances(floor: &Floor, goals: impl IntoIterator<Item = Cell>, moves: Moves) -> DistanceField {
    let mut field = DistanceField::new(floor.size());
    field.compute(floor.free(), goals, moves);
    field
}

#[cfg(test)]
mod tests {
    use undercroft_grid::{BitGrid, Size};

    use super::*;

    #[test]
    fn every_cell_knows_its_nearest_goal() {
        let mut solid = BitGrid::new(Size::of(7, 1));
        let goals = [Cell::new(0, 0), Cell::new(6, 0), Cell::new(9, 9)];
        assert_eq!(distances(&Floor::new(&solid), goals, Moves::Eight).values(), [0, 1, 2, 3, 2, 1, 0]);
        solid.insert(Cell::new(5, 0));
        assert_eq!(distances(&Floor::new(&solid), goals, Moves::Four).get(Cell::new(4, 0)), Some(4));
    }
}
