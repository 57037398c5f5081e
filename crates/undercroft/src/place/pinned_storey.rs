//! A storey of a house round pinned rooms: rooms that collide with them are cut back to their walls, those that lose their
//! place get what is left inside the outline, and rooms grow towards parts that have no wall in common with the others.
//!
//! ```text
//!   plain   #########    pinned  #########      a room is cut back to the largest rectangle that the pinned one leaves
//!           #...#...#      p     #.#...#.#
//!           #...#...#            #.# p #.#
//!           #########            #########
//! ```

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Size, UnionFind};

use super::house::{HouseRoom, Space, shared_walls};
use super::mask_fit::largest_rect;
use super::{LOOP_WALL, Layout, Placement};
use crate::dungeon::{RoomPin, Run, Shape};

/// How far a room grows to a part of the storey that is apart. [Unit: cells]
const LONGEST_REACH: i32 = 24;

/// Where floors of free rooms may lie on a storey.
pub struct StoreySpace<'a> {
    /// Width and height of the map.
    pub size: Size,
    /// Shortest side of a room. [Unit: cells]
    pub min: i32,
    /// The module grid of the walls.
    pub modules: [i32; 2],
    /// Whether no pin keeps a cell.
    pub is_open: &'a dyn Fn(Cell) -> bool,
}

/// What a pinned room is in a house: it takes the entry of the room that it replaces, with its own purpose if it has one.
pub fn pinned_room(pin: &RoomPin, replaced: Option<&HouseRoom>) -> Option<Box<HouseRoom>> {
    let mut room = replaced?.clone();
    if let Some(purpose) = &pin.purpose {
        room.program.purpose.clone_from(purpose);
    }
    room.space = Space::of_floor(&pin.floor);
    Some(Box::new(room))
}

/// Whether the walls round a floor lie on the lines of a module grid.
pub fn is_on_lines(floor: Rect, [gx, gy]: [i32; 2]) -> bool {
    let Rect { left, top, right, bottom } = floor;
    (left - 1) % gx == 0 && right % gx == 0 && (top - 1) % gy == 0 && bottom % gy == 0
}

/// The cells inside the outer walls of a storey.
pub fn inside_of(plain: &Layout, z: i32, size: Size) -> BitGrid {
    let mut covered = BitGrid::new(size);
    for room in plain.rooms.iter().filter(|room| room.z == z) {
        covered.fill_rect(room.bounds.grow(1).intersection(size.rect()));
    }
    let is_inside = |cell: Cell| {
        covered.contains(cell)
            && cell.neighbors8().into_iter().all(|beside| covered.size().contains(beside) && covered.contains(beside))
    };
    BitGrid::from_fn(size, is_inside)
}

impl StoreySpace<'_> {
    /// The room as far as its cells are open, `None` where that is too little for a room.
    pub fn cut_back(&self, room: &Placement) -> Option<Placement> {
        let is_floor = |cell: Cell| room.floor.iter().any(|run| run.rect().contains(cell));
        self.largest_room(room, room.bounds, &|cell| is_floor(cell) && (self.is_open)(cell))
    }

    /// The room in the largest open part of what is inside the walls.
    pub fn in_rest(&self, room: &Placement, inside: &BitGrid) -> Option<Placement> {
        self.largest_room(room, self.size.rect(), &|cell| inside.contains(cell) && (self.is_open)(cell))
    }

    fn largest_room(&self, room: &Placement, within: Rect, is_open: &dyn Fn(Cell) -> bool) -> Option<Placement> {
        let open = BitGrid::from_fn(Size::of(within.width(), within.height()), |cell| is_open(cell + within.min()));
        let rect = largest_rect(&open);
        let is_large = rect.width().min(rect.height()) >= self.min;
        is_large.then(|| self.reshaped(room, rect.shift(within.min())))
    }

    /// The room with another floor.
    fn reshaped(&self, room: &Placement, floor: Rect) -> Placement {
        let mut reshaped = room.clone();
        (reshaped.bounds, reshaped.floor) = (floor, Run::of_rect(floor));
        reshaped.shape = if room.shape == Shape::Court { Shape::Court } else { Shape::Rect };
        reshaped.aligned = is_on_lines(floor, self.modules);
        reshaped.house.iter_mut().for_each(|house| house.space = Space::new(floor, None));
        reshaped
    }

    /// Lets one of the free rooms grow, by as little as can be, to where it has a wall in common with a part that is apart.
    /// `None` where all are connected or none can grow.
    pub fn grow_to_island(&self, rooms: &[&Placement], is_free: &dyn Fn(usize) -> bool) -> Option<(usize, Placement)> {
        let spaces: Vec<Space> = rooms.iter().map(|room| Space::of_floor(&room.floor)).collect();
        let mut joined = UnionFind::new(rooms.len());
        for wall in shared_walls(&spaces, LOOP_WALL) {
            joined.unite(wall.rooms[0], wall.rooms[1]);
        }
        if joined.sets() < 2 {
            return None;
        }
        let parts: Vec<u32> = (0..rooms.len() as u32).map(|room| joined.find(room)).collect();
        let growing = (0..rooms.len()).filter(|&at| is_free(at) && spaces[at].is_full());
        let grown = growing.flat_map(|at| Dir::ALL.map(|dir| (at, dir))).filter_map(|(at, dir)| {
            let (steps, floor) = self.reach(rooms, at, dir)?;
            let space = Space::new(floor, None);
            let meets = |other: usize| {
                let wall = space.common_wall(&spaces[other]).map(|(_, cells)| cells.width().max(cells.height()));
                parts[other] != parts[at] && wall.is_some_and(|length| length >= LOOP_WALL)
            };
            (0..rooms.len()).any(meets).then_some((steps, at, floor))
        });
        let (_, at, floor) = grown.min_by_key(|&(steps, at, floor)| (steps, at, floor.min()))?;
        Some((at, self.reshaped(rooms[at], floor)))
    }

    /// How far a room can grow to a side, and its floor then.
    fn reach(&self, rooms: &[&Placement], at: usize, dir: Dir) -> Option<(i32, Rect)> {
        let floor = rooms[at].bounds;
        let inner = self.size.rect().grow(-1);
        let is_free = |line: Rect| {
            let is_hit = |other: &Placement| other.floor.iter().any(|run| run.rect().grow(1).overlaps(line));
            let others = || (0..rooms.len()).filter(|&other| other != at);
            inner.contains_rect(line) && line.cells().all(self.is_open) && !others().any(|other| is_hit(rooms[other]))
        };
        let line = |steps: i32| match dir {
            Dir::North => Rect { top: floor.top - steps, bottom: floor.top - steps + 1, ..floor },
            Dir::East => Rect { left: floor.right + steps - 1, right: floor.right + steps, ..floor },
            Dir::South => Rect { top: floor.bottom + steps - 1, bottom: floor.bottom + steps, ..floor },
            Dir::West => Rect { left: floor.left - steps, right: floor.left - steps + 1, ..floor },
        };
        let steps = (1..=LONGEST_REACH).take_while(|&steps| is_free(line(steps))).last()?;
        Some((steps, floor.hull(line(steps))))
    }
}
