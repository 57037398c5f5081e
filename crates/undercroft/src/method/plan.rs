//! Method `plan`: a plan of rooms and links first, then its rooms attached to each other. Where that fails
//! they lie in slots; where a link finds no path there, everything is placed again in wider slots.

use super::{Blueprint, begin_stage};
use crate::error::Error;
use crate::meter::Meter;
use crate::place::{LevelTries, MOST_ATTACHED};
use crate::plan::Plan;
use crate::recipe::{Arrange, PlanSpec, Recipe};
use crate::route::{self, RouteError};
use crate::{place, plan};

/// How often the slots of a plan are widened when a link finds no path.
const WIDENINGS: i32 = 3;
/// How many links are then routed before all others: of a thousand, one is sometimes walled in by loops.
const URGENT: usize = 12;

pub fn lay_out(recipe: &Recipe, spec: &PlanSpec, meter: &mut Meter) -> Result<Blueprint, Error> {
    begin_stage("plan", meter)?;
    let mut plan = plan::draw_plan(recipe, spec, recipe.seed.stream("plan"), meter)?;
    if spec.arrange == Arrange::Attach {
        if let Some(blueprint) = attach(recipe, spec, &plan, meter)? {
            return Ok(blueprint);
        }
        plan.warnings.push(why_slots(&plan));
    }
    lay_out_slots(recipe, spec, plan, meter)
}

/// Why the rooms are not attached.
fn why_slots(plan: &Plan) -> String {
    let rooms_on = |z: i32| plan.rooms.iter().filter(|room| room.z == z).count();
    let largest = plan.levels().into_iter().map(|z| (rooms_on(z), z)).max().filter(|(rooms, _)| *rooms > MOST_ATTACHED);
    let Some((rooms, z)) = largest else {
        return "arrange: the rooms could not be attached to each other, so they lie in slots.".to_owned();
    };
    format!(
        "arrange: level {z} has {rooms} rooms, and those of at most {MOST_ATTACHED} are attached to each other, so they lie in \
         slots; lower rooms.count, or spread them over more levels."
    )
}

/// Attaches the rooms; a level that misses a loop is begun again. `None` where some level has used up its tries.
fn attach(recipe: &Recipe, spec: &PlanSpec, plan: &Plan, meter: &mut Meter) -> Result<Option<Blueprint>, Error> {
    let mut tries = LevelTries::default();
    loop {
        begin_stage("place", meter)?;
        let Some(layout) = place::attach_plan(recipe, spec, plan, &mut tries, meter)? else { return Ok(None) };
        begin_stage("route", meter)?;
        match route::route_plan(recipe, plan, &layout, &[], meter) {
            Ok(routes) => return Ok(Some(Blueprint { plan: Some(plan.clone()), layout, routes, places: None })),
            Err(RouteError::Apart { a, .. } | RouteError::TooFar { a, .. }) => tries.begin_anew(plan.room(a).z),
            Err(error) => return Err(error.into()),
        }
    }
}

fn lay_out_slots(recipe: &Recipe, spec: &PlanSpec, plan: Plan, meter: &mut Meter) -> Result<Blueprint, Error> {
    let (mut widening, mut urgent) = (0, Vec::new());
    loop {
        begin_stage("place", meter)?;
        let layout = place::place_plan(recipe, spec, &plan, widening, meter)?;
        begin_stage("route", meter)?;
        match route::route_plan(recipe, &plan, &layout, &urgent, meter) {
            Ok(routes) => return Ok(Blueprint { plan: Some(plan), layout, routes, places: None }),
            Err(RouteError::Apart { .. } | RouteError::TooFar { .. } | RouteError::NoEntrance { .. })
                if widening < WIDENINGS =>
            {
                widening += 1;
            }
            Err(RouteError::Apart { a, b } | RouteError::TooFar { a, b, .. }) if urgent.len() < URGENT => {
                urgent.push([a, b]);
            }
            Err(error) => return Err(error.into()),
        }
    }
}
