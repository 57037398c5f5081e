//! Houses of several storeys: each is partitioned on its own inside the same outline.

use super::{Layout, PlaceError, Placement, adjoining};
use crate::events::EventSink;
use crate::recipe::Recipe;
use crate::seed::Stream;

/// Places the rooms of all storeys, those of the ground floor first. The list of storeys begins with the basement.
pub fn place(recipe: &Recipe, stream: &mut Stream, events: &mut dyn EventSink) -> Result<Layout, PlaceError> {
    let mut storeys: Vec<(i32, u32)> = (-1..).zip(recipe.plan.storeys.iter().copied()).collect();
    storeys.sort_by_key(|&(z, _)| (z != 0, z));
    let mut house = Layout::of_rooms(recipe.size, Vec::new(), [1, 1], Vec::new());
    for (z, count) in storeys {
        let storey = adjoining::fill(recipe, count, stream, events)?;
        let placed = storey.rooms.len();
        if placed < count as usize {
            house.warnings.push(format!("Storey {z} has {placed} of {count} rooms; no more fit."));
        }
        house.lattice = storey.lattice;
        house.rooms.extend(storey.rooms.into_iter().map(|room| Placement { z, ..room }));
    }
    Ok(house)
}
