#![doc = include_str!("../README.md")]

mod build;
pub mod contents;
mod derive;
pub mod diff;
pub mod dungeon;
pub mod edit;
pub mod error;
pub mod events;
pub mod field;
pub mod figures;
pub mod format;
mod fraction;
mod generate;
mod generate_pinned;
mod generator;
mod ground;
pub mod journal;
mod meter;
mod method;
pub mod metrics;
pub mod multi_level;
mod name;
#[doc(hidden)]
pub mod parser_words;
pub mod pin;
mod pin_contents;
mod place;
pub mod plan;
#[doc(hidden)]
pub mod plural;
mod program;
pub mod recipe;
mod restock;
mod route;
pub mod seed;
mod shape;
pub mod share;
pub mod solve;
pub mod stock;
pub mod template;
mod unused_sentences;
mod value_noise;
pub mod vary;
pub mod verify;

pub use dungeon::{Door, Dungeon, Level, Link, LinkKind, Marker, Room, RoomId, Terrain};
pub use error::Error;
pub use events::{Event, EventSink};
pub use fraction::Fraction;
pub use generator::{Generator, generate};
pub use recipe::{Preset, Recipe, RecipeFile, presets};
pub use restock::restock;
pub use seed::Seed;
pub use unused_sentences::unused_sentences;
pub use verify::{Flaw, Report, verify};

pub use undercroft_grid as grid;
pub use undercroft_sight as sight;
