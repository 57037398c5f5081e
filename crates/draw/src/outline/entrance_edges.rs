//! The open end of the entrance: sides of the runway that no wall closes.

use undercroft_grid::{Cell, Dir, Edge};

use undercroft::dungeon::{Dungeon, Level};

/// The cells of the runway and the direction out.
pub struct EntranceEdges {
    runway: Vec<Cell>,
    last: Vec<Cell>,
    out: Dir,
    /// Whether the whole runway lies in the open, as before a house.
    is_path: bool,
}

impl EntranceEdges {
    /// The entrance, where it is on this level and open.
    pub fn find(dungeon: &Dungeon, level: &Level, is_path: bool) -> Option<Self> {
        let entrance = dungeon.entrance.as_ref().filter(|entrance| entrance.open_end)?;
        let door = dungeon.doors.get(entrance.door.index()).filter(|door| door.z == level.z)?;
        if door.cells.iter().any(|&cell| !level.size().contains(cell)) {
            return None;
        }
        let length = i32::from(entrance.runway);
        let row = |step: i32| door.cells.iter().map(move |&cell| cell.step(door.normal, step));
        let runway = (1..=length).flat_map(row).collect();
        Some(Self { runway, last: row(length).collect(), out: door.normal, is_path })
    }

    /// Whether an edge is open.
    pub fn has(&self, edge: Edge) -> bool {
        let is_end = edge.dir.left() == self.out && self.last.contains(&edge.cell);
        is_end || self.is_path && self.runway.contains(&edge.cell)
    }
}
