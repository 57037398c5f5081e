//! Thin walls of houses: a wall cell holds a wall that is thinner than the cell and stands in its middle.

use undercroft_grid::{BitGrid, Cell, Dir, Edge, Rect};

use crate::picture::CELL;
use undercroft::dungeon::{Dungeon, Feature, Level, Terrain};

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
    /// The walls, where the level is a storey of a house, cellars included.
    pub fn new(dungeon: &Dungeon, level: &Level, open: &BitGrid) -> Option<Self> {
        dungeon.outline?;
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

    /// How far a feature stands back from its place so that it touches the wall behind it; nothing where there is none. What
    /// hangs in a wall hangs on the face of that wall.
    pub fn recess_of(&self, open: &BitGrid, feature: &Feature) -> i32 {
        let front = feature.front();
        let floor = if feature.is_on_floor() { feature.rect() } else { shifted(feature.rect(), front) };
        let behind = front.opposite();
        let along = floor.cells().filter(|&cell| !floor.contains(cell + behind));
        along.map(|cell| self.recess(open, Edge { cell, dir: behind.right() })).min().unwrap_or(0)
    }

    /// How far the outer face of the house stands back from the sides of its wall cells.
    pub const fn outer_recess() -> i32 {
        (CELL - OUTER) / 2
    }
}

/// A rectangle one cell farther.
fn shifted(rect: Rect, dir: Dir) -> Rect {
    let Cell { x, y } = dir.delta();
    Rect::new(rect.left + x, rect.top + y, rect.right + x, rect.bottom + y)
}
