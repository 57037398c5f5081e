//! Lays out a dungeon round pins: the plain placement of the seed first, then pinned rooms in it, then routes.

use std::collections::BTreeSet;

use super::{Blueprint, begin_stage, lay_out_once};
use crate::dungeon::{DoorId, KeyRule, Link, LinkKind, Pin, PinId, RoomId, RoomPin, Run, Terrain};
use crate::error::Error;
use crate::field::MethodKind;
use crate::meter::Meter;
use crate::place::{self, Gate, Layout, PinTask, PinnedContents, PinnedLayout, PlacedJoint, pin_layout};
use crate::plan::{Plan, PlanLinkKind};
use crate::recipe::{Arrange, Method, Recipe, SecretSpec, TemplateSpec};
use crate::route::{PinnedRoutes, PinnedRouting, RouteError, Routes, route_pinned};
use undercroft_grid::{BitGrid, Rect, Regions};

/// Cells between the floor of a room that moves and other floors, where rooms are attached to each other: two walls and a
/// corridor.
const ATTACHED_GAP: i32 = 3;

/// Cells between a pinned floor and rooms that stay where they were: one wall.
const KEPT_GAP: i32 = 1;

/// How much wider gaps are at last. [Unit: cells]
const WIDER: i32 = 2;

/// How many links that found no path are made before all others.
const FIRST: usize = 6;

/// The attempt from which on rooms are left out where routes are not found.
const FEWER_ROOMS_FROM: u32 = 4;

/// Whether pins have a say in rooms and links.
pub fn has_layout_pins(pins: &[Pin]) -> bool {
    pins.iter().any(|pin| match pin {
        Pin::Room(_) | Pin::Link(_) | Pin::Door(_) | Pin::Entrance(_) => true,
        Pin::Cells(pin) => !pin.rows.is_empty(),
        _ => false,
    })
}

/// Lays out the dungeon of a recipe with pins. Rooms of the plain placement stay where they touch no pinned room; where no
/// routes are found then, pinned rooms keep as far from them as rooms that move, and farther. Late attempts leave rooms out
/// that nothing can be joined to, or that block others.
///
/// # Errors
/// When rooms cannot be joined round the pins, or the meter halts.
pub fn lay_out(recipe: &Recipe, meter: &mut Meter) -> Result<Blueprint, Error> {
    if let Method::Templates(spec) = &recipe.method {
        return lay_out_templates(recipe, spec, meter);
    }
    let (plan, plain) = plain_layout(recipe, meter)?;
    let pins = with_painted_rooms(recipe.pins());
    let round = RoundPins { recipe, contents: PinnedContents::new(&pins), pins, plan, plain };
    let gap = if round.plain.joints.is_empty() { gap(recipe) } else { ATTACHED_GAP };
    let apart = Spacing { kept_gap: gap, gap, is_urgent: true };
    let spacings = [
        Spacing { kept_gap: KEPT_GAP, gap, is_urgent: false },
        Spacing { kept_gap: KEPT_GAP, gap, is_urgent: true },
        apart,
        Spacing { kept_gap: gap + WIDER, gap: gap + WIDER, is_urgent: true },
    ];
    let mut last = None;
    for spacing in &spacings {
        match round.lay_out(spacing, &BTreeSet::new(), meter) {
            Ok(blueprint) => return Ok(blueprint),
            Err(no_routes) if no_routes.is_final() => return Err(*no_routes.error),
            Err(no_routes) => last = Some(*no_routes.error),
        }
    }
    if recipe.seed.attempt() < FEWER_ROOMS_FROM {
        return Err(last.unwrap_or(Error::Stopped));
    }
    round.lay_out_fewer(&apart, meter)
}

/// Rooms from templates grow round the pinned ones, so that no plain layout is needed.
fn lay_out_templates(recipe: &Recipe, spec: &TemplateSpec, meter: &mut Meter) -> Result<Blueprint, Error> {
    begin_stage("place", meter)?;
    let pins = with_painted_rooms(recipe.pins());
    let pinned = place::place_round_pins(recipe, spec, &pins, meter)?;
    begin_stage("route", meter)?;
    let plain = Layout::of_rooms(pinned.layout.size, Vec::new(), pinned.layout.module_grid, Vec::new());
    let round = RoundPins { recipe, contents: PinnedContents::new(&pins), pins, plan: None, plain };
    let PinnedRoutes { routes, .. } = round.route(&pinned, true, meter)?;
    Ok(Blueprint { plan: None, layout: pinned.layout, routes, places: None })
}

/// How far rooms keep from each other, and which links come first.
#[derive(Clone, Copy)]
struct Spacing {
    /// Cells between pinned floors and rooms that stay.
    kept_gap: i32,
    /// Cells between rooms that move and others.
    gap: i32,
    /// Whether every room is joined before links are made that the rooms could do without.
    is_urgent: bool,
}

/// Rooms that cannot be joined.
struct NoRoutes {
    /// In a box: errors are large, and most layouts succeed.
    error: Box<Error>,
    /// Rooms of the plain placement that no pin holds, those that block most first.
    in_way: Vec<usize>,
}

impl From<Error> for NoRoutes {
    fn from(error: Error) -> Self {
        Self { error: Box::new(error), in_way: Vec::new() }
    }
}

impl NoRoutes {
    /// Whether no other spacing helps: routes were not searched to the end, or it is not about routes.
    const fn is_final(&self) -> bool {
        !matches!(&*self.error, Error::Route(error) if !is_halt(error))
    }
}

/// Whether routes were not searched to the end.
const fn is_halt(error: &RouteError) -> bool {
    matches!(error, RouteError::OutOfBudget { .. } | RouteError::Stopped)
}

/// The plain placement of a seed, and the pins that are laid into it.
struct RoundPins<'a> {
    recipe: &'a Recipe,
    pins: Vec<Pin>,
    contents: PinnedContents,
    plan: Option<Plan>,
    plain: Layout,
}

impl RoundPins<'_> {
    /// Leaves out rooms that block others, each time twice as many, until routes are found.
    fn lay_out_fewer(&self, spacing: &Spacing, meter: &mut Meter) -> Result<Blueprint, Error> {
        let (mut left_out, mut more) = (BTreeSet::new(), 1);
        loop {
            match self.lay_out(spacing, &left_out, meter) {
                Ok(blueprint) => return Ok(blueprint),
                Err(no_routes) if no_routes.is_final() || no_routes.in_way.is_empty() => return Err(*no_routes.error),
                Err(no_routes) => left_out.extend(no_routes.in_way.into_iter().take(more)),
            }
            more *= 2;
        }
    }

    fn lay_out(&self, spacing: &Spacing, left_out: &BTreeSet<usize>, meter: &mut Meter) -> Result<Blueprint, NoRoutes> {
        let Self { recipe, pins, plan, plain, .. } = self;
        let spots: Vec<Option<[i32; 3]>> =
            plan.iter().flat_map(|plan| &plan.rooms).map(|room| Some(room.coord())).collect();
        let task = PinTask {
            pins,
            gap: spacing.gap,
            kept_gap: spacing.kept_gap,
            min: recipe.method.rooms().map_or(3, |rooms| rooms.min),
            has_grid: recipe.method.kind() != MethodKind::Templates,
            is_house: recipe.method.kind() == MethodKind::House,
            least: recipe.pins_size.unwrap_or([1, 1]),
            may_grow: recipe.method.size().is_none() && recipe.mask.is_none(),
            spots: &spots,
            left_out,
            needed: &self.needed_rooms(),
            contents: &self.contents,
        };
        let pinned = pin_layout(plain.clone(), &task, meter).map_err(Error::from)?;
        place::report_placed(&pinned.layout, meter);
        begin_stage("route", meter)?;
        let routed = match self.route(&pinned, spacing.is_urgent, meter) {
            Ok(routed) => routed,
            Err(error) => {
                let in_way = rooms_in_way(&pinned, plain.rooms.len(), &error);
                return Err(NoRoutes { error: Box::new(error.into()), in_way });
            }
        };
        let id = |room: usize| pinned.ids.get(room).copied().flatten();
        let mut places: Vec<Option<[i32; 3]>> = vec![None; pinned.layout.rooms.len()];
        for (old, spot) in spots.iter().enumerate() {
            if let Some(new) = id(old).filter(|new| !routed.strayed.contains(new)) {
                places[new.index()] = *spot;
            }
        }
        let layout = pinned.layout;
        Ok(Blueprint { plan: None, layout, routes: routed.routes, places: plan.is_some().then_some(places) })
    }

    /// The rooms of the plain layout with the entrance or stairs.
    fn needed_rooms(&self) -> BTreeSet<usize> {
        let of_plan = self.plan.iter().flat_map(|plan| {
            let stairs = plan.links.iter().filter(|link| link.kind == PlanLinkKind::Stairs);
            stairs.flat_map(|link| link.rooms).chain([plan.gate])
        });
        let of_layout = self.plain.stairs.iter().flatten().copied().chain(self.plain.gate.map(|gate| gate.room));
        of_plan.chain(of_layout).map(RoomId::index).collect()
    }

    /// Routes round pins. A link that finds no path any more comes first the next time.
    fn route(&self, pinned: &PinnedLayout, is_urgent: bool, meter: &mut Meter) -> Result<PinnedRoutes, RouteError> {
        let recipe = self.recipe;
        let mut routing = PinnedRouting {
            recipe,
            layout: &pinned.layout,
            pins: &self.pins,
            rooms: &pinned.rooms,
            contents: &self.contents,
            is_alone: recipe.method.kind() != MethodKind::Bsp,
            is_side_by_side: [MethodKind::House, MethodKind::Templates].contains(&recipe.method.kind()),
            wanted: pinned.lost.clone(),
            first: Vec::new(),
            is_urgent,
            secret_pairs: Vec::new(),
            secrets: None,
            stairs: pinned.layout.stairs.clone(),
            gate: None,
            locks: (0, KeyRule::Own),
        };
        let id = |room: RoomId| pinned.ids.get(room.index()).copied().flatten();
        add_requests(&mut routing, recipe, self.plan.as_ref(), &id);
        if recipe.method.kind() == MethodKind::House {
            // The front door is in the room that has the entry, wherever that lies now.
            routing.gate = self.plain.gate.and_then(|gate| id(gate.room));
        }
        loop {
            match route_pinned(&routing, meter) {
                Err(RouteError::Apart { a, b } | RouteError::TooFar { a, b, .. })
                    if is_urgent && a != b && routing.first.len() < FIRST && !routing.first.contains(&[a, b]) =>
                {
                    routing.first.push([a, b]);
                }
                result => return result,
            }
        }
    }
}

/// Rooms that no pin holds, those first that are apart themselves, then the nearest to where routes are missing.
fn rooms_in_way(pinned: &PinnedLayout, plain: usize, error: &RouteError) -> Vec<usize> {
    let rooms = &pinned.layout.rooms;
    let apart: Vec<RoomId> = match error {
        RouteError::Apart { a, b } | RouteError::TooFar { a, b, .. } => vec![*a, *b],
        _ => Vec::new(),
    };
    let distance = |id: RoomId| -> i32 {
        let room = &rooms[id.index()];
        let far = |to: &RoomId| {
            let other = &rooms[to.index()];
            (other.z == room.z).then(|| other.bounds.center().manhattan(room.bounds.center()))
        };
        if apart.contains(&id) { -1 } else { apart.iter().filter_map(far).min().unwrap_or(i32::MAX) }
    };
    let is_pinned = |id: &RoomId| pinned.rooms.values().any(|pinned| pinned == id);
    let has_stairs = |id: &RoomId| pinned.layout.stairs.iter().flatten().any(|room| room == id);
    let free = (0..plain).filter_map(|at| Some((pinned.ids[at].filter(|id| !is_pinned(id) && !has_stairs(id))?, at)));
    let mut free: Vec<(i32, usize)> = free.map(|(id, at)| (distance(id), at)).collect();
    free.sort_unstable();
    free.into_iter().map(|(_, at)| at).collect()
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
        Method::House(_) => {
            let Blueprint { layout, routes, .. } = lay_out_once(recipe, meter)?;
            Ok((None, with_joints(layout, &routes)))
        }
        // Whether a plan can be attached is known when it is routed.
        Method::Plan(_) | Method::Templates(_) => {
            let Blueprint { plan, layout, .. } = lay_out_once(recipe, meter)?;
            Ok((plan, layout))
        }
    }
}

/// The rooms of a house with its doors as joints.
fn with_joints(layout: Layout, routes: &Routes) -> Layout {
    let cells = |door: DoorId| Rect::around(routes.doors[door.index()].cells.iter().copied());
    let joint = |link: &Link| {
        let LinkKind::Shared { door, .. } = link.kind else { return None };
        let (cells, normal) = (cells(door)?, routes.doors[door.index()].normal);
        Some(PlacedJoint {
            rooms: link.rooms,
            doors: [cells; 2],
            normals: [normal, normal.opposite()],
            path: Vec::new(),
            width: cells.width().max(cells.height()),
            runway: [0; 2],
        })
    };
    let joints = routes.links.iter().filter_map(joint).collect();
    let front = &routes.doors[routes.entrance.door.index()];
    let gate = cells(front.id).map(|cells| Gate { room: routes.entrance.room, cells, normal: front.normal });
    let stairs = layout.house_stairs.iter().map(|pair| pair.rooms).collect();
    Layout { joints, stairs, gate, ..layout }
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
