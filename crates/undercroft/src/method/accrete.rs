//! Method `accrete`: rooms are attached one after the other at doors of those before them; loops come last.

use super::{Blueprint, begin_stage};
use crate::error::Error;
use crate::events::EventSink;
use crate::recipe::{AccreteSpec, Recipe};
use crate::{place, route};

pub fn lay_out(recipe: &Recipe, spec: &AccreteSpec, events: &mut dyn EventSink) -> Result<Blueprint, Error> {
    begin_stage("place", events)?;
    let layout = place::place_accreted(recipe, spec, events)?;
    begin_stage("route", events)?;
    let routes = route::route_joints(recipe, spec, &layout, events)?;
    Ok(Blueprint { plan: None, layout, routes })
}
