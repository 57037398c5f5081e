//! Rooms in the leaves of a partition: shapes on the module grid, and caves off it.

use undercroft_grid::{Cell, Rect};

use super::Placement;
use super::axis::Axis;
use super::partition::Plane;
use crate::dungeon::Shape;
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::seed::Stream;
use crate::shape::{CaveChooser, ShapeChooser};

/// What drawing a cave counts against the budget, beside the cells it may have.
const STEPS_PER_CAVE: u64 = 64;

/// Draws rooms in leaves.
pub struct LeafSource<'a> {
    /// What the leaves are parts of.
    pub plane: &'a Plane,
    /// Shapes of worked rooms.
    pub shapes: ShapeChooser,
    /// Caves.
    pub caves: CaveChooser,
    /// The share of rooms that are caves.
    pub natural: Fraction,
}

impl LeafSource<'_> {
    /// A room of a leaf; a rectangle or another shape where no cave fits.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn draw(&self, leaf: Rect, stream: &mut Stream, meter: &mut Meter) -> Result<Placement, Halt> {
        let is_natural = self.natural.parts() > 0 && stream.chance(self.natural);
        let cave = if is_natural { cave_in(leaf, self.plane, &self.caves, stream, meter)? } else { None };
        Ok(cave.unwrap_or_else(|| room_in(leaf, self.plane, &self.shapes, stream)))
    }
}

/// A room of random shape and size at a random place of a leaf, on the module grid.
fn room_in(leaf: Rect, plane: &Plane, chooser: &ShapeChooser, stream: &mut Stream) -> Placement {
    let most = |axis: &Axis, leaf: i32| *axis.sides_in(leaf).end() * axis.module;
    let draft = chooser.draw_within([most(&plane.x, leaf.width()), most(&plane.y, leaf.height())], stream);
    let mask = draft.mask();
    let [width, height] = [mask.size().width(), mask.size().height()];
    let shift = |axis: &Axis, leaf: i32, side: i32, stream: &mut Stream| {
        stream.range(0..leaf - axis.free - side / axis.module + 1)
    };
    let x = shift(&plane.x, leaf.width(), width, stream);
    let y = shift(&plane.y, leaf.height(), height, stream);
    let at = plane.cells(Rect::at(leaf.min() + Cell::new(x, y), 1, 1)).min();
    Placement::of_mask(draft.shape, &mask, at)
}

/// A cave at a random place of a leaf, off the module grid; `None` where none of many draws fits.
fn cave_in(
    leaf: Rect,
    plane: &Plane,
    caves: &CaveChooser,
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<Option<Placement>, Halt> {
    let free = |axis: &Axis, leaf: i32| (leaf - axis.free) * axis.module;
    let space = [free(&plane.x, leaf.width()), free(&plane.y, leaf.height())];
    meter.spend(STEPS_PER_CAVE + (space[0] * space[1]) as u64)?;
    let Some(mask) = caves.draw_within(space, stream) else { return Ok(None) };
    let first = plane.cells(Rect::at(leaf.min(), 1, 1)).min();
    let shift = |free: i32, side: i32, stream: &mut Stream| stream.range(0..free - side + 1);
    let x = shift(space[0], mask.size().width(), stream);
    let y = shift(space[1], mask.size().height(), stream);
    Ok(Some(Placement::of_mask(Shape::Cave, &mask, first + Cell::new(x, y))))
}
