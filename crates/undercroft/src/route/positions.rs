//! What a corridor search asks of the part of the map that it looks at.

use undercroft_grid::Cell;

/// The positions of a brush in a part of the map, numbered from 0.
pub trait Positions {
    /// How many numbers [`index`](Self::index) can give.
    fn len(&self) -> u32;

    /// The number of a position.
    fn index(&self, at: Cell) -> u32;

    /// The position with this number.
    fn cell(&self, index: u32) -> Cell;

    /// The position with this number, counted from the first.
    fn offset(&self, index: u32) -> Cell;

    /// The first position.
    fn first(&self) -> Cell;

    /// The number of the next position to the north (0), east, south or west (3) of one that is open. What lies outside
    /// has the number of a closed position.
    fn neighbor(&self, index: u32, dir: usize) -> u32;

    /// The flags of a position.
    fn flags(&self, index: u32) -> u8;

    /// Marks a position where a corridor may end.
    fn mark_target(&mut self, index: u32);

    /// Whether some position can be merged with.
    fn merges(&self) -> bool;
}
