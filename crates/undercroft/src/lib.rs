//! Grid dungeons, from recipe to proof.

pub mod build;
mod derive;
pub mod dungeon;
pub mod edit;
pub mod events;
pub mod field;
pub mod format;
pub mod fraction;
pub mod generate;
pub mod metrics;
pub mod multi_level;
mod name;
pub mod place;
pub mod plan;
pub mod plural;
pub mod recipe;
pub mod route;
pub mod seed;
pub mod template;
pub mod verify;

pub use undercroft_grid as grid;
pub use undercroft_sight as sight;
