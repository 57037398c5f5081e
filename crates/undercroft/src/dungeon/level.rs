//! One floor of a dungeon.

use undercroft_grid::{Cell, Grid, Size};

use super::Terrain;

/// The tiles of one floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Height: 0 is the level of the entrance, negative numbers lie below.
    pub z: i32,
    /// What each cell is made of.
    pub terrain: Grid<Terrain>,
}

impl Level {
    /// A level of solid rock.
    pub fn solid_rock(z: i32, size: Size) -> Self {
        Self { z, terrain: Grid::filled(size, Terrain::Rock) }
    }

    /// Width and height.
    pub const fn size(&self) -> Size {
        self.terrain.size()
    }

    /// The terrain of a cell; rock outside the map.
    pub fn at(&self, cell: Cell) -> Terrain {
        self.terrain.get(cell).copied().unwrap_or_default()
    }
}
