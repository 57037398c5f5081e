//! The shapes of a level: linear, branching, hub and maze.
//!
//! Every shape is drawn from the start at (0, 0) as if the visitor came from the south, within bounds that contain the
//! start, and has a known capacity there. Rooms that lie side by side are joined only where there is a link.

mod branching;
mod hub;
mod linear;
mod maze;
mod walk;

pub use hub::{ambulatory, most as hub_capacity, rooms as hub_rooms};
pub use maze::possible_links;

use std::collections::BTreeMap;

use undercroft_grid::Dir;

use super::cell::{PlanCell, back};
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::recipe::{Bounds, PlanShape};
use crate::seed::Stream;

/// The rooms of one level, counted from its start, which is room 0, and the links between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// Where the rooms lie.
    pub cells: Vec<PlanCell>,
    /// Which are joined.
    pub links: Vec<[usize; 2]>,
}

/// From this size on a shape with forks has one, where the bounds are at least two wide on both axes.
pub const FORKED_FROM: usize = 5;

/// From this size on a level of a maze has a loop, where the bounds are at least two wide on both axes.
pub const LOOPED_FROM: usize = 6;
/// Dead ends that the loops of a maze leave.
pub const DEAD_ENDS: usize = 2;

/// What to draw a level from.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The shape.
    pub shape: PlanShape,
    /// Whether a maze is to have loops.
    pub has_loops: bool,
    /// Whether a hub is to be its own mirror image.
    pub is_mirrored: bool,
    /// Chance of a line to turn at each step.
    pub bend: Fraction,
    /// Whether the cells straight south of the start stay empty: the visitor comes in there.
    pub has_front: bool,
    /// The places that may be used, counted from the start.
    pub bounds: Bounds,
    /// The directions to go away in, most wanted first.
    pub headings: &'a [Dir],
}

impl Task<'_> {
    /// The most rooms that can be drawn.
    pub fn most(&self) -> u64 {
        match self.shape {
            PlanShape::Hub => hub::most(self.bounds),
            PlanShape::Maze => maze::most(self.bounds),
            _ => self.headings.iter().map(|&heading| self.most_towards(heading)).max().unwrap_or(0),
        }
    }

    /// Draws exactly this many rooms, which must not be more than [`most`](Self::most).
    ///
    /// # Errors
    /// When the meter halts.
    pub fn draw(&self, size: usize, stream: &mut Stream, meter: &mut Meter) -> Result<Sketch, Halt> {
        // A place in a list and in a map for each room.
        meter.spend(size as u64)?;
        match self.shape {
            PlanShape::Hub if self.is_mirrored => Ok(hub::draw_mirrored(size, self.bounds)),
            PlanShape::Hub => Ok(hub::draw(size, self.bounds)),
            PlanShape::Maze => maze::draw(size, self.bounds, self.has_loops, stream, meter),
            _ => self.draw_towards(size, stream, meter),
        }
    }

    fn most_towards(&self, heading: Dir) -> u64 {
        let bounds = self.bounds.turned(back(heading));
        match self.shape {
            PlanShape::Linear => linear::most(bounds),
            PlanShape::Staircase => branching::most_stairs(bounds),
            _ => branching::most(bounds),
        }
    }

    /// Goes away in the first direction that has place, and where a fork is promised, one with a fork.
    fn draw_towards(&self, size: usize, stream: &mut Stream, meter: &mut Meter) -> Result<Sketch, Halt> {
        let mut forkless = None;
        for &heading in self.headings.iter().filter(|&&heading| self.most_towards(heading) >= size as u64) {
            meter.spend(size as u64)?;
            let bounds = self.bounds.turned(back(heading));
            let sketch = match self.shape {
                PlanShape::Linear => self.draw_line(size, heading, stream, meter)?,
                PlanShape::Staircase => branching::draw_stairs(size),
                _ => branching::draw(size, bounds, stream),
            };
            let sketch = sketch.turned(heading);
            if self.shape != PlanShape::Branching || size < FORKED_FROM || sketch.has_fork() {
                return Ok(sketch);
            }
            forkless.get_or_insert(sketch);
        }
        Ok(forkless.unwrap_or_default())
    }
}

impl Task<'_> {
    /// A line that turns by chance, where it may and is not trapped; else one that turns at the bounds only.
    fn draw_line(&self, size: usize, heading: Dir, stream: &mut Stream, meter: &mut Meter) -> Result<Sketch, Halt> {
        let bounds = self.bounds.turned(back(heading));
        let is_free = |cell: PlanCell| {
            let real = cell.turned(heading);
            bounds.contains(cell) && !(self.has_front && real.x == 0 && real.y < 0)
        };
        let walk = if self.bend.parts() > 0 { walk::draw(size, self.bend, is_free, stream, meter)? } else { None };
        Ok(walk.unwrap_or_else(|| linear::draw(size, bounds, stream)))
    }
}

impl Sketch {
    /// How many links each room has.
    pub fn degrees(&self) -> Vec<u32> {
        let mut degrees = vec![0; self.cells.len()];
        self.links.iter().flatten().for_each(|&room| degrees[room] += 1);
        degrees
    }

    /// The number of each room by its place.
    pub fn numbers(&self) -> BTreeMap<PlanCell, usize> {
        self.cells.iter().enumerate().map(|(room, &cell)| (cell, room)).collect()
    }

    fn has_fork(&self) -> bool {
        self.degrees().iter().any(|&degree| degree >= 3)
    }

    fn turned(mut self, heading: Dir) -> Self {
        self.cells.iter_mut().for_each(|cell| *cell = cell.turned(heading));
        self
    }

    /// Adds a room, joined to another.
    fn add(&mut self, cell: PlanCell, to: usize) -> usize {
        let room = self.cells.len();
        self.cells.push(cell);
        self.links.push([to, room]);
        room
    }

    /// A level of one room.
    fn start() -> Self {
        Self { cells: vec![PlanCell::START], links: Vec::new() }
    }
}
