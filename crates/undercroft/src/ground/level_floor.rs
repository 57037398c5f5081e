//! What the stage reads of a level: where ground may lie, where it may stop bodies, and what must stay joined.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Rect};

use super::CELLS_PER_STEP;
use crate::dungeon::{Door, DoorKind, Link, LinkKind, RoomId, Run, Shape};
use crate::meter::{Halt, Meter};
use crate::place::Layout;
use crate::route::{Routes, stairs_of_rooms};

/// How far from the cell before a door nothing stops bodies, as the larger of |dx| and |dy|.
const LANDING: i32 = 1;

/// The floor of one level.
#[derive(Clone, Debug)]
pub struct LevelFloor {
    pub z: i32,
    /// The rooms of the level.
    pub rooms: Vec<FloorRoom>,
    /// Where ground may lie: rooms, stairs, corridors and doorways.
    pub walkable: BitGrid,
    /// Where it may stop bodies: floor of rooms away from doors, stairs and keys, and not in the entrance room.
    pub may_sink: BitGrid,
    /// Number of floor cells of the rooms.
    pub cells: usize,
    /// The first cell of each door and its width.
    pub doors: Vec<(Cell, i32)>,
    /// The runs of all rooms in row order, with the positions of the rooms.
    runs: Vec<(Cell, i32, usize)>,
}

impl LevelFloor {
    /// The position of the room whose floor a cell is.
    pub fn room_at(&self, cell: Cell) -> Option<usize> {
        let (start, length, room) = *self.runs[..self.runs.partition_point(|run| run.0 <= cell)].last()?;
        (start.y == cell.y && cell.x < start.x + length).then_some(room)
    }
}

/// A room of a level.
#[derive(Clone, Debug)]
pub struct FloorRoom {
    /// The floor, alcoves of stairs included.
    pub floor: Vec<Run>,
    /// The smallest rectangle round it.
    pub bounds: Rect,
    /// Number of its cells.
    pub area: usize,
    /// What must stay joined: the cells before doors, stairs and keys.
    pub entries: Vec<Cell>,
    /// Positions of the rooms that a doorway leads to.
    pub beyond_doorways: Vec<usize>,
    pub is_cave: bool,
    /// The garth of a cloister.
    pub garth: Option<Rect>,
    pub is_entrance: bool,
}

impl FloorRoom {
    /// Its cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.floor.iter().flat_map(|run| run.cells())
    }
}

/// The floors of all levels, lowest first.
///
/// # Errors
/// When the meter halts.
pub fn level_floors(layout: &Layout, routes: &Routes, meter: &mut Meter) -> Result<Vec<LevelFloor>, Halt> {
    let mut floors = Floors { layout, routes, levels: BTreeMap::new(), positions: Vec::new() };
    floors.add_rooms(meter)?;
    floors.add_passages(meter)?;
    floors.add_doors();
    floors.keep_entries();
    Ok(floors.levels.into_values().collect())
}

struct Floors<'a> {
    layout: &'a Layout,
    routes: &'a Routes,
    levels: BTreeMap<i32, LevelFloor>,
    /// The position of each room among those of its level.
    positions: Vec<usize>,
}

impl Floors<'_> {
    fn add_rooms(&mut self, meter: &mut Meter) -> Result<(), Halt> {
        let stairs = stairs_of_rooms(&self.routes.links);
        for (id, placement) in (0..).map(RoomId).zip(&self.layout.rooms) {
            meter.spend(1 + placement.bounds.area() as u64 / CELLS_PER_STEP)?;
            let size = self.layout.size;
            let level = self.levels.entry(placement.z).or_insert_with(|| LevelFloor {
                z: placement.z,
                rooms: Vec::new(),
                walkable: BitGrid::new(size),
                may_sink: BitGrid::new(size),
                cells: 0,
                doors: Vec::new(),
                runs: Vec::new(),
            });
            let room = floor_room(placement, stairs.get(&id), self.routes.entrance.room == id);
            for run in &room.floor {
                level.walkable.fill_rect(run.rect());
                if !room.is_entrance {
                    level.may_sink.fill_rect(run.rect());
                }
            }
            level.cells += room.area;
            let position = level.rooms.len();
            level.runs.extend(room.floor.iter().map(|run| (run.start, run.length, position)));
            self.positions.push(level.rooms.len());
            level.rooms.push(room);
        }
        self.levels.values_mut().for_each(|level| level.runs.sort_unstable());
        Ok(())
    }

    /// Corridors, blind ones too, and the runway of the entrance. Nothing stops bodies there.
    fn add_passages(&mut self, meter: &mut Meter) -> Result<(), Halt> {
        let Routes { links, doors, stubs, entrance, .. } = self.routes;
        for link in links {
            let Some(corridor) = link.corridor() else { continue };
            meter.spend(1 + corridor.path.len() as u64)?;
            let walkable = &mut self.level_of(link).walkable;
            corridor.rects(doors).for_each(|rect| walkable.fill_rect(rect));
            for &cell in link.roughened() {
                walkable.insert(cell);
            }
        }
        for stub in stubs {
            let level = self.levels.get_mut(&stub.z).expect("a stub lies on a level with rooms");
            let side = i32::from(stub.width);
            stub.path.iter().for_each(|&at| level.walkable.fill_rect(Rect::at(at, side, side)));
        }
        let door = &doors[entrance.door.index()];
        let level = self.levels.get_mut(&door.z).expect("the entrance lies on a level with rooms");
        level.walkable.fill_rect(door.runway_rect(entrance.runway.into()));
        Ok(())
    }

    fn add_doors(&mut self) {
        for door in &self.routes.doors {
            let level = self.levels.get_mut(&door.z).expect("a door lies on a level with rooms");
            level.doors.push((door.cells[0], door.cells.len() as i32));
            let is_gap = door.kind == DoorKind::Doorway && !door.secret;
            for &cell in &door.cells {
                level.walkable.set(cell, is_gap);
                level.may_sink.remove(cell);
            }
            if let Some(room) = door.room {
                self.add_landing(door, room, false);
            }
        }
        for link in &self.routes.links {
            let [a, b] = link.rooms;
            if let LinkKind::Shared { door, .. } = link.kind {
                let door = &self.routes.doors[door.index()];
                self.add_landing(door, if door.room == Some(a) { b } else { a }, true);
            }
            let is_gap = |door: &Door| door.kind == DoorKind::Doorway && !door.secret;
            if link.doors().iter().any(|door| is_gap(&self.routes.doors[door.index()])) {
                let [pa, pb] = [a, b].map(|room| self.positions[room.index()]);
                let rooms = &mut self.level_of(link).rooms;
                rooms[pa].beyond_doorways.push(pb);
                rooms[pb].beyond_doorways.push(pa);
            }
        }
    }

    /// Keeps the cells before a door clear, on the side of its room or on the other.
    fn add_landing(&mut self, door: &Door, room: RoomId, is_beyond: bool) {
        let position = self.positions[room.index()];
        let level = self.levels.get_mut(&door.z).expect("a door lies on a level with rooms");
        for &cell in &door.cells {
            let before = if is_beyond { cell + door.normal } else { cell - door.normal };
            level.rooms[position].entries.push(before);
            level.may_sink.erase_rect(Rect::at(before, 1, 1).grow(LANDING).intersection(level.may_sink.size().rect()));
        }
    }

    /// Stairs and keys must stay joined too, and nothing stops bodies on them.
    fn keep_entries(&mut self) {
        for key in &self.routes.keys {
            let (z, position) = (self.layout.rooms[key.room.index()].z, self.positions[key.room.index()]);
            if let Some(level) = self.levels.get_mut(&z) {
                level.rooms[position].entries.push(key.cell);
            }
        }
        for LevelFloor { rooms, may_sink, .. } in self.levels.values_mut() {
            for &cell in rooms.iter().flat_map(|room| &room.entries) {
                may_sink.remove(cell);
            }
        }
    }

    fn level_of(&mut self, link: &Link) -> &mut LevelFloor {
        let z = self.layout.rooms[link.rooms[0].index()].z;
        self.levels.get_mut(&z).expect("the rooms of a link lie on levels")
    }
}

fn floor_room(placement: &crate::place::Placement, stairs: Option<&Vec<Cell>>, is_entrance: bool) -> FloorRoom {
    let stairs = stairs.map_or(&[][..], Vec::as_slice);
    let mut with_alcoves = crate::dungeon::Room::bare(RoomId(0), placement.z, placement.floor.clone());
    with_alcoves.add_floor(stairs);
    FloorRoom {
        bounds: with_alcoves.bounds(),
        area: with_alcoves.area() as usize,
        floor: with_alcoves.floor,
        entries: stairs.to_vec(),
        beyond_doorways: Vec::new(),
        is_cave: placement.shape == Shape::Cave,
        garth: placement.shape.garth(placement.bounds),
        is_entrance,
    }
}
