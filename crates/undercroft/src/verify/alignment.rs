//! Rooms that say they are aligned lie on the recipe's module grid.
//!
//! Of separate rooms the floor's position and size are multiples of the grid; of adjoining rooms the walls lie on its
//! lines. The grid is counted from `rooms.origin`, from (0, 0) if there is none.

use serde_json::Value;

use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Room};

pub(super) fn check(dungeon: &Dungeon) -> Result<Vec<Flaw>, &'static str> {
    let Some(grid) = dungeon.recipe.get("rooms.grid").and_then(pair).filter(|[gx, gy]| *gx > 0 && *gy > 0) else {
        return Err("The recipe does not record the module grid that was used.");
    };
    let origin = dungeon.recipe.get("rooms.origin").and_then(pair).unwrap_or([0, 0]);
    let adjoining = dungeon.recipe.get("rooms.style").is_some_and(|style| style == "adjoining");
    let is_false = |room: &&Room| room.aligned && !is_aligned(room, grid, origin, adjoining);
    Ok(dungeon.rooms.iter().filter(is_false).map(|room| flaw(room, grid)).collect())
}

fn is_aligned(room: &Room, [gx, gy]: [i64; 2], [ox, oy]: [i64; 2], adjoining: bool) -> bool {
    let bounds = room.bounds();
    // From wall to wall where walls lie on the lines, else from the first floor cell to the one after the last.
    let wall = i32::from(adjoining);
    let on = |line: i32, grid: i64, origin: i64| (i64::from(line) - origin).rem_euclid(grid) == 0;
    on(bounds.left - wall, gx, ox)
        && on(bounds.right, gx, ox)
        && on(bounds.top - wall, gy, oy)
        && on(bounds.bottom, gy, oy)
}

/// `[a, b]`, or `a` for both.
fn pair(value: &Value) -> Option<[i64; 2]> {
    match value.as_array().map(Vec::as_slice) {
        Some([a, b]) => Some([a.as_i64()?, b.as_i64()?]),
        Some(_) => None,
        None => value.as_i64().map(|both| [both, both]),
    }
}

fn flaw(room: &Room, [gx, gy]: [i64; 2]) -> Flaw {
    let bounds = room.bounds();
    let sentence = format!(
        "Room {} says it lies on the {gx}×{gy} grid, but its floor is {}×{} at {}.",
        room.id,
        bounds.width(),
        bounds.height(),
        bounds.min()
    );
    Flaw::new(FlawCode::AlignmentFalse, sentence).rooms([room.id])
}
