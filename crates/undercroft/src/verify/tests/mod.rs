//! Tests of verify: a sound dungeon, its mutants, extremes, and generated dungeons.

mod extremes;
pub(crate) mod fixture;
mod generated;
mod mutants;
mod mutations;
mod record_mutants;
