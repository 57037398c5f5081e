//! Lays pinned rooms into a placement: what fits of the plain placement stays, what collides goes to the nearest free place.
//!
//! ```text
//!   plain       ┌──┐ ┌──┐        pinned   ┌──┐    ┌──┐      p  the pin takes the place of the room it was made of, of the one
//!               │a │ │b │   p ▢           │a'│ p▢ │b │         it covers most of, or of the nearest one
//!               └──┘ └──┘                 └──┘    └──┘      a' a room that collides moves, with the usual gap
//! ```

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Size};

use super::{Layout, PlaceError, PlacedJoint, Placement, is_aligned};
use crate::dungeon::{Pin, PinId, PinnedDoor, RoomId, RoomPin, Run, Shape, Terrain};
use crate::meter::{Halt, Meter};

/// Places that are tried for a room that collides.
const PLACES: usize = 4_096;
/// How far a door is kept clear outwards. [Unit: cells]
const DOOR_FRONT: i32 = 2;

/// What placement keeps to.
pub struct PinTask<'a> {
    /// The pins, in their order.
    pub pins: &'a [Pin],
    /// Cells between the floor of a room that moves and other floors.
    pub gap: i32,
    /// Shortest side of a room.
    pub min: i32,
    /// Whether rooms can lie on the module grid.
    pub has_grid: bool,
    /// Width and height that the map has at least.
    pub least: [i32; 2],
    /// Whether the map may grow beyond its size.
    pub may_grow: bool,
    /// The places of the rooms in the plan.
    pub spots: &'a [Option<[i32; 3]>],
}

/// A layout with pinned rooms.
pub struct PinnedLayout {
    pub layout: Layout,
    /// The room of each room pin.
    pub rooms: BTreeMap<PinId, RoomId>,
    /// The new id of each room of the plain layout.
    pub ids: Vec<Option<RoomId>>,
    /// Rooms whose links placement made and that lost them.
    pub lost: Vec<[RoomId; 2]>,
}

/// Lays pinned rooms into a plain layout.
///
/// # Errors
/// When the meter halts.
pub fn pin_layout(plain: Layout, task: &PinTask, meter: &mut Meter) -> Result<PinnedLayout, PlaceError> {
    let pins: Vec<&RoomPin> =
        task.pins.iter().filter_map(|pin| if let Pin::Room(room) = pin { Some(room) } else { None }).collect();
    let chosen = replaced_rooms(&plain, task.spots, &pins);
    let size = map_size(&plain, task, &pins);
    let mut rooms: Vec<Option<Placement>> = plain.rooms.iter().cloned().map(Some).collect();
    let mut is_moved = vec![false; rooms.len()];
    let mut of_pin: BTreeMap<PinId, usize> = BTreeMap::new();
    for (pin, replaced) in pins.iter().zip(&chosen) {
        let at = replaced.unwrap_or(rooms.len());
        let old = replaced.and_then(|at| plain.rooms.get(at));
        let is_same = old.is_some_and(|old| old.floor == pin.floor);
        let placement = placement_of(pin, old.filter(|_| is_same), plain.module_grid, task.has_grid);
        if at == rooms.len() {
            rooms.push(None);
            is_moved.push(true);
        }
        rooms[at] = Some(placement);
        is_moved[at] = !is_same;
        of_pin.insert(pin.id, at);
    }
    let pinned: Vec<bool> = (0..rooms.len()).map(|at| of_pin.values().any(|&room| room == at)).collect();
    let mut space = Space::new(size, task, &rooms, &pinned, &is_moved);
    let mut warnings = plain.warnings.clone();
    let mut dropped = 0;
    let free: Vec<usize> = (0..rooms.len()).filter(|&at| !pinned[at]).collect();
    // All that stay come first, so that none of them moves for another.
    let stays = |at: &usize| rooms[*at].as_ref().is_some_and(|room| space.has_place(room));
    let (staying, moving): (Vec<usize>, Vec<usize>) = free.into_iter().partition(stays);
    staying.iter().filter_map(|&at| rooms[at].as_ref()).for_each(|room| space.add(room, task.gap));
    for at in moving {
        let Some(room) = rooms[at].clone() else { continue };
        meter.spend(1 + room.floor.len() as u64)?;
        is_moved[at] = true;
        rooms[at] = space.move_room(&room, plain.module_grid, task, meter)?;
        match &rooms[at] {
            Some(room) => space.add(room, task.gap),
            None => dropped += 1,
        }
    }
    if dropped > 0 {
        let wanted = rooms.len();
        warnings.push(format!(
            "rooms.count: {} of {wanted} rooms have a place beside those that are pinned.",
            wanted - dropped
        ));
    }
    Ok(renumbered(plain, rooms, &is_moved, of_pin, &space, size, warnings))
}

/// The room of the plain layout that each pin takes the place of.
fn replaced_rooms(plain: &Layout, spots: &[Option<[i32; 3]>], pins: &[&RoomPin]) -> Vec<Option<usize>> {
    let mut chosen: Vec<Option<usize>> = vec![None; pins.len()];
    let gate = plain.gate.map(|gate| gate.room.index());
    let has_stairs = |at: usize| plain.stairs.iter().flatten().any(|room| room.index() == at);
    let score = |pass: usize, pin: &RoomPin, at: usize| -> Option<i64> {
        let room = &plain.rooms[at];
        let overlap = room.bounds.grow(1).intersection(pin.bounds());
        match pass {
            0 => (room.floor == pin.floor).then_some(0),
            1 => (pin.plan.is_some() && spots.get(at).copied().flatten() == pin.plan).then_some(0),
            2 => (pin.from.is_some() && room.floor.first().map(|run| run.start) == pin.from).then_some(0),
            3 => (!overlap.is_empty()).then(|| -overlap.area()),
            _ => {
                let far = i64::from(room.bounds.center().manhattan(pin.bounds().center()));
                let is_needed = gate == Some(at) || has_stairs(at);
                Some(far + if is_needed { i64::from(u32::MAX) } else { 0 })
            }
        }
    };
    for pass in 0..5 {
        for pin in 0..pins.len() {
            if chosen[pin].is_some() {
                continue;
            }
            let is_free = |at: &usize| !chosen.contains(&Some(*at)) && plain.rooms[*at].z == pins[pin].z;
            let best =
                (0..plain.rooms.len()).filter(is_free).filter_map(|at| Some((score(pass, pins[pin], at)?, at))).min();
            chosen[pin] = best.map(|(_, at)| at);
        }
    }
    chosen
}

/// The size of the map: it may grow east and south, and its origin never moves.
fn map_size(plain: &Layout, task: &PinTask, pins: &[&RoomPin]) -> Size {
    if !task.may_grow {
        return plain.size;
    }
    let far =
        pins.iter().map(|pin| pin.bounds()).fold([0, 0], |[x, y], bounds| [x.max(bounds.right), y.max(bounds.bottom)]);
    let cells = task.pins.iter().filter_map(|pin| match pin {
        Pin::Link(link) => Rect::around(link.kind.corridor_cells()),
        Pin::Entrance(pin) => Some(front(&pin.door(), i32::from(pin.runway) + 1)),
        Pin::Cells(pin) => Some(pin.bounds()),
        _ => None,
    });
    let far = cells.fold(far, |[x, y], bounds| [x.max(bounds.right), y.max(bounds.bottom)]);
    let side = |plain: i32, axis: usize| plain.max(task.least[axis]).max(far[axis] + 2);
    Size::of(side(plain.size.width(), 0), side(plain.size.height(), 1))
}

fn placement_of(pin: &RoomPin, same: Option<&Placement>, grid: [i32; 2], has_grid: bool) -> Placement {
    let shape = pin.shape.or_else(|| same.map(|same| same.shape)).unwrap_or(Shape::Free);
    let bounds = pin.bounds();
    Placement {
        z: pin.z,
        bounds,
        floor: pin.floor.clone(),
        shape,
        aligned: has_grid && shape != Shape::Cave && is_aligned(bounds, grid),
        roles: pin.roles.clone().unwrap_or_default(),
        template: pin.template.clone(),
        template_group: None,
        sockets: pin.sockets.clone(),
        house: None,
    }
}

/// The cells straight out from a door.
fn front(door: &PinnedDoor, length: i32) -> Rect {
    let Rect { left, top, right, bottom } = door.bounds();
    match door.normal {
        Dir::North => Rect::new(left, top - length, right, top),
        Dir::East => Rect::new(right, top, right + length, bottom),
        Dir::South => Rect::new(left, bottom, right, bottom + length),
        Dir::West => Rect::new(left - length, top, left, bottom),
    }
}

/// Where rooms may lie.
struct Space {
    size: Size,
    /// For each level the cells that no free room has in its floor.
    closed: BTreeMap<i32, BitGrid>,
}

impl Space {
    fn new(size: Size, task: &PinTask, rooms: &[Option<Placement>], pinned: &[bool], is_moved: &[bool]) -> Self {
        let mut space = Self { size, closed: BTreeMap::new() };
        for (at, room) in rooms.iter().enumerate().filter(|(at, _)| pinned[*at]) {
            let gap = if is_moved[at] { task.gap } else { 1 };
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
    fn add(&mut self, room: &Placement, gap: i32) {
        room.floor.iter().for_each(|run| self.close(room.z, run.rect().grow(gap)));
    }

    fn has_place(&self, room: &Placement) -> bool {
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
    fn move_room(
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

/// The cells of a square ring round the origin.
fn ring(reach: i32) -> Vec<Cell> {
    let all = Rect::new(-reach, -reach, reach + 1, reach + 1);
    all.cells().filter(|cell| cell.x.abs().max(cell.y.abs()) == reach).collect()
}

/// Gives the rooms that are left new ids, and keeps what placement made between rooms that stayed where they were.
fn renumbered(
    plain: Layout,
    rooms: Vec<Option<Placement>>,
    is_moved: &[bool],
    of_pin: BTreeMap<PinId, usize>,
    space: &Space,
    size: Size,
    warnings: Vec<String>,
) -> PinnedLayout {
    let mut next = 0;
    let ids: Vec<Option<RoomId>> = rooms
        .iter()
        .map(|room| {
            room.as_ref()?;
            next += 1;
            Some(RoomId(next - 1))
        })
        .collect();
    let id = |room: RoomId| ids.get(room.index()).copied().flatten();
    let has_stayed = |room: &RoomId| !is_moved[room.index()] && ids[room.index()].is_some();
    let pair = |rooms: [RoomId; 2]| Some([id(rooms[0])?, id(rooms[1])?]);
    let floors: Vec<&Placement> = rooms.iter().flatten().collect();
    let (mut joints, mut lost) = (Vec::new(), Vec::new());
    for joint in &plain.joints {
        let Some(rooms) = pair(joint.rooms) else { continue };
        if joint.rooms.iter().all(has_stayed) && is_clear(joint, &plain, &floors, space) {
            joints.push(PlacedJoint { rooms, ..joint.clone() });
        } else {
            lost.push(rooms);
        }
    }
    let stairs = plain.stairs.iter().filter_map(|&rooms| pair(rooms)).collect();
    let gate = plain.gate.filter(|gate| has_stayed(&gate.room));
    let gate = gate.and_then(|gate| Some(super::Gate { room: id(gate.room)?, ..gate }));
    let is_whole = is_moved.iter().all(|moved| !moved) && ids.iter().all(Option::is_some);
    let rooms_of_pins = of_pin.into_iter().filter_map(|(pin, at)| Some((pin, ids[at]?))).collect();
    let layout = Layout {
        joints,
        stairs,
        gate,
        mirror: plain.mirror.filter(|_| is_whole),
        has_template_roles: plain.has_template_roles,
        ..Layout::of_rooms(size, rooms.into_iter().flatten().collect(), plain.module_grid, warnings)
    };
    PinnedLayout { layout, rooms: rooms_of_pins, ids, lost }
}

/// Whether nothing new lies on the corridor of a joint or beside it.
fn is_clear(joint: &PlacedJoint, plain: &Layout, floors: &[&Placement], space: &Space) -> bool {
    let z = plain.rooms[joint.rooms[0].index()].z;
    let is_hit = |cell: Cell| {
        let near = |room: &&&Placement| room.z == z && room.floor.iter().any(|run| run.rect().grow(1).contains(cell));
        floors.iter().any(|room| near(&room)) || !space.size.rect().grow(-1).contains(cell)
    };
    let brush = joint.path.iter().flat_map(|&at| Rect::at(at, joint.width, joint.width).cells());
    !brush.into_iter().any(is_hit)
}
