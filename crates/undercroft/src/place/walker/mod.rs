//! Rooms from templates: walkers join drawn rooms wall to wall, in atomic groups where a room requires others.
//!
//! ```text
//!     #####+#####        Two rooms join where a socket of one lies on the same cell as a facing socket of the other:
//!     #...#.#...#        they share that wall, and the door is in it. Wall may lie on wall; floor lies on nothing.
//!     #....+....#
//! ```
//!
//! [`world`] holds the cells, [`state`] what is placed and how to undo it, [`solve`] places a candidate with all it
//! requires, [`walk`] decides where, and [`finish`] adds what must come last and finds the doors that could still be opened.

mod doorway;
mod finish;
mod log;
mod pinned;
mod reason;
mod solve;
mod start;
mod state;
mod walk;
mod world;

#[cfg(test)]
mod tests;

pub use pinned::place_round_pins;

use undercroft_grid::{Cell, MAX_SIDE, Rect, Size};

use super::{Gate, Layout, Opening, PlaceError, Placement};
use crate::dungeon::{MAX_CELLS, Role, RoomId};
use crate::meter::Meter;
use crate::recipe::{Recipe, TemplateSpec};
use crate::template::Pool;
use log::Log;
use solve::{Builder, StepStreams};
use state::{Door, State};
use walk::End;
use world::World;

/// How often placement begins when the first rooms wall themselves in; about one beginning in fifty does.
const BEGINNINGS: usize = 4;

/// One try to place everything.
struct Beginning {
    state: State,
    log: Log,
    outcome: Result<(Door, Vec<String>), PlaceError>,
}

impl Beginning {
    /// Nothing is missing.
    fn is_whole(&self) -> bool {
        self.outcome.as_ref().is_ok_and(|(_, warnings)| warnings.is_empty())
    }

    /// The greater, the better.
    fn rank(&self) -> (bool, bool, i64) {
        (self.outcome.is_ok(), self.is_whole(), self.state.floor)
    }
}

/// Places rooms from the recipe's templates. What comes out less than whole is tried again, and the best is taken.
pub fn place(recipe: &Recipe, spec: &TemplateSpec, meter: &mut Meter) -> Result<Layout, PlaceError> {
    let mut best = begin(recipe, spec, 0, meter)?;
    for beginning in 1..BEGINNINGS {
        if best.is_whole() {
            break;
        }
        let next = begin(recipe, spec, beginning, meter)?;
        if next.rank() > best.rank() {
            best = next;
        }
    }
    let Beginning { state, log, outcome } = best;
    let map = map(recipe, spec, &state, outcome.as_ref().ok());
    log.flush(map.min(), meter);
    let (gate, warnings) = outcome?;
    let size = Size::of(map.width(), map.height());
    if size.area() > MAX_CELLS {
        return Err(PlaceError::MapTooLarge { size });
    }
    Ok(layout(&spec.pool, &state, gate, map, warnings))
}

/// Places everything once. What cannot be placed is a part of the outcome; an error ends all tries.
fn begin(recipe: &Recipe, spec: &TemplateSpec, beginning: usize, meter: &mut Meter) -> Result<Beginning, PlaceError> {
    let steps = StepStreams { seed: &recipe.seed, beginning };
    let free = recipe.mask.as_ref().and_then(|mask| mask.free(0)).cloned();
    let mut builder = Builder::new(spec, World::new(bounds(spec), free), steps, meter);
    let outcome = furnish(recipe, &mut builder);
    let Builder { state, log, .. } = builder;
    match outcome {
        Err(halt @ (PlaceError::Stopped | PlaceError::OutOfBudget { .. })) => {
            log.flush(map(recipe, spec, &state, None).min(), meter);
            Err(halt)
        }
        outcome => Ok(Beginning { state, log, outcome }),
    }
}

/// The entrance, what walkers place, what must come last.
fn furnish(recipe: &Recipe, builder: &mut Builder) -> Result<(Door, Vec<String>), PlaceError> {
    let gate = start::entrance(recipe, builder)?;
    let end = walk::walk(builder, &[0])?;
    let mut warnings: Vec<String> = complaint(end, builder).into_iter().collect();
    warnings.extend(finish::place_required(builder)?);
    Ok((gate, warnings))
}

fn complaint(end: End, builder: &Builder) -> Option<String> {
    let reason = match end {
        End::Target => return None,
        End::NoSocket => "no room has a free socket",
        End::NoProgress => "nothing more fits",
        End::NoTurns => "all turns are used up",
    };
    let (floor, wanted) = (builder.state.floor, builder.settings.floor_cells);
    Some(format!("Placed {floor} of {wanted} floor cells; {reason}."))
}

/// Where rooms may lie: in the middle of everything, or on the map that the recipe gives, without its rim.
fn bounds(spec: &TemplateSpec) -> Rect {
    let side = |given: Option<i32>| given.unwrap_or(MAX_SIDE);
    Size::of(side(spec.size[0]), side(spec.size[1])).rect().grow(-1)
}

/// The map's rectangle in the world.
fn map(recipe: &Recipe, spec: &TemplateSpec, state: &State, placed: Option<&(Door, Vec<String>)>) -> Rect {
    let pool = &spec.pool;
    let rooms = state.rooms.iter().map(|put| pool.oriented_template(put.oriented).bounds.shift(put.at).grow(1));
    let runway = placed.map(|(gate, _)| start::runway(recipe, gate.cells, gate.normal));
    let whole = rooms.chain(runway).fold(Rect::new(0, 0, 0, 0), Rect::hull);
    let margin = if spec.corridors { recipe.corridors.runway + 2 } else { 1 };
    let Rect { left, top, right, bottom } = whole.grow(margin).intersection(Rect::new(0, 0, MAX_SIDE, MAX_SIDE));
    let (left, right) = spec.size[0].map_or((left, right), |width| (0, width));
    let (top, bottom) = spec.size[1].map_or((top, bottom), |height| (0, height));
    Rect::new(left, top, right, bottom)
}

fn layout(pool: &Pool, state: &State, gate: Door, map: Rect, warnings: Vec<String>) -> Layout {
    let by = -map.min();
    let rooms = (0..state.rooms.len()).map(|id| placement(pool, state, id, by)).collect();
    let opening = |door: &Door, asked: bool| Opening {
        rooms: door.rooms.map(RoomId),
        cells: door.cells.shift(by),
        normal: door.normal,
        asked,
    };
    let asked = state.doors.iter().map(|door| opening(door, true));
    let candidates = finish::candidates(pool, state);
    let openings = asked.chain(candidates.iter().map(|door| opening(door, false))).collect();
    Layout {
        size: Size::of(map.width(), map.height()),
        rooms,
        module_grid: [1, 1],
        openings,
        joints: Vec::new(),
        stairs: Vec::new(),
        house_stairs: Vec::new(),
        mirror: None,
        gate: Some(Gate { room: RoomId(0), cells: gate.cells.shift(by), normal: gate.normal }),
        has_template_roles: true,
        warnings,
    }
}

fn placement(pool: &Pool, state: &State, id: usize, by: Cell) -> Placement {
    let put = state.rooms[id];
    let template = &pool.templates()[Pool::template_of(put.oriented)];
    // The entrance gets its role where its door is made.
    let roles = template.roles.iter().copied().filter(|&role| role != Role::Entrance).collect();
    let template_group = put.group.map(|group| pool.candidates()[group as usize].name.clone());
    Placement { roles, template_group, ..Placement::of_template(pool, put.oriented, put.at + by) }
}
