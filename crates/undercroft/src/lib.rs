//! Grid dungeons, from recipe to proof.

pub mod analyse;
pub mod dungeon;
pub mod seed;
pub mod share;
pub mod verify;
pub mod watch;

pub use undercroft_grid as grid;
