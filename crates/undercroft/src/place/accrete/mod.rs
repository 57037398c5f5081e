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
mod growth;
mod lattice;
mod masks;
mod step_log;
#[cfg(test)]
mod tests;

use self::frame::Frame;
use self::growth::Growth;
use self::lattice::Lattice;
use self::step_log::StepLog;
use super::{Layout, PlaceError};
use crate::events::EventSink;
use crate::recipe::{AccreteSpec, Recipe};

/// Steps without a new room after which growth ends.
const EMPTY_STEPS: u32 = 30;

/// Grows the rooms and joints of a dungeon.
///
/// # Errors
/// When not even the entrance room fits, the budget is used up, or the events ask to stop.
pub fn place(recipe: &Recipe, spec: &AccreteSpec, events: &mut dyn EventSink) -> Result<Layout, PlaceError> {
    let lattice = Lattice::new(spec.rooms);
    let mut log = StepLog::new(events);
    let mut growth = Growth::new(recipe, spec, &lattice, &mut log)?;
    let (mut step, mut empty) = (0, 0);
    while growth.rooms.len() < spec.rooms.count as usize && empty < EMPTY_STEPS {
        step += 1;
        if !events.should_continue() {
            return Err(PlaceError::Stopped);
        }
        let mut stream = recipe.seed.stream(&format!("place/step/{step}"));
        empty = if growth.step(&mut stream, &mut log)? { 0 } else { empty + 1 };
    }
    let frame = Frame::new(recipe, spec, &lattice, growth.map.bounds);
    log.flush(&frame, events);
    Ok(frame.layout(&growth, lattice, shortage(spec, growth.rooms.len())))
}

/// The warning when fewer rooms were placed than asked for.
fn shortage(spec: &AccreteSpec, placed: usize) -> Option<String> {
    let wanted = spec.rooms.count as usize;
    let remedy = match spec.size {
        [None, None] => "lower rooms.min or rooms.max, or raise accrete.lengths for longer corridors",
        _ => "raise width or height, or lower rooms.min or rooms.max",
    };
    (placed < wanted).then(|| {
        format!("Placed {placed} of {wanted} rooms: no joint fitted in {EMPTY_STEPS} steps in a row; {remedy}.")
    })
}
