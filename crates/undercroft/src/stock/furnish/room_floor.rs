//! The floor of one room while it is furnished: which cells are taken, and whether more can be.
//!
//! A feature that blocks may leave no pocket, and may part no two anchors (the cells before doors, stairs, keys) that
//! bodies of 1×1 or 2×2 cells could join before. Doors and corridors are never touched, so what holds in each room holds
//! in the dungeon.

use undercroft_grid::{BitGrid, Cell, Rect};

use super::super::room_openings::RoomOpenings;
use super::body_paths::BodyPaths;
use super::floor_cells::{AT_WALL, BACKING, CLEAR, FLAT, FLOOR, FloorCells, MOUNTED, NEAR, SOLID, STANDING, WALL};
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
    /// The wall cells of the level where something is, until they are asked for.
    mounted: Option<&'a BitGrid>,
    paths: BodyPaths,
    blocking: i64,
}

impl<'a> RoomFloor<'a> {
    /// The bare floor of a room. `mounted` are the wall cells of the level where something is already.
    pub fn new(
        level: &'a Level,
        room: &'a Room,
        openings: &RoomOpenings,
        mounted: &'a BitGrid,
        buffers: FloorBuffers,
    ) -> Self {
        let FloorBuffers { mut cells, mut walls, mut kinds, mut paths, runs } = buffers;
        let bounds = room.bounds();
        cells.reset(bounds);
        read_walls(&mut cells, level, bounds.grow(1));
        read_floor(&mut cells, level, room);
        openings.clear.iter().for_each(|&cell| cells.set(cell, CLEAR));
        walls.reset(&mut cells, &room.floor);
        paths.reset(&openings.anchors);
        kinds.clear();
        kinds.resize(cells.flags().len(), 0);
        Self { room, bounds, walls, runs, cells, kinds, level, mounted: Some(mounted), paths, blocking: 0 }
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
        self.read_mounted();
        let mut runs = std::mem::take(&mut self.runs);
        let (flags, steps) = (self.cells.flags(), self.cells.steps());
        let is_bare = |index: usize| flags[index] & (BACKING | MOUNTED | WALL) == BACKING | WALL;
        self.walls.runs_of(first, |index, wall| is_bare(index.wrapping_add_signed(steps[wall.index()])), &mut runs);
        runs
    }

    /// Marks the walls where something was before the room was furnished. Few rooms need them.
    fn read_mounted(&mut self) {
        let Some(mounted) = self.mounted.take() else { return };
        for cell in self.bounds.grow(1).cells().filter(|&cell| mounted.contains(cell)) {
            self.cells.set(cell, MOUNTED);
        }
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
        let looked_at = FLOOR | CLEAR | if kind.flat { FLAT } else { STANDING };
        let is_free = placement.rect.cells().all(|cell| self.cells.at(cell) & looked_at == FLOOR);
        if !is_free || !self.has_ground_for(kind, placement.rect) {
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

    fn has_ground_for(&self, kind: &FeatureKind, rect: Rect) -> bool {
        match &self.level.ground {
            None => kind.on.contains(&Ground::Bare),
            Some(_) => rect.cells().all(|cell| kind.on.contains(&self.level.ground_at(cell))),
        }
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

    /// The open cells of the room that are not next to these rectangles, and whether each is at a wall.
    pub fn open_cells_apart(&mut self, others: &[Rect], mut each: impl FnMut(Cell, bool)) {
        others.iter().for_each(|other| self.cells.set_rect(other.grow(1), NEAR));
        for run in &self.room.floor {
            for (x, &flags) in (run.start.x..).zip(self.cells.row(run.start, run.length)) {
                if is_open(flags) && flags & NEAR == 0 {
                    each(Cell::new(x, run.start.y), flags & AT_WALL != 0);
                }
            }
        }
        others.iter().for_each(|other| self.cells.clear_rect(other.grow(1), NEAR));
    }
}

/// Whether flags are those of floor that is neither kept clear nor taken by something that stands.
const fn is_open(flags: u16) -> bool {
    flags & (FLOOR | CLEAR | STANDING) == FLOOR
}

/// Marks rock and wall in a box. Beyond the map is rock.
fn read_walls(cells: &mut FloorCells, level: &Level, frame: Rect) {
    let Rect { left, top, right, bottom } = frame;
    let size = level.size();
    let is_inside = left >= 0 && top >= 0 && right <= size.width() && bottom <= size.height();
    for y in top..bottom {
        let flags = cells.row_mut(Cell::new(left, y), right - left).iter_mut();
        if is_inside {
            let row = &level.terrain.row(y)[left as usize..right as usize];
            flags.zip(row).for_each(|(flags, &terrain)| *flags |= wall_flags(terrain));
        } else {
            flags.zip(left..).for_each(|(flags, x)| *flags |= wall_flags(level.at(Cell::new(x, y))));
        }
    }
}

/// What a terrain is as a wall.
const fn wall_flags(terrain: Terrain) -> u16 {
    match terrain {
        Terrain::Rock => BACKING,
        Terrain::Wall => BACKING | WALL,
        _ => 0,
    }
}

/// Marks the floor of a room, and where no body can be on it.
fn read_floor(cells: &mut FloorCells, level: &Level, room: &Room) {
    for run in &room.floor {
        let flags = cells.row_mut(run.start, run.length);
        flags.iter_mut().for_each(|flags| *flags |= FLOOR);
        if level.ground.is_some() {
            let solid = flags.iter_mut().zip(run.cells()).filter(|(_, cell)| level.ground_at(*cell).is_solid());
            solid.for_each(|(flags, _)| *flags |= SOLID);
        }
    }
}
