//! Doors in shared walls: runs of cells on which sockets of two rooms face each other.
//!
//! ```text
//!     #....#        The run of facing pairs is one wide door. Rooms never touch but by walls, so all pairs of a run
//!     ##++##        belong to the same two rooms, and doors of different rooms never touch each other.
//!     #....#
//! ```

use undercroft_grid::{Cell, Dir, Rect};

use super::state::{Door, State};
use crate::template::{LARGEST_DRAWING, WIDEST_SOCKET, along_wall};

impl State {
    /// The door that can be opened on this cell: the run of facing pairs, at most four cells of it, and every required
    /// socket that it touches as a whole. `None` where no pair faces, or a door is there, or it would be too wide.
    pub fn possible_door(&self, cell: Cell, dir: Dir) -> Option<Door> {
        let step = along_wall(dir);
        let at = |offset: i32| self.world.at(cell.step(step, offset));
        // A wall is not longer than its drawing.
        let reach = |sign: i32| (1..LARGEST_DRAWING).take_while(|&i| at(sign * i).is_facing(dir)).last().unwrap_or(0);
        if !at(0).is_facing(dir) {
            return None;
        }
        let run = (-reach(-1), reach(1));
        if (run.0..=run.1).any(|i| at(i).is_open()) {
            return None;
        }
        // A required socket that goes on where the run ends cannot be opened as a whole.
        let is_cut = |end: i32, beyond: i32| at(end).is_required(dir) && at(beyond).is_required(dir);
        if is_cut(run.0, run.0 - 1) || is_cut(run.1, run.1 + 1) {
            return None;
        }
        let required = || (run.0..=run.1).filter(|&i| at(i).is_required(dir));
        let mut first = required().next().unwrap_or(0).min(0);
        let mut last = required().next_back().unwrap_or(0).max(0);
        while last - first + 1 < WIDEST_SOCKET && (first > run.0 || last < run.1) {
            if last < run.1 {
                last += 1;
            } else {
                first -= 1;
            }
        }
        (last - first < WIDEST_SOCKET).then(|| self.door(cell, dir, [first, last]))
    }

    fn door(&self, cell: Cell, dir: Dir, span: [i32; 2]) -> Door {
        let [first, last] = span.map(|offset| cell.step(along_wall(dir), offset));
        let cells = Rect::new(first.x, first.y, last.x + 1, last.y + 1);
        let room =
            |cell: Cell| self.world.at(cell).room().unwrap_or_else(|| unreachable!("a socket has floor behind it"));
        let (behind, beyond) = (room(cell - dir), room(cell + dir));
        if behind < beyond {
            Door { cells, normal: dir, rooms: [behind, beyond] }
        } else {
            Door { cells, normal: dir.opposite(), rooms: [beyond, behind] }
        }
    }
}
