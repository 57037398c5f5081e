//! Rooms that are recorded as aligned lie on the recipe's module grid, the others do not. Caves and the rooms of
//! walkers are never aligned.
//!
//! Of separate rooms the floor's position and size are multiples of the grid; of adjoining rooms the walls lie on its
//! lines. The grid is counted from the map's corner.

use undercroft_grid::Rect;

use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Room, Shape, StairAlcoves};

pub(super) fn check(dungeon: &Dungeon) -> Result<Vec<Flaw>, &'static str> {
    let Some(grid) = dungeon.module_grid.filter(|[gx, gy]| *gx > 0 && *gy > 0) else {
        return Err("The dungeon does not record the module grid that was used.");
    };
    let adjoining = dungeon.provenance.recipe.is_house();
    let has_grid = dungeon.provenance.recipe.has_module_grid();
    let alcoves = StairAlcoves::new(dungeon);
    let is_false = |room: &&Room| {
        room.aligned
            != (has_grid && room.shape != Shape::Cave && is_aligned(alcoves.bounds_without(room), grid, adjoining))
    };
    Ok(dungeon.rooms.iter().filter(is_false).map(|room| flaw(room, grid)).collect())
}

fn is_aligned(bounds: Rect, [gx, gy]: [i32; 2], adjoining: bool) -> bool {
    // From wall to wall where walls lie on the lines, else from the first floor cell to the one after the last.
    let wall = i32::from(adjoining);
    let on = |line: i32, grid: i32| line % grid == 0;
    on(bounds.left - wall, gx) && on(bounds.right, gx) && on(bounds.top - wall, gy) && on(bounds.bottom, gy)
}

fn flaw(room: &Room, [gx, gy]: [i32; 2]) -> Flaw {
    let bounds = room.bounds();
    let sentence = format!(
        "Room {} is recorded as {}aligned with the {gx}×{gy} grid, but its floor is {}×{} at {}.",
        room.id,
        if room.aligned { "" } else { "not " },
        bounds.width(),
        bounds.height(),
        bounds.min()
    );
    Flaw::new(FlawCode::AlignmentFalse, sentence).rooms([room.id])
}
