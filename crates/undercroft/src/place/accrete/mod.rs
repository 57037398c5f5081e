//! Growth: rooms are attached one after the other at doors of those that have their places.
//!
//! A level grows as if the visitor came from the south and is then turned to the entrance side. Each step draws from a
//! stream of its own, `place/step/N`, up to [`CANDIDATES`](growth::CANDIDATES) joints that fit, and takes the one that
//! keeps the dungeon compact and square.
//!
//! ```text
//!         ┌───┐
//!   ┌───┐ │ 3 +──┐           0  the entrance room; the strip before its door stays clear, and nothing lies more than
//!   │ 1 │ └─┬─┘┌─+──┐           six rows beyond its wall
//!   └─+─┴┬──+─┐│ 4  │        1, 3 share a wall with their parents, 4 hangs on a bent corridor
//!     │  + 0  ││    │
//!     └──┴─++─┘└────┘
//!           strip
//! ```

mod axis_shapes;
mod frame;
mod grown_levels;
mod growth;
mod joint_rules;
mod landing_wall;
mod lattice;
mod mask_source;
mod masks;
mod mirrored_growth;
mod step_log;
#[cfg(test)]
mod tests;

pub use self::axis_shapes::{AxisRoom, AxisShapes};
pub use self::frame::Frame;
pub use self::lattice::{Lattice, workable};
pub use self::mask_source::{MaskSource, RoomDraws};
pub use self::masks::mask_of;
pub use self::step_log::StepLog;

use self::grown_levels::GrownLevels;
use self::growth::{Growth, side_limits};
use self::mirrored_growth::{MirroredGrowth, rooms_on_axis};
use super::hint::{self, Hint};
use super::{Layout, PlaceError};
use crate::events::NoEvents;
use crate::fraction::Fraction;
use crate::meter::Meter;
use crate::recipe::{AccreteSpec, Corridors, ModuleGrid, Recipe, RoomSpec};
use crate::seed::{Seed, Stream};

/// Said where no room can have its middle on an axis.
const NO_AXIS: &str = "symmetry: no side between rooms.min and rooms.max that is odd lies on rooms.grid, so nothing is \
                           symmetric; set rooms.grid = 1.";
/// Said on a mask, which seldom is its own image.
const MASKED_AXIS: &str = "symmetry: nothing is symmetric on a mask.";

/// Steps without a new room after which growth ends.
const EMPTY_STEPS: u32 = 30;
/// Cells of a mask that are read in one step.
const CELLS_PER_STEP: u64 = 16;
/// Steps that growth may take while a hint is tried, and how many larger maps are tried, each by a quarter larger.
const HINT_BUDGET: u64 = 2_000_000;
const LARGER: i32 = 8;
/// The longest side of a map that a hint names. [Unit: cells]
const LONGEST: i32 = 4096;
/// How often growth on a mask is begun when rooms are missing; what has most rooms is taken.
const MASKED_TRIES: u32 = 8;

/// Grows the rooms and joints of a dungeon, level 0 first, then the levels below it, then those above.
///
/// # Errors
/// When not even the entrance room fits, the budget is used up, or the events ask to stop.
pub fn place(recipe: &Recipe, spec: &AccreteSpec, meter: &mut Meter) -> Result<Layout, PlaceError> {
    let lattice = Lattice::new(spec.rooms);
    // With a mask cells are what they are; else growth is moved onto the map at the end.
    let fixed = recipe.mask.as_ref().map(|mask| Frame::fixed(recipe, mask.size()));
    let task = GrowthTask { recipe, spec, lattice: &lattice, fixed: fixed.as_ref() };
    let mut best = task.grow_levels(0, meter);
    // An entrance in a corner of a mask may leave no place for the rooms after it.
    for again in 1..MASKED_TRIES {
        if fixed.is_none() || is_final(&best) {
            break;
        }
        let next = task.grow_levels(again, meter);
        if is_final(&next) || rooms(&next) > rooms(&best) {
            best = next;
        }
    }
    let (mut grown, log) = best?;
    if grown.rooms() < spec.rooms.count as usize {
        let hints = hint::sentence(hints(&task, grown.rooms()));
        grown.warnings.iter_mut().take(1).for_each(|warning| warning.push_str(&hints));
    }
    let frame = fixed.unwrap_or_else(|| Frame::new(recipe, spec.size, lattice.modules, grown.bounds()));
    log.flush(|rect| frame.rect(rect), meter);
    Ok(frame.layout(&grown, lattice.clone()))
}

type Grown<'a> = Result<(GrownLevels<'a>, StepLog), PlaceError>;

/// Whether nothing is missing, or growth was halted.
fn is_final(grown: &Grown) -> bool {
    match grown {
        Ok((grown, _)) => grown.warnings.is_empty(),
        Err(error) => matches!(error, PlaceError::Stopped | PlaceError::OutOfBudget { .. }),
    }
}

fn rooms(grown: &Grown) -> usize {
    grown.as_ref().map_or(0, |(grown, _)| grown.rooms())
}

/// What to grow, and on what.
struct GrowthTask<'a> {
    recipe: &'a Recipe,
    spec: &'a AccreteSpec,
    lattice: &'a Lattice,
    /// The frame of a map with a mask.
    fixed: Option<&'a Frame>,
}

impl<'a> GrowthTask<'a> {
    /// Grows all levels; `again` counts how often that was begun.
    fn grow_levels(&self, again: u32, meter: &mut Meter) -> Grown<'a> {
        let Self { recipe, spec, .. } = *self;
        let mut log = StepLog::new(meter);
        let mut grown = GrownLevels::default();
        let streams = StepStreams { seed: &recipe.seed, again };
        let axis = axis_shapes(recipe, spec, self.lattice);
        if spec.symmetry.parts() > 0 && axis.is_none() {
            grown.warnings.push(no_axis(recipe));
        }
        let mut step = 0;
        for (z, count) in rooms_per_level(spec) {
            meter.ask()?;
            let mut growth = Growth::new(recipe, spec, self.lattice, grown.bounds());
            if let (Some(mask), Some(frame)) = (&recipe.mask, self.fixed) {
                meter.spend(mask.size().area() as u64 / CELLS_PER_STEP)?;
                frame.enclose(&mut growth.map, mask.free(z).map(|free| &**free));
            }
            log.begin_level(z, grown.rooms());
            if let Some(shapes) = &axis {
                step = grow_mirrored(&mut growth, shapes, &mut grown, (z, count), step, &mut log, meter)?;
                grown.warnings.extend(shortage(spec, z, growth.rooms.len(), count));
                grown.levels.push((z, growth));
                continue;
            }
            let mut stream = streams.at(step);
            if z == 0 {
                grown.gate = growth.add_entrance(&mut stream, &mut log, meter)?;
            } else {
                growth.add_landing(grown.add_stairs(z, &mut stream), &mut stream, &mut log, meter)?;
            }
            step = grow(&mut growth, streams, count, step, &mut log, meter)?;
            grown.warnings.extend(shortage(spec, z, growth.rooms.len(), count));
            grown.levels.push((z, growth));
        }
        Ok((grown, log))
    }
}

/// Where the steps of growth draw from.
#[derive(Clone, Copy)]
struct StepStreams<'a> {
    seed: &'a Seed,
    again: u32,
}

impl StepStreams<'_> {
    /// The stream of a step, `place/step/N`.
    fn at(self, step: u32) -> Stream {
        let again = if self.again == 0 { String::new() } else { format!("try/{}/", self.again) };
        self.seed.stream(&format!("place/{again}step/{step}"))
    }
}

/// Why nothing is symmetric.
pub fn no_axis(recipe: &Recipe) -> String {
    let why = if recipe.mask.is_some() { MASKED_AXIS } else { NO_AXIS };
    why.to_owned()
}

/// Shapes for the axis of a symmetric dungeon, where rooms can have their middle on one.
fn axis_shapes(recipe: &Recipe, spec: &AccreteSpec, lattice: &Lattice) -> Option<AxisShapes> {
    let limits = side_limits(recipe, spec, lattice);
    let has_axis = spec.symmetry.parts() > 0 && recipe.mask.is_none();
    if has_axis { AxisShapes::new(spec.shapes, limits) } else { None }
}

/// Begins a symmetric level and attaches rooms until it has all; returns the number of the next step.
fn grow_mirrored<'a>(
    growth: &mut Growth<'a>,
    shapes: &AxisShapes,
    grown: &mut GrownLevels<'a>,
    (z, count): (i32, usize),
    mut step: u32,
    log: &mut StepLog,
    meter: &mut Meter,
) -> Result<u32, PlaceError> {
    let (seed, spec) = (&growth.recipe.seed, growth.spec);
    let mut stream = seed.stream(&format!("place/step/{step}"));
    let on_axis = rooms_on_axis(count, spec.symmetry == Fraction::ONE);
    let mut mirrored = if z == 0 {
        let (mirrored, gate) = MirroredGrowth::with_entrance(growth, shapes, on_axis, &mut stream, log)?;
        grown.gate = gate;
        mirrored
    } else {
        let from = grown.add_stairs(z, &mut stream);
        MirroredGrowth::with_landing(growth, shapes, on_axis, from, &mut stream, log)
    };
    let mut empty = 0;
    step += 1;
    while mirrored.rooms() < count && empty < EMPTY_STEPS {
        let mut stream = seed.stream(&format!("place/step/{step}"));
        empty = if mirrored.step(count, &mut stream, log, meter)? { 0 } else { empty + 1 };
        step += 1;
    }
    grown.images.push(mirrored.images);
    Ok(step)
}

/// Attaches rooms until the level has all; returns the number of the next step.
fn grow(
    growth: &mut Growth,
    streams: StepStreams,
    count: usize,
    mut step: u32,
    log: &mut StepLog,
    meter: &mut Meter,
) -> Result<u32, PlaceError> {
    let mut empty = 0;
    step += 1;
    while growth.rooms.len() < count && empty < EMPTY_STEPS {
        let mut stream = streams.at(step);
        empty = if growth.step(&mut stream, log, meter)? { 0 } else { empty + 1 };
        step += 1;
    }
    Ok(step)
}

/// The levels in the order in which they grow, each with its share of the rooms.
fn rooms_per_level(spec: &AccreteSpec) -> Vec<(i32, usize)> {
    let [low, high] = spec.levels;
    let order: Vec<i32> = (low..=0).rev().chain(1..=high).collect();
    let (each, more) = (spec.rooms.count as usize / order.len(), spec.rooms.count as usize % order.len());
    order.into_iter().enumerate().map(|(i, z)| (z, each + usize::from(i < more))).collect()
}

/// The warning when fewer rooms were placed than asked for.
fn shortage(spec: &AccreteSpec, z: i32, placed: usize, wanted: usize) -> Option<String> {
    let level = if spec.levels == [0, 0] { String::new() } else { format!(" on level {z}") };
    (placed < wanted)
        .then(|| format!("Placed {placed} of {wanted} rooms{level}; no joint fitted in {EMPTY_STEPS} steps in a row."))
}

/// Changes of one field with which more rooms grow from the same seed.
fn hints(task: &GrowthTask, placed: usize) -> Vec<Hint> {
    let (spec, corridors) = (task.spec, task.recipe.corridors);
    let RoomSpec { min, max, .. } = spec.rooms;
    let with_rooms = |rooms: RoomSpec| (AccreteSpec { rooms, ..spec.clone() }, corridors);
    let with_corridors = |corridors: Corridors| (spec.clone(), corridors);
    let try_all = |changes: Vec<(String, (AccreteSpec, Corridors))>| {
        let names: Vec<String> = changes.iter().map(|(name, _)| name.clone()).collect();
        Hint::mildest(names, spec.rooms.count as usize, placed, |at| grown_with(task, &changes[at].1))
    };
    let mut kinds: Vec<Vec<(String, (AccreteSpec, Corridors))>> = Vec::new();
    if task.lattice.modules != [1, 1] {
        let grid = ModuleGrid::Fixed([1, 1]);
        kinds.push(vec![("rooms.grid = 1".to_owned(), with_rooms(RoomSpec { grid, ..spec.rooms }))]);
    }
    if corridors.width > 1 {
        kinds.push(vec![("corridors.width = 1".to_owned(), with_corridors(Corridors { width: 1, ..corridors }))]);
    }
    if corridors.runway > 1 {
        kinds.push(vec![("corridors.runway = 1".to_owned(), with_corridors(Corridors { runway: 1, ..corridors }))]);
    }
    let lower = |min: i32| (format!("rooms.min = {min}"), with_rooms(RoomSpec { min, ..spec.rooms }));
    kinds.push([i32::midpoint(min, 3), 3].into_iter().filter(|&less| less < min).map(lower).collect());
    let smaller = |max: i32| (format!("rooms.max = {max}"), with_rooms(RoomSpec { max, ..spec.rooms }));
    // A module grid coarser than the largest room is refused.
    let least = task.lattice.judged[0].max(task.lattice.judged[1]);
    let is_less = |less: &i32| (least..max).contains(less);
    kinds.push([i32::midpoint(min, max), min].into_iter().filter(is_less).map(smaller).collect());
    if let ([Some(width), Some(height)], None) = (spec.size, task.fixed) {
        let larger = |quarters: i32| {
            let [width, height] = [width, height].map(|side| side * (4 + quarters) / 4);
            let size = [Some(width), Some(height)];
            (format!("width = {width} and height = {height}"), (AccreteSpec { size, ..spec.clone() }, corridors))
        };
        kinds.push(
            (1..=LARGER).filter(|quarters| width.max(height) * (4 + quarters) / 4 <= LONGEST).map(larger).collect(),
        );
    }
    kinds.into_iter().filter_map(try_all).collect()
}

/// The number of rooms that grow with other settings; none where that takes long.
fn grown_with(task: &GrowthTask, (spec, corridors): &(AccreteSpec, Corridors)) -> usize {
    let mut recipe = task.recipe.clone();
    recipe.corridors = *corridors;
    let mut sink = NoEvents;
    let lattice = Lattice::new(spec.rooms);
    let task = GrowthTask { recipe: &recipe, spec, lattice: &lattice, fixed: task.fixed };
    let grown = task.grow_levels(0, &mut Meter::new(&mut sink, HINT_BUDGET));
    grown.map_or(0, |(grown, _)| grown.rooms())
}
