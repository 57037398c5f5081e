//! Tests of verify: a sound dungeon, its mutants, extremes, and generated dungeons.

mod content_mutants;
mod door_figures;
mod extremes;
mod figures;
pub(crate) mod fixture;
pub(crate) mod fixture_contents;
mod generated;
mod mutants;
mod mutations;
mod odd_contents;
pub(crate) mod picture;
mod pin_mutants;
mod record_mutants;
mod slow_figures;
