//! Loops that save nothing: a corridor that leaves a room beside one that is there already and soon merges with it.
//!
//! ```text
//!     │ A +──┐            Both doors of A lead to the same corridor: the new one is only made where it saves a long
//!     │   +──┴──── B      detour.
//! ```

use undercroft_grid::{BitGrid, Cell, Rect, Size};

use super::builder::LevelRoutes;
use super::types::CorridorPath;
use crate::dungeon::RoomId;
use crate::meter::{Halt, Meter};

/// Doors of one room that so many corridor cells join lead to the same place.
const NEAR_DOORS: u32 = 10;
/// The fewest steps that a loop between such doors saves.
const LEAST_SAVING: u32 = 20;
/// Cells of a flood that are one step of the meter.
const CELLS_PER_STEP: u64 = 64;

/// The floor of all rooms of a level.
pub struct RoomFloors(BitGrid);

impl RoomFloors {
    /// The floor of the rooms.
    pub fn new(routes: &LevelRoutes) -> Self {
        let mut floors = BitGrid::new(routes.layout.size);
        routes.layout.rooms.iter().flat_map(|room| &room.floor).for_each(|run| floors.fill_rect(run.rect()));
        Self(floors)
    }

    /// Whether a loop has doors that a short corridor would join to others of the same room, and saves few steps.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn is_redundant(
        &self,
        routes: &LevelRoutes,
        rooms: [RoomId; 2],
        corridor: &CorridorPath,
        meter: &mut Meter,
    ) -> Result<bool, Halt> {
        let is_near =
            joins_doors(routes, rooms, corridor, 0, meter)? || joins_doors(routes, rooms, corridor, 1, meter)?;
        Ok(is_near && !self.is_shortcut(routes, corridor, meter)?)
    }

    /// Whether the corridor saves enough steps between the cells inside its doors.
    fn is_shortcut(&self, routes: &LevelRoutes, corridor: &CorridorPath, meter: &mut Meter) -> Result<bool, Halt> {
        let [from, to] = corridor.sites.map(|site| site.first - site.normal);
        // Into the door and out of it at both ends.
        let with_loop = corridor.path.len() as u32 + 3;
        let is_open = |cell: Cell| self.0.contains(cell) || routes.map.is_corridor(cell) || routes.map.is_door(cell);
        Ok(!is_reached(&[from], with_loop + LEAST_SAVING - 1, is_open, |cell| cell == to, meter)?)
    }
}

/// Whether a few corridor cells lead from the door at one end of the new corridor to another door of the same room.
fn joins_doors(
    routes: &LevelRoutes,
    rooms: [RoomId; 2],
    corridor: &CorridorPath,
    end: usize,
    meter: &mut Meter,
) -> Result<bool, Halt> {
    let goals: Vec<Rect> = routes.doors_of(rooms[end]).map(|door| door.runway_rect(1)).collect();
    if goals.is_empty() {
        return Ok(false);
    }
    let brush = |&at: &Cell| Rect::at(at, corridor.width, corridor.width);
    let runways = corridor.sites.map(|site| site.runway_rect());
    let new: Vec<Rect> = corridor.path.iter().map(brush).chain(runways).collect();
    let is_open = |cell: Cell| routes.map.is_corridor(cell) || new.iter().any(|rect| rect.contains(cell));
    let starts: Vec<Cell> = corridor.sites[end].slice(1).cells().collect();
    let is_goal = |cell: Cell| goals.iter().any(|goal| goal.contains(cell));
    is_reached(&starts, NEAR_DOORS - 1, is_open, is_goal, meter)
}

/// Whether a goal lies at most so many steps from the starts.
fn is_reached(
    starts: &[Cell],
    most: u32,
    is_open: impl Fn(Cell) -> bool,
    is_goal: impl Fn(Cell) -> bool,
    meter: &mut Meter,
) -> Result<bool, Halt> {
    let window = Rect::around(starts.iter().copied()).unwrap_or(Rect::new(0, 0, 1, 1)).grow(most as i32 + 1);
    let mut seen = BitGrid::new(Size::of(window.width(), window.height()));
    let mut reached = starts.to_vec();
    starts.iter().for_each(|&start| {
        seen.insert(start - window.min());
    });
    for _ in 0..=most {
        if reached.iter().any(|&cell| is_goal(cell)) {
            return Ok(true);
        }
        meter.spend(1 + reached.len() as u64 / CELLS_PER_STEP)?;
        let beside: Vec<Cell> = reached.iter().flat_map(|cell| cell.neighbors4()).collect();
        reached = beside.into_iter().filter(|&cell| is_open(cell) && seen.insert(cell - window.min())).collect();
    }
    Ok(false)
}

#[cfg(test)]
mod tests;
