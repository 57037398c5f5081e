//! The world that walkers build in: one record for each cell, in chunks that exist where something lies.
//!
//! A floor cell has one owner. A wall cell may be wall of several rooms; who they are, where it matters, follows from the
//! floor behind the wall: a socket that points east belongs to the room whose floor lies west of it. So there is nothing
//! that could be written twice and disagree.

use std::sync::Arc;

use undercroft_grid::{BitGrid, Cell, Dir, Grid, MAX_SIDE, Rect, Size};

use crate::template::OrientedTemplate;

/// Side length of a chunk. [Unit: cells]
const CHUNK: i32 = 64;
/// No chunk yet. The table is large and nearly empty: zeros cost nothing before they are read.
const NO_CHUNK: u32 = 0;

/// The contents of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The room whose floor it is, plus 1; 0 for none.
    floor: u32,
    /// Of how many rooms it is wall.
    walls: u8,
    /// Bit `dir` for a socket that points there, bit `4 + dir` where it is required.
    sockets: u8,
    /// Whether it is a door.
    open: bool,
    /// Whether no room may have it.
    reserved: bool,
}

impl Spot {
    /// Whether nothing is here.
    pub fn is_free(self) -> bool {
        self == Self::default()
    }

    /// Whether it is a door.
    pub const fn is_open(self) -> bool {
        self.open
    }

    /// The room whose floor it is.
    pub fn room(self) -> Option<u32> {
        self.floor.checked_sub(1)
    }

    /// Whether a socket points in this direction.
    pub const fn has_socket(self, dir: Dir) -> bool {
        self.sockets >> dir.index() & 1 == 1
    }

    /// Whether a socket points in this direction and one back.
    pub const fn is_facing(self, dir: Dir) -> bool {
        self.has_socket(dir) && self.has_socket(dir.opposite())
    }

    /// Whether a socket on this axis is required.
    pub const fn is_required(self, dir: Dir) -> bool {
        (self.sockets >> (4 + dir.index()) | self.sockets >> (4 + dir.opposite().index())) & 1 == 1
    }
}

/// Why a room does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It would leave the map.
    Outside,
    /// It would lie beyond the entrance side.
    Beyond,
    /// Floor would lie on something, or something on floor.
    Overlap,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Chunk {
    /// Its place in the table.
    slot: u32,
    spots: Vec<Spot>,
}

/// All cells of the largest map, of which few exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    /// The map without its rim.
    map: Rect,
    /// The part of it that lies behind the entrance side.
    bounds: Rect,
    /// The cells that the mask leaves free, where the recipe has one.
    free: Option<Arc<BitGrid>>,
    /// The number of each chunk, plus 1.
    table: Grid<u32>,
    chunks: Vec<Chunk>,
}

impl World {
    /// An empty world whose rooms, walls included, stay within the bounds and on the free cells.
    pub fn new(bounds: Rect, free: Option<Arc<BitGrid>>) -> Self {
        let side = MAX_SIDE / CHUNK;
        Self { map: bounds, bounds, free, table: Grid::filled(Size::of(side, side), NO_CHUNK), chunks: Vec::new() }
    }

    /// Where rooms may lie.
    pub const fn bounds(&self) -> Rect {
        self.bounds
    }

    /// Narrows the bounds.
    pub fn confine(&mut self, to: Rect) {
        self.bounds = self.bounds.intersection(to);
    }

    /// Number of chunks, to be given to [`forget`](Self::forget).
    pub fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// Takes back the chunks that came after the first `chunks`, which must be empty.
    pub fn forget(&mut self, chunks: usize) {
        for chunk in self.chunks.drain(chunks..) {
            self.table.values_mut()[chunk.slot as usize] = NO_CHUNK;
        }
    }

    /// The record of a cell.
    pub fn at(&self, cell: Cell) -> Spot {
        if self.free.as_ref().is_some_and(|free| !free.contains(cell)) {
            return Spot { reserved: true, ..Spot::default() };
        }
        match self.table.get(slot(cell)) {
            Some(&chunk) if chunk != NO_CHUNK => self.chunks[chunk as usize - 1].spots[inside(cell)],
            _ => Spot::default(),
        }
    }

    /// Whether this oriented template may lie here: floor on nothing, wall on nothing or wall.
    pub fn fit(&self, oriented: &OrientedTemplate, at: Cell) -> Result<(), Misfit> {
        let drawing = Rect::at(at, oriented.size.width(), oriented.size.height());
        if !self.bounds.contains_rect(drawing) {
            return Err(if self.map.contains_rect(drawing) { Misfit::Beyond } else { Misfit::Outside });
        }
        let is_wall = |cell: &Cell| {
            let spot = self.at(*cell + at);
            spot.floor == 0 && !spot.reserved
        };
        let fits = oriented.cells().all(|cell| self.at(cell + at).is_free()) && oriented.walls.iter().all(is_wall);
        fits.then_some(()).ok_or(Misfit::Overlap)
    }

    /// Writes a room that fits.
    pub fn add(&mut self, room: u32, oriented: &OrientedTemplate, at: Cell) {
        oriented.cells().for_each(|cell| self.spot(cell + at).floor = room + 1);
        oriented.walls.iter().for_each(|&cell| self.spot(cell + at).walls += 1);
        for socket in &oriented.sockets {
            self.spot(socket.cell + at).sockets |= bits(socket.dir, socket.required);
        }
    }

    /// Takes a room out again.
    pub fn remove(&mut self, oriented: &OrientedTemplate, at: Cell) {
        oriented.cells().for_each(|cell| self.spot(cell + at).floor = 0);
        oriented.walls.iter().for_each(|&cell| self.spot(cell + at).walls -= 1);
        for socket in &oriented.sockets {
            self.spot(socket.cell + at).sockets &= !bits(socket.dir, socket.required);
        }
    }

    /// Makes the cells doors, or wall again.
    pub fn set_open(&mut self, cells: Rect, open: bool) {
        cells.cells().for_each(|cell| self.spot(cell).open = open);
    }

    /// Keeps every room out of the cells.
    pub fn reserve(&mut self, cells: Rect) {
        cells.cells().for_each(|cell| self.spot(cell).reserved = true);
    }

    /// Everything it holds, written down.
    #[cfg(test)]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{:?}", self.bounds).into_bytes();
        self.table.values().iter().for_each(|chunk| bytes.extend(chunk.to_le_bytes()));
        for chunk in &self.chunks {
            bytes.extend(chunk.slot.to_le_bytes());
            for spot in &chunk.spots {
                bytes.extend(spot.floor.to_le_bytes());
                bytes.extend([spot.walls, spot.sockets, spot.open.into(), spot.reserved.into()]);
            }
        }
        bytes
    }

    fn spot(&mut self, cell: Cell) -> &mut Spot {
        let slot = self.table.size().id(slot(cell));
        let chunk = &mut self.table.values_mut()[slot];
        if *chunk == NO_CHUNK {
            let spots = vec![Spot::default(); (CHUNK * CHUNK) as usize];
            self.chunks.push(Chunk { slot: slot as u32, spots });
            *chunk = self.chunks.len() as u32;
        }
        &mut self.chunks[*chunk as usize - 1].spots[inside(cell)]
    }
}

fn slot(cell: Cell) -> Cell {
    Cell::new(cell.x.div_euclid(CHUNK), cell.y.div_euclid(CHUNK))
}

fn inside(cell: Cell) -> usize {
    (cell.x.rem_euclid(CHUNK) + cell.y.rem_euclid(CHUNK) * CHUNK) as usize
}

const fn bits(dir: Dir, required: bool) -> u8 {
    let bit = 1 << dir.index();
    if required { bit | bit << 4 } else { bit }
}
