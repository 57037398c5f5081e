//! Thin walls of houses: a wall cell holds a wall that is thinner than the cell and stands in its middle.

use undercroft_grid::{BitGrid, Cell, Edge};

use crate::picture::CELL;
use undercroft::dungeon::{Dungeon, Level, Surround, Terrain};

/// Thickness of walls between rooms.
const PARTITION: i32 = 200;
/// Thickness of walls to the outside.
const OUTER: i32 = 350;

/// The walls of a house on one level.
pub struct HouseWalls {
    /// Wall cells.
    pub walls: BitGrid,
    /// Those along the outside.
    rim: BitGrid,
}

impl HouseWalls {
    /// The walls, where the level is a storey of a house under the sky.
    pub fn new(dungeon: &Dungeon, level: &Level, open: &BitGrid) -> Option<Self> {
        // Copies of a level may lack what the dungeon's own has.
        let is_bare = dungeon.level(level.z).is_some_and(|level| level.surround == Surround::Bare);
        if dungeon.outline.is_none() || !is_bare {
            return None;
        }
        // A secret door is wall.
        let is_wall = |cell: Cell| matches!(level.at(cell), Terrain::Wall | Terrain::Door) && !open.contains(cell);
        let walls = BitGrid::from_fn(level.size(), is_wall);
        let is_mass = |cell: Cell| open.contains(cell) || walls.contains(cell);
        let is_rim = |cell: Cell| walls.contains(cell) && !cell.neighbors8().into_iter().all(is_mass);
        let rim = BitGrid::from_fn(level.size(), is_rim);
        Some(Self { walls, rim })
    }

    /// How far the face of a wall stands back from the side of the floor: half of what the wall leaves of its cell.
    pub fn recess(&self, open: &BitGrid, edge: Edge) -> i32 {
        let wall = edge.cell + edge.dir.left();
        // A pillar is as thick as it is.
        let is_pillar = wall.neighbors4().into_iter().all(|beside| open.contains(beside));
        match (self.walls.contains(wall) && !is_pillar, self.rim.contains(wall)) {
            (false, _) => 0,
            (true, true) => (CELL - OUTER) / 2,
            (true, false) => (CELL - PARTITION) / 2,
        }
    }

    /// How far the outer face of the house stands back from the sides of its wall cells.
    pub const fn outer_recess() -> i32 {
        (CELL - OUTER) / 2
    }
}
