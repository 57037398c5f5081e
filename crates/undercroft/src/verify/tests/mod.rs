//! Tests of verify: a sound dungeon, its mutants, extremes, and generated dungeons.

mod content_mutants;
mod differences;
mod door_figures;
mod extremes;
mod figures;
pub(crate) mod fixture;
pub(crate) mod fixture_contents;
mod flaw_list;
mod generated;
mod mutants;
mod mutations;
mod odd_contents;
mod odd_edges;
mod odd_floors;
mod odd_joints;
mod odd_notes;
mod odd_paths;
mod odd_rooms;
mod parts;
pub(crate) mod picture;
mod pin_cases;
mod pin_mutants;
mod record_mutants;
mod slow_figures;
