//! A map that becomes larger or smaller, with everything on it moved.

use undercroft_grid::{Cell, Grid, MAX_SIDE, Rect, Size};

use super::made::Made;
use super::{EditError, check};
use crate::dungeon::{Dungeon, Ground, LinkKind, MAX_CELLS, Pin, PinnedDoor, PinnedLink, Terrain};

/// Gives all levels another size; what is on them moves by some cells. Nothing may be cut off.
pub(super) fn resize_map(dungeon: &Dungeon, [w, h]: [i32; 2], by: Cell) -> Result<Made, EditError> {
    check(dungeon)?;
    let size = new_size(dungeon, w, h, by)?;
    check_kept(dungeon, size, by)?;
    if by == Cell::new(0, 0) && dungeon.levels.iter().all(|level| level.size() == size) {
        return Err(EditError::Impossible(format!("the map has {size} cells already")));
    }
    let mut new = dungeon.clone();
    move_levels(&mut new, size, by);
    move_things(&mut new, by);
    let pins = dungeon.provenance.pins.iter().map(|pin| moved_pin(pin, by)).collect();
    new.provenance.pins_size = new.provenance.pins_size.map(|_| [w, h]);
    // A recipe that gives the size gives this one from now on, so that the next roll has a place for what is pinned.
    let given = new.provenance.recipe.size();
    for (key, side) in
        [("width", w), ("height", h)].into_iter().zip(given).filter_map(|(side, given)| given.map(|_| side))
    {
        new.provenance.recipe.insert(key, side);
    }
    Ok(Made { moved_pins: Some(pins), ..Made::new(new, Vec::new()) })
}

fn new_size(dungeon: &Dungeon, w: i32, h: i32, by: Cell) -> Result<Size, EditError> {
    let refuse = |field: &'static str, got: i32, least: i32| {
        Err(EditError::OutOfLimits { field, problem: format!("need {least} to {MAX_SIDE}, got {got}") })
    };
    for (field, side) in [("w", w), ("h", h)] {
        if !(3..=MAX_SIDE).contains(&side) {
            return refuse(field, side, 3);
        }
    }
    for (field, step) in [("dx", by.x), ("dy", by.y)] {
        if step.unsigned_abs() > MAX_SIDE as u32 {
            return refuse(field, step, -MAX_SIDE);
        }
    }
    let cells = w as usize * h as usize * dungeon.levels.len();
    if cells > MAX_CELLS {
        let problem = format!("need at most {MAX_CELLS} cells on all levels, got {cells}");
        return Err(EditError::OutOfLimits { field: "w", problem });
    }
    Ok(Size::of(w, h))
}

/// Rooms keep their walls, and no open cell is cut off.
fn check_kept(dungeon: &Dungeon, size: Size, by: Cell) -> Result<(), EditError> {
    for room in &dungeon.rooms {
        if !size.rect().contains_rect(room.bounds().shift(by).grow(1)) {
            return Err(EditError::LeavesMap { room: room.id, at: room.bounds().min() + by, size });
        }
    }
    for level in &dungeon.levels {
        let is_cut = |(cell, terrain): &(Cell, &Terrain)| !terrain.is_massive() && !size.contains(*cell + by);
        if let Some((cell, _)) = level.terrain.iter().find(is_cut) {
            return Err(EditError::Impossible(format!(
                "{cell} of level {} is open and would lie outside the {size} map",
                level.z
            )));
        }
    }
    Ok(())
}

fn move_levels(new: &mut Dungeon, size: Size, by: Cell) {
    for level in &mut new.levels {
        let mut terrain = Grid::filled(size, Terrain::Rock);
        for (cell, &tile) in level.terrain.iter().filter(|(cell, _)| size.contains(*cell + by)) {
            terrain[cell + by] = tile;
        }
        let ground = level.ground.take();
        level.terrain = terrain;
        if let Some(ground) = ground {
            let mut moved = Grid::filled(size, Ground::Bare);
            for (cell, &lies) in ground.iter().filter(|(cell, _)| size.contains(*cell + by)) {
                moved[cell + by] = lies;
            }
            level.set_ground(moved);
        }
    }
}

fn move_things(new: &mut Dungeon, by: Cell) {
    let on_grid = new.module_grid.is_none_or(|[gx, gy]| by.x % gx.max(1) == 0 && by.y % gy.max(1) == 0);
    for room in &mut new.rooms {
        room.floor.iter_mut().for_each(|run| run.start += by);
        room.sockets.iter_mut().for_each(|socket| socket.cell += by);
        room.dais = room.dais.map(|dais| dais.shift(by));
        room.aligned &= on_grid;
        if let Some(template) = &mut room.template {
            template.at += by;
        }
        if let Some(hearth) = &mut room.hearth {
            hearth.cell += by;
        }
    }
    new.doors.iter_mut().flat_map(|door| &mut door.cells).for_each(|cell| *cell += by);
    new.windows.iter_mut().for_each(|window| window.cell += by);
    for link in &mut new.links {
        match &mut link.kind {
            LinkKind::Corridor { corridor, .. } | LinkKind::Secret { corridor, .. } => {
                corridor.path.iter_mut().chain(&mut corridor.roughened).for_each(|cell| *cell += by);
            }
            LinkKind::Stairs { runs } => runs.iter_mut().flatten().for_each(|cell| *cell += by),
            LinkKind::Shared { .. } => {}
        }
    }
    new.stubs.iter_mut().flat_map(|stub| &mut stub.path).for_each(|cell| *cell += by);
    new.markers.iter_mut().for_each(|marker| marker.cell += by);
    new.features.iter_mut().for_each(|feature| feature.cell += by);
    new.spawns.iter_mut().for_each(|spawn| spawn.cell += by);
    new.outline = new.outline.map(|outline: Rect| outline.shift(by));
}

/// The pin of the same content elsewhere.
fn moved_pin(pin: &Pin, by: Cell) -> Pin {
    let mut pin = pin.clone();
    match &mut pin {
        Pin::Room(room) => {
            room.floor.iter_mut().for_each(|run| run.start += by);
            room.sockets.iter_mut().for_each(|socket| socket.cell += by);
            room.from = room.from.map(|from| from + by);
            if let Some(template) = &mut room.template {
                template.at += by;
            }
        }
        Pin::Link(link) => move_link(&mut link.kind, by),
        Pin::Door(door) => door.cells.iter_mut().for_each(|cell| *cell += by),
        Pin::Entrance(door) => door.cells.iter_mut().for_each(|cell| *cell += by),
        Pin::Cells(cells) => cells.at += by,
        Pin::Feature(feature) => feature.cell += by,
        Pin::Spawn(spawn) => spawn.cell += by,
        Pin::Name(_) | Pin::Stage(_) => {}
    }
    pin
}

fn move_link(kind: &mut PinnedLink, by: Cell) {
    let move_door = |door: &mut PinnedDoor| door.cells.iter_mut().for_each(|cell| *cell += by);
    match kind {
        PinnedLink::Shared(door) => move_door(door),
        PinnedLink::Corridor(corridor) | PinnedLink::Secret(corridor) => {
            corridor.doors.iter_mut().for_each(move_door);
            corridor.path.iter_mut().chain(&mut corridor.roughened).for_each(|cell| *cell += by);
        }
        PinnedLink::Stairs(runs) => runs.iter_mut().flatten().for_each(|cell| *cell += by),
    }
}
