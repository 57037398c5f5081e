//! What a bare map shows: rooms and doors, found from the tiles alone.
//!
//! A room is a region of floor, stairs included, connected by edges; rooms are looked for only where the map has doors or
//! corridors, for without them nobody knows where a room ends. Door cells that look alike and lie side by side in one
//! straight wall are one door, up to four cells wide:
//!
//! ```text
//!  #####
//!  #...++..       two doors one cell wide each: the wall runs north to south, so they lie behind one another
//!  ##++#####
//!  #.......#      one door two cells wide
//! ```

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Dir, Regions};

use crate::dungeon::{Door, DoorId, DoorKind, DoorState, Dungeon, Level, Room, RoomId, Run, Terrain};

/// The widest door. [Unit: cells]
const MAX_DOOR: usize = 4;

/// A door as a map shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub kind: DoorKind,
    pub state: DoorState,
    pub secret: bool,
}

/// One cell of a door.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    pub z: i32,
    pub cell: Cell,
    pub look: Look,
}

/// The dungeon with the rooms and doors that its tiles show.
pub fn infer_rooms(mut dungeon: Dungeon, gaps: &[Gap]) -> Dungeon {
    let has_corridor = |level: &Level| level.terrain.values().contains(&Terrain::Corridor);
    let has_rooms = !gaps.is_empty() || dungeon.levels.iter().any(has_corridor);
    let levels = std::mem::take(&mut dungeon.levels);
    for level in &levels {
        let floor = BitGrid::from_fn(level.size(), |cell| has_rooms && level.terrain[cell].is_room());
        let regions = Regions::of(&floor);
        let first = dungeon.rooms.len() as u32;
        let floors = (first..).zip(Run::of_regions(&floor, &regions));
        dungeon.rooms.extend(floors.map(|(id, floor)| Room::bare(RoomId(id), level.z, floor)));
        let room_at = |cell| regions.at(cell).map(|region| RoomId(first + region.0));
        let here = gaps.iter().filter(|gap| gap.z == level.z).map(|gap| (gap.cell, gap.look)).collect();
        for (cells, look) in gates(level, here) {
            let id = DoorId(dungeon.doors.len() as u32);
            dungeon.doors.push(attach_door(id, level, cells, look, room_at));
        }
    }
    dungeon.levels = levels;
    dungeon
}

/// The gaps of a level joined to doors, in the order of their first cells.
pub fn gates(level: &Level, gaps: BTreeMap<Cell, Look>) -> Vec<(Vec<Cell>, Look)> {
    let mut gaps: BTreeMap<Cell, (Look, Dir)> =
        gaps.into_iter().map(|(cell, look)| (cell, (look, wall_direction(level, cell)))).collect();
    let mut doors = Vec::new();
    while let Some((first, gap)) = gaps.pop_first() {
        let mut cells = vec![first];
        while let Some(next) = cells.last().map(|&last| last + gap.1)
            && cells.len() < MAX_DOOR
            && gaps.get(&next) == Some(&gap)
        {
            gaps.remove(&next);
            cells.push(next);
        }
        doors.push((cells, gap.0));
    }
    doors
}

/// East or south, as the wall runs that the gap is in: across the way that is more open.
fn wall_direction(level: &Level, cell: Cell) -> Dir {
    let ways = |a: Dir, b: Dir| [a, b].into_iter().filter(|&dir| is_open(level, cell + dir)).count();
    if ways(Dir::North, Dir::South) >= ways(Dir::East, Dir::West) { Dir::East } else { Dir::South }
}

fn is_open(level: &Level, cell: Cell) -> bool {
    let terrain = level.at(cell);
    !terrain.is_massive() && terrain != Terrain::Door
}

/// A door with its room and its normal: outwards, from the lower to the higher of two rooms.
pub fn attach_door(
    id: DoorId,
    level: &Level,
    cells: Vec<Cell>,
    look: Look,
    room_at: impl Fn(Cell) -> Option<RoomId>,
) -> Door {
    let ahead = if wall_direction(level, cells[0]) == Dir::East { Dir::South } else { Dir::East };
    let room_on = |dir: Dir| cells.iter().filter_map(|&cell| room_at(cell + dir)).min();
    let (room, normal) = match (room_on(ahead.opposite()), room_on(ahead)) {
        (Some(behind), Some(before)) if before < behind => (Some(before), ahead.opposite()),
        (Some(behind), _) => (Some(behind), ahead),
        (None, Some(before)) => (Some(before), ahead.opposite()),
        (None, None) if is_open(level, cells[0] + ahead) => (None, ahead),
        (None, None) => (None, ahead.opposite()),
    };
    Door { id, z: level.z, room, cells, normal, kind: look.kind, state: look.state, secret: look.secret }
}
