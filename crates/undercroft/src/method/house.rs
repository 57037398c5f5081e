//! Method `house`: rooms fill a building and share walls; storeys lie over each other inside the same outline.

use super::{Blueprint, begin_stage};
use crate::error::Error;
use crate::meter::Meter;
use crate::place::{self, Layout, PlaceError, Placement};
use crate::recipe::{HouseSpec, Recipe};
use crate::route;

pub fn lay_out(recipe: &Recipe, spec: &HouseSpec, meter: &mut Meter) -> Result<Blueprint, Error> {
    begin_stage("place", meter)?;
    let layout = if spec.storeys.is_empty() {
        place::fill_house(recipe, spec, meter)?
    } else {
        place_storeys(recipe, spec, meter)?
    };
    place::report_placed(&layout, meter);
    begin_stage("route", meter)?;
    let routes = if spec.storeys.is_empty() {
        route::route_shared_walls(recipe, &layout, meter)?
    } else {
        route::route_storeys(recipe, &layout, meter)?
    };
    Ok(Blueprint { plan: None, layout, routes })
}

/// Places the rooms of all storeys, those of the ground floor first. The list of storeys begins with the basement.
fn place_storeys(recipe: &Recipe, spec: &HouseSpec, meter: &mut Meter) -> Result<Layout, PlaceError> {
    let mut storeys: Vec<(i32, u32)> = (-1..).zip(spec.storeys.iter().copied()).collect();
    storeys.sort_by_key(|&(z, _)| (z != 0, z));
    let mut house = Layout::of_rooms(spec.size, Vec::new(), [1, 1], Vec::new());
    for (z, count) in storeys {
        let storey = place::fill_storey(recipe, spec, (z, count), meter)?;
        let placed = storey.rooms.len();
        if placed < count as usize {
            house.warnings.push(format!("Storey {z} has {placed} of {count} rooms; no more fit."));
        }
        house.module_grid = storey.module_grid;
        house.rooms.extend(storey.rooms.into_iter().map(|room| Placement { z, ..room }));
    }
    Ok(house)
}
