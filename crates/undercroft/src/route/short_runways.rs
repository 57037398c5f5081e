//! The warning about runways that are shorter than the recipe asks for.

use crate::dungeon::{Fallback, Link};
use crate::recipe::Recipe;

/// The warning about ends of corridors that have a shorter runway than the recipe asks for. Joints shorter than the runway
/// are whole.
pub fn short_runways(recipe: &Recipe, links: &[Link]) -> Option<String> {
    let ends = links.iter().flat_map(Link::fallback).filter(|end| *end == Fallback::OneCell).count();
    let runway = recipe.corridors.runway;
    (ends > 0).then(|| format!("{} a runway of one cell instead of {runway}: no longer one was free.", ends_have(ends)))
}

fn ends_have(ends: usize) -> String {
    if ends == 1 { "1 end of a corridor has".to_owned() } else { format!("{ends} ends of corridors have") }
}
