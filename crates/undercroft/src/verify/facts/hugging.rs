//! Steps of corridors that run along rooms.

use std::ops::AddAssign;

use undercroft_grid::{Cell, Dir, Rect};

use crate::dungeon::{Dungeon, Level};
use crate::verify::corridors::routed_on;
use crate::verify::owner::Owners;

/// Steps of corridors, and those of them beside a room.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::verify) struct Hugging {
    pub(super) steps: u64,
    pub(super) hugging: u64,
}

impl AddAssign for Hugging {
    fn add_assign(&mut self, other: Self) {
        self.steps += other.steps;
        self.hugging += other.hugging;
    }
}

/// Counts the steps of a level's corridors outside their runways.
///
/// A step hugs when a cell of a room, ring included, lies beside the brush that was moved, on one of the two flanks
/// that are parallel to the step.
pub(in crate::verify) fn hugging(dungeon: &Dungeon, level: &Level, owners: &Owners) -> Hugging {
    let mut sum = Hugging::default();
    for link in routed_on(dungeon, level.z) {
        let brush = link.brush_positions();
        // The last position belongs to the runway of the second door, if it has one.
        let steps = brush.len().saturating_sub(1 + usize::from(link.runway()[1] > 0));
        for pair in brush.windows(2).take(steps) {
            sum.steps += 1;
            sum.hugging += u64::from(hugs(pair[0], pair[1], dungeon.link_width(link).into(), owners));
        }
    }
    sum
}

fn hugs(from: Cell, to: Cell, width: i32, owners: &Owners) -> bool {
    let Some(dir) = Dir::from_delta(to - from) else { return false };
    let flanks = if dir.is_horizontal() {
        [Rect::at(to + Dir::North, width, 1), Rect::at(to.step(Dir::South, width), width, 1)]
    } else {
        [Rect::at(to + Dir::West, 1, width), Rect::at(to.step(Dir::East, width), 1, width)]
    };
    flanks.into_iter().flat_map(Rect::cells).any(|cell| owners.at(cell).is_room_cell())
}
