//! Edits of cells: painted floor and rock, single tiles, and what lies on them.

use std::collections::BTreeSet;

use undercroft_grid::Cell;

use super::action::PaintTo;
use super::made::{Made, PinJob};
use super::{EditError, paint, paint_floor, reshape};
use crate::dungeon::{Dungeon, Ground, Level, PinnedCell, Room, RoomId, Run, Terrain};

/// Paints floor into rooms, or rock and wall over floor.
pub(super) fn paint_cells(
    dungeon: &Dungeon,
    z: i32,
    to: PaintTo,
    runs: &[Run],
    budget: u64,
) -> Result<Made, EditError> {
    let level = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?;
    let cells = cells_of(runs, level)?;
    if to == PaintTo::Floor {
        let (new, rooms) = paint_floor::paint_floor(dungeon, z, &cells, budget)?;
        // Where rooms became one, ids moved.
        let keeps_ids = new.rooms.len() >= dungeon.rooms.len();
        let old = |room: &RoomId| dungeon.rooms.get(room.index()).filter(|_| keeps_ids);
        let first = |room: &RoomId| old(room).and_then(|room| room.floor.first()).map(|run| run.start);
        let pins = rooms.iter().map(|room| PinJob::Room(*room, first(room))).collect();
        return Ok(Made { keeps_ids, ..Made::new(new, pins) });
    }
    let (mut new, rooms) = reshape::cut_floor(dungeon, z, &cells, budget)?;
    let terrain = if to == PaintTo::Wall { Terrain::Wall } else { Terrain::Rock };
    // What is left is no floor of a room: single tiles.
    let bare: Vec<Cell> =
        cells.iter().copied().filter(|&cell| new.level(z).is_some_and(|level| !level.at(cell).is_massive())).collect();
    drop(paint(&mut new, z, &bare, true)?);
    if let Some(level) = new.levels.iter_mut().find(|level| level.z == z) {
        let open = |level: &Level, cell: Cell| cell.neighbors8().into_iter().any(|near| level.at(near).is_room());
        for &cell in &cells {
            // Cells beside floor are its walls, whatever was asked for.
            level.terrain[cell] = if open(level, cell) { Terrain::Wall } else { terrain };
        }
    }
    let kept = new.level(z).map(|level| {
        let pinned = |&cell: &Cell| PinnedCell { cell, terrain: Some(level.at(cell)), ground: None };
        cells.iter().filter(|cell| level.at(**cell) == Terrain::Rock).map(pinned).collect::<Vec<_>>()
    });
    let first = |room: &RoomId| dungeon.room(*room).floor.first().map(|run| run.start);
    let mut pins: Vec<PinJob> = rooms.iter().map(|room| PinJob::Room(*room, first(room))).collect();
    pins.extend(kept.filter(|cells| !cells.is_empty()).map(|cells| PinJob::Cells(z, cells)));
    Ok(Made::new(new, pins))
}

/// Makes cells solid or free; doors and stairs stay.
pub(super) fn set_cells(dungeon: &Dungeon, z: i32, solid: bool, runs: &[Run]) -> Result<Made, EditError> {
    let level = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?;
    let cells = cells_of(runs, level)?;
    let doors: BTreeSet<Cell> = dungeon.doors_on(z).flat_map(|door| door.cells.iter().copied()).collect();
    let is_stair = |cell: Cell| matches!(level.at(cell), Terrain::StairsUp | Terrain::StairsDown);
    if let Some(cell) = cells.iter().find(|&&cell| is_stair(cell) || doors.contains(&cell)) {
        return Err(EditError::Impossible(format!("there is a door or a stair at {cell}")));
    }
    let mut new = dungeon.clone();
    drop(paint(&mut new, z, &cells, solid)?);
    Ok(Made::new(new, Vec::new()))
}

/// Lays ground on floor.
pub(super) fn lay_ground(dungeon: &Dungeon, z: i32, to: char, runs: &[Run]) -> Result<Made, EditError> {
    let level = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?;
    let unknown = || EditError::OutOfLimits { field: "to", problem: format!("need a glyph of ground, got {to:?}") };
    let ground = Ground::from_glyph(to).ok_or_else(unknown)?;
    let cells = cells_of(runs, level)?;
    let lies: Vec<Cell> = cells.into_iter().filter(|&cell| !level.at(cell).is_massive()).collect();
    if lies.is_empty() {
        return Err(EditError::Impossible("nothing lies on rock and walls: no cell of it is floor".to_owned()));
    }
    let mut new = dungeon.clone();
    if let Some(level) = new.levels.iter_mut().find(|level| level.z == z) {
        drop(level.replace_ground(lies.iter().map(|&cell| (cell, ground)).collect::<Vec<_>>()));
    }
    let pinned = lies.iter().map(|&cell| PinnedCell { cell, terrain: None, ground: Some(ground) }).collect();
    // Ground needs floor below it, so the rooms that it lies in are kept with it.
    let is_under = |room: &&Room| room.z == z && lies.iter().any(|&cell| room.contains(cell));
    let rooms = dungeon.rooms.iter().filter(is_under).map(|room| PinJob::Room(room.id, None));
    let pins = rooms.chain([PinJob::Cells(z, pinned)]).collect();
    Ok(Made::new(new, pins))
}

/// The cells of runs on a level.
pub(super) fn cells_of(runs: &[Run], level: &Level) -> Result<Vec<Cell>, EditError> {
    let size = level.size();
    let mut cells = Vec::new();
    for run in runs {
        let fits = (1..=size.width()).contains(&run.length)
            && size.contains(run.start)
            && run.length <= size.width() - run.start.x;
        if !fits {
            return Err(EditError::Outside { cell: run.start, size });
        }
        cells.extend(run.cells());
    }
    if cells.is_empty() {
        return Err(EditError::OutOfLimits { field: "runs", problem: "need at least one cell".to_owned() });
    }
    Ok(cells)
}
