//! Mouths: the doorways between caves, each one to three cells wide, whatever the width of its corridor.
//!
//! ```text
//!   ###...###     A mouth is a doorway with its runway, which is as wide as the mouth. A corridor that is narrower
//!   ###...###     meets it somewhere in its width, one that is wider narrows before it. In a wall that two caves share
//!   ####.####     there is floor on both sides of each of its cells.
//! ```

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Cell, Rect};

use super::builder::LevelRoutes;
use super::wall::walls_facing;
use crate::dungeon::{Door, DoorId, Link, Run};
use crate::meter::{Halt, Meter};
use crate::place::{DOOR_GAP, LINE_GAP, Placement};
use crate::template::along_wall;

/// Widths of a mouth. [Unit: cells]
const WIDTHS: std::ops::Range<i32> = 1..4;

/// What lies before a door.
struct Approach {
    /// Straight cells; none in a shared wall. [Unit: cells]
    runway: i32,
    /// Width of the corridor. [Unit: cells]
    brush: usize,
    /// The corridor that it belongs to.
    own: BTreeSet<Cell>,
    /// The cells of all doors of the link.
    doors: Vec<Cell>,
}

/// Gives each door between caves, and the entrance of a cave, a width by chance, as far as the walls and the cells before
/// them allow. Secret passages stay as they are.
///
/// # Errors
/// When the meter halts.
pub fn vary_widths(routes: &mut LevelRoutes, meter: &mut Meter) -> Result<(), Halt> {
    if !routes.layout.rooms.iter().any(Placement::is_cave) {
        return Ok(());
    }
    let mut taken = taken_cells(routes, meter)?;
    // Placement that chose the gate has kept more than its width clear before it.
    let gate = routes.entrance.as_ref().filter(|entrance| routes.layout.rooms[entrance.room.index()].is_cave());
    if let Some(entrance) = gate.filter(|_| routes.layout.gate.is_some()) {
        let (id, runway) = (entrance.door, i32::from(entrance.runway));
        let door = &routes.doors[id.index()];
        let own = door.runway_rect(runway).cells().collect();
        let approach = Approach { runway, brush: 1, own, doors: door.cells.clone() };
        reshape(routes, id, &approach, &mut taken);
    }
    for index in 0..routes.links.len() {
        if !joins_caves(routes, &routes.links[index]) {
            continue;
        }
        for end in 0..routes.links[index].doors().len() {
            let link = &routes.links[index];
            // The cells of the corridor are sorted.
            meter.spend(1 + 2 * link.path().len() as u64)?;
            let door = link.doors()[end];
            let approach = Approach {
                runway: i32::from(link.runway().get(end).copied().unwrap_or(0)),
                brush: link.corridor().map_or(1, |corridor| corridor.width.into()),
                own: routes.corridor_cells(link).into_iter().collect(),
                doors: link.doors().iter().flat_map(|door| routes.doors[door.index()].cells.clone()).collect(),
            };
            // Without a runway the corridor may lie before only a part of a wider door.
            if link.is_shared() || approach.runway > 0 {
                reshape(routes, door, &approach, &mut taken);
            }
        }
    }
    Ok(())
}

/// The cells of all corridors, blind ones and the entrance's among them.
///
/// # Errors
/// When the meter halts.
pub fn taken_cells(routes: &LevelRoutes, meter: &mut Meter) -> Result<BitGrid, Halt> {
    let mut taken = BitGrid::new(routes.layout.size);
    for link in &routes.links {
        meter.spend(1 + link.path().len() as u64 / 4)?;
        routes.corridor_cells(link).into_iter().for_each(|cell| taken.set(cell, true));
    }
    for stub in &routes.stubs {
        let width = i32::from(stub.width);
        stub.path.iter().for_each(|&at| taken.fill_rect(Rect::at(at, width, width)));
    }
    if let Some(entrance) = &routes.entrance {
        taken.fill_rect(routes.doors[entrance.door.index()].runway_rect(i32::from(entrance.runway)));
    }
    Ok(taken)
}

/// Whether a link joins two caves in the open.
pub fn joins_caves(routes: &LevelRoutes, link: &Link) -> bool {
    !link.is_secret_passage() && link.rooms.iter().all(|room| routes.layout.rooms[room.index()].is_cave())
}

/// Gives a door its width. `taken` are the cells of all corridors.
fn reshape(routes: &mut LevelRoutes, door: DoorId, approach: &Approach, taken: &mut BitGrid) {
    let old = &routes.doors[door.index()];
    let Cell { x, y } = old.cells[0];
    let mut stream = routes.recipe.seed.stream(&format!("route/mouth/{x},{y},{}", old.z));
    let width = stream.range(WIDTHS) as usize;
    let to_the_end = stream.below(2) == 0;
    let cells = if width <= old.cells.len() {
        // The first cells are those that the path names.
        old.cells[..width].to_vec()
    } else {
        widened(routes, old, approach, width, to_the_end, taken)
    };
    routes.doors[door.index()].cells = cells;
    let door = &routes.doors[door.index()];
    routes.map.open_door(door.bounds());
    taken.fill_rect(door.runway_rect(approach.runway));
}

/// The cells of a door that has grown along its wall, by turns at both ends, as far as it can.
fn widened(
    routes: &LevelRoutes,
    door: &Door,
    approach: &Approach,
    width: usize,
    to_the_end: bool,
    taken: &BitGrid,
) -> Vec<Cell> {
    let mut cells = door.cells.clone();
    let mut sides = [to_the_end, !to_the_end, to_the_end].into_iter();
    while cells.len() < width {
        // The brush begins at the first cell: a door that is narrower grows along it first.
        let is_narrow = cells.len() < approach.brush;
        let Some(side) = (if is_narrow { Some(true) } else { sides.next() }) else { break };
        let (last, step) = if side { (cells[cells.len() - 1], 1) } else { (cells[0], -1) };
        let next = last.step(along_wall(door.normal), step);
        if can_open(routes, door, approach, next, taken) {
            cells.push(next);
            cells.sort_unstable();
        } else if is_narrow {
            break;
        }
    }
    cells
}

/// Whether a cell beside a door can be a part of it: in the same straight wall, away from other doors, with a free runway
/// or the floor of the other cave beyond it.
fn can_open(routes: &LevelRoutes, door: &Door, approach: &Approach, cell: Cell, taken: &BitGrid) -> bool {
    let is_free = |cell: Cell| {
        let is_own = |next: &Cell| !taken.contains(*next) || approach.own.contains(next);
        routes.map.inner().contains(cell)
            && !routes.map.has_room(Rect::at(cell, 1, 1))
            && !routes.map.is_masked(cell)
            && (!taken.contains(cell) || approach.own.contains(&cell))
            && cell.neighbors4().iter().all(is_own)
    };
    let leads_on = if approach.runway > 0 {
        (1..=approach.runway).all(|depth| is_free(cell.step(door.normal, depth)))
    } else {
        leads_into_other(routes, door, cell)
    };
    leads_on && is_in_wall(routes, door, cell) && !has_other_door(routes, approach, cell)
}

/// Whether the cell beyond is floor of the same room as that beyond the door.
fn leads_into_other(routes: &LevelRoutes, door: &Door, cell: Cell) -> bool {
    let has = |cell: Cell| {
        let has_floor = |run: &Run| run.rect().contains(cell);
        routes
            .layout
            .rooms
            .iter()
            .position(|room| room.z == door.z && room.bounds.contains(cell) && room.floor.iter().any(has_floor))
    };
    let beyond = has(cell + door.normal);
    beyond.is_some() && beyond == has(door.cells[0] + door.normal)
}

/// Whether the door of another link is within the gap that doors keep.
fn has_other_door(routes: &LevelRoutes, approach: &Approach, cell: Cell) -> bool {
    let is_near = |other: &Cell| {
        other.manhattan(cell) <= DOOR_GAP
            || ((other.x == cell.x || other.y == cell.y) && other.manhattan(cell) <= LINE_GAP)
    };
    let mut around = Rect::at(cell, 1, 1).grow(LINE_GAP).cells().filter(is_near);
    around.any(|cell| routes.map.has_door(Rect::at(cell, 1, 1)) && !approach.doors.contains(&cell))
}

/// Whether the cell lies in the same straight wall as the door.
fn is_in_wall(routes: &LevelRoutes, door: &Door, cell: Cell) -> bool {
    let Some(room) = door.room else { return false };
    let walls = walls_facing(&routes.layout.rooms[room.index()].floor, door.normal);
    walls.into_iter().any(|wall| wall.has(door.cells[0]) && wall.has(cell))
}
