//! Method `templates`: walkers join drawn rooms, corridors may join distant parts.

use super::{Blueprint, begin_stage};
use crate::error::Error;
use crate::events::EventSink;
use crate::recipe::{Recipe, TemplateSpec};
use crate::{place, route};

pub fn lay_out(recipe: &Recipe, spec: &TemplateSpec, events: &mut dyn EventSink) -> Result<Blueprint, Error> {
    begin_stage("place", events)?;
    let layout = place::place_templates(recipe, spec, recipe.seed.stream("place"), events)?;
    begin_stage("route", events)?;
    let routes = route::route_templates(recipe, spec.corridors, &layout, recipe.seed.stream("route"), events)?;
    Ok(Blueprint { plan: None, layout, routes })
}
