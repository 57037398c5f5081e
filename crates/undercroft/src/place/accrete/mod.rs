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

mod frame;
mod grown_levels;
mod growth;
mod lattice;
mod masks;
mod step_log;
#[cfg(test)]
mod tests;

pub use self::frame::Frame;
pub use self::lattice::{Lattice, workable};
pub use self::masks::mask_of;
pub use self::step_log::StepLog;

use self::grown_levels::GrownLevels;
use self::growth::Growth;
use super::{Layout, PlaceError};
use crate::meter::Meter;
use crate::recipe::{AccreteSpec, Recipe};
use crate::seed::{Seed, Stream};

/// Steps without a new room after which growth ends.
const EMPTY_STEPS: u32 = 30;
/// Cells of a mask that are read in one step.
const CELLS_PER_STEP: u64 = 16;
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
    let (mut grown, mut log) = task.grow_levels(0, meter)?;
    // An entrance in a corner of a mask may leave no place for the rooms after it.
    for again in 1..MASKED_TRIES {
        if fixed.is_none() || grown.warnings.is_empty() {
            break;
        }
        let next = task.grow_levels(again, meter)?;
        if next.0.rooms() > grown.rooms() {
            (grown, log) = next;
        }
    }
    let frame = fixed.unwrap_or_else(|| Frame::new(recipe, spec.size, lattice.modules, grown.bounds()));
    log.flush(|rect| frame.rect(rect), meter);
    Ok(frame.layout(&grown, lattice.clone()))
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
    fn grow_levels(&self, again: u32, meter: &mut Meter) -> Result<(GrownLevels<'a>, StepLog), PlaceError> {
        let Self { recipe, spec, .. } = *self;
        let mut log = StepLog::new(meter);
        let mut grown = GrownLevels::default();
        let streams = StepStreams { seed: &recipe.seed, again };
        let mut step = 0;
        for (z, count) in rooms_per_level(spec) {
            meter.ask()?;
            let mut growth = Growth::new(recipe, spec, self.lattice, grown.bounds());
            if let (Some(mask), Some(frame)) = (&recipe.mask, self.fixed) {
                meter.spend(mask.size().area() as u64 / CELLS_PER_STEP)?;
                frame.enclose(&mut growth.map, mask.free(z).map(|free| &**free));
            }
            log.begin_level(z, grown.rooms());
            let mut stream = streams.at(step);
            if z == 0 {
                grown.gate = growth.add_entrance(&mut stream, &mut log)?;
            } else {
                growth.add_landing(grown.add_stairs(z, &mut stream), &mut stream, &mut log)?;
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
    let remedy = match spec.size {
        [None, None] => "lower rooms.min or rooms.max, or raise accrete.lengths for longer corridors",
        _ => "raise width or height, or lower rooms.min or rooms.max",
    };
    (placed < wanted).then(|| {
        format!("Placed {placed} of {wanted} rooms{level}: no joint fitted in {EMPTY_STEPS} steps in a row; {remedy}.")
    })
}
