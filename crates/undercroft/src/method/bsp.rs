//! Method `bsp`: a room in each leaf of a partition, corridors between them.

use super::{Blueprint, begin_stage};
use crate::error::Error;
use crate::meter::Meter;
use crate::recipe::{BspSpec, Recipe};
use crate::{place, route};

pub fn lay_out(recipe: &Recipe, spec: &BspSpec, meter: &mut Meter) -> Result<Blueprint, Error> {
    begin_stage("place", meter)?;
    let layout = place::place_apart(recipe, spec, meter)?;
    begin_stage("route", meter)?;
    let routes = route::route_corridors(recipe, &layout, meter)?;
    Ok(Blueprint { plan: None, layout, routes, places: None })
}
