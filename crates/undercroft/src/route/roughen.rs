//! Roughened corridors: cells beside a corridor that are cut away so that it looks natural.
//!
//! Only cells outside all rings are taken, beside the part of a corridor between its runways, and none that touches the
//! corridor of another link or the entrance.

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Cell, Rect};

use super::builder::LevelRoutes;
use crate::dungeon::LinkId;
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::seed::Stream;

/// How many of the possible cells are cut away.
const ROUGH: Fraction = Fraction::constant(3_500);

/// Roughens all corridors of a level.
///
/// # Errors
/// When the meter halts.
pub fn roughen(routes: &mut LevelRoutes, stream: &mut Stream, meter: &mut Meter) -> Result<(), Halt> {
    let mut taken = BitGrid::new(routes.layout.size);
    for link in &routes.links {
        meter.spend(1 + link.path().len() as u64 / 4)?;
        for cell in routes.corridor_cells(link) {
            taken.insert(cell);
        }
    }
    if let Some(entrance) = &routes.entrance {
        let door = &routes.doors[entrance.door.index()];
        taken.fill_rect(door.runway_rect(i32::from(entrance.runway)));
    }
    for link in 0..routes.links.len() {
        meter.spend(1 + 4 * routes.links[link].path().len() as u64)?;
        let rough = cells_beside(routes, LinkId(link as u32), &taken, stream);
        for &cell in &rough {
            taken.insert(cell);
        }
        if let Some(corridor) = routes.links[link].corridor_mut() {
            corridor.roughened = rough;
        }
    }
    Ok(())
}

fn cells_beside(routes: &LevelRoutes, link: LinkId, taken: &BitGrid, stream: &mut Stream) -> Vec<Cell> {
    let link = &routes.links[link.index()];
    let own: BTreeSet<Cell> = routes.corridor_cells(link).into_iter().collect();
    let doors = link.doors().iter().map(|door| routes.doors[door.index()].runway_rect(1).grow(1));
    let near_door: Vec<Rect> = doors.collect();
    let inner = routes.map.inner();
    let is_free = |cell: Cell| {
        inner.contains(cell)
            && !taken.contains(cell)
            && !routes.map.has_room(Rect::at(cell, 1, 1))
            && !routes.map.is_masked(cell)
            && !near_door.iter().any(|rect| rect.contains(cell))
            && cell.neighbors4().into_iter().all(|next| !taken.contains(next) || own.contains(&next))
    };
    let width = link.corridor().map_or(1, |corridor| i32::from(corridor.width));
    let swept = link.brush_positions().iter().flat_map(|&at| Rect::at(at, width, width).cells());
    let candidates: BTreeSet<Cell> = swept.flat_map(Cell::neighbors4).filter(|&cell| is_free(cell)).collect();
    candidates.into_iter().filter(|_| stream.chance(ROUGH)).collect()
}
