//! Rooms of plain maps: what lies between door cells becomes a room or a passage, and a door between two of them a link.

use undercroft_grid::{BitGrid, Cell, Dir, Rect, RegionId, Regions, Size};

use super::contents::room_at;
use super::made::{Made, PinJob};
use super::{EditError, check};
use crate::derive::tiles::rebuild_tiles;
use crate::dungeon::{Dungeon, HiddenDoor, Level, Link, LinkId, LinkKind, Room, RoomId, Run, Shape};

/// Makes rooms and links of the floor that hangs together with a cell.
pub(super) fn adopt(dungeon: &Dungeon, z: i32, cell: Cell) -> Result<Made, EditError> {
    let level = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?;
    let size = level.size();
    if !size.contains(cell) {
        return Err(EditError::Outside { cell, size });
    }
    let free = free_floor(dungeon, level);
    if !free.contains(cell) {
        return Err(EditError::NoSubject { what: "floor without a room", z, cell });
    }
    let floors = floors_near(dungeon, z, &free, cell);
    let is_inside = |run: &&Run| size.rect().grow(-1).contains_rect(run.rect());
    if let Some(run) = floors.iter().flatten().find(|run| !is_inside(run)) {
        let problem = format!("{} is floor at the edge of the {size} map; enlarge the map first", run.start);
        return Err(EditError::Impossible(problem));
    }
    let mut new = dungeon.clone();
    let first_room = new.rooms.len() as u32;
    floors.into_iter().for_each(|floor| add_region(&mut new, z, floor));
    let first_link = new.links.len() as u32;
    add_links(&mut new, z, RoomId(first_room));
    keep_open(dungeon, &mut new, z);
    check(&new)?;
    let rooms = (first_room..new.rooms.len() as u32).map(|room| PinJob::Room(RoomId(room), None));
    let links = (first_link..new.links.len() as u32).map(|link| PinJob::Link(LinkId(link)));
    let pins = rooms.chain(links).collect();
    Ok(Made::new(new, pins))
}

/// Open cells that are neither door nor part of a room, a corridor or the runway of the entrance.
fn free_floor(dungeon: &Dungeon, level: &Level) -> BitGrid {
    let z = level.z;
    let mut free = BitGrid::from_fn(level.size(), |cell| !level.at(cell).is_massive());
    let mut take = |cell: Cell| {
        if level.size().contains(cell) {
            free.set(cell, false);
        }
    };
    dungeon.rooms.iter().filter(|room| room.z == z).flat_map(Room::cells).for_each(&mut take);
    let links = dungeon.links.iter().filter(|link| dungeon.room(link.rooms[0]).z == z);
    for link in links {
        dungeon.corridor_cells(link).chain(link.roughened().iter().copied()).for_each(&mut take);
    }
    dungeon.doors_on(z).flat_map(|door| door.cells.iter().copied()).for_each(&mut take);
    for stub in dungeon.stubs.iter().filter(|stub| stub.z == z) {
        let width = i32::from(stub.width);
        stub.path.iter().flat_map(|&at| Rect::at(at, width, width).cells()).for_each(&mut take);
    }
    if let Some(entrance) = dungeon.entrance.as_ref().filter(|entrance| dungeon.door(entrance.door).z == z) {
        dungeon.door(entrance.door).runway_rect(entrance.runway.into()).cells().for_each(&mut take);
    }
    free
}

/// The regions of free floor that a walk through doors reaches from a cell.
fn floors_near(dungeon: &Dungeon, z: i32, free: &BitGrid, cell: Cell) -> Vec<Vec<Run>> {
    let size: Size = free.size();
    let mut whole = free.clone();
    let doors = dungeon.doors_on(z).flat_map(|door| &door.cells).filter(|cell| size.contains(**cell));
    doors.for_each(|&cell| whole.set(cell, true));
    let regions = Regions::of(&whole);
    let wanted: Option<RegionId> = regions.at(cell);
    let floors = Run::of_regions(free, &Regions::of(free));
    floors.into_iter().filter(|floor| regions.at(floor[0].start) == wanted).collect()
}

/// Adds a room, or a passage where no four cells of it form a square; passages have no number.
fn add_region(new: &mut Dungeon, z: i32, floor: Vec<Run>) {
    let mut room = Room::bare(RoomId(new.rooms.len() as u32), z, floor);
    if room.area() == room.bounds().area() {
        room.shape = Shape::Rect;
    }
    let is_square = |cell: Cell| {
        let Cell { x, y } = cell;
        [(x + 1, y), (x, y + 1), (x + 1, y + 1)].iter().all(|&(x, y)| room.contains(Cell::new(x, y)))
    };
    if room.cells().any(is_square) {
        room.number = Some(new.rooms.iter().filter_map(|room| room.number).max().unwrap_or(0) + 1);
    }
    new.rooms.push(room);
}

/// Doors without a link that lie between two rooms, one of them new, become links. Others learn which room is theirs.
fn add_links(new: &mut Dungeon, z: i32, first: RoomId) {
    for at in 0..new.doors.len() {
        let door = &new.doors[at];
        let is_taken = new.links.iter().any(|link| link.doors().contains(&door.id))
            || new.entrance.as_ref().is_some_and(|entrance| entrance.door == door.id);
        if door.z != z || door.cells.is_empty() || is_taken {
            continue;
        }
        let sides = |normal: Dir| {
            let side = |dir: Dir| {
                let room = room_at(new, z, door.cells[0] + dir)?;
                door.cells.iter().all(|&cell| room_at(new, z, cell + dir) == Some(room)).then_some(room)
            };
            (side(normal.opposite()), side(normal))
        };
        let between = Dir::ALL.into_iter().find_map(|normal| match sides(normal) {
            (Some(a), Some(b)) if a < b && b >= first => Some((normal, a, b)),
            _ => None,
        });
        let alone = Dir::ALL.into_iter().find_map(|normal| Some((normal, sides(normal).0?)));
        let (id, hidden) = (door.id, if door.secret { HiddenDoor::Undiscovered } else { HiddenDoor::None });
        if let Some((normal, a, b)) = between {
            let link = LinkId(new.links.len() as u32);
            new.links.push(Link::new(link, [a, b], LinkKind::Shared { door: id, hidden }));
            (new.doors[at].room, new.doors[at].normal) = (Some(a), normal);
        } else if let (Some((normal, room)), None) = (alone, new.doors[at].room) {
            (new.doors[at].room, new.doors[at].normal) = (Some(room), normal);
        }
    }
}

/// Builds the tiles, and keeps stairs and every open cell that would be wall. Walls that enclose nothing become rock: plain
/// maps draw both alike.
fn keep_open(old: &Dungeon, new: &mut Dungeon, z: i32) {
    use crate::dungeon::Terrain::{Rock, StairsDown, StairsUp, Wall};
    rebuild_tiles(old, new, z);
    let (Some(before), Some(level)) = (old.level(z), new.levels.iter_mut().find(|level| level.z == z)) else { return };
    for (cell, &was) in before.terrain.iter() {
        let is_lost = !was.is_massive() && level.terrain[cell].is_massive();
        if is_lost || matches!(was, StairsUp | StairsDown) {
            level.terrain[cell] = was;
        }
    }
    let is_open = |cell: Cell| level.size().contains(cell) && !level.at(cell).is_massive();
    let is_idle = |cell: Cell| level.at(cell) == Wall && !Rect::at(cell, 1, 1).grow(1).cells().any(is_open);
    let idle: Vec<Cell> = level.size().rect().cells().filter(|&cell| is_idle(cell)).collect();
    idle.into_iter().for_each(|cell| level.terrain[cell] = Rock);
}
