//! Mouths: the openings of natural rooms, each one to three cells wide, whatever the width of its corridor.
//!
//! ```text
//!   ###...###     A mouth is an archway with its runway, which is as wide as the mouth. A corridor that is narrower
//!   ###...###     meets it somewhere in its width, one that is wider narrows before it.
//!   ####.####
//! ```

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Cell, Rect};

use super::builder::LevelRoutes;
use super::wall::Wall;
use crate::dungeon::{Door, DoorId, Link, LinkKind};
use crate::meter::{Halt, Meter};
use crate::seed::Stream;
use crate::template::along_wall;

/// Widths of a mouth. [Unit: cells]
const WIDTHS: std::ops::Range<i32> = 1..4;

/// Gives each end of the links that `may_change`, and the entrance, a width by chance, as far as the walls and the cells
/// before them allow.
///
/// # Errors
/// When the meter halts.
pub fn vary_widths(
    routes: &mut LevelRoutes,
    may_change: &[bool],
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<(), Halt> {
    let mut taken = BitGrid::new(routes.layout.size);
    for link in &routes.links {
        meter.spend(1 + link.path().len() as u64 / 4)?;
        for cell in routes.corridor_cells(link) {
            taken.insert(cell);
        }
    }
    let gate = routes.entrance.as_ref().map(|entrance| (entrance.door, i32::from(entrance.runway)));
    if let Some((door, runway)) = gate {
        taken.fill_rect(routes.doors[door.index()].runway_rect(runway));
        reshape(routes, door, runway, &BTreeSet::new(), &mut taken, stream);
    }
    let is_mouth = |link: &Link| matches!(link.kind, LinkKind::Corridor { .. }) && may_change[link.id.index()];
    for link in 0..routes.links.len() {
        if !is_mouth(&routes.links[link]) {
            continue;
        }
        for end in 0..2 {
            // The cells of the corridor are sorted.
            meter.spend(1 + 2 * routes.links[link].path().len() as u64)?;
            let own: BTreeSet<Cell> = routes.corridor_cells(&routes.links[link]).into_iter().collect();
            let (door, runway) = (routes.links[link].doors()[end], i32::from(routes.links[link].runway()[end]));
            reshape(routes, door, runway, &own, &mut taken, stream);
        }
    }
    Ok(())
}

/// Gives a door its width. `own` are the cells of its corridor, `taken` those of all corridors.
fn reshape(
    routes: &mut LevelRoutes,
    door: DoorId,
    runway: i32,
    own: &BTreeSet<Cell>,
    taken: &mut BitGrid,
    stream: &mut Stream,
) {
    let width = stream.range(WIDTHS) as usize;
    let to_the_end = stream.below(2) == 0;
    let old = &routes.doors[door.index()];
    // Without a runway the corridor may lie before only a part of a wider door.
    if runway == 0 || old.room.is_none_or(|room| routes.layout.rooms[room.index()].template.is_some()) {
        return;
    }
    let cells = if width <= old.cells.len() {
        // The first cells are those that the path names.
        old.cells[..width].to_vec()
    } else {
        widened(routes, old, runway, width, to_the_end, |cell| {
            !taken.contains(cell) && cell.neighbors4().iter().all(|next| !taken.contains(*next) || own.contains(next))
        })
    };
    routes.doors[door.index()].cells = cells;
    let door = &routes.doors[door.index()];
    routes.map.open_door(door.bounds());
    taken.fill_rect(door.runway_rect(runway));
}

/// The cells of a door that has grown along its wall, by turns at both ends, as far as it can.
fn widened(
    routes: &LevelRoutes,
    door: &Door,
    runway: i32,
    width: usize,
    to_the_end: bool,
    is_free: impl Fn(Cell) -> bool,
) -> Vec<Cell> {
    let mut cells = door.cells.clone();
    let fits = |cell: Cell, cells: &[Cell]| {
        let touches = |next: &Cell| !cells.contains(next) && routes.map.has_door(Rect::at(*next, 1, 1));
        let before = |depth: i32| cell.step(door.normal, depth);
        let is_open = |cell: Cell| {
            routes.map.inner().contains(cell)
                && !routes.map.has_room(Rect::at(cell, 1, 1))
                && !routes.map.is_masked(cell)
                && is_free(cell)
        };
        is_in_wall(routes, door, cell)
            && !cell.neighbors4().iter().any(touches)
            && (1..=runway).all(|depth| is_open(before(depth)))
    };
    for side in [to_the_end, !to_the_end] {
        let (last, step) = if side { (cells[cells.len() - 1], 1) } else { (cells[0], -1) };
        let next = last.step(along_wall(door.normal), step);
        if cells.len() < width && fits(next, &cells) {
            cells.push(next);
            cells.sort_unstable();
        }
    }
    cells
}

/// Whether the cell lies in the same straight wall as the door.
fn is_in_wall(routes: &LevelRoutes, door: &Door, cell: Cell) -> bool {
    let has = |wall: &Wall, cell: Cell| (0..wall.length).any(|offset| wall.cell(offset) == cell);
    let walls = door.room.map_or(&[][..], |room| &routes.walls[room.index()]);
    walls.iter().any(|wall| wall.normal == door.normal && has(wall, door.cells[0]) && has(wall, cell))
}
