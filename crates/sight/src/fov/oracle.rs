//! What *visible* means, word for word: slow, obvious, and the judge of everything fast.
//!
//! A unit square moved in a straight line from O to T sweeps over the inside of solid cell B exactly when B lies in the
//! bounding box of O and T and its centre is nearer to the line than the square's half diagonal across it. With
//! d = T − O and r = B − O that is |dx·ry − dy·rx| < |dx| + |dy|. Every number is below 2³¹: no fraction, no float.

use undercroft_grid::{BitGrid, Cell};

use super::observer::Observer;
use super::radius::Radius;
use crate::diagonal::Diagonal;

/// Whether a solid cell at `wall` hides the two free cells from each other.
pub fn hides(wall: Cell, from: Cell, to: Cell) -> bool {
    let (d, r) = (to - from, wall - from);
    let cross = i64::from(d.x) * i64::from(r.y) - i64::from(d.y) * i64::from(r.x);
    let between = |a: i32, b: i32, x: i32| a.min(b) <= x && x <= a.max(b);
    between(from.x, to.x, wall.x)
        && between(from.y, to.y, wall.y)
        && cross.abs() < i64::from(d.x.abs()) + i64::from(d.y.abs())
}

/// Whether the two cells are on the map, free, and in clear sight of each other.
pub fn sees(solid: &BitGrid, from: Cell, to: Cell) -> bool {
    let free = |cell| solid.size().contains(cell) && !solid.contains(cell);
    let walls = |y| solid.iter_row(y).map(move |x| Cell::new(x, y));
    let rows = from.y.min(to.y)..=from.y.max(to.y);
    free(from) && free(to) && !rows.flat_map(walls).any(|wall| hides(wall, from, to))
}

/// Everything in clear sight of every cell of the observer, and within the radius of each.
pub fn view(solid: &BitGrid, observer: Observer, radius: Option<Radius>) -> BitGrid {
    BitGrid::from_fn(solid.size(), |to| {
        observer.cells().all(|from| radius.is_none_or(|r| r.reaches(from, to)) && sees(solid, from, to))
    })
}

/// Whether a free cell is a corner in this diagonal direction.
fn is_corner(solid: &BitGrid, cell: Cell, towards: Diagonal) -> bool {
    let free = |cell| solid.size().contains(cell) && !solid.contains(cell);
    let [across, along] = beside(cell, towards);
    free(cell) && free(across) && free(along) && !free(cell + towards.delta())
}

/// The two orthogonal neighbours on the side of a diagonal.
fn beside(cell: Cell, towards: Diagonal) -> [Cell; 2] {
    let step = towards.delta();
    [cell + Cell::new(step.x, 0), cell + Cell::new(0, step.y)]
}

/// Every corner of the map.
pub fn corners(solid: &BitGrid) -> BitGrid {
    BitGrid::from_fn(solid.size(), |cell| Diagonal::ALL.into_iter().any(|towards| is_corner(solid, cell, towards)))
}

/// The corners that are interesting for a view.
pub fn interesting(solid: &BitGrid, seen: &BitGrid) -> BitGrid {
    let opens = |cell, towards| beside(cell, towards).into_iter().any(|beside| !seen.contains(beside));
    BitGrid::from_fn(solid.size(), |cell| {
        let towards = Diagonal::ALL.into_iter().filter(|&towards| is_corner(solid, cell, towards));
        seen.contains(cell) && towards.into_iter().any(|towards| opens(cell, towards))
    })
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Size;

    use super::*;

    fn solid(width: i32, height: i32, cells: &[(i32, i32)]) -> BitGrid {
        let mut set = BitGrid::new(Size::of(width, height));
        for &(x, y) in cells {
            set.insert(Cell::new(x, y));
        }
        set
    }

    #[test]
    fn two_solid_cells_that_touch_at_a_corner_close_the_gap() {
        let map = solid(2, 2, &[(1, 0), (0, 1)]);
        assert!(!sees(&map, Cell::new(0, 0), Cell::new(1, 1)));
        let one = solid(2, 2, &[(1, 0)]);
        assert!(!sees(&one, Cell::new(0, 0), Cell::new(1, 1)), "a square cannot slip past one corner diagonally");
    }

    #[test]
    fn along_a_wall_one_sees_straight_on() {
        let map = solid(5, 3, &[(1, 0), (2, 0), (3, 0), (1, 2), (2, 2), (3, 2)]);
        assert!(sees(&map, Cell::new(0, 1), Cell::new(4, 1)));
        assert!(!sees(&map, Cell::new(0, 0), Cell::new(4, 1)));
    }

    #[test]
    fn nothing_is_seen_from_a_wall_or_from_outside() {
        let map = solid(3, 1, &[(1, 0)]);
        for (from, to) in [((1, 0), (1, 0)), ((1, 0), (0, 0)), ((0, 0), (1, 0)), ((-1, 0), (0, 0)), ((0, 0), (0, 1))] {
            assert!(!sees(&map, Cell::from(<[i32; 2]>::from(from)), Cell::from(<[i32; 2]>::from(to))));
        }
        assert!(sees(&map, Cell::new(0, 0), Cell::new(0, 0)));
    }
}
