//! Laying out a dungeon: the only place that decides by the recipe's method.

mod accrete;
mod bsp;
mod hint;
mod house;
mod pinned;
mod plan;
mod templates;

use crate::error::Error;
use crate::events::Event;
use crate::meter::Meter;
use crate::place::Layout;
use crate::plan::Plan;
use crate::recipe::{Method, Recipe};
use crate::route::Routes;

/// Everything that tiles are made from.
pub struct Blueprint {
    /// The plan, where the method draws one.
    pub plan: Option<Plan>,
    /// The rooms in their places.
    pub layout: Layout,
    /// The doors and corridors.
    pub routes: Routes,
    /// The places of the rooms in the plan, where they are not those of `plan`.
    pub places: Option<Vec<Option<[i32; 3]>>>,
}

/// Lays out the dungeon of a recipe; what has no place is explained.
///
/// # Errors
/// When the recipe cannot be met, or the events ask to stop.
pub fn lay_out(recipe: &Recipe, meter: &mut Meter) -> Result<Blueprint, Error> {
    if pinned::has_layout_pins(recipe.pins()) {
        return pinned::lay_out(recipe, meter);
    }
    match lay_out_once(recipe, meter) {
        Ok(mut blueprint) => {
            hint::explain_shortage(recipe, &mut blueprint, meter)?;
            Ok(blueprint)
        }
        Err(error) => Err(hint::explain(recipe, error, meter)),
    }
}

fn lay_out_once(recipe: &Recipe, meter: &mut Meter) -> Result<Blueprint, Error> {
    match &recipe.method {
        Method::Accrete(spec) => accrete::lay_out(recipe, spec, meter),
        Method::Bsp(spec) => bsp::lay_out(recipe, spec, meter),
        Method::House(spec) => house::lay_out(recipe, spec, meter),
        Method::Templates(spec) => templates::lay_out(recipe, spec, meter),
        Method::Plan(spec) => plan::lay_out(recipe, spec, meter),
    }
}

/// Reports the beginning of a stage.
///
/// # Errors
/// When the events ask to stop.
pub fn begin_stage(stage: &str, meter: &mut Meter) -> Result<(), Error> {
    meter.on_event(Event::Stage { name: stage.to_owned() });
    Ok(meter.ask()?)
}
