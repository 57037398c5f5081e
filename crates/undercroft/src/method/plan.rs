//! Method `plan`: a plan of rooms and links first; where a link finds no path, everything is placed again in wider slots.

use super::{Blueprint, begin_stage};
use crate::error::Error;
use crate::meter::Meter;
use crate::recipe::{PlanSpec, Recipe};
use crate::route::{self, RouteError};
use crate::{place, plan};

/// How often the slots of a plan are widened when a link finds no path.
const WIDENINGS: i32 = 3;

pub fn lay_out(recipe: &Recipe, spec: &PlanSpec, meter: &mut Meter) -> Result<Blueprint, Error> {
    begin_stage("plan", meter)?;
    let plan = plan::draw_plan(recipe, spec, recipe.seed.stream("plan"), meter)?;
    // Each attempt goes on with the stream, so that it also draws other rooms.
    let (mut widening, mut stream) = (0, recipe.seed.stream("place"));
    loop {
        begin_stage("place", meter)?;
        let layout = place::place_plan(recipe, spec, &plan, widening, &mut stream, meter)?;
        begin_stage("route", meter)?;
        match route::route_plan(recipe, &plan, &layout, recipe.seed.stream("route"), meter) {
            Ok(routes) => return Ok(Blueprint { plan: Some(plan), layout, routes }),
            Err(RouteError::Apart { .. } | RouteError::TooFar { .. } | RouteError::NoEntrance { .. })
                if widening < WIDENINGS =>
            {
                widening += 1;
            }
            Err(error) => return Err(error.into()),
        }
    }
}
