//! Ground after a change: what lost its floor is gone, and nothing that was joined is parted.

use undercroft_grid::{BitGrid, Cell, Dir, flood};

use crate::dungeon::{Door, DoorKind, Dungeon, Ground, Level, Marker, MarkerKind, Room, RoomId, Terrain};

/// Moves what lies on the floor of a room along with it. `moved` is the room where it was.
pub(super) fn carry_ground(dungeon: &mut Dungeon, moved: &Room, by: Cell) {
    let Some(level) = dungeon.levels.iter_mut().find(|level| level.z == moved.z) else { return };
    let lay: Vec<(Cell, Ground)> = moved.cells().map(|cell| (cell + by, level.ground_at(cell))).collect();
    level.replace_ground(moved.cells().map(|cell| (cell, Ground::Bare)));
    level.replace_ground(lay);
}

/// Takes away what cannot lie where it does, dries rooms whose doors, stairs or keys are parted, and drops bridges that
/// cross nothing.
pub(super) fn settle_ground(dungeon: &mut Dungeon, z: i32) {
    let Some(index) = dungeon.levels.iter().position(|level| level.z == z && level.ground.is_some()) else { return };
    let lost = without_floor(dungeon, &dungeon.levels[index]);
    dungeon.levels[index].replace_ground(lost.into_iter().map(|cell| (cell, Ground::Bare)));
    let parted = parted_cells(dungeon, &dungeon.levels[index]);
    let level = &mut dungeon.levels[index];
    let dried: Vec<(Cell, Ground)> = parted.into_iter().map(|cell| (cell, dried(level.ground_at(cell)))).collect();
    level.replace_ground(dried);
    let idle = idle_bridges(level);
    level.replace_ground(idle.into_iter().map(|cell| (cell, Ground::Bare)));
}

/// What is left of ground that stops no one any more.
const fn dried(ground: Ground) -> Ground {
    match ground {
        Ground::Deep => Ground::Shallow,
        Ground::Chasm | Ground::Bridge => Ground::Bare,
        other => other,
    }
}

/// The cells with ground that have no floor for it.
fn without_floor(dungeon: &Dungeon, level: &Level) -> Vec<Cell> {
    let doorways = dungeon.doors_on(level.z).filter(|door| door.kind == DoorKind::Doorway);
    let doorways: Vec<Cell> = doorways.flat_map(|door| door.cells.iter().copied()).collect();
    let has_floor = |cell: Cell| match level.at(cell) {
        Terrain::Floor | Terrain::Corridor | Terrain::StairsUp | Terrain::StairsDown => true,
        Terrain::Door => doorways.contains(&cell),
        Terrain::Rock | Terrain::Wall => false,
    };
    level.ground_cells(|ground| ground != Ground::Bare).filter(|&cell| !has_floor(cell)).collect()
}

/// All cells of rooms that solid ground parts, and solid ground in corridors and doors.
fn parted_cells(dungeon: &Dungeon, level: &Level) -> Vec<Cell> {
    let is_solid = |cell: &Cell| level.ground_at(*cell).is_solid();
    let rooms = dungeon.rooms.iter().filter(|room| room.z == level.z && room.cells().any(|cell| is_solid(&cell)));
    let parted = rooms.filter(|room| is_parted(dungeon, level, room)).flat_map(Room::cells);
    let is_passage = |cell: &Cell| matches!(level.at(*cell), Terrain::Corridor | Terrain::Door);
    parted.chain(level.ground_cells(Ground::is_solid).filter(is_passage)).collect()
}

fn is_parted(dungeon: &Dungeon, level: &Level, room: &Room) -> bool {
    let mut dry = BitGrid::new(level.size());
    for cell in room.cells().filter(|&cell| !level.at(cell).is_massive() && !level.ground_at(cell).is_solid()) {
        dry.insert(cell);
    }
    let ends = ends(dungeon, room);
    let Some(&first) = ends.first() else { return false };
    let joined = flood(&dry, first);
    !ends.iter().all(|&end| joined.contains(end))
}

/// The cells before the doors of a room, its stairs, and the keys in it.
fn ends(dungeon: &Dungeon, room: &Room) -> Vec<Cell> {
    let doors = dungeon.doors_on(room.z).flat_map(beside);
    let stairs = dungeon.links.iter().flat_map(|link| link.stairs_in(room.id)).copied();
    let is_key = |marker: &&Marker, id: RoomId| marker.kind == MarkerKind::Key && marker.room == Some(id);
    let keys = dungeon.markers.iter().filter(|marker| is_key(marker, room.id)).map(|marker| marker.cell);
    doors.chain(stairs).chain(keys).filter(|&cell| room.contains(cell)).collect()
}

/// The cells on both sides of a door.
fn beside(door: &Door) -> impl Iterator<Item = Cell> {
    door.cells.iter().flat_map(|&cell| [cell + door.normal, cell - door.normal])
}

/// Bridges that do not lead from floor to floor, or have nothing to cross on either side.
fn idle_bridges(level: &Level) -> Vec<Cell> {
    let is_bridge = |cell: Cell| level.ground_at(cell) == Ground::Bridge;
    let can_stand = |cell: Cell| !level.at(cell).is_massive() && !level.ground_at(cell).is_solid();
    let end = |mut cell: Cell, dir: Dir| {
        while is_bridge(cell) {
            cell += dir.delta();
        }
        cell
    };
    let leads = |cell: Cell| {
        let is_across = |dir: Dir| can_stand(end(cell, dir)) && can_stand(end(cell, dir.opposite()));
        is_across(Dir::North) || is_across(Dir::East)
    };
    let mut bridges = BitGrid::new(level.size());
    level.ground_cells(|ground| ground == Ground::Bridge).for_each(|cell| bridges.set(cell, true));
    let touches = |cell: Cell| cell.neighbors4().into_iter().any(|next| level.ground_at(next).is_solid());
    let crosses = |cell: Cell| flood(&bridges, cell).iter().any(touches);
    bridges.iter().filter(|&cell| !leads(cell) || !crosses(cell)).collect()
}
