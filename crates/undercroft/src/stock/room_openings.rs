//! Where one can come into a room, and the cells that are kept clear for it.

use undercroft_grid::Cell;

use crate::dungeon::{Door, DoorId, Dungeon, MarkerKind, RoomId};

/// A door of a room.
#[derive(Clone, Copy, Debug)]
pub struct RoomDoor {
    /// The door.
    pub door: DoorId,
    /// How far in the room beyond it lies: links from the entrance, and one more; 0 outside.
    pub depth: u32,
}

/// The doors of a room, the cells that nothing may stand on, and those that must stay joined.
#[derive(Clone, Debug, Default)]
pub struct RoomOpenings {
    /// Its doors, those in walls that it shares included.
    pub doors: Vec<RoomDoor>,
    /// The floor cells before every door at its full width and the next cell inwards; stairs with their neighbours; keys.
    pub clear: Vec<Cell>,
    /// The cells before doors, stairs and keys.
    pub anchors: Vec<Cell>,
}

/// Cells that a room with a few doors keeps clear.
const CLEAR_CELLS: usize = 12;

impl RoomOpenings {
    /// The openings of every room, by id.
    pub fn of_rooms(dungeon: &Dungeon) -> Vec<Self> {
        let mut rooms = vec![Self::default(); dungeon.rooms.len()];
        let depths = depths_beyond(dungeon);
        for door in &dungeon.doors {
            let Some(room) = door.room else { continue };
            rooms[room.index()].add_door(door, true, depths[door.id.index()]);
        }
        for link in &dungeon.links {
            if link.is_shared() {
                let door = dungeon.door(link.doors()[0]);
                let other = link.rooms.into_iter().find(|&room| Some(room) != door.room);
                if let (Some(other), Some(near)) = (other, door.room) {
                    rooms[other.index()].add_door(door, false, 1 + dungeon.room(near).depth);
                }
            }
            for room in link.rooms {
                rooms[room.index()].add_stairs(link.stairs_in(room));
            }
        }
        for marker in dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key) {
            if let Some(room) = marker.room {
                rooms[room.index()].clear.push(marker.cell);
                rooms[room.index()].anchors.push(marker.cell);
            }
        }
        rooms
    }

    /// The floor cell before a room's door.
    pub fn before(dungeon: &Dungeon, door: &Door, room: RoomId) -> Cell {
        let inside = door.cells[0] - door.normal;
        if dungeon.room(room).contains(inside) { inside } else { door.cells[0] + door.normal }
    }

    /// Adds a door of the room, or of the room beyond a wall that both share.
    fn add_door(&mut self, door: &Door, is_own: bool, depth: u32) {
        self.doors.push(RoomDoor { door: door.id, depth });
        let inward = if is_own { door.normal.opposite() } else { door.normal };
        self.clear.reserve(if self.clear.is_empty() { CLEAR_CELLS } else { 2 });
        for &cell in &door.cells {
            let before = cell + inward;
            self.anchors.push(before);
            self.clear.extend([before, before + inward]);
        }
    }

    fn add_stairs(&mut self, run: &[Cell]) {
        for &cell in run {
            self.anchors.push(cell);
            self.clear.push(cell);
            self.clear.extend(cell.neighbors4());
        }
    }
}

/// For each door how far in the room beyond it lies, as seen from the door's own room.
fn depths_beyond(dungeon: &Dungeon) -> Vec<u32> {
    let mut depths = vec![u32::MAX; dungeon.doors.len()];
    for link in &dungeon.links {
        for &door in link.doors() {
            let beyond = link.rooms.into_iter().find(|&room| Some(room) != dungeon.door(door).room);
            depths[door.index()] = beyond.map_or(u32::MAX, |room| 1 + dungeon.room(room).depth);
        }
    }
    if let Some(entrance) = &dungeon.entrance {
        depths[entrance.door.index()] = 0;
    }
    depths
}
