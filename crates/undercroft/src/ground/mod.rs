//! The ground: water, chasms, rubble and grass on the floors of a dungeon that is laid out.
//!
//! ```text
//!   #########      A pool rises from the lowest cell of a room over a smooth relief; it runs through doorways and stops
//!   #..~~~~.#      at leaves. Away from the shore it is deep (w). A chasm (:) is a bent line through the largest room.
//!   #.~ww~~~_      What cuts a room's doors, stairs or keys off from each other is mended: deep water turns shallow
//!   #.~~ww~.#      along the cheapest path, a chasm gets a bridge (=) or is undone.
//!   #########
//! ```
//!
//! Each pool and each chasm is a transaction: it is sound when it is finished, or it leaves no trace. Nothing here changes a
//! room, a door or a link, so the seed of this stage can be drawn again by itself.

mod chasm;
mod crossing;
mod draft;
mod level_floor;
mod overgrowth;
mod pool;
mod relief;
mod room_parts;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use undercroft_grid::Grid;

use crate::dungeon::Ground;
use crate::meter::{Halt, Meter};
use crate::place::Layout;
use crate::recipe::{GroundSpec, Recipe};
use crate::route::Routes;
use crate::seed::{Seed, Stream};
use draft::GroundDraft;
use level_floor::LevelFloor;

/// Cells that are looked at in one step.
const CELLS_PER_STEP: u64 = 8;
/// From this share of water on a level has two pools.
const TWO_POOLS: u16 = 2_500;

/// How often a pool is poured until there is as much water as was asked for.
const TRIES: usize = 3;

/// The ground of each level that has any.
pub type GroundLayers = BTreeMap<i32, Grid<Ground>>;

/// Lays the ground of all levels.
///
/// # Errors
/// When the meter halts.
pub fn lay(
    recipe: &Recipe,
    spec: &GroundSpec,
    layout: &Layout,
    routes: &Routes,
    meter: &mut Meter,
) -> Result<GroundLayers, Halt> {
    let mut layers = GroundLayers::new();
    let has_garth = layout.rooms.iter().any(|room| room.shape.garth(room.bounds).is_some());
    if !spec.lays_any() && !has_garth {
        return Ok(layers);
    }
    for floor in level_floor::level_floors(layout, routes, meter)? {
        let ground = lay_level(&recipe.seed, spec, &floor, meter)?;
        layers.extend(ground.map(|ground| (floor.z, ground)));
    }
    Ok(layers)
}

/// Lays the ground of one level; what each kind draws comes from a stream of its own.
fn lay_level(
    seed: &Seed,
    spec: &GroundSpec,
    floor: &LevelFloor,
    meter: &mut Meter,
) -> Result<Option<Grid<Ground>>, Halt> {
    meter.spend(1 + floor.cells as u64 / CELLS_PER_STEP)?;
    let stream = |kind: &str| seed.stream(&format!("ground/{}/{kind}", floor.z));
    let mut draft = GroundDraft::new(floor.walkable.size());
    let has_any = stream("chance").chance(spec.chance);
    let mut chasm = stream("chasm");
    if has_any && chasm.chance(spec.chasm) {
        chasm::cleave(floor, &mut draft, &mut chasm);
    }
    if has_any && spec.water.parts() > 0 {
        pour_water(spec, floor, &mut draft, &mut stream("water"), meter)?;
    }
    overgrowth::strew_rubble(floor, &mut draft, spec.rubble, &mut stream("rubble"));
    overgrowth::sow_garths(floor, &mut draft);
    overgrowth::sow_grass(floor, &mut draft, spec.grass, &mut stream("grass"));
    Ok(draft.finish())
}

/// Pours one pool, or two where there is much water. What does not fit behind the leaves of its doors goes elsewhere.
fn pour_water(
    spec: &GroundSpec,
    floor: &LevelFloor,
    draft: &mut GroundDraft,
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<(), Halt> {
    let mut left = spec.water.times(floor.cells);
    let pools = if spec.water.parts() >= TWO_POOLS { 2 } else { 1 };
    let each = left / pools;
    for _ in 0..pools * TRIES {
        if left < pool::LEAST_CELLS {
            break;
        }
        meter.spend(1 + left as u64)?;
        left -= pool::pour(floor, draft, left.min(each), spec.deep, stream);
    }
    Ok(())
}

impl GroundSpec {
    /// Whether it lays anything at all.
    fn lays_any(&self) -> bool {
        let poured = self.chance.parts() > 0 && (self.water.parts() > 0 || self.chasm.parts() > 0);
        poured || self.rubble.parts() > 0 || self.grass.parts() > 0
    }
}
