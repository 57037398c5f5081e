//! A map made ready for looking: where it is free, row by row, strip by strip and column by column.
//!
//! A *strip* is what lies between the centres of two neighbouring rows; a body of one cell passes it in the columns
//! that are free in both. Strips are the same for looking north and south, so they are computed once.

use undercroft_grid::{BitGrid, Cell, Size, WORD_BITS};

/// The free cells of a map, prepared for any number of views. Cheap to build: a few words per 64 cells.
#[derive(Clone, Debug)]
pub struct Floor {
    free: BitGrid,
    /// Strip `y` holds the columns that are free in rows `y` and `y + 1`. One word of padding follows the last strip,
    /// so that 64 columns can be read from any column on.
    strips: Vec<u64>,
    /// The free cells with rows and columns exchanged, and again one word of padding.
    columns: BitGrid,
}

impl Floor {
    /// The floor that these solid cells leave.
    pub fn new(solid: &BitGrid) -> Self {
        let mut free = solid.clone();
        free.complement();
        let mut strips: Vec<u64> =
            free.words().iter().zip(&free.words()[free.stride()..]).map(|(row, next)| row & next).collect();
        strips.push(0);
        let columns = transposed(&free);
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
        let (stride, word) = (self.free.stride(), cell.x as usize / WORD_BITS);
        for y in (cell.y - 1).max(0)..(cell.y + 1).min(self.size().height() - 1) {
            self.strips[y as usize * stride + word] = self.free.row(y)[word] & self.free.row(y + 1)[word];
        }
    }

    /// The words of all strips, as many per strip as a row of the map has, and one more.
    pub(crate) fn strips(&self) -> &[u64] {
        &self.strips
    }

    /// The free cells with rows and columns exchanged.
    pub(crate) const fn columns(&self) -> &BitGrid {
        &self.columns
    }
}

fn transposed(set: &BitGrid) -> BitGrid {
    let size = Size::of(set.size().height(), set.size().width());
    let mut turned = BitGrid::new(size);
    for cell in set.iter() {
        turned.insert(Cell::new(cell.y, cell.x));
    }
    turned
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
