//! A corner at which a path turns.

use undercroft_grid::{Cell, MAX_SIDE};

use super::corner_index::CornerId;

/// A cell in 32 bits, in the order of cells. A search holds corners by these, so that where they are need not be looked up.
pub(crate) type PackedCell = u32;

/// Bits of a column. [Limits: `MAX_SIDE` ≤ 2¹⁴]
const COLUMN_BITS: u32 = 14;
const _: () = assert!(MAX_SIDE <= 1 << COLUMN_BITS, "a column has 14 bits");

/// Bits of a packed cell.
pub(crate) const CELL_BITS: u32 = 2 * COLUMN_BITS;

/// A cell of a map in 32 bits.
#[inline]
pub(crate) const fn pack(cell: Cell) -> PackedCell {
    (cell.y << COLUMN_BITS | cell.x) as PackedCell
}

/// The cell that has been packed.
#[inline]
pub(crate) const fn unpack(cell: PackedCell) -> Cell {
    Cell::new((cell & ((1 << COLUMN_BITS) - 1)) as i32, (cell >> COLUMN_BITS) as i32)
}

/// A corner with its number and where it is.
/// The first of two is the one whose cell comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) cell: PackedCell,
    pub(crate) corner: CornerId,
}

/// A corner that a path has reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) corner: CornerId,
    /// Where the corner is.
    pub(crate) here: Cell,
    /// The direction in which the path arrives.
    pub(crate) arriving: Cell,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_cells_are_in_the_order_of_cells() {
        let ends = [0, 1, 2, 63, 64, MAX_SIDE - 2, MAX_SIDE - 1];
        let cells: Vec<Cell> = ends.iter().flat_map(|&y| ends.map(|x| Cell::new(x, y))).collect();
        assert!(cells.windows(2).all(|pair| pack(pair[0]) < pack(pair[1])));
        assert!(cells.iter().all(|&cell| unpack(pack(cell)) == cell && pack(cell) < 1 << CELL_BITS));
    }
}
