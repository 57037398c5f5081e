//! Method `accrete`: rooms are attached one after the other at doors of those before them; loops come last.

use super::{Blueprint, begin_stage};
use crate::error::Error;
use crate::meter::Meter;
use crate::recipe::{AccreteSpec, Recipe};
use crate::{place, route};

pub fn lay_out(recipe: &Recipe, spec: &AccreteSpec, meter: &mut Meter) -> Result<Blueprint, Error> {
    begin_stage("place", meter)?;
    let layout = place::place_accreted(recipe, spec, meter)?;
    begin_stage("route", meter)?;
    let routes = route::route_joints(recipe, spec, &layout, meter)?;
    Ok(Blueprint { plan: None, layout, routes })
}
