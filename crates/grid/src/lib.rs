//! The ground that everything in Undercroft stands on: places, maps of places, sets of places, and searches over them.
//!
//! Nothing here knows of dungeons, randomness or files. Coordinates are [`Cell`]s, `x` to the east and `y` to the south;
//! maps are [`Grid`]s, sets are [`BitGrid`]s, and what lies outside a map is solid.

mod bits;
mod cell;
mod dir;
mod grid;
mod rect;
mod search;
mod size;

pub use bits::{BitGrid, WORD_BITS};
pub use cell::Cell;
pub use dir::Dir;
pub use grid::Grid;
pub use rect::Rect;
pub use search::{Outcome, Path, Problem, Search};
pub use size::{MAX_SIDE, Size, SizeError};
