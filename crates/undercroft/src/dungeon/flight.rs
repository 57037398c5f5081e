//! Stairs: where they lead, and what they keep away from.

use std::borrow::Cow;
use std::collections::BTreeMap;

use undercroft_grid::{Cell, Dir, Rect};

use super::{Dungeon, MAX_STAIRS_RUN, Room, RoomId, Run, Terrain};

/// How many cells stairs keep away from doors and from other stairs, as |dx| + |dy|: none of those lies this near.
pub const STAIRS_GAP: i32 = 2;

/// The warning of stairs between two rooms that could not keep the gap.
pub fn near_stairs_warning([a, b]: [RoomId; 2]) -> String {
    format!("The stairs between rooms {a} and {b} are within {STAIRS_GAP} cells of a door or of other stairs.")
}

/// Whether a straight run of cells is an alcove: floor before every cell, on one side, and none on the others.
///
/// ```
/// use undercroft::dungeon::is_stair_alcove;
/// use undercroft::grid::{Cell, Rect};
///
/// let room = Rect::new(2, 2, 8, 6);
/// let run = [Cell::new(4, 1), Cell::new(5, 1)];
/// assert!(is_stair_alcove(&run, |cell| room.contains(cell)));
/// assert!(!is_stair_alcove(&[Cell::new(4, 2), Cell::new(5, 2)], |cell| room.contains(cell)));
/// ```
pub fn is_stair_alcove(run: &[Cell], is_floor: impl Fn(Cell) -> bool) -> bool {
    if run.len() > MAX_STAIRS_RUN {
        return false;
    }
    let is_open = |cell: Cell, side: Dir| !run.contains(&(cell + side)) && is_floor(cell + side);
    let mut open = Dir::ALL.into_iter().filter(|&side| run.iter().any(|&cell| is_open(cell, side)));
    let front = open.next().filter(|_| open.next().is_none());
    front.is_some_and(|side| run.iter().all(|&cell| is_open(cell, side)))
}

impl Dungeon {
    /// The level that stairs on a cell lead to: the next one, where it has the other end on the same cell. Of a run of
    /// several cells only the first leads there.
    ///
    /// ```
    /// use undercroft::format::text;
    /// use undercroft::grid::Cell;
    ///
    /// let tower = text::read("--- level 1\n#>#\n--- level 0\n#<#\n")?;
    /// assert_eq!(tower.stairs_lead(1, Cell::new(1, 0)), Some(0));
    /// assert_eq!(tower.stairs_lead(1, Cell::new(0, 0)), None);
    /// # Ok::<(), undercroft::format::ReadError>(())
    /// ```
    pub fn stairs_lead(&self, z: i32, cell: Cell) -> Option<i32> {
        let (other, back) = match self.level(z)?.at(cell) {
            Terrain::StairsUp => (z.saturating_add(1), Terrain::StairsDown),
            Terrain::StairsDown => (z.saturating_sub(1), Terrain::StairsUp),
            _ => return None,
        };
        let is_back = self.level(other)?.at(cell) == back;
        (is_back && !self.is_later_step(z, cell) && !self.is_later_step(other, cell)).then_some(other)
    }

    /// Whether a cell belongs to a run of stairs and is not its first.
    pub fn is_later_step(&self, z: i32, cell: Cell) -> bool {
        let runs = self.links.iter().filter_map(|link| Some(link.rooms.into_iter().zip(link.stairs()?)));
        let on_level = |room: RoomId| self.rooms.get(room.index()).is_some_and(|room| room.z == z);
        runs.flatten().any(|(room, run)| run.iter().skip(1).any(|&step| step == cell) && on_level(room))
    }
}

/// The alcoves that were cut for stairs: floor of their rooms, but no part of their shapes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StairAlcoves(BTreeMap<RoomId, Vec<Cell>>);

impl StairAlcoves {
    /// The alcoves of a dungeon.
    pub fn new(dungeon: &Dungeon) -> Self {
        let mut alcoves = Self::default();
        let stairs = dungeon.links.iter().filter_map(|link| Some(link.rooms.into_iter().zip(link.stairs()?)));
        for (room, run) in stairs.flatten() {
            if is_stair_alcove(run, |cell| dungeon.room(room).contains(cell)) {
                alcoves.0.entry(room).or_default().extend(run);
            }
        }
        alcoves
    }

    /// The floor of a room as its shape or its template made it.
    pub fn floor_without<'a>(&self, room: &'a Room) -> Cow<'a, [Run]> {
        let Some(cells) = self.0.get(&room.id) else { return Cow::Borrowed(&room.floor) };
        let mut floor = room.floor.clone();
        cells.iter().for_each(|&cell| remove_cell(&mut floor, cell));
        Cow::Owned(floor)
    }

    /// The smallest rectangle round that floor.
    pub fn bounds_without(&self, room: &Room) -> Rect {
        self.floor_without(room).iter().fold(Rect::new(0, 0, 0, 0), |bounds, run| bounds.hull(run.rect()))
    }
}

impl Room {
    /// Walls up an alcove whose stairs are gone; floor that is no alcove stays.
    pub(crate) fn close_alcove(&mut self, run: &[Cell]) {
        if is_stair_alcove(run, |cell| self.contains(cell)) {
            run.iter().for_each(|&cell| remove_cell(&mut self.floor, cell));
        }
    }
}

/// Cuts a cell out of runs in row order.
fn remove_cell(floor: &mut Vec<Run>, cell: Cell) {
    let Some(at) = floor.iter().position(|run| run.rect().contains(cell)) else { return };
    let Run { start, length } = floor[at];
    let (before, after) = (cell.x - start.x, start.x + length - cell.x - 1);
    let pieces = [Run { start, length: before }, Run { start: cell + Dir::East, length: after }];
    floor.splice(at..=at, pieces.into_iter().filter(|piece| piece.length > 0));
}
