//! How each side of the floor is drawn: ruled or soft, and what it belongs to.

use undercroft_grid::{BitGrid, Cell, Dir, Edge, GOLDEN, Grid, mix};

use super::OutlineTag;
use super::edge_place::around;
use super::entrance_edges::EntranceEdges;
use super::house_walls::HouseWalls;
use super::natural_floor::natural_floor;
use super::room_curve::RoomCurve;
use undercroft::dungeon::{Dungeon, Level, Room, Shape, StairAlcoves, Terrain};

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
    /// Whether the corner where it begins stays where it is.
    pub is_fixed_corner: bool,
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
    floor: &'a BitGrid,
    cells: Grid<CellRule>,
    curves: Vec<RoomCurve>,
    windows: BitGrid,
    house: Option<HouseWalls>,
    entrance: Option<EntranceEdges>,
    inset: i32,
}

impl<'a> EdgeRules<'a> {
    pub fn new(dungeon: &Dungeon, level: &'a Level, floor: &'a BitGrid, inset: i32) -> Self {
        let natural = natural_floor(dungeon, level, floor);
        let rule = |cell: Cell| if natural.contains(cell) { CellRule::Natural } else { CellRule::Ruled };
        let mut windows = BitGrid::new(level.size());
        for window in dungeon.windows.iter().filter(|window| window.z == level.z && level.size().contains(window.cell))
        {
            windows.insert(window.cell);
        }
        let house = HouseWalls::new(dungeon, level, floor);
        let entrance = EntranceEdges::find(dungeon, level, house.is_some());
        let cells = Grid::from_fn(level.size(), rule);
        let mut rules = Self { level, floor, cells, curves: Vec::new(), windows, house, entrance, inset };
        rules.add_curves(dungeon);
        rules
    }

    fn add_curves(&mut self, dungeon: &Dungeon) {
        let is_round = |room: &&Room| matches!(room.shape, Shape::Circle | Shape::Octagon | Shape::Apse);
        let rooms: Vec<&Room> = dungeon.rooms.iter().filter(|room| room.z == self.level.z).filter(is_round).collect();
        if rooms.is_empty() {
            return;
        }
        let alcoves = StairAlcoves::new(dungeon);
        for room in rooms {
            let floor = alcoves.floor_without(room);
            let Some(curve) = RoomCurve::from_room(room, alcoves.bounds_without(room), &floor) else { continue };
            let Ok(number) = u16::try_from(self.curves.len()) else { break };
            for cell in floor.iter().flat_map(|run| run.cells()).filter(|&cell| curve.bends(cell)) {
                if let Some(rule) = self.cells.get_mut(cell) {
                    *rule = CellRule::Curved(number);
                }
            }
            self.curves.push(curve);
        }
    }

    /// The kinds of the edges of a loop.
    pub fn kinds(&self, edges: &[Edge]) -> Vec<EdgeKind> {
        let kind = |&edge: &Edge| EdgeKind {
            bend: self.bend(edge),
            tag: self.tag(edge),
            is_fixed_corner: self.is_door_corner(edge.start()),
        };
        let mut kinds: Vec<EdgeKind> = edges.iter().map(kind).collect();
        let count = kinds.len();
        for i in 0..count {
            let before = kinds[(i + count - 1) % count].tag;
            kinds[i].is_fixed_corner |= [before, kinds[i].tag].contains(&OutlineTag::Entrance);
        }
        for i in 0..count {
            // Between two corners that stay, a moved middle would be a bump.
            if kinds[i].is_fixed_corner && kinds[(i + 1) % count].is_fixed_corner && !self.is_inner(edges[i]) {
                kinds[i].bend = Bend::Ruled(self.recess(edges[i]));
            }
        }
        if self.house.is_some() {
            slant_stairs(edges, &mut kinds);
        }
        kinds
    }

    fn bend(&self, edge: Edge) -> Bend {
        let inset = self.inset;
        if self.is_inner(edge) {
            // Both sides of a shore see the same line.
            let towards = if matches!(edge.dir.left(), Dir::North | Dir::West) { -1 } else { 1 };
            return Bend::Soft(noise(edge) * towards);
        }
        let is_stairs = matches!(self.level.at(edge.cell), Terrain::StairsUp | Terrain::StairsDown);
        match self.cells[edge.cell] {
            CellRule::Natural if !is_stairs => Bend::Soft(noise(edge) + inset),
            CellRule::Curved(number) => match self.curves[usize::from(number)].offset(edge) {
                Some(offset) => Bend::Soft(offset.clamp(-MOST, MOST) + inset),
                None => Bend::Slanted(inset),
            },
            _ => Bend::Ruled(self.recess(edge)),
        }
    }

    /// Whether more floor lies beyond an edge: so it is where two kinds of ground meet.
    fn is_inner(&self, edge: Edge) -> bool {
        self.floor.contains(edge.cell + edge.dir.left())
    }

    /// How far a ruled edge stands back from the floor. A door is as wide as its cells, however thin its wall is.
    fn recess(&self, edge: Edge) -> i32 {
        let house = self.house.as_ref().filter(|_| self.level.at(edge.cell) != Terrain::Door);
        self.inset.max(house.map_or(0, |house| house.recess(self.floor, edge)))
    }

    fn tag(&self, edge: Edge) -> OutlineTag {
        let terrain = self.level.at(edge.cell);
        if self.windows.contains(edge.cell + edge.dir.left()) {
            OutlineTag::Window
        } else if self.entrance.as_ref().is_some_and(|entrance| entrance.has(edge)) {
            OutlineTag::Entrance
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
            self.level.at(cell) == Terrain::Door && self.floor.contains(cell) && self.cells[cell] == CellRule::Ruled
        };
        around(corner).into_iter().any(is_door)
    }
}

/// The kinds of edges round a house: its walls stand back inside their cells, the path to its door does not.
pub fn outer_kinds(house: &HouseWalls, edges: &[Edge]) -> Vec<EdgeKind> {
    let kind = |edge: &Edge| {
        let is_wall = house.walls.contains(edge.cell);
        EdgeKind {
            bend: Bend::Ruled(if is_wall { -HouseWalls::outer_recess() } else { 0 }),
            tag: if is_wall { OutlineTag::RoomWall } else { OutlineTag::Entrance },
            is_fixed_corner: false,
        }
    };
    let mut kinds: Vec<EdgeKind> = edges.iter().map(kind).collect();
    slant_stairs(edges, &mut kinds);
    kinds
}

/// Makes staircases of thin walls, as round houses have them, slanting walls.
fn slant_stairs(edges: &[Edge], kinds: &mut [EdgeKind]) {
    let count = edges.len();
    // Turns to the left and to the right at the beginning of an edge.
    let turn = |i: usize| {
        let (before, dir) = (edges[(i + count - 1) % count].dir, edges[i % count].dir);
        i32::from(dir == before.right()) - i32::from(dir == before.left())
    };
    let can_slant = |i: usize| {
        let kind = kinds[i % count];
        let is_outer = matches!(kind.bend, Bend::Ruled(out) if out.abs() == HouseWalls::outer_recess());
        is_outer && kind.tag == OutlineTag::RoomWall
    };
    // A piece of wall between a corner and a door turns left and right, too, and is no step.
    let is_step = |i: usize| turn(i) * turn(i + 1) < 0 && [i + count - 1, i, i + 1].into_iter().all(can_slant);
    let is_slanted: Vec<bool> = (0..count)
        .map(|i| is_step(i) || can_slant(i) && turn(i) * turn(i + 1) == 0 && (is_step(i + 1) || is_step(i + count - 1)))
        .collect();
    for (kind, _) in kinds.iter_mut().zip(is_slanted).filter(|(_, is_slanted)| *is_slanted) {
        if let Bend::Ruled(out) = kind.bend {
            kind.bend = Bend::Slanted(out);
        }
    }
}

/// A hash of the place of an edge, from −[`MOST`] to [`MOST`].
fn noise(edge: Edge) -> i32 {
    let (start, end) = (edge.start(), edge.end());
    let place = ((start.x + end.x) as u64) << 32 ^ u64::from((start.y + end.y) as u32);
    let bits = mix(mix(place ^ SALT).wrapping_add(GOLDEN));
    (bits % (2 * MOST as u64 + 1)) as i32 - MOST
}
