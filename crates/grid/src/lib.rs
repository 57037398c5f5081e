#![doc = include_str!("../README.md")]

mod bits;
mod boundary;
mod cell;
mod dir;
mod distance;
mod flood;
mod grid;
mod mix;
mod outcome;
mod queue;
mod rect;
mod regions;
mod search;
mod size;
mod symmetry;
#[cfg(test)]
mod testing;
mod union;

pub use bits::{BitGrid, WORD_BITS};
pub use boundary::{Edge, Touching, boundary};
pub use cell::Cell;
pub use dir::Dir;
pub use distance::{DistanceField, Moves};
pub use flood::{Flood, flood};
pub use grid::Grid;
pub use mix::{GOLDEN, mix, split_mix};
pub use outcome::Outcome;
pub use rect::Rect;
pub use regions::{RegionId, Regions};
pub use search::{Problem, Search, SearchPath};
pub use size::{MAX_SIDE, Size, SizeError};
pub use symmetry::Symmetry;
pub use union::UnionFind;
