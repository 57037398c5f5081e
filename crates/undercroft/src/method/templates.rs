//! Method `templates`: walkers join drawn rooms, corridors may join distant parts.

use super::{Blueprint, begin_stage};
use crate::error::Error;
use crate::meter::Meter;
use crate::recipe::{Recipe, TemplateSpec};
use crate::{place, route};

pub fn lay_out(recipe: &Recipe, spec: &TemplateSpec, meter: &mut Meter) -> Result<Blueprint, Error> {
    begin_stage("place", meter)?;
    let layout = place::place_templates(recipe, spec, meter)?;
    begin_stage("route", meter)?;
    let routes = route::route_templates(recipe, spec.corridors, &layout, meter)?;
    Ok(Blueprint { plan: None, layout, routes, places: None })
}
