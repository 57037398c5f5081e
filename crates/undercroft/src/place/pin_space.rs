//! Where rooms may lie beside pins, and the nearest free place for one that has to move.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Size};

use super::Placement;
use super::pin_task::PinTask;
use crate::dungeon::{Pin, PinnedDoor, Run, Terrain};
use crate::meter::{Halt, Meter};

/// Places that are tried for a room that collides.
const PLACES: usize = 4_096;
/// How far a door is kept clear outwards. [Unit: cells]
const DOOR_FRONT: i32 = 2;
/// Width and height that two rooms have in common where stairs join them. [Unit: cells]
const STAIR_SIDE: i32 = 2;
/// How far from the middle of another room places for stairs are tried. [Unit: modules]
const STAIR_REACH: i32 = 12;

/// Where rooms may lie.
#[derive(Clone)]
pub struct PinSpace {
    pub size: Size,
    /// For each level the cells that no free room has in its floor.
    closed: BTreeMap<i32, BitGrid>,
}

impl PinSpace {
    pub fn new(size: Size, task: &PinTask, rooms: &[Option<Placement>], pinned: &[bool], is_moved: &[bool]) -> Self {
        let mut space = Self { size, closed: BTreeMap::new() };
        for (at, room) in rooms.iter().enumerate().filter(|(at, _)| pinned[*at]) {
            let gap = if is_moved[at] { task.kept_gap } else { 1 };
            room.iter().for_each(|room| space.add(room, gap));
        }
        let map = size.rect();
        for pin in task.pins {
            match pin {
                Pin::Link(link) => {
                    let Some(z) = link.kind.z() else { continue };
                    link.kind
                        .corridor_cells()
                        .into_iter()
                        .for_each(|cell| space.close(z, Rect::at(cell, 1, 1).grow(1)));
                }
                // In a house the room beyond has the door, too.
                Pin::Door(_) if task.is_house => {}
                Pin::Door(pin) => space.close(pin.z, front(&pin.door(), DOOR_FRONT).grow(1)),
                Pin::Entrance(pin) => {
                    let outside = front(&pin.door(), size.width().max(size.height())).intersection(map);
                    space.close(pin.z, outside.grow(1));
                }
                Pin::Cells(pin) => {
                    for cell in pin.cells() {
                        let reach = match cell.terrain {
                            Some(Terrain::Wall) => 0,
                            Some(_) => 1,
                            None => continue,
                        };
                        space.close(pin.z, Rect::at(cell.cell, 1, 1).grow(reach));
                    }
                }
                _ => {}
            }
        }
        space
    }

    fn level(&mut self, z: i32) -> &mut BitGrid {
        let size = self.size;
        self.closed.entry(z).or_insert_with(|| BitGrid::new(size))
    }

    fn close(&mut self, z: i32, rect: Rect) {
        let map = self.size.rect();
        let rect = rect.intersection(map);
        if !rect.is_empty() {
            self.level(z).fill_rect(rect);
        }
    }

    /// Closes the floor of a room and cells round it.
    pub fn add(&mut self, room: &Placement, gap: i32) {
        room.floor.iter().for_each(|run| self.close(room.z, run.rect().grow(gap)));
    }

    pub fn is_open(&self, z: i32, cell: Cell) -> bool {
        self.size.rect().grow(-1).contains(cell) && self.closed.get(&z).is_none_or(|closed| !closed.contains(cell))
    }

    pub fn has_place(&self, room: &Placement) -> bool {
        self.is_free(room.z, &room.floor, Cell::new(0, 0))
    }

    fn is_free(&self, z: i32, floor: &[Run], by: Cell) -> bool {
        let inner = self.size.rect().grow(-1);
        let closed = self.closed.get(&z);
        floor.iter().all(|run| {
            let rect = run.rect().shift(by);
            inner.contains_rect(rect) && closed.is_none_or(|closed| rect.cells().all(|cell| !closed.contains(cell)))
        })
    }

    /// The room at the nearest place that is free, else the smallest room there; `None` where neither has one.
    pub fn move_room(
        &self,
        room: &Placement,
        modules: [i32; 2],
        task: &PinTask,
        meter: &mut Meter,
    ) -> Result<Option<Placement>, Halt> {
        if let Some(by) = self.nearest(room.z, &room.floor, modules, meter)? {
            let mut moved = room.clone();
            moved.shift(by);
            return Ok(Some(moved));
        }
        if !room.sockets.is_empty() {
            return Ok(None);
        }
        let up = |module: i32| (task.min + module - 1) / module.max(1) * module.max(1);
        let corner = room.bounds.min();
        let small = Placement {
            z: room.z,
            ..Placement::rectangle(Rect::at(corner, up(modules[0]), up(modules[1])), room.aligned)
        };
        let by = self.nearest(room.z, &small.floor, modules, meter)?;
        Ok(by.map(|by| {
            let mut moved = small;
            moved.shift(by);
            moved
        }))
    }

    /// The room, else the smallest one, at a free place over or under one of these rooms of another level.
    pub fn move_beside_stairs(
        &self,
        room: &Placement,
        others: &[Rect],
        modules: [i32; 2],
        task: &PinTask,
        meter: &mut Meter,
    ) -> Result<Option<Placement>, Halt> {
        let [gx, gy] = modules.map(|module| module.max(1));
        let up = |module: i32| (task.min + module - 1) / module * module;
        let small =
            Placement { z: room.z, ..Placement::rectangle(Rect::at(room.bounds.min(), up(gx), up(gy)), room.aligned) };
        for tried in [room, &small] {
            for other in others {
                let away = other.center() - tried.bounds.center();
                for step in (0..STAIR_REACH).flat_map(ring) {
                    meter.spend(1 + tried.floor.len() as u64 / 8)?;
                    let by = Cell::new((away.x / gx + step.x) * gx, (away.y / gy + step.y) * gy);
                    let is_over = has_stair_place(tried.bounds.shift(by), *other);
                    if is_over && self.is_free(tried.z, &tried.floor, by) {
                        let mut moved = tried.clone();
                        moved.shift(by);
                        return Ok(Some(moved));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The nearest step, in modules, at which a floor is free; rings of growing size are tried, row by row.
    fn nearest(&self, z: i32, floor: &[Run], [gx, gy]: [i32; 2], meter: &mut Meter) -> Result<Option<Cell>, Halt> {
        let mut tried = 0;
        for reach in 0.. {
            let mut steps: Vec<Cell> = ring(reach);
            steps.sort_by_key(|step| (step.x.abs() + step.y.abs(), step.y, step.x));
            for step in steps {
                tried += 1;
                if tried > PLACES {
                    return Ok(None);
                }
                meter.spend(1 + floor.len() as u64 / 8)?;
                let by = Cell::new(step.x * gx.max(1), step.y * gy.max(1));
                if self.is_free(z, floor, by) {
                    return Ok(Some(by));
                }
            }
        }
        Ok(None)
    }
}

/// Whether two rooms of neighbouring levels have enough in common for stairs.
pub fn has_stair_place(a: Rect, b: Rect) -> bool {
    let common = a.intersection(b);
    common.width() >= STAIR_SIDE && common.height() >= STAIR_SIDE
}

/// The cells straight out from a door.
pub fn front(door: &PinnedDoor, length: i32) -> Rect {
    straight_out(door.bounds(), door.normal, length)
}

pub fn straight_out(cells: Rect, normal: Dir, length: i32) -> Rect {
    let Rect { left, top, right, bottom } = cells;
    match normal {
        Dir::North => Rect::new(left, top - length, right, top),
        Dir::East => Rect::new(right, top, right + length, bottom),
        Dir::South => Rect::new(left, bottom, right, bottom + length),
        Dir::West => Rect::new(left - length, top, left, bottom),
    }
}

/// The cells of a square ring round the origin, row by row.
fn ring(reach: i32) -> Vec<Cell> {
    let row = move |y: i32| {
        let step = if y.abs() == reach { 1 } else { 2 * reach.max(1) };
        (-reach..=reach).step_by(step as usize).map(move |x| Cell::new(x, y))
    };
    (-reach..=reach).flat_map(row).collect()
}
