//! The pipeline: recipe to dungeon.

use crate::build;
use crate::dungeon::Dungeon;
use crate::events::{Event, EventSink};
use crate::place::{self, PlaceError};
use crate::plan::{self, Plan, PlanError};
use crate::recipe::{Place, Recipe};
use crate::route::{self, RouteError};

/// How often the slots of a plan are widened when a link finds no way.
const WIDENINGS: i32 = 3;

/// A dungeon cannot be made from the recipe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The plan cannot be drawn.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The rooms find no place.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The rooms cannot be joined.
    #[error(transparent)]
    Route(#[from] RouteError),
    /// The observer did not want to go on.
    #[error("the generation was stopped")]
    Stopped,
}

impl GenerateError {
    /// Whether nothing is wrong with the recipe: the observer did not want to go on.
    pub const fn is_stopped(&self) -> bool {
        matches!(self, Self::Stopped | Self::Route(RouteError::Stopped))
    }
}

/// Makes the dungeon of a recipe and its seed: the same bytes on every machine, whoever watches.
///
/// # Errors
/// When the recipe cannot be met; the message says what blocked it.
pub fn generate(recipe: &Recipe, events: &mut dyn EventSink) -> Result<Dungeon, GenerateError> {
    if recipe.place == Place::Lattice {
        begin("plan", events)?;
        let plan = plan::plan(recipe, recipe.seed.stream("plan"))?;
        return from_plan(recipe, &plan, events);
    }
    begin("place", events)?;
    let layout = place::place(recipe, recipe.seed.stream("place"), events)?;
    begin("route", events)?;
    let routes = route::route(recipe, &layout, recipe.seed.stream("route"), events)?;
    begin("build", events)?;
    Ok(build::build(recipe, layout, routes))
}

/// Makes tiles of a plan. Where a link finds no way, everything is placed anew with wider gaps.
fn from_plan(recipe: &Recipe, plan: &Plan, events: &mut dyn EventSink) -> Result<Dungeon, GenerateError> {
    // Each try goes on with the stream, so that it also draws other rooms.
    let (mut widening, mut stream) = (0, recipe.seed.stream("place"));
    loop {
        begin("place", events)?;
        let layout = place::place_plan(recipe, plan, widening, &mut stream, events)?;
        begin("route", events)?;
        match route::route_plan(recipe, plan, &layout, recipe.seed.stream("route"), events) {
            Ok(routes) => {
                begin("build", events)?;
                return Ok(build::build_plan(recipe, plan, layout, routes));
            }
            Err(RouteError::Apart { .. } | RouteError::NoEntrance { .. }) if widening < WIDENINGS => widening += 1,
            Err(error) => return Err(error.into()),
        }
    }
}

fn begin(stage: &str, events: &mut dyn EventSink) -> Result<(), GenerateError> {
    if events.wants_events() {
        events.on_event(Event::Stage { name: stage.to_owned() });
    }
    if events.should_continue() { Ok(()) } else { Err(GenerateError::Stopped) }
}
