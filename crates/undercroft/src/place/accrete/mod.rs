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
mod lattice;
mod masks;
mod mirrored_growth;
mod step_log;
#[cfg(test)]
mod tests;

pub use self::axis_shapes::{AxisRoom, AxisShapes};
pub use self::frame::Frame;
pub use self::lattice::{Lattice, workable};
pub use self::masks::mask_of;
pub use self::step_log::StepLog;

use self::grown_levels::GrownLevels;
use self::growth::{Growth, side_limits};
use self::mirrored_growth::{MirroredGrowth, rooms_on_axis};
use super::{Layout, PlaceError};
use crate::fraction::Fraction;
use crate::meter::Meter;
use crate::recipe::{AccreteSpec, Recipe};

/// Said where no room can have its middle on an axis.
pub const NO_AXIS: &str = "symmetry: no side between rooms.min and rooms.max that is odd lies on rooms.grid, so nothing is \
                           symmetric; set rooms.grid = 1.";

/// Steps without a new room after which growth ends.
const EMPTY_STEPS: u32 = 30;

/// Grows the rooms and joints of a dungeon, level 0 first, then the levels below it, then those above.
///
/// # Errors
/// When not even the entrance room fits, the budget is used up, or the events ask to stop.
pub fn place(recipe: &Recipe, spec: &AccreteSpec, meter: &mut Meter) -> Result<Layout, PlaceError> {
    let lattice = Lattice::new(spec.rooms);
    let mut log = StepLog::new(meter);
    let mut grown = GrownLevels::default();
    let axis = axis_shapes(recipe, spec, &lattice);
    if spec.symmetry.parts() > 0 && axis.is_none() {
        grown.warnings.push(NO_AXIS.to_owned());
    }
    let mut step = 0;
    for (z, count) in rooms_per_level(spec) {
        meter.ask()?;
        let mut growth = Growth::new(recipe, spec, &lattice, grown.bounds());
        log.begin_level(z, grown.rooms());
        if let Some(shapes) = &axis {
            step = grow_mirrored(&mut growth, shapes, &mut grown, (z, count), step, &mut log, meter)?;
            grown.warnings.extend(shortage(spec, z, growth.rooms.len(), count));
            grown.levels.push((z, growth));
            continue;
        }
        let mut stream = recipe.seed.stream(&format!("place/step/{step}"));
        if z == 0 {
            grown.gate = growth.add_entrance(&mut stream, &mut log)?;
        } else {
            growth.add_landing(grown.add_stairs(z, &mut stream), &mut stream, &mut log);
        }
        step = grow(&mut growth, recipe, count, step, &mut log, meter)?;
        grown.warnings.extend(shortage(spec, z, growth.rooms.len(), count));
        grown.levels.push((z, growth));
    }
    let frame = Frame::new(recipe, spec.size, lattice.modules, grown.bounds());
    log.flush(|rect| frame.rect(rect), meter);
    Ok(frame.layout(&grown, lattice))
}

/// Shapes for the axis of a symmetric dungeon, where rooms can have their middle on one.
fn axis_shapes(recipe: &Recipe, spec: &AccreteSpec, lattice: &Lattice) -> Option<AxisShapes> {
    let limits = side_limits(recipe, spec, lattice);
    if spec.symmetry.parts() > 0 { AxisShapes::new(spec.shapes, limits) } else { None }
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
    recipe: &Recipe,
    count: usize,
    mut step: u32,
    log: &mut StepLog,
    meter: &mut Meter,
) -> Result<u32, PlaceError> {
    let mut empty = 0;
    step += 1;
    while growth.rooms.len() < count && empty < EMPTY_STEPS {
        let mut stream = recipe.seed.stream(&format!("place/step/{step}"));
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
    let remedy = match spec.size {
        [None, None] => "lower rooms.min or rooms.max, or raise accrete.lengths for longer corridors",
        _ => "raise width or height, or lower rooms.min or rooms.max",
    };
    (placed < wanted).then(|| {
        format!("Placed {placed} of {wanted} rooms{level}: no joint fitted in {EMPTY_STEPS} steps in a row; {remedy}.")
    })
}
