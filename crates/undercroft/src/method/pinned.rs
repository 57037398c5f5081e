//! Lays out a dungeon round pins: the plain placement of the seed first, then pinned rooms in it, then routes.

use std::collections::BTreeSet;

use super::{Blueprint, begin_stage, lay_out_once};
use crate::dungeon::{KeyRule, Pin, PinId, RoomId, RoomPin, Run, Terrain};
use crate::error::Error;
use crate::field::MethodKind;
use crate::meter::Meter;
use crate::place::{self, Layout, PinTask, pin_layout};
use crate::plan::{Plan, PlanLinkKind};
use crate::recipe::{Arrange, Method, Recipe, SecretSpec};
use crate::route::{PinnedRouting, route_pinned};
use undercroft_grid::{BitGrid, Regions};

/// Cells between the floor of a room that moves and other floors, where rooms are attached to each other: two walls and a
/// corridor.
const ATTACHED_GAP: i32 = 3;

/// Whether pins have a say in rooms and links.
pub fn has_layout_pins(pins: &[Pin]) -> bool {
    pins.iter().any(|pin| match pin {
        Pin::Room(_) | Pin::Link(_) | Pin::Door(_) | Pin::Entrance(_) => true,
        Pin::Cells(pin) => !pin.rows.is_empty(),
        _ => false,
    })
}

/// Lays out the dungeon of a recipe with pins.
///
/// # Errors
/// When rooms cannot be joined round the pins, or the meter halts.
pub fn lay_out(recipe: &Recipe, meter: &mut Meter) -> Result<Blueprint, Error> {
    let (plan, plain) = plain_layout(recipe, meter)?;
    let pins = with_painted_rooms(recipe.pins());
    let spots: Vec<Option<[i32; 3]>> =
        plan.iter().flat_map(|plan| &plan.rooms).map(|room| Some(room.coord())).collect();
    let kind = recipe.method.kind();
    let is_attached = !plain.joints.is_empty();
    let rooms = recipe.method.rooms();
    let task = PinTask {
        pins: &pins,
        gap: if is_attached { ATTACHED_GAP } else { gap(recipe) },
        min: rooms.map_or(3, |rooms| rooms.min),
        has_grid: kind != MethodKind::Templates,
        least: recipe.pins_size.unwrap_or([1, 1]),
        may_grow: recipe.method.size().is_none() && recipe.mask.is_none(),
        spots: &spots,
    };
    let pinned = pin_layout(plain, &task, meter)?;
    place::report_placed(&pinned.layout, meter);
    begin_stage("route", meter)?;
    let id = |room: RoomId| pinned.ids.get(room.index()).copied().flatten();
    let mut routing = PinnedRouting {
        recipe,
        layout: &pinned.layout,
        pins: &pins,
        rooms: &pinned.rooms,
        is_alone: kind != MethodKind::Bsp,
        wanted: pinned.lost.clone(),
        secret_pairs: Vec::new(),
        secrets: None,
        stairs: pinned.layout.stairs.clone(),
        gate: None,
        locks: (0, KeyRule::Own),
    };
    add_requests(&mut routing, recipe, plan.as_ref(), &id);
    let routed = route_pinned(&routing, meter)?;
    let mut places: Vec<Option<[i32; 3]>> = vec![None; pinned.layout.rooms.len()];
    for (old, spot) in spots.iter().enumerate() {
        if let Some(new) = id(RoomId(old as u32)).filter(|new| !routed.strayed.contains(new)) {
            places[new.index()] = *spot;
        }
    }
    let layout = pinned.layout;
    Ok(Blueprint { plan: None, layout, routes: routed.routes, places: plan.is_some().then_some(places) })
}

/// The placement that the seed gives without pins.
fn plain_layout(recipe: &Recipe, meter: &mut Meter) -> Result<(Option<Plan>, Layout), Error> {
    match &recipe.method {
        Method::Bsp(spec) => {
            begin_stage("place", meter)?;
            Ok((None, place::place_apart(recipe, spec, meter)?))
        }
        Method::Accrete(spec) => {
            begin_stage("place", meter)?;
            Ok((None, place::place_accreted(recipe, spec, meter)?))
        }
        // Whether a plan can be attached is known when it is routed.
        Method::Plan(_) | Method::House(_) | Method::Templates(_) => {
            let Blueprint { plan, layout, .. } = lay_out_once(recipe, meter)?;
            Ok((plan, layout))
        }
    }
}

/// What plans and growth want besides joints.
fn add_requests(
    routing: &mut PinnedRouting,
    recipe: &Recipe,
    plan: Option<&Plan>,
    id: &dyn Fn(RoomId) -> Option<RoomId>,
) {
    let pair = |[a, b]: [RoomId; 2]| Some([id(a)?, id(b)?]);
    if let Some(plan) = plan {
        let of_kind = |kind: PlanLinkKind| {
            plan.links
                .iter()
                .filter(move |link| link.kind == kind)
                .filter_map(|link| pair(link.rooms))
                .collect::<Vec<_>>()
        };
        let joined: BTreeSet<[RoomId; 2]> = routing.layout.joints.iter().map(|joint| joint.rooms).collect();
        let mut wanted = of_kind(PlanLinkKind::Corridor);
        wanted.retain(|rooms| !joined.contains(rooms));
        routing.wanted = wanted;
        routing.secret_pairs = of_kind(PlanLinkKind::SecretPassage);
        routing.stairs = of_kind(PlanLinkKind::Stairs);
        routing.gate = id(plan.gate);
    }
    let no_secrets = SecretSpec { chance: crate::fraction::Fraction::ZERO, count: 0 };
    match &recipe.method {
        Method::Plan(spec) => routing.locks = (spec.locks, spec.keys),
        Method::Accrete(spec) => {
            routing.locks = (spec.locks, spec.keys);
            routing.secrets = Some(if spec.secrets.count > 0 { spec.secrets } else { no_secrets });
        }
        _ => {}
    }
}

/// Cells between the floors of rooms that are not attached.
fn gap(recipe: &Recipe) -> i32 {
    let (corridors, padding) = (&recipe.corridors, recipe.method.rooms().map_or(2, |rooms| rooms.padding));
    let is_plan = matches!(&recipe.method, Method::Plan(spec) if spec.arrange == Arrange::Slots);
    let room = if is_plan { 2 * corridors.runway } else { corridors.runway };
    (room + corridors.width + 2).max(2 * padding)
}

/// The pins, and a room pin for each piece of pinned floor that no room pin has.
fn with_painted_rooms(pins: &[Pin]) -> Vec<Pin> {
    let mut all = pins.to_vec();
    let mut next = u32::MAX;
    let levels: BTreeSet<i32> = pins.iter().filter(|pin| matches!(pin, Pin::Cells(_))).filter_map(Pin::z).collect();
    for z in levels {
        let is_taken =
            |cell| pins.iter().any(|pin| matches!(pin, Pin::Room(room) if room.z == z && room.contains(cell)));
        let floor = pins.iter().filter_map(|pin| if let Pin::Cells(pin) = pin { Some(pin) } else { None });
        let floor = floor.filter(|pin| pin.z == z).flat_map(|pin| pin.cells().collect::<Vec<_>>());
        let cells: Vec<_> = floor
            .filter(|cell| cell.terrain.is_some_and(Terrain::is_room) && !is_taken(cell.cell))
            .map(|cell| cell.cell)
            .collect();
        let Some(bounds) = undercroft_grid::Rect::around(cells.iter().copied()) else { continue };
        let mut set = BitGrid::new(undercroft_grid::Size::of(bounds.right, bounds.bottom));
        cells.iter().for_each(|&cell| set.set(cell, true));
        for runs in Run::of_regions(&set, &Regions::of(&set)) {
            all.push(Pin::Room(RoomPin::new(PinId(next), z, runs)));
            next -= 1;
        }
    }
    crate::pin::sort_pins(&mut all);
    all
}
