//! Method `accrete`: rooms are attached one after the other at doors of those before them; loops come last.

use super::{Blueprint, begin_stage};
use crate::error::Error;
use crate::meter::Meter;
use crate::place::{Layout, PlaceError};
use crate::recipe::{AccreteSpec, Recipe};
use crate::{place, route};

pub fn lay_out(recipe: &Recipe, spec: &AccreteSpec, meter: &mut Meter) -> Result<Blueprint, Error> {
    begin_stage("place", meter)?;
    let layout = place::place_accreted(recipe, spec, meter)?;
    if layout.rooms.len() < 2 {
        return Err(no_second_room(recipe, spec, &layout).into());
    }
    begin_stage("route", meter)?;
    let routes = route::route_joints(recipe, spec, &layout, meter)?;
    Ok(Blueprint { plan: None, layout, routes, places: None })
}

/// There is place for the room of the entrance alone.
fn no_second_room(recipe: &Recipe, spec: &AccreteSpec, layout: &Layout) -> PlaceError {
    let min = spec.rooms.min;
    match recipe.mask {
        Some(_) => PlaceError::NoMaskPlace { what: format!("two rooms of {min}×{min} with their walls") },
        None => PlaceError::NoSecondRoom { size: layout.size, min },
    }
}
