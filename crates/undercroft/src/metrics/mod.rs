//! Facts that cost more than a look: they visit every walkable cell.

mod articulation;
mod choke;
mod openness;

pub(crate) use articulation::articulation_points;
pub use choke::choke_cells;

use openness::Outlook;
use serde::{Deserialize, Serialize};
use undercroft_grid::BitGrid;

use crate::dungeon::Dungeon;

/// What [`measure`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Metrics {
    /// Cells where one can stand: floors, corridors, stairs and doors that are not secret.
    pub walkable_cells: usize,
    /// Walkable cells without which the others would fall apart.
    pub choke_cells: usize,
    /// How much is in clear sight of a walkable cell, on average. [Unit: cells, rounded to the nearest]
    pub mean_view: u32,
    /// The most that is in clear sight of one. [Unit: cells]
    pub largest_view: u32,
    /// The greatest distance between two walkable cells in clear sight of each other. [Unit: cells, rounded down]
    pub longest_sight: u32,
}

impl Metrics {
    /// The names of the fields, separated by commas.
    pub fn csv_header() -> String {
        "walkable_cells,choke_cells,mean_view,largest_view,longest_sight".to_owned()
    }

    /// The values in the order of [`csv_header`](Self::csv_header).
    pub fn csv_row(&self) -> String {
        let Self { walkable_cells, choke_cells, mean_view, largest_view, longest_sight } = self;
        format!("{walkable_cells},{choke_cells},{mean_view},{largest_view},{longest_sight}")
    }
}

/// Measures a dungeon. Every door counts as open except secret ones, for choke cells and for sight.
///
/// One look from every walkable cell, with feature `rayon` on all threads of the current pool; a look costs a fraction of
/// a microsecond in rooms and corridors, and grows with the height of the map where it is wide open.
///
/// ```
/// use undercroft::format::text;
/// use undercroft::metrics::measure;
///
/// let two_rooms = text::read("#######\n#..+..#\n#######\n")?;
/// let metrics = measure(&two_rooms);
/// assert_eq!((metrics.walkable_cells, metrics.choke_cells, metrics.longest_sight), (5, 3, 4));
/// # Ok::<(), undercroft::format::ReadError>(())
/// ```
pub fn measure(dungeon: &Dungeon) -> Metrics {
    let walkable = choke::walkable(dungeon);
    let count = |levels: &[BitGrid]| levels.iter().map(BitGrid::count).sum();
    let outlook = Outlook::over(&walkable);
    Metrics {
        walkable_cells: count(&walkable),
        choke_cells: count(&choke_cells(dungeon)),
        mean_view: outlook.mean(),
        largest_view: outlook.largest(),
        longest_sight: outlook.longest(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text;

    #[test]
    fn open_doors_let_sight_pass_and_secret_ones_do_not() {
        let measure = |map: &str| measure(&text::read(map).unwrap());
        let [door, secret] = ["#######\n#..+..#\n#######\n", "#######\n#..S..#\n#######\n"].map(measure);
        assert_eq!(door.csv_row(), "5,3,5,5,4");
        assert_eq!(secret.csv_row(), "4,0,2,2,1");
        assert_eq!(Metrics::csv_header().split(',').count(), door.csv_row().split(',').count());
    }
}
