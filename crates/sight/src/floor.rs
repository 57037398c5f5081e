//! A map made ready for looking: where it is free, row by row, strip by strip and column by column.
//!
//! A *strip* is what lies between the centres of two neighbouring rows; a body of one cell passes it in the columns
//! that are free in both. Strips are the same for looking north and south, so they are computed once.

use undercroft_grid::{BitGrid, Cell, Dir, Size};

/// The free cells of a map, prepared for any number of views. Cheap to build: a few words per 64 cells.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Size};
/// use undercroft_sight::Floor;
///
/// let mut floor = Floor::new(&BitGrid::new(Size::of(4, 4)));
/// floor.set_free(Cell::new(1, 1), false);
/// assert!(!floor.is_free(Cell::new(1, 1)) && !floor.is_free(Cell::new(-1, 0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    free: BitGrid,
    /// Strip `y` holds the columns that are free in rows `y` and `y + 1`; the last one is empty, as below it is rock.
    strips: BitGrid,
    /// The free cells with rows and columns exchanged.
    columns: BitGrid,
}

impl Floor {
    /// The floor that these solid cells leave.
    pub fn new(solid: &BitGrid) -> Self {
        let mut free = solid.clone();
        free.complement();
        let mut strips = free.shifted(Cell::new(0, -1));
        strips &= &free;
        let columns = free.transposed();
        Self { free, strips, columns }
    }

    /// Width and height of the map.
    pub const fn size(&self) -> Size {
        self.free.size()
    }

    /// The free cells.
    pub const fn free(&self) -> &BitGrid {
        &self.free
    }

    /// Whether the cell is on the map and free.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.free.contains(cell)
    }

    /// Frees a cell of the map or makes it solid.
    ///
    /// # Panics
    /// When the cell lies outside the map.
    pub fn set_free(&mut self, cell: Cell, free: bool) {
        self.free.set(cell, free);
        self.columns.set(Cell::new(cell.y, cell.x), free);
        let size = self.size();
        for near in [cell, cell + Dir::North].into_iter().filter(|&near| size.contains(near)) {
            self.strips.set(near, self.is_free(near) && self.is_free(near + Dir::South));
        }
    }

    /// Strip `y`: the columns that are free in rows `y` and `y + 1`. The last strip is empty.
    pub(crate) const fn strips(&self) -> &BitGrid {
        &self.strips
    }

    /// The free cells with rows and columns exchanged.
    pub(crate) const fn columns(&self) -> &BitGrid {
        &self.columns
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn an_edited_floor_is_the_floor_of_the_edited_map(
            (w, h) in (1..=130i32, 1..=5i32),
            edits in prop::collection::vec((0..130i32, 0..5i32, any::<bool>()), 1..40),
        ) {
            let mut solid = BitGrid::new(Size::of(w, h));
            let mut floor = Floor::new(&solid);
            for (x, y, free) in edits {
                let cell = Cell::new(x % w, y % h);
                solid.set(cell, !free);
                floor.set_free(cell, free);
            }
            let fresh = Floor::new(&solid);
            prop_assert_eq!(floor.strips(), fresh.strips());
            prop_assert_eq!(floor.columns(), fresh.columns());
            prop_assert_eq!(floor.free(), fresh.free());
        }
    }
}
