//! The first room of a level that is reached by stairs.
//!
//! ```text
//!   ┌──────┬───┐     It has a wall line in common with the room that the stairs come from, and some floor along it, so that
//!   │ from │new│     the run of the stairs lies along a wall on both levels.
//!   │   ┌──┼───┘
//!   └───┴──┘
//! ```

use undercroft_grid::{BitGrid, Cell, Dir};

use super::attached_room::AttachedRoom;
use crate::place::joint::RoomMask;

/// The fewest common floor cells along the wall, and of caves, whose walls are crooked.
const OVERLAP: usize = 3;
const CAVE_OVERLAP: usize = 2;

/// The places of a mask at which its wall on this side lies in line with the room's and enough floor along it is common.
pub fn landings(from: &AttachedRoom, mask: &RoomMask, side: Dir) -> Vec<Cell> {
    let [own, other] = [&from.mask.cells, &mask.cells].map(|floor| wall_floor(floor, side));
    let (along, fixed) = fixed_corner(from, mask, side);
    let count = |offset: i32| {
        let mut longest = 0;
        let mut run = 0;
        for i in 0..own.len() as i32 {
            let is_other = usize::try_from(i - offset).is_ok_and(|i| other.get(i).is_some_and(|floor| *floor));
            run = if own[i as usize] && is_other { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        longest
    };
    let least = if from.mask.is_cave() || mask.is_cave() { CAVE_OVERLAP } else { OVERLAP };
    let offsets = 1 - other.len() as i32..own.len() as i32;
    offsets.filter(|&offset| count(offset) >= least).map(|offset| fixed.step(along, offset)).collect()
}

/// Whether each cell along the outermost line on a side is floor.
fn wall_floor(floor: &BitGrid, side: Dir) -> Vec<bool> {
    let (width, height) = (floor.size().width(), floor.size().height());
    let cell = |i: i32| match side {
        Dir::North => Cell::new(i, 0),
        Dir::East => Cell::new(width - 1, i),
        Dir::South => Cell::new(i, height - 1),
        Dir::West => Cell::new(0, i),
    };
    let length = if side.is_horizontal() { height } else { width };
    (0..length).map(|i| floor.contains(cell(i))).collect()
}

/// The corner of the mask at offset 0, and the direction in which offsets count.
fn fixed_corner(from: &AttachedRoom, mask: &RoomMask, side: Dir) -> (Dir, Cell) {
    let more = |axis: fn(&RoomMask) -> i32| axis(&from.mask) - axis(mask);
    match side {
        Dir::North => (Dir::East, from.at),
        Dir::South => (Dir::East, from.at + Cell::new(0, more(|mask| mask.size().height()))),
        Dir::West => (Dir::South, from.at),
        Dir::East => (Dir::South, from.at + Cell::new(more(|mask| mask.size().width()), 0)),
    }
}
