//! How far a place in the rock lies from the floor.

use undercroft_grid::{BitGrid, Cell, Rect};

use super::picture::{CELL, Point};

/// The cell that a point lies in.
pub const fn cell_of(point: Point) -> Cell {
    Cell::new(point.x.div_euclid(CELL), point.y.div_euclid(CELL))
}

/// The squared distance from a point to the nearest open cell, if it is near enough to matter.
pub fn distance_squared(open: &BitGrid, point: Point) -> Option<i64> {
    let around = Rect::at(cell_of(point), 1, 1).grow(2);
    let to = |cell: Cell| {
        let Point { x, y } = Point::corner(cell);
        let dx = i64::from((x - point.x).max(point.x - x - CELL).max(0));
        let dy = i64::from((y - point.y).max(point.y - y - CELL).max(0));
        dx * dx + dy * dy
    };
    around.cells().filter(|&cell| open.contains(cell)).map(to).min()
}
