//! Method `house`: rooms share walls; storeys lie over each other inside the same outline.

use super::{Blueprint, begin_stage};
use crate::error::Error;
use crate::meter::Meter;
use crate::recipe::{HouseSpec, Recipe};
use crate::{place, route};

pub fn lay_out(recipe: &Recipe, spec: &HouseSpec, meter: &mut Meter) -> Result<Blueprint, Error> {
    begin_stage("place", meter)?;
    let layout = place::place_house(recipe, spec, meter)?;
    place::report_placed(&layout, meter);
    begin_stage("route", meter)?;
    let routes = route::route_house(recipe, spec, &layout, meter)?;
    Ok(Blueprint { plan: None, layout, routes, places: None })
}
