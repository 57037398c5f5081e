//! What is taken so far, and whether a new room with its joint fits.

use undercroft_grid::{BitGrid, Cell, Rect, Size};

use super::mask::RoomMask;
use super::path::JointPath;
use crate::dungeon::Run;
use crate::place::{DOOR_GAP, LINE_GAP};

/// Side of the grids of an empty map. [Unit: cells]
const FIRST_SIDE: i32 = 128;
/// Cells of solid border that a map has beyond its walkable cells.
const BORDER: i32 = 1;
/// Rows with place for an entrance among which it is drawn on an enclosed map.
const OUTER_ROWS: i32 = 3;
/// How far from the first cell anything may lie on a map without a size: half of the longest side. [Unit: cells]
const REACH: i32 = undercroft_grid::MAX_SIDE / 2 - 32;

/// Why a joint does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JointRefusal {
    /// The new floor meets something.
    Floor,
    /// The new ring meets floor, a corridor or a door.
    Ring,
    /// The corridor meets something or touches another corridor.
    Corridor,
    /// Another door is too near.
    Door,
    /// It would lie too far beyond the entrance's wall.
    Front,
    /// It would leave the map.
    Map,
}

impl JointRefusal {
    /// The reason as a sentence.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Floor => "other rooms or corridors block it",
            Self::Ring => "its walls would meet floor, a corridor or a door",
            Self::Corridor => "its corridor would meet or touch something",
            Self::Door => "another door is too near",
            Self::Front => "beyond the entrance side",
            Self::Map => "it would leave the map",
        }
    }
}

/// Rooms, corridors and doors of one level so far, as sets of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointMap {
    /// The cell that is the first of the grids.
    origin: Cell,
    /// Cells that neither floor nor corridor may enter.
    taken: BitGrid,
    /// Cells that no ring may cover.
    open: BitGrid,
    corridors: BitGrid,
    doors: BitGrid,
    /// The smallest rectangle round all walkable cells.
    pub bounds: Rect,
    /// Number of walkable cells.
    pub area: i64,
    /// Width and height of the whole map, where they are given.
    size: [Option<i32>; 2],
    /// Rooms lie on multiples of these.
    modules: [i32; 2],
    /// The box of the levels that have grown before.
    others: Rect,
    /// The last row that anything may have.
    front: Option<i32>,
    /// The map itself, where its place is known from the start.
    fence: Option<Rect>,
}

impl JointMap {
    /// An empty map. `others` is the box of what already lies on other levels of it.
    pub fn new(size: [Option<i32>; 2], modules: [i32; 2], others: Rect) -> Self {
        let empty = BitGrid::new(Size::of(FIRST_SIDE, FIRST_SIDE));
        Self {
            origin: Cell::new(-FIRST_SIDE / 2, -FIRST_SIDE / 2),
            taken: empty.clone(),
            open: empty.clone(),
            corridors: empty.clone(),
            doors: empty,
            bounds: Rect::new(0, 0, 0, 0),
            area: 0,
            size,
            modules,
            others,
            front: None,
            fence: None,
        }
    }

    /// Whether the room at this place and its joint fit, with the first reason why not.
    ///
    /// # Errors
    /// When something blocks it.
    pub fn fits(&self, mask: &RoomMask, at: Cell, joint: &JointPath) -> Result<(), JointRefusal> {
        self.fits_room(mask, at)?;
        self.fits_path(mask, at, joint)
    }

    /// Whether the joint of a room that fits does so too.
    ///
    /// # Errors
    /// When something blocks it.
    pub fn fits_path(&self, mask: &RoomMask, at: Cell, joint: &JointPath) -> Result<(), JointRefusal> {
        let is_blocked = |cell: Cell| self.taken.contains(cell - self.origin) || mask.is_closed(cell - at);
        if joint.legs.iter().flat_map(|leg| leg.cells()).any(is_blocked)
            || joint.legs.iter().any(|&leg| self.touches_corridor(leg))
        {
            return Err(JointRefusal::Corridor);
        }
        if joint.doors.iter().any(|&door| self.has_door_near(door)) {
            return Err(JointRefusal::Door);
        }
        let is_beyond = |leg: &Rect| self.front.is_some_and(|front| leg.bottom - 1 > front);
        if joint.legs.iter().any(is_beyond) {
            return Err(JointRefusal::Front);
        }
        if !self.has_space(self.joined_bounds(mask, at, joint)) {
            return Err(JointRefusal::Map);
        }
        Ok(())
    }

    /// Whether a room alone fits.
    ///
    /// # Errors
    /// When something blocks it.
    pub fn fits_room(&self, mask: &RoomMask, at: Cell) -> Result<(), JointRefusal> {
        if mask.floor.iter().any(|run| self.meets(&self.taken, *run, at)) {
            return Err(JointRefusal::Floor);
        }
        if mask.ring.iter().any(|run| self.meets(&self.open, *run, at)) {
            return Err(JointRefusal::Ring);
        }
        if self.front.is_some_and(|front| at.y + mask.size().height() > front) {
            return Err(JointRefusal::Front);
        }
        let bounds = self.bounds.hull(mask.size().rect().shift(at));
        if self.has_space(bounds) { Ok(()) } else { Err(JointRefusal::Map) }
    }

    /// The smallest rectangle round all walkable cells after the joint.
    pub fn joined_bounds(&self, mask: &RoomMask, at: Cell, joint: &JointPath) -> Rect {
        let room = mask.size().rect().shift(at);
        joint.legs.iter().chain(&joint.doors).fold(self.bounds.hull(room), |bounds, leg| bounds.hull(*leg))
    }

    /// Adds a room and its joint, if they fit; else nothing changes.
    ///
    /// # Errors
    /// When something blocks it.
    pub fn attach(&mut self, mask: &RoomMask, at: Cell, joint: &JointPath) -> Result<(), JointRefusal> {
        self.fits(mask, at, joint)?;
        self.add_room(mask, at);
        self.add_path(joint);
        Ok(())
    }

    /// Adds a room without asking.
    pub fn add_room(&mut self, mask: &RoomMask, at: Cell) {
        let floor = mask.size().rect().shift(at);
        self.reach(floor.grow(1));
        let origin = at - self.origin;
        let rect = |run: &Run| run.rect().shift(origin);
        for run in &mask.floor {
            self.taken.fill_rect(rect(run));
            self.open.fill_rect(rect(run));
        }
        mask.ring.iter().for_each(|run| self.taken.fill_rect(rect(run)));
        self.bounds = self.bounds.hull(floor);
        self.area += mask.area;
    }

    /// Adds the doors and the corridor of a joint without asking.
    pub fn add_path(&mut self, joint: &JointPath) {
        joint.legs.iter().for_each(|&leg| self.add_corridor(leg));
        joint.doors.iter().for_each(|&door| self.add_door(door));
        self.area += joint.area();
    }

    /// Adds the entrance: its door, its runway, and a strip beyond its wall that stays clear. `rows` is how far anything
    /// may lie beyond the wall, `sides` how far the strip reaches on both sides of the door.
    pub fn add_entrance(&mut self, door: Rect, runway: i32, rows: i32, sides: i32) {
        self.front = Some(door.bottom - 1 + rows);
        self.add_door(door);
        let runway_cells = Rect { top: door.bottom, bottom: door.bottom + runway, ..door };
        if !runway_cells.is_empty() {
            self.add_corridor(runway_cells);
        }
        self.area += door.area() + runway_cells.area();
        let bottom = (door.bottom + rows + 1).max(door.bottom + runway + 1);
        self.close(Rect { left: door.left - sides, right: door.right + sides, top: door.bottom, bottom });
    }

    /// Where a first room with its entrance's door fits: on an enclosed map the places in the rows farthest out that have
    /// any, or all of them; else the first cell. Places are multiples of the modules.
    pub fn entrance_places(&self, mask: &RoomMask, door: Rect, runway: i32, is_anywhere: bool) -> Vec<Cell> {
        let runway = Rect { bottom: door.bottom + runway, ..door };
        let Some(map) = self.fence else {
            let has_space = self.has_space(mask.size().rect().hull(runway));
            return if has_space { vec![Cell::new(0, 0)] } else { Vec::new() };
        };
        let fits = |at: &Cell| {
            self.fits_room(mask, *at).is_ok()
                && self.has_space(mask.size().rect().hull(runway).shift(*at))
                && runway.shift(*at).cells().all(|cell| self.is_free(cell))
        };
        let on_grid = |range: std::ops::Range<i32>, module: i32| range.filter(move |at| at.rem_euclid(module) == 0);
        let (mut places, mut rows) = (Vec::new(), 0);
        for y in on_grid(map.top..map.bottom, self.modules[1]).rev() {
            let row = on_grid(map.left..map.right, self.modules[0]).map(|x| Cell::new(x, y));
            places.extend(row.filter(fits));
            rows += i32::from(!places.is_empty());
            if rows == OUTER_ROWS && !is_anywhere {
                break;
            }
        }
        places
    }

    /// Keeps everything on a map at this place and off its blocked cells.
    pub fn enclose(&mut self, map: Rect, blocked: impl Iterator<Item = Rect>) {
        self.fence = Some(map);
        blocked.for_each(|rect| self.close(rect));
    }

    /// Whether the entrance is on this level.
    pub const fn has_front(&self) -> bool {
        self.front.is_some()
    }

    /// Keeps everything out of the cells.
    pub fn close(&mut self, rect: Rect) {
        self.reach(rect);
        self.taken.fill_rect(rect.shift(-self.origin));
        self.open.fill_rect(rect.shift(-self.origin));
    }

    /// Whether floor or a corridor could enter the cell.
    pub fn is_free(&self, cell: Cell) -> bool {
        !self.taken.contains(cell - self.origin)
    }

    /// Whether a door lies within the gap that doors keep.
    pub fn has_door_near(&self, door: Rect) -> bool {
        (door.top - LINE_GAP..door.bottom + LINE_GAP).any(|y| {
            let off = (door.top - y).max(y - door.bottom + 1).max(0);
            let side = if off == 0 { LINE_GAP } else { (DOOR_GAP - off).max(0) };
            let row = Rect::new(door.left - side, y, door.right + side, y + 1);
            self.meets(&self.doors, Run { start: row.min(), length: row.width() }, Cell::new(0, 0))
        })
    }

    /// Whether a map has space for this box and a border, wherever the module grid puts it. A map without a size is as
    /// large as maps can be.
    pub fn has_space(&self, bounds: Rect) -> bool {
        if let Some(map) = self.fence {
            return map.grow(-BORDER).contains_rect(bounds);
        }
        let bounds = bounds.hull(self.others);
        let axis = |axis: usize, from: i32, to: i32| {
            let has_size = |size: i32| to - from + 2 * BORDER + self.modules[axis] - 1 <= size;
            -REACH <= from && to <= REACH && self.size[axis].is_none_or(has_size)
        };
        axis(0, bounds.left, bounds.right) && axis(1, bounds.top, bounds.bottom)
    }

    fn touches_corridor(&self, leg: Rect) -> bool {
        let Rect { left, top, right, bottom } = leg;
        let sides = [Rect::new(left - 1, top, right + 1, bottom), Rect::new(left, top - 1, right, bottom + 1)];
        sides.into_iter().flat_map(Rect::cells).any(|cell| self.corridors.contains(cell - self.origin))
    }

    fn add_corridor(&mut self, leg: Rect) {
        self.reach(leg);
        let rect = leg.shift(-self.origin);
        self.taken.fill_rect(rect);
        self.open.fill_rect(rect);
        self.corridors.fill_rect(rect);
        self.bounds = self.bounds.hull(leg);
    }

    fn add_door(&mut self, door: Rect) {
        self.reach(door);
        self.open.fill_rect(door.shift(-self.origin));
        self.doors.fill_rect(door.shift(-self.origin));
        self.bounds = self.bounds.hull(door);
    }

    /// Whether a run of a mask at this place has a cell of the set.
    fn meets(&self, set: &BitGrid, run: Run, at: Cell) -> bool {
        let start = run.start + at - self.origin;
        let (left, right) = (start.x.max(0), (start.x + run.length).min(set.size().width()));
        if left >= right || start.y < 0 || start.y >= set.size().height() {
            return false;
        }
        let (left, last) = (left as usize, right as usize - 1);
        let row = set.row(start.y);
        (left / 64..=last / 64).any(|word| {
            let from = if word == left / 64 { left % 64 } else { 0 };
            let to = if word == last / 64 { last % 64 } else { 63 };
            row[word] & (u64::MAX << from) & (u64::MAX >> (63 - to)) != 0
        })
    }

    /// Makes the grids large enough for the cells: twice as large as often as it takes.
    fn reach(&mut self, rect: Rect) {
        while !self.taken.size().rect().shift(self.origin).contains_rect(rect) {
            let by = Cell::new(self.taken.size().width() / 2, self.taken.size().height() / 2);
            for set in [&mut self.taken, &mut self.open, &mut self.corridors, &mut self.doors] {
                *set = doubled(set, by);
            }
            self.origin = self.origin - by;
        }
    }
}

fn doubled(set: &BitGrid, by: Cell) -> BitGrid {
    let mut larger = BitGrid::new(Size::of(2 * set.size().width(), 2 * set.size().height()));
    Run::of_cells(set).for_each(|run| larger.fill_rect(run.rect().shift(by)));
    larger
}
