//! Rooms of plain maps: what lies between door cells becomes a room or a passage, and a door between two of them a link.

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Regions};

use super::contents::room_at;
use super::made::{Made, PinJob};
use super::{EditError, check};
use crate::derive::tiles::rebuild_tiles;
use crate::dungeon::{Door, Dungeon, HiddenDoor, Level, Link, LinkId, LinkKind, Room, RoomId, Run, Shape};

/// Makes rooms and links of the floor that a walk through doors reaches from a cell. Rooms that a reader found there are
/// kept.
pub(super) fn adopt(dungeon: &Dungeon, z: i32, cell: Cell) -> Result<Made, EditError> {
    let level = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?;
    let size = level.size();
    if !size.contains(cell) {
        return Err(EditError::Outside { cell, size });
    }
    let open = open_cells(dungeon, level, Some(cell));
    let regions = Regions::of(&open);
    let near = regions.at(cell);
    let is_near = |cell: Cell| near.is_some() && regions.at(cell) == near;
    let made = adopt_cells(dungeon, z, &BitGrid::from_fn(size, is_near))?;
    if (&made.dungeon.rooms, &made.dungeon.links) == (&dungeon.rooms, &dungeon.links) {
        return Err(EditError::NoSubject { what: "floor without a room", z, cell });
    }
    Ok(made)
}

/// Makes rooms and links of all floor that has none.
///
/// # Errors
/// When floor lies at the edge of a map, so that it has no walls there.
pub(super) fn adopt_all(dungeon: &Dungeon) -> Result<Dungeon, EditError> {
    dungeon.levels.iter().try_fold(dungeon.clone(), |dungeon, level| {
        let open = open_cells(&dungeon, level, None);
        Ok(adopt_cells(&dungeon, level.z, &open)?.dungeon)
    })
}

/// Makes rooms and links of the open cells of a level.
fn adopt_cells(dungeon: &Dungeon, z: i32, open: &BitGrid) -> Result<Made, EditError> {
    let level = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?;
    let (size, free) = (level.size(), free_floor(dungeon, level));
    let floor = BitGrid::from_fn(size, |cell| free.contains(cell) && open.contains(cell));
    let floors = Run::of_regions(&floor, &Regions::of(&floor));
    let known = dungeon.rooms.iter().filter(|room| room.z == z && room.cells().any(|cell| open.contains(cell)));
    let mut rooms: Vec<RoomId> = known.map(|room| room.id).collect();
    let is_inside = |run: &&Run| size.rect().grow(-1).contains_rect(run.rect());
    let known_floor = rooms.iter().flat_map(|&room| &dungeon.room(room).floor);
    if let Some(run) = floors.iter().flatten().chain(known_floor).find(|run| !is_inside(run)) {
        let problem = format!("{} is floor at the edge of the {size} map; enlarge the map first", run.start);
        return Err(EditError::Impossible(problem));
    }
    let mut new = dungeon.clone();
    for floor in floors {
        let id = RoomId(new.rooms.len() as u32);
        new.rooms.push(Room::bare(id, z, floor));
        rooms.push(id);
    }
    rooms.iter().filter(|&&room| is_bare(dungeon, room)).for_each(|&room| describe(&mut new, room));
    let first_link = new.links.len() as u32;
    add_links(&mut new, z, open);
    keep_open(dungeon, &mut new, z);
    check(&new)?;
    let rooms = rooms.into_iter().map(|room| PinJob::Room(room, None));
    let links = (first_link..new.links.len() as u32).map(|link| PinJob::Link(LinkId(link)));
    let pins = rooms.chain(links).collect();
    Ok(Made::new(new, pins))
}

/// Whether nothing but its floor is known of a room: it is one that a reader found, or none yet.
fn is_bare(dungeon: &Dungeon, room: RoomId) -> bool {
    dungeon.rooms.get(room.index()).is_none_or(|known| known.number.is_none() && known.shape == Shape::Free)
        && !dungeon.links.iter().any(|link| link.touches(room))
}

/// The cells that a walk over floor without rooms, through rooms without links and through doors without links may take,
/// and the room of the cell where it begins.
fn open_cells(dungeon: &Dungeon, level: &Level, start: Option<Cell>) -> BitGrid {
    let mut open = free_floor(dungeon, level);
    let is_walked = |room: &&Room| {
        let is_alone = !dungeon.links.iter().any(|link| link.touches(room.id));
        room.z == level.z && (is_alone || start.is_some_and(|cell| room.contains(cell)))
    };
    let floors = dungeon.rooms.iter().filter(is_walked).flat_map(Room::cells);
    let doors = dungeon.doors_on(level.z).filter(|door| is_loose(dungeon, door)).flat_map(|door| door.cells.clone());
    for cell in floors.chain(doors).filter(|&cell| level.size().contains(cell)) {
        open.set(cell, true);
    }
    open
}

/// Whether a door belongs to no link and is not the entrance.
fn is_loose(dungeon: &Dungeon, door: &Door) -> bool {
    let is_entrance = dungeon.entrance.as_ref().is_some_and(|entrance| entrance.door == door.id);
    !is_entrance && !dungeon.links.iter().any(|link| link.doors().contains(&door.id))
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

/// Gives a room the shape of its floor, and a number unless it is a passage: no four cells of that form a square.
fn describe(new: &mut Dungeon, id: RoomId) {
    let room = new.room(id);
    let is_rect = room.area() == room.bounds().area();
    let is_square = |cell: Cell| {
        let Cell { x, y } = cell;
        [(x + 1, y), (x, y + 1), (x + 1, y + 1)].iter().all(|&(x, y)| room.contains(Cell::new(x, y)))
    };
    let last = new.rooms.iter().filter_map(|room| room.number).max().unwrap_or(0);
    let number = room.cells().any(is_square).then_some(last + 1);
    let room = &mut new.rooms[id.index()];
    room.number = number;
    if is_rect {
        room.shape = Shape::Rect;
    }
}

/// Doors without a link that were walked to and lie between two rooms become links. Others learn which room is theirs.
fn add_links(new: &mut Dungeon, z: i32, open: &BitGrid) {
    for at in 0..new.doors.len() {
        let door = &new.doors[at];
        let is_near = door.z == z && door.cells.first().is_some_and(|&cell| open.contains(cell));
        if !is_near || !is_loose(new, door) {
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
            (Some(a), Some(b)) if a < b => Some((normal, a, b)),
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
