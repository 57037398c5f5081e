//! Tests of the judge: a sound dungeon, its mutants, extremes, and generated dungeons.

mod extremes;
pub(crate) mod fixture;
mod generated;
mod mutants;
mod mutations;
