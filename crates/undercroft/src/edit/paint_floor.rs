//! Painted floor: it becomes a room, part of the room that it touches, or what makes one room of several.

use undercroft_grid::{BitGrid, Cell, Regions};

use super::subject::RoomRef;
use super::{EditError, merge, reshape};
use crate::dungeon::{Dungeon, Room, RoomId, Run};

/// Makes cells floor: a room of their own, or part of the one that they touch. Returns the rooms that have them.
pub(super) fn paint_floor(
    dungeon: &Dungeon,
    z: i32,
    cells: &[Cell],
    budget: u64,
) -> Result<(Dungeon, Vec<RoomId>), EditError> {
    let size = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?.size();
    if let Some(&cell) = cells.iter().find(|cell| !size.rect().grow(-1).contains(**cell)) {
        return Err(EditError::Outside { cell, size });
    }
    let mut painted = BitGrid::new(size);
    cells.iter().for_each(|&cell| painted.set(cell, true));
    let (mut new, mut rooms) = (dungeon.clone(), Vec::new());
    for runs in Run::of_regions(&painted, &Regions::of(&painted)) {
        let region: Vec<Cell> = runs.iter().flat_map(|run| run.cells()).collect();
        let touches = |room: &&Room| {
            room.z == z
                && region
                    .iter()
                    .any(|&cell| room.contains(cell) || cell.neighbors4().into_iter().any(|near| room.contains(near)))
        };
        let touched: Vec<RoomId> = new.rooms.iter().filter(touches).map(|room| room.id).collect();
        match touched.as_slice() {
            [] => {
                rooms.push(RoomId(new.rooms.len() as u32));
                new = reshape::add_room(&new, z, runs, budget)?;
            }
            [only] => {
                let mut larger = new.room(*only).clone();
                larger.add_floor(&region);
                if larger.floor != new.room(*only).floor {
                    new = reshape::reshape_room(&new, *only, larger.floor, budget)?;
                }
                rooms.push(*only);
            }
            several => {
                let (joined, room) = merge::merge_rooms(&new, several, &region, budget)?;
                // Rooms that were painted before have other ids now.
                let floors: Vec<RoomRef> = rooms.iter().map(|&room| RoomRef::of(new.room(room))).collect();
                rooms = floors.into_iter().filter_map(|floor| floor.find(&joined).ok()).chain([room]).collect();
                new = joined;
            }
        }
    }
    rooms.dedup();
    Ok((new, rooms))
}
