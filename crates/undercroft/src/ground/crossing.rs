//! Bridges: straight crossings of a chasm where it parts a room.

use undercroft_grid::{BitGrid, Cell, Dir, RegionId, Regions, Size};

use super::draft::GroundDraft;
use super::level_floor::{FloorRoom, LevelFloor};
use super::room_parts::RoomParts;
use crate::dungeon::Ground;

/// The longest bridge. [Unit: cells]
const LONGEST: i32 = 6;
/// A part of a room with at least this many cells is worth a bridge, even without a door. [Unit: cells]
const LARGE_PART: usize = 6;

/// A straight crossing of a chasm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crossing {
    /// Its length, and two more along a wall.
    cost: i32,
    length: i32,
    /// Squared distance of its first cell from the middle of the room.
    off_center: i64,
    /// The cell before it.
    from: Cell,
    /// The direction in which it leads, as an index.
    dir: usize,
}

/// Bridges a chasm in a room so that doors, stairs and keys stay joined. Returns whether they are, and at least half of
/// the room can still be reached.
pub fn cross_room(floor: &LevelFloor, room: &FloorRoom, draft: &mut GroundDraft) -> bool {
    loop {
        let parts = RoomParts::new(room, draft);
        let Some(main) = parts.main() else { return false };
        match shortest(floor, room, &parts, main, draft) {
            Some(crossing) => build_bridge(floor, room, crossing, draft),
            None => return is_sound(room, &parts, main, draft),
        }
    }
}

/// The shortest crossing from the main part to another one that needs it, ties nearest to the middle.
fn shortest(
    floor: &LevelFloor,
    room: &FloorRoom,
    parts: &RoomParts,
    main: RegionId,
    draft: &GroundDraft,
) -> Option<Crossing> {
    let is_wanted = |part: RegionId| part != main && (parts.len(part) >= LARGE_PART || parts.has_entry(part));
    let middle = room.bounds.center();
    let crossing = |from: Cell, dir: Dir| {
        let length = (1..=LONGEST).take_while(|&step| draft.at(from.step(dir, step)) == Ground::Chasm).count() as i32;
        let to = parts.at(from.step(dir, length + 1))?;
        let off_center = from.step(dir, 1).distance_squared(middle);
        let is_wall = |cell: Cell| !floor.walkable.contains(cell);
        let is_aside = [dir.left(), dir.right()].into_iter().any(|side| is_wall(from.step(dir, 1) + side));
        let cost = length + if is_aside { 2 } else { 0 };
        let is_land = draft.at(from.step(dir, length + 1)) != Ground::Bridge;
        (length > 0 && is_wanted(to) && is_land).then_some(Crossing {
            cost,
            length,
            off_center,
            from,
            dir: dir.index(),
        })
    };
    // A bridge that began on another would lead from floor to nowhere.
    let is_shore = |cell: &Cell| parts.at(*cell) == Some(main) && draft.at(*cell) != Ground::Bridge;
    let shores = room.cells().filter(is_shore);
    shores.flat_map(|cell| Dir::ALL.into_iter().filter_map(move |dir| crossing(cell, dir))).min()
}

/// Lays a bridge as wide as the nearest door, where both its ends have land for that.
fn build_bridge(floor: &LevelFloor, room: &FloorRoom, crossing: Crossing, draft: &mut GroundDraft) {
    let Crossing { length, from, .. } = crossing;
    let dir = Dir::from_index(crossing.dir);
    let nearest = floor.doors.iter().min_by_key(|(cell, _)| (cell.distance_squared(from), *cell));
    let width = nearest.map_or(1, |&(_, width)| width);
    let is_land = |cell: Cell| is_land(room, draft, cell);
    let has_land = |lane: &i32| {
        let from = from.step(dir.right(), *lane);
        // A pillar may stand in the chasm beside the crossing.
        let is_chasm = |step: i32| draft.at(from.step(dir, step)) == Ground::Chasm;
        is_land(from) && is_land(from.step(dir, length + 1)) && (1..=length).all(is_chasm)
    };
    let lanes = (0..width).take_while(has_land).count() as i32;
    for lane in 0..lanes.max(1) {
        let cells = (1..=length).map(|step| from.step(dir.right(), lane).step(dir, step));
        cells.for_each(|cell| draft.lay(cell, Ground::Bridge));
    }
}

/// Whether all doors are in the main part, that part is at least half of the room, and each bridge has a chasm below it.
fn is_sound(room: &FloorRoom, parts: &RoomParts, main: RegionId, draft: &GroundDraft) -> bool {
    room.entries.iter().all(|&cell| parts.at(cell) == Some(main))
        && 2 * parts.len(main) >= room.area
        && bridges_span(room, draft)
        && room.cells().filter(|&cell| draft.at(cell) == Ground::Bridge).all(|cell| leads(room, draft, cell))
}

/// Whether a bridge could end on a cell.
fn is_land(room: &FloorRoom, draft: &GroundDraft, cell: Cell) -> bool {
    let is_floor = room.floor.iter().any(|run| run.rect().contains(cell));
    is_floor && !draft.is_solid(cell) && draft.at(cell) != Ground::Bridge
}

/// Whether a cell of a bridge lies on a straight line of them from land to land.
fn leads(room: &FloorRoom, draft: &GroundDraft, cell: Cell) -> bool {
    let end = |dir: Dir| {
        let longest = room.bounds.width().max(room.bounds.height());
        let mut line = (1..=longest).map(|step| cell.step(dir, step));
        line.find(|&cell| draft.at(cell) != Ground::Bridge).is_some_and(|cell| is_land(room, draft, cell))
    };
    [Dir::North, Dir::East].into_iter().any(|dir| end(dir) && end(dir.opposite()))
}

/// Whether a chasm is left beside each bridge.
fn bridges_span(room: &FloorRoom, draft: &GroundDraft) -> bool {
    let mut bridges = BitGrid::new(Size::of(room.bounds.width(), room.bounds.height()));
    for cell in room.cells().filter(|&cell| draft.at(cell) == Ground::Bridge) {
        bridges.insert(cell - room.bounds.min());
    }
    let bridges = Regions::of(&bridges);
    let spans = |cell: Cell| cell.neighbors4().into_iter().any(|next| draft.at(next) == Ground::Chasm);
    bridges.ids().all(|bridge| bridges.cells(bridge).iter().any(|cell| spans(cell + room.bounds.min())))
}
