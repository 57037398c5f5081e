//! Corners: the cells at which a shortest path may turn.
//!
//! ```text
//!   . . .      A free cell is a corner towards a diagonal when the two orthogonal neighbours on that side are free
//!   . c .      and the diagonal one is solid. The map's border alone never makes a corner.
//!   . . #
//! ```
//!
//! A corner is *interesting* for a view when it is seen and, in one of its directions, not both of the orthogonal
//! neighbors are: behind it lies something that the observer does not see. All of it is shifts and ands of whole words.

use undercroft_grid::{BitGrid, Cell};

use crate::diagonal::Diagonal;
use crate::floor::Floor;
use crate::fov::View;

/// The corners of a map, for each diagonal direction. A cell may be a corner in up to four.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Size};
/// use undercroft_sight::{Corners, Diagonal, Floor};
///
/// let mut solid = BitGrid::new(Size::of(3, 3));
/// solid.insert(Cell::new(1, 1));
/// let corners = Corners::new(&Floor::new(&solid));
/// assert_eq!(corners.all().count(), 4);
/// assert!(corners.towards(Diagonal::SouthEast).contains(Cell::new(0, 0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corners {
    towards: [BitGrid; 4],
}

impl Corners {
    /// All corners of a floor.
    pub fn new(floor: &Floor) -> Self {
        Self { towards: Diagonal::ALL.map(|diagonal| corners_towards(floor.free(), diagonal.delta())) }
    }

    /// The corners in one direction.
    pub const fn towards(&self, diagonal: Diagonal) -> &BitGrid {
        &self.towards[diagonal as usize]
    }

    /// The corners in any direction.
    pub fn all(&self) -> BitGrid {
        let [mut all, rest @ ..] = self.towards.clone();
        for corners in &rest {
            all |= corners;
        }
        all
    }

    /// Whether a cell is a corner in any direction.
    pub fn has(&self, cell: Cell) -> bool {
        self.towards.iter().any(|corners| corners.contains(cell))
    }

    /// Updates the corners round a cell that was freed or made solid; `floor` has the change already.
    pub fn update(&mut self, floor: &Floor, changed: Cell) {
        let near = (-1..=1).flat_map(|y| (-1..=1).map(move |x| changed + Cell::new(x, y)));
        for cell in near.filter(|&cell| floor.size().contains(cell)) {
            for diagonal in Diagonal::ALL {
                let Cell { x, y } = diagonal.delta();
                let is_open =
                    [cell, cell + Cell::new(x, 0), cell + Cell::new(0, y)].iter().all(|&at| floor.is_free(at));
                self.towards[diagonal as usize].set(cell, is_open && !floor.is_free(cell + diagonal.delta()));
            }
        }
    }

    /// Writes the corners that are interesting for a view of the same map to `found`, in place of what it held.
    /// Costs a few words for each word of the view's rows, and allocates nothing once `found` has the map's size.
    pub fn interesting(&self, view: &View, found: &mut View) {
        let (seen, rows) = (view.cells(), view.rows());
        found.reset(seen.size());
        for y in rows.clone() {
            for diagonal in Diagonal::ALL {
                let (corners, step) = (self.towards(diagonal).row(y), diagonal.delta());
                let beyond = y + step.y;
                let beyond = (0..seen.size().height()).contains(&beyond).then(|| seen.row(beyond));
                let out = found.write().row_mut(y);
                for (i, &corner) in corners.iter().enumerate().filter(|(_, corner)| **corner != 0) {
                    let across = neighbours(seen.row(y), i, step.x);
                    let along = beyond.map_or(0, |row| row[i]);
                    out[i] |= corner & seen.row(y)[i] & !(across & along);
                }
            }
        }
        found.touch_rows(rows);
    }
}

fn corners_towards(free: &BitGrid, step: Cell) -> BitGrid {
    let mut corners = free.clone();
    corners &= &free.shifted(Cell::new(-step.x, 0));
    corners &= &free.shifted(Cell::new(0, -step.y));
    corners -= &free.shifted(-step);
    corners
}

/// For each column of word `i`, whether its neighbour to the east (1) or to the west (−1) is set.
#[inline]
fn neighbours(row: &[u64], i: usize, step: i32) -> u64 {
    if step > 0 {
        row[i] >> 1 | row.get(i + 1).map_or(0, |next| next << 63)
    } else {
        row[i] << 1 | i.checked_sub(1).map_or(0, |previous| row[previous] >> 63)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft_grid::Size;

    use super::*;

    proptest! {
        #[test]
        fn updated_corners_are_the_corners_of_the_changed_floor(
            edits in prop::collection::vec((0..70i32, 0..6i32, any::<bool>()), 1..60),
        ) {
            let mut floor = Floor::new(&BitGrid::new(Size::of(70, 6)));
            let mut corners = Corners::new(&floor);
            for (x, y, free) in edits {
                let cell = Cell::new(x, y);
                floor.set_free(cell, free);
                corners.update(&floor, cell);
            }
            prop_assert_eq!(corners, Corners::new(&floor));
        }
    }
}
