//! Turns what has grown to the entrance side and moves it onto the map.

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Size, Symmetry};

use super::grown_levels::GrownLevels;
use super::growth::GrownRoom;
use super::lattice::Lattice;
use crate::dungeon::{RoomId, Run};
use crate::place::joint::{JointMap, JointPath, RoomMask};
use crate::place::{Gate, Layout, LayoutMirror, PlacedJoint, Placement, is_aligned};
use crate::recipe::Recipe;
use crate::template::Pool;

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
    /// The frame of a dungeon with this box and these modules of the map. Maps of a given size have it in their middle.
    pub fn new(recipe: &Recipe, size: [Option<i32>; 2], modules: [i32; 2], bounds: Rect) -> Self {
        let turned = Self::fixed(recipe, Size::of(1, 1));
        let Rect { left, top, right, bottom } = turned.rect(bounds);
        let margin = MARGIN + recipe.corridors.runway;
        let axis = |axis: usize, from: i32, to: i32| {
            let module = modules[axis];
            let up = |least: i32| (least + module - 1).div_euclid(module) * module;
            let Some(size) = size[axis] else {
                let shift = up(margin - from);
                return (shift, to + shift + margin);
            };
            let middle = (size - from - to).div_euclid(2 * module) * module;
            (middle.clamp(up(BORDER - from), (size - BORDER - to).div_euclid(module) * module), size)
        };
        let ((x, width), (y, height)) = (axis(0, left, right), axis(1, top, bottom));
        Self { shift: Cell::new(x, y), size: Size::of(width, height), ..turned }
    }

    /// The frame of a map whose place is known from the start: growth uses its cells, turned about the corner of the first.
    pub fn fixed(recipe: &Recipe, size: Size) -> Self {
        let turns = (recipe.entrance_side.index() + Dir::ALL.len() - Dir::South.index()) % Dir::ALL.len();
        Self { turn: Symmetry::new(false, turns as u32), shift: Cell::new(0, 0), size }
    }

    /// Keeps growth on the map and, where a level has a mask, on its free cells.
    pub fn enclose(&self, map: &mut JointMap, free: Option<&BitGrid>) {
        let back = Self { turn: self.turn.inverse(), ..*self };
        let blocked = free.map(|free| BitGrid::from_fn(self.size, |cell| !free.contains(cell)));
        let blocked = blocked.iter().flat_map(Run::of_cells).map(|run| back.rect(run.rect()));
        map.enclose(back.rect(self.size.rect()), blocked);
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
            let global = |rooms: [usize; 2]| rooms.map(|room| RoomId((base + room) as u32));
            joints.extend(growth.joints.iter().map(|joint| self.joint(global(joint.rooms), &joint.path)));
            let placement = |room: &GrownRoom| self.placement(&room.mask, room.at, judged);
            rooms.extend(growth.rooms.iter().map(|room| Placement { z: *z, ..placement(room) }));
        }
        let gate = self.gate(RoomId(0), grown.gate);
        let mirror = (!grown.images.is_empty()).then(|| LayoutMirror::new(&gate, grown.all_images()));
        Layout {
            gate: Some(gate),
            mirror,
            joints,
            stairs: grown.stairs.iter().map(|rooms| rooms.map(|room| RoomId(room as u32))).collect(),
            ..Layout::of_rooms(self.size, rooms, judged, warnings)
        }
    }

    /// The entrance in the south wall of its room.
    pub fn gate(&self, room: RoomId, cells: Rect) -> Gate {
        Gate { room, cells: self.rect(cells), normal: self.turn.dir(Dir::South) }
    }

    /// Width and height of the map.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// A template's room whose floor begins at a cell of growth.
    pub fn template_placement(&self, pool: &Pool, oriented: u32, at: Cell) -> Placement {
        let bounds = pool.oriented_template(oriented).bounds;
        let first = self.rect(Rect::at(at, bounds.width(), bounds.height())).min();
        let turned = pool.turned_template(oriented, self.turn);
        Placement::of_template(pool, turned, first - pool.oriented_template(turned).bounds.min())
    }

    /// A room whose floor begins at a cell of growth.
    pub fn placement(&self, mask: &RoomMask, at: Cell, grid: [i32; 2]) -> Placement {
        let bounds = self.rect(mask.size().rect().shift(at));
        let floor = self.turn.bits(&mask.cells);
        let shifted = |run: Run| Run { start: run.start + bounds.min(), ..run };
        Placement {
            floor: Run::of_cells(&floor).map(shifted).collect(),
            shape: mask.shape,
            ..Placement::rectangle(bounds, !mask.is_cave() && is_aligned(bounds, grid))
        }
    }

    /// A joint between two rooms.
    pub fn joint(&self, rooms: [RoomId; 2], path: &JointPath) -> PlacedJoint {
        let (brush, width) = (path.brush, path.width);
        let [width, height] = if path.normals[0].is_horizontal() { [brush, width] } else { [width, brush] };
        PlacedJoint {
            rooms,
            doors: path.doors.map(|door| self.rect(door)),
            normals: path.normals.map(|normal| self.turn.dir(normal)),
            path: path.path.iter().map(|&at| self.rect(Rect::at(at, width, height)).min()).collect(),
            width: path.width,
            runway: path.runway,
        }
    }
}
