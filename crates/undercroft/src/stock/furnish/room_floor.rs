//! The floor of one room while it is furnished: which cells are taken, and whether more can be.
//!
//! A feature that blocks may leave no pocket, and may part no two anchors (the cells before doors, stairs, keys) that
//! bodies of 1×1 or 2×2 cells could join before. Doors and corridors are never touched, so what holds in each room holds
//! in the dungeon.

use undercroft_grid::{BitGrid, Cell, Dir, Rect};

use super::super::room_openings::RoomOpenings;
use super::body_paths::BodyPaths;
use super::placement::Placement;
use super::room_walls::RoomWalls;
use crate::contents::FeatureKind;
use crate::dungeon::{Ground, Level, Room, Terrain};

/// Floor of the room.
const FLOOR: u8 = 1;
/// Kept clear: before doors, at stairs and keys.
const CLEAR: u8 = 1 << 1;
/// Something stands here.
const STANDING: u8 = 1 << 2;
/// Something flat lies here.
const FLAT: u8 = 1 << 3;
/// No body can be here: deep water, a chasm, a feature that blocks.
const SOLID: u8 = 1 << 4;
/// Rock or wall, without a door.
const BACKING: u8 = 1 << 5;
/// Something hangs here, or a window or hearth is here.
const MOUNTED: u8 = 1 << 6;

/// Why a feature cannot stand somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A cell is no floor, has the wrong ground, is kept clear or taken.
    Taken,
    /// Too much of the floor would be blocked.
    Dense,
    /// It would cut off a cell or part two anchors.
    Blocks,
}

impl Refusal {
    /// The reason for people.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Taken => "the cells are taken or kept clear",
            Self::Dense => "the room is full",
            Self::Blocks => "it would block a path",
        }
    }
}

/// The floor of a room with a margin of one cell.
pub struct RoomFloor<'a> {
    /// The room.
    pub room: &'a Room,
    /// The box of its floor.
    pub bounds: Rect,
    /// Its walls.
    pub walls: RoomWalls,
    frame: Rect,
    flags: Vec<u8>,
    /// The number of the kind that stands on each cell; 0 for none.
    kinds: Vec<u8>,
    level: &'a Level,
    paths: BodyPaths,
    blocking: i64,
}

impl<'a> RoomFloor<'a> {
    /// The bare floor of a room. `mounted` are the wall cells of the level where something is already.
    pub fn new(level: &'a Level, room: &'a Room, openings: &RoomOpenings, mounted: &BitGrid) -> Self {
        let bounds = room.bounds();
        let frame = bounds.grow(1);
        let mut flags: Vec<u8> = frame.cells().map(|cell| wall_flags(level, mounted, cell)).collect();
        let mut flag = |cell: Cell, flag: u8| {
            if frame.contains(cell) {
                flags[index_in(frame, cell)] |= flag;
            }
        };
        for cell in room.cells() {
            flag(cell, FLOOR | if level.ground_at(cell).is_solid() { SOLID } else { 0 });
        }
        openings.clear.iter().for_each(|&cell| flag(cell, CLEAR));
        let walls = RoomWalls::new(frame, &flags, [FLOOR, BACKING]);
        let paths = BodyPaths::new(frame, openings.anchors.clone());
        let kinds = vec![0; flags.len()];
        Self { room, bounds, walls, frame, flags, kinds, level, paths, blocking: 0 }
    }

    /// Whether a cell is floor that is neither kept clear nor taken by something that stands.
    pub fn is_open(&self, cell: Cell) -> bool {
        self.at(cell) & (FLOOR | CLEAR | STANDING) == FLOOR
    }

    /// Whether rock or wall is here, and no door.
    pub fn is_backing(&self, cell: Cell) -> bool {
        self.at(cell) & BACKING != 0
    }

    /// Whether something can hang on a wall cell.
    pub fn is_bare_wall(&self, cell: Cell) -> bool {
        self.at(cell) & (BACKING | MOUNTED) == BACKING && self.level.at(cell) == Terrain::Wall
    }

    /// Marks wall cells on which something hangs.
    pub fn mount(&mut self, rect: Rect) {
        rect.cells().for_each(|cell| self.flag(cell, MOUNTED));
    }

    /// Whether another kind than `kind` stands on a cell.
    pub fn has_other(&self, cell: Cell, kind: u8) -> bool {
        self.index(cell).is_some_and(|index| self.kinds[index] != 0 && self.kinds[index] != kind)
    }

    /// Whether a feature can stand on these cells.
    ///
    /// # Errors
    /// The reason why not.
    pub fn check(&mut self, kind: &FeatureKind, placement: Placement, cap: i64) -> Result<(), Refusal> {
        let taken = CLEAR | if kind.flat { FLAT } else { STANDING };
        let is_allowed = |ground: Ground| kind.on.contains(&ground);
        let is_good = |cell: Cell| self.at(cell) & (FLOOR | taken) == FLOOR && is_allowed(self.level.ground_at(cell));
        if !placement.rect.cells().all(is_good) {
            return Err(Refusal::Taken);
        }
        if !kind.blocks {
            return Ok(());
        }
        // The first piece is what the room is for: a bed stands in the smallest bedroom.
        if self.blocking > 0 && self.blocking + placement.rect.area() > cap {
            return Err(Refusal::Dense);
        }
        let Self { paths, flags, frame, .. } = self;
        let is_free = |cell: Cell| flag_of(flags, *frame, cell) & (FLOOR | SOLID) == FLOOR;
        if paths.stays_joined(placement.rect, is_free) { Ok(()) } else { Err(Refusal::Blocks) }
    }

    /// Puts a feature on cells that were checked. `number` is that of its kind.
    pub fn place(&mut self, kind: &FeatureKind, placement: Placement, number: u8) {
        let taken = if kind.flat { FLAT } else { STANDING } | if kind.blocks { SOLID } else { 0 };
        for cell in placement.rect.cells() {
            self.flag(cell, taken);
            if let Some(index) = self.index(cell).filter(|_| !kind.flat) {
                self.kinds[index] = number;
            }
        }
        self.blocking += if kind.blocks { placement.rect.area() } else { 0 };
    }

    /// Takes a feature away that was placed on bare cells.
    pub fn remove(&mut self, kind: &FeatureKind, placement: Placement) {
        let taken = if kind.flat { FLAT } else { STANDING } | if kind.blocks { SOLID } else { 0 };
        for cell in placement.rect.cells() {
            let is_solid_ground = self.level.ground_at(cell).is_solid();
            if let Some(index) = self.index(cell) {
                self.flags[index] &= !taken;
                self.flags[index] |= if is_solid_ground { SOLID } else { 0 };
                self.kinds[index] = if kind.flat { self.kinds[index] } else { 0 };
            }
        }
        self.blocking -= if kind.blocks { placement.rect.area() } else { 0 };
    }

    /// How many sides of a cell are rock or wall.
    pub fn walls_at(&self, cell: Cell) -> usize {
        Dir::ALL.into_iter().filter(|&dir| self.is_backing(cell + dir)).count()
    }

    fn at(&self, cell: Cell) -> u8 {
        flag_of(&self.flags, self.frame, cell)
    }

    fn flag(&mut self, cell: Cell, flag: u8) {
        if let Some(index) = self.index(cell) {
            self.flags[index] |= flag;
        }
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        self.frame.contains(cell).then(|| index_in(self.frame, cell))
    }
}

/// What a cell is as a wall, floor or not.
fn wall_flags(level: &Level, mounted: &BitGrid, cell: Cell) -> u8 {
    let is_backing = matches!(level.at(cell), Terrain::Rock | Terrain::Wall);
    let mounted = if mounted.contains(cell) { MOUNTED } else { 0 };
    mounted | if is_backing { BACKING } else { 0 }
}

fn flag_of(flags: &[u8], frame: Rect, cell: Cell) -> u8 {
    if frame.contains(cell) { flags[index_in(frame, cell)] } else { 0 }
}

const fn index_in(frame: Rect, cell: Cell) -> usize {
    ((cell.y - frame.top) * frame.width() + cell.x - frame.left) as usize
}
