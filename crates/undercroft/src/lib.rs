//! Grid dungeons, from recipe to proof.

pub mod analyse;
pub mod build;
pub mod draw;
pub mod dungeon;
pub mod edit;
pub mod format;
pub mod generate;
mod meaning;
mod name;
pub mod place;
pub mod plan;
pub mod recipe;
pub mod route;
pub mod seed;
pub mod share;
pub mod template;
pub mod travel;
pub mod verify;
pub mod watch;
pub mod words;

pub use undercroft_crowd as crowd;
pub use undercroft_grid as grid;
pub use undercroft_sight as sight;

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
