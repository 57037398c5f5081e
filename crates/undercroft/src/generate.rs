//! The pipeline: recipe to dungeon.

use crate::build;
use crate::dungeon::Dungeon;
use crate::error::Error;
use crate::events::EventSink;
use crate::method::{self, Blueprint};
use crate::recipe::Recipe;

/// Makes the dungeon of a recipe and its seed: the same bytes on every machine, whatever the events do.
///
/// # Errors
/// When the recipe cannot be met; the message names what blocked it.
pub fn generate(recipe: &Recipe, events: &mut dyn EventSink) -> Result<Dungeon, Error> {
    let Blueprint { plan, layout, routes } = method::lay_out(recipe, events)?;
    method::begin_stage("build", events)?;
    Ok(match plan {
        Some(plan) => build::build_plan(recipe, &plan, layout, routes),
        None => build::build(recipe, layout, routes),
    })
}
