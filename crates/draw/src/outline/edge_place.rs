//! Places of edges and corners of the lattice.

use undercroft_grid::{Cell, Edge};

use crate::picture::CELL;

/// The four cells round a corner of the lattice.
pub fn around(corner: Cell) -> [Cell; 4] {
    [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(x, y)| corner + Cell::new(x, y))
}

/// Where an edge has its middle.
pub fn middle(edge: Edge) -> (i32, i32) {
    let (start, end) = (edge.start(), edge.end());
    ((start.x + end.x) * CELL / 2, (start.y + end.y) * CELL / 2)
}
