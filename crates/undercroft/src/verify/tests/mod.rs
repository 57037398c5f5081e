//! Tests of verify: a sound dungeon, its mutants, extremes, and generated dungeons.

mod door_figures;
mod extremes;
mod figures;
pub(crate) mod fixture;
mod generated;
mod mutants;
mod mutations;
pub(crate) mod picture;
mod record_mutants;
mod slow_figures;
