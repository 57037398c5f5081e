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
//! The slots are then moved together as far as gaps allow. Gaps leave place for two runways and a corridor between the walls of neighbours. Rooms with stairs contain the middle
//! module of their slot, so that the rooms at both ends of the stairs have cells in common.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Rect, Size};

use super::accrete::workable;
use super::compact::{SlotLine, compact};
use super::from_template::{Choice, TemplateChooser};
use super::mask_fit::MaskFit;
use super::slots::{LONGEST, Slots};
use super::{Layout, PlaceError, Placement, is_aligned};
use crate::dungeon::{MAX_CELLS, RoomId, Shape};
use crate::meter::{Halt, Meter};
use crate::plan::{Plan, PlanLinkKind, PlanRoom, PlanRoomKind};
use crate::recipe::{Corridors, Mask, ModuleGrid, PlanSpec, Recipe};
use crate::seed::Stream;
use crate::shape::{CaveChooser, SideLimits};

/// Cells that each widening adds to every gap.
const WIDER: i32 = 4;

/// What drawing a cave counts against the budget, beside the cells it may have.
const STEPS_PER_CAVE: u64 = 64;

/// Places the rooms of a plan. `widening` makes the gaps wider, for plans whose links had no free path.
pub fn place(
    recipe: &Recipe,
    spec: &PlanSpec,
    plan: &Plan,
    widening: i32,
    meter: &mut Meter,
) -> Result<Layout, PlaceError> {
    let asked = match spec.rooms.grid {
        ModuleGrid::Fixed(modules) => modules,
        ModuleGrid::Auto => [8, 8],
    };
    let modules = asked.map(|module| workable(module, spec.rooms));
    let chooser = TemplateChooser::new(spec, plan);
    let runs_north = first_corridors(plan);
    let mut wanted: Vec<Wanted> = Vec::with_capacity(plan.rooms.len());
    // Each room draws from a stream of its own; wider slots have other rooms.
    let again = if widening > 0 { format!("/again/{widening}") } else { String::new() };
    let name = |[x, y, z]: [i32; 3]| format!("place/room/{x},{y},{z}{again}");
    let mut streams: Vec<Stream> = plan.rooms.iter().map(|room| recipe.seed.stream(&name(room.coord()))).collect();
    for (room, stream) in plan.rooms.iter().zip(&mut streams) {
        meter.spend(1 + spec.pool.templates().len() as u64 / 4)?;
        let mut room_wanted = Wanted::new(spec, runs_north[room.id.index()], room, &chooser, modules, stream);
        if room_wanted.choice.is_none() && spec.natural.parts() > 0 && stream.chance(spec.natural) {
            room_wanted.draw_cave(spec, room, modules, stream, meter)?;
        }
        wanted.push(room_wanted);
    }
    let sides: Vec<[i32; 2]> = wanted.iter().map(|wanted| wanted.side).collect();
    let gap = gap(&recipe.corridors, spec) + WIDER * widening;
    let slots = Slots::new(plan, &sides, modules, gap);
    let [width, height] = slots.size();
    let levels = plan.levels().len();
    if width.max(height) > LONGEST || width * height > (MAX_CELLS / levels) as i64 {
        return Err(PlaceError::PlanTooLarge { width, height, levels });
    }
    let module_grid = if spec.rooms.grid == ModuleGrid::Auto { modules } else { asked };
    let has_stairs = with_stairs(plan);
    let mut warnings = plan.warnings.clone();
    let mut rooms = Vec::with_capacity(plan.rooms.len());
    for ((room, wanted), stream) in plan.rooms.iter().zip(&wanted).zip(&mut streams) {
        let fixed = has_stairs[room.id.index()];
        meter.spend(1)?;
        let drawn = wanted.drawn(spec, room, &slots, fixed, stream);
        warnings.extend(wanted.report(room, drawn.as_ref(), meter));
        let placement = drawn.unwrap_or_else(|| wanted.plain(room, &slots, fixed, stream));
        rooms.push(Placement { z: room.z, ..placement });
    }
    let saved = compact(&mut rooms, &slot_lines(plan), gap, modules, meter)?;
    let aligned = |room: &Placement| room.shape != Shape::Cave && is_aligned(room.bounds, module_grid);
    rooms.iter_mut().for_each(|room| room.aligned = aligned(room));
    let size = Size::of(width as i32 - saved[0], height as i32 - saved[1]);
    let mut layout = Layout::of_rooms(size, rooms, module_grid, warnings);
    if let Some(mask) = &recipe.mask {
        move_onto_mask(&mut layout, mask, modules, meter)?;
    }
    Ok(layout)
}

/// Moves all rooms together to the place nearest the middle of the map where they keep to the mask.
fn move_onto_mask(layout: &mut Layout, mask: &Mask, modules: [i32; 2], meter: &mut Meter) -> Result<(), PlaceError> {
    let mut fits: BTreeMap<i32, Option<MaskFit>> = BTreeMap::new();
    for room in &layout.rooms {
        fits.entry(room.z).or_insert_with(|| mask.free(room.z).map(|free| MaskFit::new(free)));
    }
    let inner = mask.size().rect().grow(-1);
    let whole = layout.rooms.iter().map(|room| room.bounds).reduce(Rect::hull).unwrap_or(inner);
    let [module_x, module_y] = modules;
    let steps = |from: i32, to: i32, module: i32| -from.div_euclid(module)..=(to - 1).div_euclid(module);
    let mut best: Option<(i64, Cell)> = None;
    for x in steps(whole.left - inner.left, inner.right - whole.right + 1, module_x) {
        meter.spend(1 + inner.height() as u64 / 4)?;
        for y in steps(whole.top - inner.top, inner.bottom - whole.bottom + 1, module_y) {
            let by = Cell::new(x * module_x, y * module_y);
            let apart = whole.shift(by).center().distance_squared(inner.center());
            let holds = |room: &Placement| fits[&room.z].as_ref().is_none_or(|fit| fit.holds(&room.floor, by));
            if best.is_none_or(|(nearest, _)| apart < nearest) && layout.rooms.iter().all(holds) {
                best = Some((apart, by));
            }
        }
    }
    let what = || format!("the {} rooms of the plan", layout.rooms.len());
    let (_, by) = best.ok_or_else(|| PlaceError::NoMaskPlace { what: what() })?;
    layout.rooms.iter_mut().for_each(|room| room.shift(by));
    layout.size = mask.size();
    Ok(())
}

/// The columns and rows of all rooms, counted as slots are.
fn slot_lines(plan: &Plan) -> Vec<SlotLine> {
    let line = |room: &PlanRoom| SlotLine {
        lines: [room.cell.x, -room.cell.y],
        front: (room.id == plan.gate).then_some(plan.entry),
    };
    plan.rooms.iter().map(line).collect()
}

/// What a room requires before the slots are made.
struct Wanted<'a> {
    /// Width and height. [Unit: modules]
    side: [i32; 2],
    /// The templates it can be made from, where it asks for one.
    choice: Option<Choice<'a>>,
    /// Its floor, where it is a cave.
    cave: Option<BitGrid>,
}

impl<'a> Wanted<'a> {
    fn new(
        spec: &PlanSpec,
        runs_north: bool,
        room: &PlanRoom,
        chooser: &TemplateChooser<'a>,
        modules: [i32; 2],
        stream: &mut Stream,
    ) -> Self {
        let mut side = side(spec, runs_north, room, modules, stream);
        let choice = chooser.choose(room, stream);
        if let Some(drawn) = choice.as_ref().and_then(|choice| choice.sides(&spec.pool)) {
            let least = |axis: usize| drawn[axis].max(spec.rooms.min);
            side = [0, 1].map(|axis| (least(axis) + modules[axis] - 1) / modules[axis]);
        }
        Self { side, choice, cave: None }
    }

    /// Makes the room a cave whose most central cell can lie in the middle of the slot; it stays as it is where none of
    /// many draws is fit for a room.
    fn draw_cave(
        &mut self,
        spec: &PlanSpec,
        room: &PlanRoom,
        modules: [i32; 2],
        stream: &mut Stream,
        meter: &mut Meter,
    ) -> Result<(), Halt> {
        let (min, max) = (spec.rooms.min, spec.rooms.max);
        meter.spend(STEPS_PER_CAVE + (max * max) as u64)?;
        let caves = CaveChooser::new(SideLimits { min, max, modules: [1, 1], max_aspect: spec.max_aspect });
        let is_small = room.kind == PlanRoomKind::Passage;
        self.cave = if is_small { caves.draw_small(stream) } else { caves.draw(stream) };
        if let Some(cave) = &self.cave {
            let (center, size) = (central_cell(cave), cave.size());
            let reach = [center.x.max(size.width() - center.x), center.y.max(size.height() - center.y)];
            // The middle of a slot may lie half a module off the middle of its cells.
            self.side = [0, 1].map(|axis| (2 * reach[axis] + modules[axis] - 1) / modules[axis] + 1);
        }
        Ok(())
    }

    /// The room from a template in its slot, where it asks for one and one fits.
    fn drawn(
        &self,
        spec: &PlanSpec,
        room: &PlanRoom,
        slots: &Slots,
        fixed: bool,
        stream: &mut Stream,
    ) -> Option<Placement> {
        let anchor = fixed.then(|| slots.anchor(room));
        let choice = self.choice.as_ref()?;
        choice.place_in_slot(&spec.pool, slots.slot(room), anchor, slots.modules(), stream)
    }

    /// Tells which template the room was made from; a warning where it asked for one and none fits.
    fn report(&self, room: &PlanRoom, drawn: Option<&Placement>, meter: &mut Meter) -> Option<String> {
        let choice = self.choice.as_ref()?;
        let Some(template) = drawn.and_then(|placement| placement.template.as_ref()) else {
            return Some(choice.shortage(room));
        };
        choice.report(room, template, meter);
        None
    }

    /// A rectangle or a cave in its slot.
    fn plain(&self, room: &PlanRoom, slots: &Slots, fixed: bool, stream: &mut Stream) -> Placement {
        let rect = slots.place_in_slot(room, self.side, fixed, stream);
        let Some(cave) = &self.cave else { return Placement::rectangle(rect, false) };
        let at = if fixed { slots.anchor(room) - central_cell(cave) } else { rect.min() };
        Placement::of_mask(Shape::Cave, cave, at)
    }
}

/// The floor cell nearest to the middle of the grid.
fn central_cell(floor: &BitGrid) -> Cell {
    let (width, height) = (floor.size().width(), floor.size().height());
    let off_middle = |cell: &Cell| (2 * cell.x + 1 - width).pow(2) + (2 * cell.y + 1 - height).pow(2);
    floor.iter().min_by_key(off_middle).unwrap_or(Cell::new(0, 0))
}

/// Cells between the floors of neighbours: two rings, two runways and a corridor, or twice the padding.
fn gap(corridors: &Corridors, spec: &PlanSpec) -> i32 {
    (2 * corridors.runway + corridors.width + 2).max(2 * spec.rooms.padding)
}

/// Width and height of a room. [Unit: modules] A passage is narrow across its direction.
fn side(spec: &PlanSpec, runs_north: bool, room: &PlanRoom, modules: [i32; 2], stream: &mut Stream) -> [i32; 2] {
    let limits = modules.map(|module| ((spec.rooms.min + module - 1) / module, spec.rooms.max / module));
    let mut sides = limits.map(|(min, max)| stream.range(min..max + 1));
    if room.kind == PlanRoomKind::Passage {
        let across = usize::from(!runs_north);
        sides[across] = limits[across].0;
    }
    sides
}

/// For each room whether its first corridor leads north or south; east or west where it has none.
fn first_corridors(plan: &Plan) -> Vec<bool> {
    let mut first = vec![None; plan.rooms.len()];
    for link in plan.links.iter().filter(|link| link.kind == PlanLinkKind::Corridor) {
        let [a, b] = link.rooms.map(|room| plan.room(room).cell);
        for room in link.rooms {
            first[room.index()].get_or_insert(a.x == b.x);
        }
    }
    first.into_iter().map(Option::unwrap_or_default).collect()
}

fn with_stairs(plan: &Plan) -> Vec<bool> {
    let mut has_stairs = vec![false; plan.rooms.len()];
    let stairs = plan.links.iter().filter(|link| link.kind == PlanLinkKind::Stairs);
    stairs.flat_map(|link| link.rooms).for_each(|room: RoomId| has_stairs[room.index()] = true);
    has_stairs
}
