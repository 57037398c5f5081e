//! The slots of a plan's rooms: columns and rows of the map, each as wide as its largest room on any level.

use std::collections::BTreeMap;

use undercroft_grid::{Cell, Rect};

use crate::plan::{Plan, PlanRoom};
use crate::seed::Stream;

/// Longest side of a map. [Unit: cells]
pub const LONGEST: i64 = 16_384;

/// The slots of all rooms.
pub struct Slots {
    tracks: [Track; 2],
}

impl Slots {
    /// Slots for rooms of these sides, in modules, with a gap between them.
    pub fn new(plan: &Plan, sides: &[[i32; 2]], modules: [i32; 2], gap: i32) -> Self {
        Self { tracks: [0, 1].map(|axis| Track::new(plan, sides, axis, modules[axis], gap)) }
    }

    /// Width and height of the map.
    pub fn size(&self) -> [i64; 2] {
        [0, 1].map(|axis: usize| self.tracks[axis].length)
    }

    /// Width and height of a module.
    pub fn modules(&self) -> [i32; 2] {
        [0, 1].map(|axis: usize| self.tracks[axis].module)
    }

    /// The slot of a room.
    pub fn slot(&self, room: &PlanRoom) -> Rect {
        let [(left, right), (top, bottom)] = [0, 1].map(|axis| self.tracks[axis].span(line(room, axis)));
        Rect::new(left, top, right, bottom)
    }

    /// The middle of a slot, which a room with stairs has in any case.
    pub fn anchor(&self, room: &PlanRoom) -> Cell {
        Cell::new(self.tracks[0].middle(line(room, 0)), self.tracks[1].middle(line(room, 1)))
    }

    /// A place for a room of these sides in its slot, by chance; one with the anchor where it is `fixed`.
    pub fn place_in_slot(&self, room: &PlanRoom, side: [i32; 2], fixed: bool, stream: &mut Stream) -> Rect {
        let [x, y] = [0, 1].map(|axis| self.tracks[axis].position(line(room, axis), side[axis], fixed, stream));
        Rect::at(Cell::new(x, y), side[0] * self.tracks[0].module, side[1] * self.tracks[1].module)
    }
}

/// Columns count from the west, rows from the north.
const fn line(room: &PlanRoom, axis: usize) -> i32 {
    if axis == 0 { room.cell.x } else { -room.cell.y }
}

/// The columns, or the rows, of the lattice.
struct Track {
    module: i32,
    /// Where the slot of each line begins, and how many modules it has.
    slots: BTreeMap<i32, (i32, i32)>,
    /// Cells from edge to edge of the map.
    length: i64,
}

impl Track {
    fn new(plan: &Plan, sides: &[[i32; 2]], axis: usize, module: i32, gap: i32) -> Self {
        let mut widest: BTreeMap<i32, i32> = BTreeMap::new();
        for (room, side) in plan.rooms.iter().zip(sides) {
            let slot = widest.entry(line(room, axis)).or_default();
            *slot = (*slot).max(side[axis]);
        }
        let up = |cells: i32| (cells + module - 1) / module * module;
        // Outside the outermost rooms there is space for a corridor round them.
        let margin = up(gap + 2);
        let mut at = i64::from(margin);
        let mut slots = BTreeMap::new();
        let [first, last] = [widest.first_key_value(), widest.last_key_value()].map(|entry| entry.map_or(0, |e| *e.0));
        for line in first..=last {
            let modules = widest.get(&line).copied().unwrap_or(1);
            slots.insert(line, (at.min(LONGEST) as i32, modules));
            at += i64::from(modules * module + up(gap));
        }
        Self { module, slots, length: at - i64::from(up(gap)) + i64::from(margin) }
    }

    /// A place for a room of this many modules in the slot of a line; one that contains the middle where it is `fixed`.
    fn position(&self, line: i32, side: i32, fixed: bool, stream: &mut Stream) -> i32 {
        let (start, modules) = self.slots[&line];
        let free = 0..modules - side + 1;
        let middle = modules / 2;
        let range = if fixed { free.start.max(middle - side + 1)..free.end.min(middle + 1) } else { free };
        start + stream.range(range) * self.module
    }

    /// The first cell of the slot of a line, and the one after its last.
    fn span(&self, line: i32) -> (i32, i32) {
        let (start, modules) = self.slots[&line];
        (start, start + modules * self.module)
    }

    /// The middle cell of the slot's middle module.
    fn middle(&self, line: i32) -> i32 {
        let (start, modules) = self.slots[&line];
        start + modules / 2 * self.module + self.module / 2
    }
}
