//! Dungeons of every preset.

#![allow(dead_code, reason = "each test file uses its part")]

use rayon::prelude::*;
use undercroft::dungeon::Dungeon;
use undercroft::events::NoEvents;
use undercroft::recipe::{RecipeFile, presets};
use undercroft::seed::Seed;

/// The dungeon of a recipe.
pub fn made(file: &RecipeFile, seed: u64) -> Dungeon {
    let recipe = file.check(Seed::new(seed)).unwrap_or_else(|error| panic!("{error}"));
    recipe.generate(&mut NoEvents).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

/// The preset of this name.
pub fn preset(name: &str) -> RecipeFile {
    let preset = undercroft::recipe::preset(name).unwrap_or_else(|| panic!("there is no preset {name}"));
    preset.recipe().unwrap_or_else(|error| panic!("{error}"))
}

/// As many dungeons of each preset, with their names.
pub fn of_all_presets(seeds: u64) -> Vec<(String, Dungeon)> {
    let wanted: Vec<_> = presets().iter().flat_map(|preset| (1..=seeds).map(move |seed| (preset.name, seed))).collect();
    wanted.into_par_iter().map(|(name, seed)| (format!("{name} {seed}"), made(&preset(name), seed))).collect()
}
