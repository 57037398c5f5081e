//! Larger bodies: grown walls make a body of one cell of them.
//!
//! ```text
//!     . . . . .        . . . . #       A body of 2x1 is where its north-west cell is. That cell can be neither in a wall
//!     . . # . .        . # # . #       nor just west of one, nor in the last column. For a body that moves the same
//!     . . . . .        . . . . #       holds at every moment, so a path past the inflated walls never clips a real one.
//! ```
//!
//! Exactly: the open rectangles that the north-west cell's centre must keep out of are (width + 1) × (height + 1) for a
//! solid cell, and they are unions of the open 2×2 squares round the grown ones.

use undercroft_grid::{BitGrid, Cell};

use crate::fov::Footprint;

/// The cells where the north-west cell of a body cannot be.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Size};
/// use undercroft_sight::{Footprint, inflate};
///
/// let mut solid = BitGrid::new(Size::of(5, 3));
/// solid.insert(Cell::new(2, 1));
/// let blocked = inflate(&solid, Footprint::Wide);
/// assert!(blocked.contains(Cell::new(1, 1)) && blocked.contains(Cell::new(4, 0)) && !blocked.contains(Cell::new(3, 1)));
/// ```
pub fn inflate(solid: &BitGrid, footprint: Footprint) -> BitGrid {
    let mut free = solid.clone();
    free.complement();
    let mut fits = free.clone();
    for y in 0..footprint.height() {
        for x in 0..footprint.width() {
            fits &= &free.shifted(Cell::new(-x, -y));
        }
    }
    fits.complement();
    fits
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Size;

    use super::*;
    use crate::fov::Observer;

    #[test]
    fn a_body_fits_where_all_its_cells_are_free() {
        let size = Size::of(9, 7);
        let solid = BitGrid::from_fn(size, |c| (c.x * 5 + c.y * 3) % 11 == 0);
        for footprint in Footprint::ALL {
            let grown = inflate(&solid, footprint);
            for at in size.cells() {
                let free = |c: Cell| size.contains(c) && !solid.contains(c);
                assert_eq!(!grown.contains(at), Observer::new(at, footprint).cells().all(free), "{footprint} at {at}");
            }
        }
    }
}
