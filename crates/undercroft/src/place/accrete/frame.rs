//! Turns what has grown to the entrance side and moves it onto the map.

use undercroft_grid::{Cell, Dir, Rect, Size, Symmetry};

use super::grown_levels::GrownLevels;
use super::growth::{GrownJoint, GrownRoom};
use super::lattice::Lattice;
use crate::dungeon::{RoomId, Run};
use crate::place::{Gate, Layout, PlacedJoint, Placement, is_aligned};
use crate::recipe::{AccreteSpec, Recipe};

/// Cells between the box of a dungeon and the edge of its map, beside the runway.
const MARGIN: i32 = 4;
/// Cells of solid border that a map of a given size has.
const BORDER: i32 = 1;

/// The turn and the shift from cells of growth to cells of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    turn: Symmetry,
    shift: Cell,
    size: Size,
}

impl Frame {
    /// The frame of a dungeon with this box. Maps of a given size have it in their middle.
    pub fn new(recipe: &Recipe, spec: &AccreteSpec, lattice: &Lattice, bounds: Rect) -> Self {
        let turns = (recipe.entrance_side.index() + Dir::ALL.len() - Dir::South.index()) % Dir::ALL.len();
        let turned = Self { turn: Symmetry::new(false, turns as u32), shift: Cell::new(0, 0), size: Size::of(1, 1) };
        let Rect { left, top, right, bottom } = turned.rect(bounds);
        let margin = MARGIN + recipe.corridors.runway;
        let axis = |axis: usize, from: i32, to: i32| {
            let module = lattice.modules[axis];
            let up = |least: i32| (least + module - 1).div_euclid(module) * module;
            let Some(size) = spec.size[axis] else {
                let shift = up(margin - from);
                return (shift, to + shift + margin);
            };
            let middle = (size - from - to).div_euclid(2 * module) * module;
            (middle.clamp(up(BORDER - from), (size - BORDER - to).div_euclid(module) * module), size)
        };
        let ((x, width), (y, height)) = (axis(0, left, right), axis(1, top, bottom));
        Self { shift: Cell::new(x, y), size: Size::of(width, height), ..turned }
    }

    /// A cell of the map. Cells turn about the corner of the first one, so that the module grid stays.
    fn cell(&self, cell: Cell) -> Cell {
        let Cell { x, y } = self.turn.delta(Cell::new(2 * cell.x + 1, 2 * cell.y + 1));
        Cell::new((x - 1).div_euclid(2), (y - 1).div_euclid(2)) + self.shift
    }

    /// A rectangle of the map.
    pub fn rect(&self, rect: Rect) -> Rect {
        let corners = [rect.min(), Cell::new(rect.right - 1, rect.bottom - 1)].map(|cell| self.cell(cell));
        Rect::around(corners).unwrap_or(rect)
    }

    /// The finished layout.
    pub fn layout(&self, grown: &GrownLevels, lattice: Lattice) -> Layout {
        let Lattice { judged, mut warnings, .. } = lattice;
        warnings.extend(grown.warnings.iter().cloned());
        let (mut rooms, mut joints) = (Vec::new(), Vec::new());
        for (z, growth) in &grown.levels {
            let base = rooms.len();
            joints.extend(growth.joints.iter().map(|joint| self.joint(joint, base)));
            rooms.extend(growth.rooms.iter().map(|room| Placement { z: *z, ..self.placement(room, judged) }));
        }
        let normal = self.turn.dir(Dir::South);
        Layout {
            gate: Some(Gate { room: RoomId(0), cells: self.rect(grown.gate), normal }),
            joints,
            stairs: grown.stairs.iter().map(|rooms| rooms.map(|room| RoomId(room as u32))).collect(),
            ..Layout::of_rooms(self.size, rooms, judged, warnings)
        }
    }

    fn placement(&self, room: &GrownRoom, grid: [i32; 2]) -> Placement {
        let bounds = self.rect(room.mask.size().rect().shift(room.at));
        let floor = self.turn.bits(&room.mask.cells);
        let shifted = |run: Run| Run { start: run.start + bounds.min(), ..run };
        Placement {
            floor: Run::of_cells(&floor).map(shifted).collect(),
            shape: room.mask.shape,
            ..Placement::rectangle(bounds, is_aligned(bounds, grid))
        }
    }

    fn joint(&self, joint: &GrownJoint, base: usize) -> PlacedJoint {
        let path = &joint.path;
        let (brush, width) = (path.brush, path.width);
        let [width, height] = if path.normals[0].is_horizontal() { [brush, width] } else { [width, brush] };
        PlacedJoint {
            rooms: joint.rooms.map(|room| RoomId((base + room) as u32)),
            doors: path.doors.map(|door| self.rect(door)),
            normals: path.normals.map(|normal| self.turn.dir(normal)),
            path: path.path.iter().map(|&at| self.rect(Rect::at(at, width, height)).min()).collect(),
            width: path.width,
            runway: path.runway,
        }
    }
}
