//! Masonry around the rooms: courses of bricks behind the wall line.

use undercroft_grid::{BitGrid, Cell};

use super::hatch::{MARGIN, near};
use super::picture::{CELL, Point, VectorPath};

/// Height of a course, and the length of a brick.
const COURSE: i32 = 250;
const BRICK: i32 = 500;

/// Courses in the cells along open ones.
pub fn bricks(open: &BitGrid) -> VectorPath {
    let mut path = VectorPath::default();
    for cell in near(open).iter() {
        let cell = Cell::new(cell.x - MARGIN, cell.y - MARGIN);
        let is_along = cell.neighbors8().iter().any(|&beside| open.contains(beside));
        if is_along && !open.contains(cell) {
            add_cell(&mut path, cell);
        }
    }
    path
}

fn add_cell(path: &mut VectorPath, cell: Cell) {
    let corner = Point::corner(cell);
    for course in 0..CELL / COURSE {
        let top = corner.shift(0, course * COURSE);
        path.add_line([top, top.shift(CELL, 0)]);
        for joint in (course % 2 * BRICK / 2..CELL).step_by(BRICK as usize) {
            path.add_line([top.shift(joint, 0), top.shift(joint, COURSE)]);
        }
    }
}
