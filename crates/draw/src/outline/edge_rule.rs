//! How each side of the floor is drawn: ruled or soft, and what it belongs to.

use undercroft_grid::{BitGrid, Cell, Edge, GOLDEN, Grid, mix};

use super::OutlineTag;
use super::natural_floor::natural_floor;
use super::room_curve::RoomCurve;
use crate::picture::CELL;
use undercroft::dungeon::{Dungeon, Level, StairAlcoves, Terrain};

/// How far a soft edge moves from its middle, at most.
pub const MOST: i32 = 200;
/// Noise of natural walls has its own hash.
const SALT: u64 = 0x6f75_746c_696e_6501;

/// How an edge is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bend {
    /// Straight, this far out of the cells.
    Ruled(i32),
    /// Through its middle, moved out by this much.
    Soft(i32),
    /// Through its middle, where straight sides meet a slanting one in a sharp corner.
    Slanted(i32),
}

/// An edge's bend and what it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeKind {
    pub bend: Bend,
    pub tag: OutlineTag,
    /// Whether the corner where it begins belongs to a door.
    pub is_door_corner: bool,
}

impl EdgeKind {
    /// Whether it is drawn as the cells' own outline, moved back by the inset alone.
    pub const fn is_plain(self, inset: i32) -> bool {
        matches!(self.bend, Bend::Ruled(out) if out == inset)
    }
}

/// What a cell's edges look like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellRule {
    Ruled,
    Natural,
    /// By the curve of this number.
    Curved(u16),
}

/// The rules of a level.
pub struct EdgeRules<'a> {
    level: &'a Level,
    open: &'a BitGrid,
    cells: Grid<CellRule>,
    curves: Vec<RoomCurve>,
    windows: BitGrid,
    inset: i32,
}

impl<'a> EdgeRules<'a> {
    pub fn new(dungeon: &Dungeon, level: &'a Level, open: &'a BitGrid, inset: i32) -> Self {
        let natural = natural_floor(dungeon, level, open);
        let mut cells =
            Grid::from_fn(
                level.size(),
                |cell| if natural.contains(cell) { CellRule::Natural } else { CellRule::Ruled },
            );
        let mut curves = Vec::new();
        let alcoves = StairAlcoves::new(dungeon);
        for room in dungeon.rooms.iter().filter(|room| room.z == level.z) {
            let floor = alcoves.floor_without(room);
            let Some(curve) = RoomCurve::from_room(room, alcoves.bounds_without(room), &floor) else { continue };
            let Ok(number) = u16::try_from(curves.len()) else { break };
            let bent = floor.iter().flat_map(|run| run.cells()).filter(|&cell| curve.bends(cell));
            for cell in bent {
                if let Some(rule) = cells.get_mut(cell) {
                    *rule = CellRule::Curved(number);
                }
            }
            curves.push(curve);
        }
        let mut windows = BitGrid::new(level.size());
        for window in dungeon.windows.iter().filter(|window| window.z == level.z && level.size().contains(window.cell))
        {
            windows.insert(window.cell);
        }
        Self { level, open, cells, curves, windows, inset }
    }

    /// The kinds of the edges of a loop.
    pub fn kinds(&self, edges: &[Edge]) -> Vec<EdgeKind> {
        let kind = |&edge: &Edge| EdgeKind {
            bend: self.bend(edge),
            tag: self.tag(edge),
            is_door_corner: self.is_door_corner(edge.start()),
        };
        let mut kinds: Vec<EdgeKind> = edges.iter().map(kind).collect();
        for i in 0..kinds.len() {
            let next = kinds[(i + 1) % kinds.len()];
            // Between two corners that stay, a moved middle would be a bump.
            if kinds[i].is_door_corner && next.is_door_corner {
                kinds[i].bend = Bend::Ruled(self.inset);
            }
        }
        kinds
    }

    fn bend(&self, edge: Edge) -> Bend {
        let inset = self.inset;
        let is_stairs = matches!(self.level.at(edge.cell), Terrain::StairsUp | Terrain::StairsDown);
        match self.cells[edge.cell] {
            CellRule::Natural if !is_stairs => Bend::Soft(noise(edge) + inset),
            CellRule::Curved(number) => match self.curves[usize::from(number)].offset(edge) {
                Some(offset) => Bend::Soft(offset.clamp(-MOST, MOST) + inset),
                None => Bend::Slanted(inset),
            },
            _ => Bend::Ruled(inset),
        }
    }

    fn tag(&self, edge: Edge) -> OutlineTag {
        let terrain = self.level.at(edge.cell);
        if self.windows.contains(edge.cell + edge.dir.left()) {
            OutlineTag::Window
        } else if terrain == Terrain::Door && self.cells[edge.cell] == CellRule::Ruled {
            OutlineTag::DoorJamb
        } else if terrain.is_room() {
            OutlineTag::RoomWall
        } else {
            OutlineTag::CorridorWall
        }
    }

    /// Whether a door that is more than a gap in the rock has a corner here.
    fn is_door_corner(&self, corner: Cell) -> bool {
        let is_door = |cell: Cell| {
            self.level.at(cell) == Terrain::Door && self.open.contains(cell) && self.cells[cell] == CellRule::Ruled
        };
        around(corner).into_iter().any(is_door)
    }
}

/// The four cells round a corner of the lattice.
pub fn around(corner: Cell) -> [Cell; 4] {
    [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(x, y)| corner + Cell::new(x, y))
}

/// Where an edge has its middle.
pub fn middle(edge: Edge) -> (i32, i32) {
    let (start, end) = (edge.start(), edge.end());
    ((start.x + end.x) * CELL / 2, (start.y + end.y) * CELL / 2)
}

/// A hash of the place of an edge, from −[`MOST`] to [`MOST`].
fn noise(edge: Edge) -> i32 {
    let (start, end) = (edge.start(), edge.end());
    let place = ((start.x + end.x) as u64) << 32 ^ u64::from((start.y + end.y) as u32);
    let bits = mix(mix(place ^ SALT).wrapping_add(GOLDEN));
    (bits % (2 * MOST as u64 + 1)) as i32 - MOST
}
