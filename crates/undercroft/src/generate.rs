//! The pipeline: recipe to dungeon.

use crate::build;
use crate::dungeon::Dungeon;
use crate::place::{self, PlaceError};
use crate::recipe::Recipe;
use crate::route::{self, RouteError};
use crate::watch::{Event, Observer};

/// A dungeon cannot be made from the recipe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The rooms find no place.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The rooms cannot be joined.
    #[error(transparent)]
    Route(#[from] RouteError),
}

/// Makes the dungeon of a recipe and its seed: the same bytes on every machine, whoever watches.
///
/// # Errors
/// When the recipe cannot be met; the message says what blocked it.
pub fn generate(recipe: &Recipe, watch: &mut dyn Observer) -> Result<Dungeon, GenerateError> {
    begin("place", watch);
    let layout = place::place(recipe, recipe.seed.stream("place"), watch)?;
    begin("route", watch);
    let routes = route::route(recipe, &layout, recipe.seed.stream("route"), watch)?;
    begin("build", watch);
    Ok(build::build(recipe, layout, routes))
}

fn begin(stage: &str, watch: &mut dyn Observer) {
    if watch.listens() {
        watch.tell(Event::Stage { name: stage.to_owned() });
    }
}
