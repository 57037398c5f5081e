//! Lays pinned rooms into a placement: what fits of the plain placement stays, what collides goes to the nearest free place.
//!
//! ```text
//!   plain       ┌──┐ ┌──┐        pinned   ┌──┐    ┌──┐      p  the pin takes the place of the room it was made of, of the one
//!               │a │ │b │   p ▢           │a'│ p▢ │b │         it covers most of, or of the nearest one
//!               └──┘ └──┘                 └──┘    └──┘      a' a room that collides moves, with the usual gap; in a house
//!                                                            it is cut back
//! ```

use std::collections::{BTreeMap, BTreeSet};

use undercroft_grid::{Cell, Rect, Size};

use super::house::HouseRoom;
use super::pin_space::{PinSpace, front, has_stair_place, straight_out};
use super::pin_task::PinTask;
use super::pinned_contents::PinnedContents;
use super::pinned_corridors::PinnedCorridors;
use super::pinned_house::PinnedHouse;
use super::pinned_storey::{is_on_lines, pinned_room};
use super::{Layout, PlaceError, PlacedJoint, Placement, is_aligned};
use crate::dungeon::{Pin, PinId, RoomId, RoomPin, Shape};
use crate::meter::{Halt, Meter};

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
        let mut placement = placement_of(pin, old.filter(|_| is_same), plain.module_grid, task.has_grid);
        if task.is_house {
            placement.aligned = placement.shape != Shape::Cave && is_on_lines(placement.bounds, plain.module_grid);
            let entry = old.filter(|old| is_same || !is_open_court(old, pin)).and_then(|old| old.house.as_deref());
            placement.house = pinned_room(pin, entry.or_else(|| any_room(&plain, pin.z)));
        }
        if at == rooms.len() {
            rooms.push(None);
            is_moved.push(true);
        }
        rooms[at] = Some(placement);
        is_moved[at] = !is_same;
        of_pin.insert(pin.id, at);
    }
    let pinned: Vec<bool> = (0..rooms.len()).map(|at| of_pin.values().any(|&room| room == at)).collect();
    let surplus = if task.is_house { 0 } else { drop_surplus(&mut rooms, &pinned, plain.rooms.len(), task) };
    let mut dropped = 0;
    for &at in task.left_out.iter().filter(|&&at| !pinned[at]) {
        rooms[at] = None;
        dropped += 1;
    }
    let mut space = PinSpace::new(size, task, &rooms, &pinned, &is_moved);
    let of_pins = space.clone();
    let mut warnings = plain.warnings.clone();
    let free: Vec<usize> = (0..rooms.len()).filter(|&at| !pinned[at] && rooms[at].is_some()).collect();
    // All that stay come first, so that none of them moves for another.
    let stays = |at: &usize| rooms[*at].as_ref().is_some_and(|room| space.has_place(room));
    let (staying, moving): (Vec<usize>, Vec<usize>) = free.into_iter().partition(stays);
    staying.iter().filter_map(|&at| rooms[at].as_ref()).for_each(|room| space.add(room, task.gap));
    let moved_pins = (0..rooms.len()).filter(|&at| pinned[at] && is_moved[at]);
    moved_pins.filter_map(|at| rooms[at].as_ref()).for_each(|room| space.add(room, task.gap));
    if task.is_house {
        let mut storeys = PinnedHouse { plain: &plain, task, pins: of_pins, space: &mut space, pinned: &pinned };
        dropped += storeys.fit(&mut rooms, &mut is_moved, moving, meter)?;
    } else {
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
    }
    move_to_stairs(&mut rooms, &mut is_moved, &pinned, &mut space, plain.module_grid, task, meter)?;
    if dropped > 0 {
        let wanted = rooms.len() - surplus;
        warnings.push(format!(
            "rooms.count: {} of {wanted} rooms have a place beside those that are pinned.",
            wanted - dropped
        ));
    }
    let of_pins = (&PinnedCorridors::new(size, task.pins), task.contents);
    Ok(renumbered(plain, rooms, &is_moved, of_pin, of_pins, size, warnings))
}

/// Drops rooms of the plain placement where pins that take no room's place make more than it has: a level of a plan may have
/// fewer rooms than pins. Those nearest to a pin go, but for the last of a level, the room of the entrance and those with
/// stairs. Returns how many went.
fn drop_surplus(rooms: &mut [Option<Placement>], pinned: &[bool], wanted: usize, task: &PinTask) -> usize {
    let surplus = rooms.len() - wanted;
    if surplus == 0 {
        return 0;
    }
    let centers: Vec<Cell> =
        rooms.iter().zip(pinned).filter(|(_, pinned)| **pinned).flat_map(|(room, _)| room).map(center).collect();
    let far = |room: &Placement| centers.iter().map(|&pin| center(room).manhattan(pin)).min();
    let is_free = |at: &usize| !pinned[*at] && !task.left_out.contains(at) && !task.needed.contains(at);
    let free = (0..rooms.len()).filter(is_free);
    let mut free: Vec<(Option<i32>, usize)> = free.filter_map(|at| Some((far(rooms[at].as_ref()?), at))).collect();
    free.sort_unstable();
    let mut went = 0;
    for (_, at) in free {
        let z = rooms[at].as_ref().map(|room| room.z);
        let of_level = rooms.iter().flatten().filter(|room| Some(room.z) == z).count();
        if went < surplus && of_level > 1 {
            rooms[at] = None;
            went += 1;
        }
    }
    went
}

fn center(room: &Placement) -> Cell {
    room.bounds.center()
}

/// What some room of a storey is in its house.
fn any_room(plain: &Layout, z: i32) -> Option<&HouseRoom> {
    let of_storey = plain.rooms.iter().rev().filter(|room| room.z == z).filter_map(|room| room.house.as_deref());
    of_storey.min_by_key(|house| house.program.is_court())
}

/// Moves a room over or under one of the next level where no rooms of the two levels have place for stairs.
fn move_to_stairs(
    rooms: &mut [Option<Placement>],
    is_moved: &mut [bool],
    pinned: &[bool],
    space: &mut PinSpace,
    modules: [i32; 2],
    task: &PinTask,
    meter: &mut Meter,
) -> Result<(), Halt> {
    let levels: BTreeSet<i32> = rooms.iter().flatten().map(|room| room.z).collect();
    for &z in levels.iter().filter(|&&z| levels.contains(&(z + 1))) {
        let on = |z: i32| rooms.iter().flatten().filter(move |room| room.z == z);
        let mut pairs = on(z).flat_map(|a| on(z + 1).map(move |b| (a, b)));
        if pairs.any(|(a, b)| has_stair_place(a.bounds, b.bounds)) {
            continue;
        }
        let movers = (0..rooms.len()).filter(|&at| !pinned[at]);
        let movers: Vec<usize> =
            movers.filter(|&at| rooms[at].as_ref().is_some_and(|room| room.z == z || room.z == z + 1)).collect();
        for at in movers {
            let Some(room) = &rooms[at] else { continue };
            let others: Vec<Rect> = on(2 * z + 1 - room.z).map(|other| other.bounds).collect();
            if let Some(moved) = space.move_beside_stairs(room, &others, modules, task, meter)? {
                space.add(&moved, task.gap);
                (rooms[at], is_moved[at]) = (Some(moved), true);
                break;
            }
        }
    }
    Ok(())
}

/// The room of the plain layout that each pin takes the place of.
fn replaced_rooms(plain: &Layout, spots: &[Option<[i32; 3]>], pins: &[&RoomPin]) -> Vec<Option<usize>> {
    let mut chosen: Vec<Option<usize>> = vec![None; pins.len()];
    let gate = plain.gate.map(|gate| gate.room.index());
    let has_stairs = |at: usize| plain.stairs.iter().flatten().any(|room| room.index() == at);
    let score = |pass: usize, pin: &RoomPin, at: usize| -> Option<i64> {
        let room = &plain.rooms[at];
        let overlap = room.bounds.grow(1).intersection(pin.bounds());
        let far = i64::from(room.bounds.center().manhattan(pin.bounds().center()));
        match pass {
            0 => (room.floor == pin.floor).then_some(0),
            1 => (pin.plan.is_some() && spots.get(at).copied().flatten() == pin.plan).then_some(0),
            2 => (pin.from.is_some() && room.floor.first().map(|run| run.start) == pin.from).then_some(0),
            3 => (pin.purpose.is_some() && purpose(room) == pin.purpose.as_ref()).then_some(far),
            4 if is_open_court(room, pin) => None,
            4 => (!overlap.is_empty()).then(|| -overlap.area()),
            _ => {
                let is_needed = gate == Some(at) || has_stairs(at) || is_open_court(room, pin);
                Some(far + if is_needed { i64::from(u32::MAX) } else { 0 })
            }
        }
    };
    for pass in 0..6 {
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

/// What a room of a house is for.
fn purpose(room: &Placement) -> Option<&String> {
    room.house.as_ref().map(|house| &house.program.purpose)
}

/// Whether a room under the sky would become one with a roof.
fn is_open_court(room: &Placement, pin: &RoomPin) -> bool {
    room.house.as_ref().is_some_and(|house| house.program.is_court()) && pin.shape != Some(Shape::Court)
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

/// Gives the rooms that are left new ids, and keeps what placement made between rooms that stayed where they were.
fn renumbered(
    plain: Layout,
    rooms: Vec<Option<Placement>>,
    is_moved: &[bool],
    of_pin: BTreeMap<PinId, usize>,
    (links, contents): (&PinnedCorridors, &PinnedContents),
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
        let z = plain.rooms[joint.rooms[0].index()].z;
        let is_closed = joint.doors.iter().any(|&door| contents.closes_door(z, door));
        if joint.rooms.iter().all(has_stayed) && !is_closed && is_clear(joint, &plain, &floors, links) {
            joints.push(PlacedJoint { rooms, ..joint.clone() });
        } else {
            lost.push(rooms);
        }
    }
    let stairs = plain.stairs.iter().filter_map(|&rooms| pair(rooms)).collect();
    let is_free = |gate: &super::Gate| !contents.closes_door(plain.rooms[gate.room.index()].z, gate.cells);
    let gate = plain.gate.filter(is_free);
    let gate = gate.filter(|gate| has_stayed(&gate.room) && is_open(gate, &plain, &floors, links));
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

/// Whether no room and no pinned corridor lies before the entrance or beside that strip.
fn is_open(gate: &super::Gate, plain: &Layout, floors: &[&Placement], links: &PinnedCorridors) -> bool {
    let size = links.size;
    let z = plain.rooms[gate.room.index()].z;
    let strip = straight_out(gate.cells, gate.normal, size.width().max(size.height()));
    let reach = strip.grow(1);
    let is_near = |room: &&&Placement| room.z == z && room.floor.iter().any(|run| run.rect().overlaps(reach));
    let is_own = |room: &&Placement| room.floor == plain.rooms[gate.room.index()].floor;
    floors.iter().filter(|room| is_near(room)).all(is_own) && !strip.cells().any(|cell| links.is_near(z, cell))
}

/// Whether nothing new lies on the corridor of a joint or beside it.
fn is_clear(joint: &PlacedJoint, plain: &Layout, floors: &[&Placement], links: &PinnedCorridors) -> bool {
    let z = plain.rooms[joint.rooms[0].index()].z;
    let is_hit = |cell: Cell| {
        let near = |room: &&&Placement| room.z == z && room.floor.iter().any(|run| run.rect().grow(1).contains(cell));
        floors.iter().any(|room| near(&room)) || links.is_near(z, cell) || !links.size.rect().grow(-1).contains(cell)
    };
    let brush = joint.path.iter().flat_map(|&at| Rect::at(at, joint.width, joint.width).cells());
    let doors = || joint.doors.iter().flat_map(|door| door.cells());
    // A door in a shared wall meets no corridor; a pinned door may be beside it.
    let is_shared = joint.path.is_empty();
    let is_blocked = brush.into_iter().any(is_hit) || is_shared && doors().any(|cell| links.is_near(z, cell));
    !is_blocked
}
