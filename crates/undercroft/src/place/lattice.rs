//! Rooms of a plan in the slots of a lattice.
//!
//! ```text
//!   column 0   gap   column 1        Columns and rows are as wide as their largest room on any level, so that what
//!   ┌──────┐         ┌──────┐        lies over each other in the plan does so on the map. Slot rows count from the
//!   │ room │         │ ┌──┐ │        north: row = y_max − y. Each room has a random size and place in its slot, on
//!   │      │         │ └──┘ │        the module grid.
//!   └──────┘         └──────┘
//! ```
//!
//! Gaps leave place for two runways and a corridor between the walls of neighbours. Rooms with stairs contain the middle
//! module of their slot, so that the rooms at both ends of the stairs have cells in common.

use std::collections::BTreeMap;

use undercroft_grid::{Cell, Dir, Rect, Size};

use super::{Layout, PlaceError, Placement, cave};
use crate::dungeon::{LinkKind, RoomId};
use crate::plan::{Plan, PlanRoom, PlanRoomKind};
use crate::recipe::{Lattice, Recipe};
use crate::seed::Stream;

/// Longest side of a map. [Unit: cells]
const LONGEST: i64 = 16_384;
/// Cells that each widening adds to every gap.
const WIDER: i32 = 4;

/// Places the rooms of a plan. `widening` makes the gaps wider, for plans whose links found no way.
pub fn place(recipe: &Recipe, plan: &Plan, widening: i32, stream: &mut Stream) -> Result<Layout, PlaceError> {
    let asked = match recipe.rooms.grid {
        Lattice::Fixed(modules) => modules,
        Lattice::Auto => [8, 8],
    };
    let modules = asked.map(|module| workable(module, recipe));
    let sides: Vec<[i32; 2]> = plan.rooms.iter().map(|room| side(recipe, plan, room, modules, stream)).collect();
    let gap = gap(recipe) + WIDER * widening;
    let tracks = [0, 1].map(|axis| Track::new(plan, &sides, axis, modules[axis], gap));
    let [width, height] = [tracks[0].length, tracks[1].length];
    if width.max(height) > LONGEST {
        return Err(PlaceError::PlanTooLarge { width, height });
    }
    let lattice = if recipe.rooms.grid == Lattice::Auto { modules } else { asked };
    let has_stairs = with_stairs(plan);
    let rooms = plan.rooms.iter().zip(&sides).map(|(room, side)| {
        let fixed = has_stairs[room.id.index()];
        let [x, y] = [0, 1].map(|axis| tracks[axis].position(line(room, axis), side[axis], fixed, stream));
        let rect = Rect::at(Cell::new(x, y), side[0] * modules[0], side[1] * modules[1]);
        let anchor = Cell::new(tracks[0].middle(line(room, 0)), tracks[1].middle(line(room, 1)));
        let placement = if recipe.plan.natural {
            cave::carve(rect, fixed.then_some(anchor), stream)
        } else {
            Placement::rectangle(rect, is_aligned(rect, lattice))
        };
        Placement { z: room.z, ..placement }
    });
    let rooms = rooms.collect();
    Ok(Layout::of_rooms(Size::of(width as i32, height as i32), rooms, lattice, plan.warnings.clone()))
}

/// The largest module up to this one that has a multiple between `rooms.min` and `rooms.max`. Module 1 always has.
fn workable(module: i32, recipe: &Recipe) -> i32 {
    let fits = |module: &i32| recipe.rooms.max / module * module >= recipe.rooms.min;
    (1..=module).rev().find(fits).unwrap_or(1)
}

/// Cells between the floors of neighbours: two rings, two runways and a corridor, or twice the padding.
fn gap(recipe: &Recipe) -> i32 {
    let corridors = &recipe.corridors;
    (2 * corridors.runway + corridors.width + 2).max(2 * recipe.rooms.padding)
}

/// Width and height of a room. [Unit: modules] A passage is narrow across its way.
fn side(recipe: &Recipe, plan: &Plan, room: &PlanRoom, modules: [i32; 2], stream: &mut Stream) -> [i32; 2] {
    let limits = modules.map(|module| ((recipe.rooms.min + module - 1) / module, recipe.rooms.max / module));
    let mut sides = limits.map(|(min, max)| stream.range(min..max + 1));
    if room.kind == PlanRoomKind::Passage {
        let across = usize::from(!runs_north(plan, room));
        sides[across] = limits[across].0;
    }
    sides
}

/// Whether the first link of a passage leads north or south.
fn runs_north(plan: &Plan, room: &PlanRoom) -> bool {
    let mut links = plan.links.iter().filter(|link| link.kind == LinkKind::Corridor && link.rooms.contains(&room.id));
    links.next().is_some_and(|link| plan.room(link.rooms[0]).spot.x == plan.room(link.rooms[1]).spot.x)
}

/// Columns count from the west, rows from the north.
const fn line(room: &PlanRoom, axis: usize) -> i32 {
    if axis == 0 { room.spot.x } else { -room.spot.y }
}

fn with_stairs(plan: &Plan) -> Vec<bool> {
    let mut has_stairs = vec![false; plan.rooms.len()];
    let stairs = plan.links.iter().filter(|link| link.kind == LinkKind::Stairs);
    stairs.flat_map(|link| link.rooms).for_each(|room: RoomId| has_stairs[room.index()] = true);
    has_stairs
}

fn is_aligned(rect: Rect, [gx, gy]: [i32; 2]) -> bool {
    rect.left % gx == 0 && rect.right % gx == 0 && rect.top % gy == 0 && rect.bottom % gy == 0
}

/// The columns, or the rows, of the lattice.
struct Track {
    module: i32,
    /// Where the slot of each line begins, and how many modules it has.
    slots: BTreeMap<i32, (i32, i32)>,
    /// Cells from edge to edge of the map.
    length: i64,
}

impl Track {
    fn new(plan: &Plan, sides: &[[i32; 2]], axis: usize, module: i32, gap: i32) -> Self {
        let mut widest: BTreeMap<i32, i32> = BTreeMap::new();
        for (room, side) in plan.rooms.iter().zip(sides) {
            let slot = widest.entry(line(room, axis)).or_default();
            *slot = (*slot).max(side[axis]);
        }
        let up = |cells: i32| (cells + module - 1) / module * module;
        // Outside the outermost rooms there is place for a way round them.
        let margin = up(gap + 2);
        let mut at = i64::from(margin);
        let mut slots = BTreeMap::new();
        let [first, last] = [widest.first_key_value(), widest.last_key_value()].map(|entry| entry.map_or(0, |e| *e.0));
        for line in first..=last {
            let modules = widest.get(&line).copied().unwrap_or(1);
            slots.insert(line, (at.min(LONGEST) as i32, modules));
            at += i64::from(modules * module + up(gap));
        }
        Self { module, slots, length: at - i64::from(up(gap)) + i64::from(margin) }
    }

    /// A place for a room of so many modules in the slot of a line; one that contains the middle where it is `fixed`.
    fn position(&self, line: i32, side: i32, fixed: bool, stream: &mut Stream) -> i32 {
        let (start, modules) = self.slots[&line];
        let free = 0..modules - side + 1;
        let middle = modules / 2;
        let range = if fixed { free.start.max(middle - side + 1)..free.end.min(middle + 1) } else { free };
        start + stream.range(range) * self.module
    }

    /// The middle cell of the slot's middle module.
    fn middle(&self, line: i32) -> i32 {
        let (start, modules) = self.slots[&line];
        start + modules / 2 * self.module + self.module / 2
    }
}

/// The cell that stairs take up in both rooms: of the common floor cells that are not taken yet one against walls, and
/// nearest to the middle of what the rooms have in common.
pub fn stair_cell(a: &Placement, b: &Placement, taken: &[Cell]) -> Option<Cell> {
    let common = a.bounds.intersection(b.bounds);
    let has = |room: &Placement, cell: Cell| room.floor.iter().any(|run| run.rect().contains(cell));
    let cells = common.cells().filter(|&cell| has(a, cell) && has(b, cell) && !taken.contains(&cell));
    cells.min_by_key(|&cell| (before_wall(a, b, cell), cell.distance_squared(common.centre()), cell))
}

/// Stairs look best against a wall of both rooms: how many of the two they are not against.
fn before_wall(a: &Placement, b: &Placement, cell: Cell) -> usize {
    let against = |room: &Placement| {
        let is_floor = |cell: Cell| room.floor.iter().any(|run| run.rect().contains(cell));
        Dir::ALL.iter().any(|&dir| !is_floor(cell + dir))
    };
    [a, b].into_iter().filter(|room| !against(room)).count()
}
