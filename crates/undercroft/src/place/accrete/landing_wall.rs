//! Where the first room of a level can lie that stairs lead to from a room of another level.

use undercroft_grid::{Cell, Dir};

use crate::place::joint::RoomMask;

/// The fewest cells in a row along the wall that both rooms have in common, and of caves, whose walls are crooked.
const LANDING_WALL: i32 = 3;
const CAVE_WALL: i32 = 2;

/// The places of a landing that has the wall on this side in the same line as a room, on the module grid where it is no
/// cave, with some floor along it in common.
pub fn landing_places((room, room_at): (&RoomMask, Cell), mask: &RoomMask, side: Dir, modules: [i32; 2]) -> Vec<Cell> {
    let (there, here) = (room.size(), mask.size());
    let has_cave = room.is_cave() || mask.is_cave();
    let least = if has_cave { CAVE_WALL } else { LANDING_WALL };
    let modules = if has_cave { [1, 1] } else { modules };
    let (module, long, short) = if side.is_horizontal() {
        (modules[1], there.height(), here.height())
    } else {
        (modules[0], there.width(), here.width())
    };
    let corner = match side {
        Dir::North | Dir::West => Cell::new(0, 0),
        Dir::East => Cell::new(there.width() - here.width(), 0),
        Dir::South => Cell::new(0, there.height() - here.height()),
    };
    let axis = if side.is_horizontal() { Dir::South } else { Dir::East };
    let steps = -(short / module)..=long / module;
    let places = steps.map(|step| corner.step(axis, step * module));
    places.filter(|&at| common_wall(room, mask, side, at) >= least).map(|at| room_at + at).collect()
}

/// The longest row of cells beside the wall on a side that both floors have, the second one shifted by `at`.
fn common_wall(room: &RoomMask, mask: &RoomMask, side: Dir, at: Cell) -> i32 {
    let size = room.size();
    let (first, axis, length) = match side {
        Dir::North => (Cell::new(0, 0), Dir::East, size.width()),
        Dir::West => (Cell::new(0, 0), Dir::South, size.height()),
        Dir::South => (Cell::new(0, size.height() - 1), Dir::East, size.width()),
        Dir::East => (Cell::new(size.width() - 1, 0), Dir::South, size.height()),
    };
    let (mut longest, mut row) = (0, 0);
    for cell in (0..length).map(|i| first.step(axis, i)) {
        row = if room.cells.contains(cell) && mask.cells.contains(cell - at) { row + 1 } else { 0 };
        longest = longest.max(row);
    }
    longest
}
