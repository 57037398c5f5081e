//! Grid dungeons, from recipe to proof.

pub mod draw;
pub mod dungeon;
pub mod format;
pub mod place;
pub mod recipe;
pub mod seed;
pub mod share;
pub mod watch;

pub use undercroft_grid as grid;
