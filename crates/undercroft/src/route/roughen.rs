//! Roughened corridors: cells beside a corridor between caves that are cut away, so that its width varies.
//!
//! Value noise decides which, so that cut cells lie together. None touches a ring, a door, the entrance or the corridor of
//! another link.

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Cell, Rect};

use super::builder::LevelRoutes;
use super::cave_mouth::{joins_caves, taken_cells, vary_widths};
use crate::dungeon::Link;
use crate::meter::{Halt, Meter};
use crate::place::Placement;
use crate::value_noise::ValueNoise;

/// Spacing of the noise. [Unit: cells]
const SPACING: i32 = 9;
/// Above this value cells are cut away: 0.46.
const LEAST: i32 = ValueNoise::LIMIT / 50 * 23;

/// Gives the doors between caves their widths and roughens the corridors between them, when a level has all else.
///
/// # Errors
/// When the meter halts.
pub fn finish_caves(routes: &mut LevelRoutes, z: i32, meter: &mut Meter) -> Result<(), Halt> {
    vary_widths(routes, meter)?;
    roughen(routes, z, meter)
}

/// Roughens the corridors of a level between caves.
///
/// # Errors
/// When the meter halts.
fn roughen(routes: &mut LevelRoutes, z: i32, meter: &mut Meter) -> Result<(), Halt> {
    if !routes.layout.rooms.iter().any(Placement::is_cave) {
        return Ok(());
    }
    let mut taken = taken_cells(routes, meter)?;
    let noise = ValueNoise::new(routes.recipe.seed.stream(&format!("route/rough/{z}")).bits(), SPACING);
    for index in 0..routes.links.len() {
        let link = &routes.links[index];
        if !joins_caves(routes, link) {
            continue;
        }
        meter.spend(1 + 4 * link.path().len() as u64)?;
        let rough = cells_beside(routes, link, &taken, noise);
        rough.iter().for_each(|&cell| taken.set(cell, true));
        if let Some(corridor) = routes.links[index].corridor_mut() {
            corridor.roughened = rough;
        }
    }
    Ok(())
}

fn cells_beside(routes: &LevelRoutes, link: &Link, taken: &BitGrid, noise: ValueNoise) -> Vec<Cell> {
    let own: BTreeSet<Cell> = routes.corridor_cells(link).into_iter().collect();
    let inner = routes.map.inner();
    let is_closed =
        |cell: Cell| !routes.map.has_room(Rect::at(cell, 1, 1)) && !routes.map.has_door(Rect::at(cell, 1, 1));
    let is_free = |cell: &Cell| {
        inner.contains(*cell)
            && !taken.contains(*cell)
            && !routes.map.is_masked(*cell)
            && is_closed(*cell)
            && cell
                .neighbors4()
                .into_iter()
                .all(|next| is_closed(next) && (!taken.contains(next) || own.contains(&next)))
    };
    let beside: BTreeSet<Cell> = own.iter().flat_map(|cell| cell.neighbors4()).filter(is_free).collect();
    beside.into_iter().filter(|cell| noise.at(cell.x.into(), cell.y.into()) > LEAST).collect()
}
