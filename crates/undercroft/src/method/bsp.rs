//! Method `bsp`: a room in each leaf of a partition, corridors between them.

use super::{Blueprint, begin_stage};
use crate::error::Error;
use crate::events::EventSink;
use crate::recipe::{BspSpec, Recipe};
use crate::{place, route};

pub fn lay_out(recipe: &Recipe, spec: &BspSpec, events: &mut dyn EventSink) -> Result<Blueprint, Error> {
    begin_stage("place", events)?;
    let layout = place::place_apart(recipe, spec, recipe.seed.stream("place"), events)?;
    begin_stage("route", events)?;
    let routes = route::route_corridors(recipe, &layout, recipe.seed.stream("route"), events)?;
    Ok(Blueprint { plan: None, layout, routes })
}
