//! What it costs to place a room of a plan somewhere.

use undercroft_grid::Rect;

use super::attached_room::AttachedRoom;
use super::level_task::{AttachStep, LevelTask};

/// Each half cell on the wrong side of a room. [Unit: quarter cells]
const WRONG_SIDE_COST: i64 = 4;

/// What it costs to place a room here: cells by which it lies on the wrong side of rooms that differ in the plan, and
/// its distance from rooms that a loop joins it with. [Unit: quarter cells]
pub fn side_cost(
    task: &LevelTask,
    rooms: &[Option<AttachedRoom>],
    step: AttachStep,
    bounds: Rect,
    loop_cost: i64,
) -> i64 {
    let twice_center = |rect: Rect| [rect.left + rect.right, rect.top + rect.bottom];
    let (center, cell) = (twice_center(bounds), task.rooms[step.room].cell);
    let mut cost = 0;
    for (other, placed) in rooms.iter().enumerate() {
        let Some(placed) = placed.as_ref().filter(|_| other != step.parent) else { continue };
        let (there, planned) = (twice_center(placed.bounds()), task.rooms[other].cell);
        // North is up in the plan and has lower rows on the map.
        let sides = [cell.x - planned.x, planned.y - cell.y];
        let apart = [center[0] - there[0], center[1] - there[1]];
        let wrong = |axis: usize| if sides[axis].signum() * apart[axis] < 0 { i64::from(apart[axis].abs()) } else { 0 };
        cost += WRONG_SIDE_COST * (wrong(0) + wrong(1));
        let is_loop = |&[a, b]: &[usize; 2]| [a, b] == [other, step.room] || [b, a] == [other, step.room];
        if task.loops.iter().any(is_loop) {
            cost += loop_cost * i64::from(apart[0].abs() + apart[1].abs());
        }
    }
    cost
}
