//! Facts that cost more than a look: they visit every walkable cell.

mod articulation;
mod choke;

pub(crate) use articulation::articulation_points;
pub use choke::choke_cells;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dungeon::Dungeon;

/// What [`analyse`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Analysis {
    /// Cells where somebody can stand: floors, corridors, stairs and doors that are not secret.
    pub walkable_cells: usize,
    /// Walkable cells without which the others would fall apart.
    pub choke_cells: usize,
}

impl Analysis {
    /// The names of the fields, separated by commas.
    pub fn csv_header() -> String {
        "walkable_cells,choke_cells".to_owned()
    }

    /// The values in the order of [`csv_header`](Self::csv_header).
    pub fn csv_row(&self) -> String {
        format!("{},{}", self.walkable_cells, self.choke_cells)
    }
}

/// Measures a dungeon. Time and memory grow with the number of its walkable cells.
pub fn analyse(dungeon: &Dungeon) -> Analysis {
    let walkable: usize = choke::walkable(dungeon).iter().map(undercroft_grid::BitGrid::count).sum();
    let choke_cells = choke_cells(dungeon).iter().map(undercroft_grid::BitGrid::count).sum();
    Analysis { walkable_cells: walkable, choke_cells }
}
