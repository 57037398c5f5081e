//! Draws the masks of rooms: caves by a share, else shapes by weight.

use std::rc::Rc;

use undercroft_grid::BitGrid;

use super::super::joint::RoomMask;
use super::masks::mask_of;
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::seed::Stream;
use crate::shape::{CaveChooser, MaskDraft, ShapeChooser, SideLimits};

/// The most caves that one room tries; making one takes as long as many joints.
const CAVES: usize = 6;
/// What a cave counts against the budget, beside its area: the fields of its balls are summed for each cell around it.
const STEPS_PER_CAVE: u64 = 64;
const CELLS_PER_STEP: u64 = 2;

/// What rooms are drawn from.
#[derive(Debug)]
pub struct MaskSource {
    shapes: ShapeChooser,
    caves: CaveChooser,
    natural: Fraction,
    /// The shortest run of a cave's wall that has doors. [Unit: cells]
    shortest_run: i32,
}

/// The masks that one room tries.
#[derive(Debug, Default)]
pub struct RoomDraws {
    is_natural: bool,
    caves: Vec<Rc<RoomMask>>,
    small_caves: Vec<Rc<RoomMask>>,
}

impl MaskSource {
    /// Rooms of these shapes, `natural` of them caves. Where links are locked, no door of a cave lies in a run of a single
    /// cell, which has no place for a leaf.
    pub const fn new(shapes: ShapeChooser, natural: Fraction, limits: SideLimits, has_locks: bool) -> Self {
        let shortest_run = if has_locks { 2 } else { 1 };
        Self { shapes, caves: CaveChooser::new(limits), natural, shortest_run }
    }

    /// Decides whether the next room is a cave.
    pub fn begin_room(&self, stream: &mut Stream) -> RoomDraws {
        // Recipes without caves draw what they drew before there were any.
        let is_natural = self.natural.parts() > 0 && stream.chance(self.natural);
        RoomDraws { is_natural, ..RoomDraws::default() }
    }

    /// Draws a mask for a room.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn draw(&self, room: &mut RoomDraws, stream: &mut Stream, meter: &mut Meter) -> Result<Rc<RoomMask>, Halt> {
        if !room.is_natural {
            return Ok(mask_of(self.shapes.draw(stream)));
        }
        draw_kept(&mut room.caves, stream, |stream| self.make_cave(self.caves.draw(stream), stream, meter))
    }

    /// Draws one of the smallest masks for a room.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn draw_small(
        &self,
        room: &mut RoomDraws,
        sides: [i32; 2],
        stream: &mut Stream,
        meter: &mut Meter,
    ) -> Result<Rc<RoomMask>, Halt> {
        if !room.is_natural {
            return Ok(mask_of(MaskDraft::rect(sides)));
        }
        let draw = |stream: &mut Stream| self.make_cave(self.caves.draw_small(stream), stream, meter);
        draw_kept(&mut room.small_caves, stream, draw)
    }

    /// The room of a cave; of a shape where none of many caves was fit for a room.
    fn make_cave(&self, cave: Option<BitGrid>, stream: &mut Stream, meter: &mut Meter) -> Result<Rc<RoomMask>, Halt> {
        let area = cave.as_ref().map_or(0, |cave| cave.size().area() as u64);
        meter.spend(STEPS_PER_CAVE + area / CELLS_PER_STEP)?;
        let cave = cave.map(|cells| Rc::new(RoomMask::cave(cells, self.shortest_run)));
        Ok(cave.unwrap_or_else(|| mask_of(self.shapes.draw(stream))))
    }

    /// The rectangles, largest first.
    pub fn rects(&self) -> impl Iterator<Item = MaskDraft> {
        self.shapes.rects()
    }
}

/// A new cave while there are fewer than a room tries; then one of those that were drawn before.
fn draw_kept(
    kept: &mut Vec<Rc<RoomMask>>,
    stream: &mut Stream,
    draw: impl FnOnce(&mut Stream) -> Result<Rc<RoomMask>, Halt>,
) -> Result<Rc<RoomMask>, Halt> {
    if kept.len() == CAVES {
        return Ok(Rc::clone(&kept[stream.below(CAVES as u32) as usize]));
    }
    let cave = draw(stream)?;
    kept.push(Rc::clone(&cave));
    Ok(cave)
}
