//! The ground that everything in Undercroft stands on: places, maps of places, sets of places, and searches over them.
//!
//! Nothing here knows of dungeons or files, and nothing is left to chance; [`mix()`] is kept for those who do.
//! Coordinates are [`Cell`]s, `x` to the east and `y` to the south; maps are [`Grid`]s, sets are [`BitGrid`]s, and what
//! lies outside a map is solid.
//!
//! | question | answer |
//! |---|---|
//! | What can be reached from here? | [`flood`], [`Flood`] |
//! | What hangs together? | [`Regions`], and [`UnionFind`] for things that are not cells |
//! | Which way leads round it? | [`boundary()`] |
//! | How far is everything from here? | [`DistanceField`] |
//! | Which way is cheapest? | [`Search`] over any [`Problem`], within a budget |
//!
//! A [`Symmetry`] turns or mirrors any of the places, maps and sets.
//!
//! What is asked often has a workspace that the caller keeps; once it has grown to the largest question, asking
//! allocates nothing.

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
