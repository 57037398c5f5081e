//! The floor of one room while it is furnished: which cells are taken, and whether more can be.
//!
//! A feature that blocks may leave no pocket, and may part no two anchors (the cells before doors, stairs, keys) that
//! bodies of 1×1 or 2×2 cells could join before. Doors and corridors are never touched, so what holds in each room holds
//! in the dungeon.

use undercroft_grid::{BitGrid, Cell, Rect};

use super::super::room_openings::RoomOpenings;
use super::body_paths::BodyPaths;
use super::floor_cells::{BACKING, CLEAR, FLAT, FLOOR, FloorCells, MOUNTED, SOLID, STANDING, WALL};
use super::placement::Placement;
use super::room_walls::{RoomWalls, WallRun};
use crate::contents::FeatureKind;
use crate::dungeon::{Ground, Level, Room, Terrain};

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

/// What is kept from room to room, so that each need not allocate its own.
#[derive(Default)]
pub struct FloorBuffers {
    cells: FloorCells,
    walls: RoomWalls,
    kinds: Vec<u8>,
    paths: BodyPaths,
    runs: Vec<WallRun>,
}

/// The floor of a room with a margin.
pub struct RoomFloor<'a> {
    /// The room.
    pub room: &'a Room,
    /// The box of its floor.
    pub bounds: Rect,
    /// Its walls.
    pub walls: RoomWalls,
    /// A list of runs along walls, for whoever asks for some.
    pub runs: Vec<WallRun>,
    cells: FloorCells,
    /// The number of the kind that stands on each cell; 0 for none.
    kinds: Vec<u8>,
    level: &'a Level,
    paths: BodyPaths,
    blocking: i64,
}

impl<'a> RoomFloor<'a> {
    /// The bare floor of a room. `mounted` are the wall cells of the level where something is already.
    pub fn new(
        level: &'a Level,
        room: &'a Room,
        openings: &RoomOpenings,
        mounted: &BitGrid,
        buffers: FloorBuffers,
    ) -> Self {
        let FloorBuffers { mut cells, mut walls, mut kinds, mut paths, runs } = buffers;
        let bounds = room.bounds();
        cells.reset(bounds);
        let Rect { left, top, right, bottom } = bounds.grow(1);
        for y in top..bottom {
            cells.set_row(Cell::new(left, y), right - left, |cell| wall_flags(level, mounted, cell));
        }
        for run in &room.floor {
            let solid = |cell: Cell| if level.ground_at(cell).is_solid() { SOLID } else { 0 };
            cells.set_row(run.start, run.length, |cell| FLOOR | solid(cell));
        }
        openings.clear.iter().for_each(|&cell| cells.set(cell, CLEAR));
        walls.reset(&cells);
        paths.reset(&openings.anchors);
        kinds.clear();
        kinds.resize(cells.flags().len(), 0);
        Self { room, bounds, walls, runs, cells, kinds, level, paths, blocking: 0 }
    }

    /// The buffers, for the next room.
    pub fn into_buffers(self) -> FloorBuffers {
        let Self { cells, walls, kinds, paths, runs, .. } = self;
        FloorBuffers { cells, walls, kinds, paths, runs }
    }

    /// Whether a cell is floor that is neither kept clear nor taken by something that stands.
    pub fn is_open(&self, cell: Cell) -> bool {
        is_open(self.cells.at(cell))
    }

    /// The runs of open cells along walls, those along the wall `first` in front, in the list that the floor lends.
    pub fn open_runs(&mut self, first: usize) -> Vec<WallRun> {
        let mut runs = std::mem::take(&mut self.runs);
        self.walls.runs_of(first, |index, _| is_open(self.cells.flags()[index]), &mut runs);
        runs
    }

    /// The runs of cells along walls on which something can hang, in the same order and list.
    pub fn bare_runs(&mut self, first: usize) -> Vec<WallRun> {
        let mut runs = std::mem::take(&mut self.runs);
        let (flags, steps) = (self.cells.flags(), self.cells.steps());
        let is_bare = |index: usize| flags[index] & (BACKING | MOUNTED | WALL) == BACKING | WALL;
        self.walls.runs_of(first, |index, wall| is_bare(index.wrapping_add_signed(steps[wall.index()])), &mut runs);
        runs
    }

    /// Marks wall cells on which something hangs.
    pub fn mount(&mut self, rect: Rect) {
        self.cells.set_rect(rect, MOUNTED);
    }

    /// Whether another kind than `kind` stands on a cell.
    pub fn has_other(&self, cell: Cell, kind: u8) -> bool {
        self.cells.index(cell).is_some_and(|index| self.kinds[index] != 0 && self.kinds[index] != kind)
    }

    /// Whether a feature can stand on these cells.
    ///
    /// # Errors
    /// The reason why not.
    pub fn check(&mut self, kind: &FeatureKind, placement: Placement, cap: i64) -> Result<(), Refusal> {
        let taken = CLEAR | if kind.flat { FLAT } else { STANDING };
        let is_allowed = |ground: Ground| kind.on.contains(&ground);
        let is_good =
            |cell: Cell| self.cells.at(cell) & (FLOOR | taken) == FLOOR && is_allowed(self.level.ground_at(cell));
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
        let is_joined = self.paths.stays_joined(&mut self.cells, placement.rect);
        if is_joined { Ok(()) } else { Err(Refusal::Blocks) }
    }

    /// Puts a feature on cells that were checked. `number` is that of its kind.
    pub fn place(&mut self, kind: &FeatureKind, placement: Placement, number: u8) {
        let taken = if kind.flat { FLAT } else { STANDING } | if kind.blocks { SOLID } else { 0 };
        self.cells.set_rect(placement.rect, taken);
        if !kind.flat {
            self.set_kind(placement.rect, number);
        }
        self.blocking += if kind.blocks { placement.rect.area() } else { 0 };
    }

    /// Takes a feature away that was placed on bare cells.
    pub fn remove(&mut self, kind: &FeatureKind, placement: Placement) {
        let taken = if kind.flat { FLAT } else { STANDING } | if kind.blocks { SOLID } else { 0 };
        self.cells.clear_rect(placement.rect, taken);
        for cell in placement.rect.cells().filter(|&cell| self.level.ground_at(cell).is_solid()) {
            self.cells.set(cell, SOLID);
        }
        if !kind.flat {
            self.set_kind(placement.rect, 0);
        }
        self.blocking -= if kind.blocks { placement.rect.area() } else { 0 };
    }

    fn set_kind(&mut self, rect: Rect, number: u8) {
        for index in rect.cells().filter_map(|cell| self.cells.index(cell)) {
            self.kinds[index] = number;
        }
    }

    /// Whether a side of a cell is rock or wall.
    pub fn is_at_wall(&self, cell: Cell) -> bool {
        let is_backing = |index: usize| self.cells.flags()[index] & BACKING != 0;
        let index = self.cells.index(cell);
        index.is_some_and(|index| self.cells.steps().iter().any(|&step| is_backing(index.wrapping_add_signed(step))))
    }
}

/// Whether flags are those of floor that is neither kept clear nor taken by something that stands.
const fn is_open(flags: u16) -> bool {
    flags & (FLOOR | CLEAR | STANDING) == FLOOR
}

/// What a cell is as a wall, floor or not.
fn wall_flags(level: &Level, mounted: &BitGrid, cell: Cell) -> u16 {
    match level.at(cell) {
        Terrain::Rock => BACKING | mounted_flag(mounted, cell),
        Terrain::Wall => BACKING | WALL | mounted_flag(mounted, cell),
        _ => 0,
    }
}

fn mounted_flag(mounted: &BitGrid, cell: Cell) -> u16 {
    if mounted.contains(cell) { MOUNTED } else { 0 }
}
