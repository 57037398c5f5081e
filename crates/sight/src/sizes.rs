//! How much is seen from where, over a whole map.

use rayon::prelude::*;
use undercroft_grid::{Cell, Grid};

use crate::{Floor, Observer, Radius, Shape, Sight, View};

/// For each cell, how many cells an observer with its north-west cell there has in clear sight: 0 where it does not fit.
///
/// Uses all threads of the current rayon pool, one row at a time; the result is the same for any number of them.
pub fn view_sizes(floor: &Floor, shape: Shape, radius: Option<Radius>) -> Grid<u32> {
    let size = floor.size();
    let workspace = || (Sight::new(), View::new(size));
    let row = |(sight, view): &mut (Sight, View), y: i32| -> Vec<u32> {
        let look = |x| match sight.clear(floor, Observer::new(Cell::new(x, y), shape), radius, view) {
            Ok(()) => view.count() as u32,
            Err(_) => 0,
        };
        (0..size.width()).map(look).collect()
    };
    let rows: Vec<Vec<u32>> = (0..size.height()).into_par_iter().map_init(workspace, row).collect();
    Grid::from_values(size, rows.concat())
}
