//! Rooms that keep apart: one in each leaf of a binary space partition of the module grid.

use undercroft_grid::{Cell, Rect, Size};

use super::axis::Axis;
use super::hint::{Hint, shortage};
use super::leaf_source::LeafSource;
use super::mask_fit::MaskFit;
use super::partition::{CutStreams, Part, Plane};
use super::{Layout, PlaceError, Placement, is_aligned};
use crate::dungeon::Shape;
use crate::meter::{Halt, Meter};
use crate::recipe::{BspSpec, Corridors, ModuleGrid, Recipe, RoomSpec};
use crate::seed::Stream;
use crate::shape::{CaveChooser, ShapeChooser, SideLimits};

/// The finest and the coarsest module.
const MODULES: std::ops::RangeInclusive<i32> = 1..=8;
/// How many larger maps a hint tries, each by a quarter of the map larger.
const LARGER: i32 = 28;
/// The longest side of a map that a hint names. [Unit: cells]
const LONGEST: i32 = 8192;
/// How often the room of a leaf is drawn until it keeps to the mask.
const MASKED_DRAWS: usize = 12;

/// Places rooms with padding round each.
pub fn place(recipe: &Recipe, spec: &BspSpec, meter: &mut Meter) -> Result<Layout, PlaceError> {
    let padding = padding(&recipe.corridors, spec.rooms.padding);
    let (plane, mut warnings) = plane(spec, padding);
    let capacity = plane.capacity(plane.area());
    if capacity < 2 {
        return Err(no_place(spec, &plane, padding));
    }
    let module_grid = judged_grid(spec, &plane);
    let limits = side_limits(spec, &plane);
    let (shapes, caves) = (ShapeChooser::new(spec.shapes, limits), CaveChooser::new(limits));
    let source = LeafSource { plane: &plane, shapes, caves, natural: spec.natural };
    let mut rooms = if let Some(free) = recipe.mask.as_ref().and_then(|mask| mask.free(0)) {
        masked_rooms(recipe, spec, &source, &MaskFit::new(free), meter)?
    } else {
        let quota = capacity.min(spec.rooms.count as i32);
        rooms_in_leaves(recipe, &source, quota, None, meter)?
    };
    let aligned = |room: &Placement| room.shape != Shape::Cave && is_aligned(room.bounds, module_grid);
    rooms.iter_mut().for_each(|room| room.aligned = aligned(room));
    let wanted = spec.rooms.count as usize;
    warnings.extend(shortage(wanted, rooms.len(), || hints(recipe, spec, rooms.len())));
    Ok(Layout::of_rooms(spec.size, rooms, module_grid, warnings))
}

/// How many rooms fit.
fn capacity(spec: &BspSpec, corridors: &Corridors) -> usize {
    let plane = plane(spec, padding(corridors, spec.rooms.padding)).0;
    plane.capacity(plane.area()) as usize
}

/// Changes of one field that make place for more rooms. On a mask that is not known without placing them.
fn hints(recipe: &Recipe, spec: &BspSpec, placed: usize) -> Vec<Hint> {
    if recipe.mask.is_some() {
        return Vec::new();
    }
    let (rooms, corridors, wanted) = (spec.rooms, recipe.corridors, spec.rooms.count as usize);
    let with_rooms = |rooms: RoomSpec| capacity(&BspSpec { rooms, ..*spec }, &corridors);
    let with_corridors = |corridors: Corridors| capacity(spec, &corridors);
    let hint = |key: &str, values: Vec<i32>, fits: &dyn Fn(i32) -> usize| {
        let changes = values.iter().map(|value| format!("{key} = {value}"));
        Hint::mildest(changes, wanted, placed, |at| fits(values[at]))
    };
    let down = |from: i32, to: i32| (to..from).rev().collect::<Vec<i32>>();
    let coarsest = if let ModuleGrid::Fixed([x, y]) = rooms.grid { x.max(y) } else { 1 };
    let fixed = |module: i32| ModuleGrid::Fixed([module; 2]);
    let longest = spec.size.width().max(spec.size.height());
    let larger = (1..=LARGER).map(|step| longest * (4 + step) / 4);
    let larger: Vec<i32> = larger.filter(|&side| side <= LONGEST).collect();
    let sides = larger.iter().map(|side| format!("width = {side} and height = {side}"));
    let sized = |side: i32| capacity(&BspSpec { size: Size::of(side, side), ..*spec }, &corridors);
    [
        hint("rooms.grid", down(coarsest, 1), &|module| with_rooms(RoomSpec { grid: fixed(module), ..rooms })),
        hint("corridors.width", down(corridors.width, 1), &|width| with_corridors(Corridors { width, ..corridors })),
        hint("corridors.runway", down(corridors.runway, 0), &|runway| {
            with_corridors(Corridors { runway, ..corridors })
        }),
        hint("rooms.padding", down(rooms.padding, 2), &|padding| with_rooms(RoomSpec { padding, ..rooms })),
        hint("rooms.min", down(rooms.min, 3), &|min| with_rooms(RoomSpec { min, ..rooms })),
        Hint::mildest(sides, wanted, placed, |at| sized(larger[at])),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A room in each of so many leaves that has place for one.
fn rooms_in_leaves(
    recipe: &Recipe,
    source: &LeafSource,
    quota: i32,
    fit: Option<&MaskFit>,
    meter: &mut Meter,
) -> Result<Vec<Placement>, Halt> {
    let streams = CutStreams { seed: &recipe.seed, name: "place" };
    let plane = source.plane;
    let leaves = plane.leaves(Part { area: plane.area(), quota }, streams, meter)?;
    let mut rooms: Vec<Placement> = Vec::with_capacity(leaves.len());
    for leaf in leaves {
        meter.spend(1)?;
        let Cell { x, y } = plane.cells(leaf).min();
        let mut stream = recipe.seed.stream(&format!("place/room/{x},{y},{}", plane.z));
        match fit {
            Some(fit) => rooms.extend(masked_room(leaf, source, fit, &mut stream, meter)?),
            None => rooms.push(source.draw(leaf, &mut stream, meter)?),
        }
    }
    Ok(rooms)
}

/// Rooms on the free cells of a mask: the map is cut into more and smaller leaves until enough of them have place for one.
fn masked_rooms(
    recipe: &Recipe,
    spec: &BspSpec,
    source: &LeafSource,
    fit: &MaskFit,
    meter: &mut Meter,
) -> Result<Vec<Placement>, PlaceError> {
    let plane = source.plane;
    let (count, capacity) = (spec.rooms.count as usize, plane.capacity(plane.area()));
    let (mut best, mut quota) = (Vec::new(), capacity.min(spec.rooms.count as i32));
    loop {
        let rooms = rooms_in_leaves(recipe, source, quota, Some(fit), meter)?;
        if rooms.len() > best.len() {
            best = rooms;
        }
        if best.len() >= count || quota == capacity {
            break;
        }
        quota = (quota + quota / 4 + 1).min(capacity);
    }
    if best.len() < 2 {
        let what = format!("two rooms of {0}×{0} with their walls", spec.rooms.min);
        return Err(PlaceError::NoMaskPlace { what });
    }
    let mut stream = recipe.seed.stream("place/masked");
    while best.len() > count {
        best.remove(stream.below(best.len() as u32) as usize);
    }
    Ok(best)
}

/// A room of a leaf that keeps to the mask: one of some draws, else the smallest rectangle at the first place for it.
fn masked_room(
    leaf: Rect,
    source: &LeafSource,
    fit: &MaskFit,
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<Option<Placement>, Halt> {
    let plane = source.plane;
    for _ in 0..MASKED_DRAWS {
        meter.spend(1)?;
        let room = source.draw(leaf, stream, meter)?;
        if fit.holds(&room.floor, Cell::new(0, 0)) {
            return Ok(Some(room));
        }
    }
    let [width, height] = [plane.x.sides.0, plane.y.sides.0];
    let last = Cell::new(leaf.right - plane.x.free - width, leaf.bottom - plane.y.free - height);
    let places = Rect::new(leaf.left, leaf.top, last.x + 1, last.y + 1);
    meter.spend(1 + places.area().max(0) as u64)?;
    let room = |at: Cell| Placement::rectangle(plane.cells(Rect::at(at, width, height)), false);
    Ok(places.cells().map(room).find(|room| fit.holds(&room.floor, Cell::new(0, 0))))
}

fn side_limits(spec: &BspSpec, plane: &Plane) -> SideLimits {
    let RoomSpec { min, max, .. } = spec.rooms;
    SideLimits { min, max, modules: [plane.x.module, plane.y.module], max_aspect: spec.max_aspect }
}

/// Facing rooms need space for a brush at the end of a runway between their walls; a smaller padding is raised to that.
fn padding(corridors: &Corridors, asked: i32) -> i32 {
    asked.max((corridors.runway + corridors.width + 2) / 2)
}

/// The module grid in use, with warnings where it is not the one that was asked for.
fn plane(spec: &BspSpec, padding: i32) -> (Plane, Vec<String>) {
    match spec.rooms.grid {
        ModuleGrid::Fixed([x, y]) => fixed_plane(spec, padding, x, y),
        ModuleGrid::Auto => (auto_plane(spec, padding), Vec::new()),
    }
}

fn fixed_plane(spec: &BspSpec, padding: i32, x: i32, y: i32) -> (Plane, Vec<String>) {
    let (horizontal, vertical) =
        (axis(spec.size.width(), x, spec, padding), axis(spec.size.height(), y, spec, padding));
    let lowered = [(x, horizontal.module, "x"), (y, vertical.module, "y")];
    let warnings = lowered
        .into_iter()
        .filter(|(asked, used, _)| asked != used)
        .map(|(asked, used, name)| {
            let (min, max) = (spec.rooms.min, spec.rooms.max);
            format!("rooms.grid: no multiple of {asked} lies between {min} and {max}, so {used} was used along {name}.")
        })
        .collect();
    (Plane { x: horizontal, y: vertical, z: 0 }, warnings)
}

/// The axis with this module, or with the largest smaller one that has a multiple between min and max. Module 1 always
/// has.
fn axis(length: i32, module: i32, spec: &BspSpec, padding: i32) -> Axis {
    let sides = (spec.rooms.min, spec.rooms.max);
    let workable = (1..=module).rev().find_map(|module| Axis::separate(length, module, sides, padding));
    workable.unwrap_or_else(|| unreachable!("every room side is a multiple of 1"))
}

/// The coarsest module that meets count, min and max; else the one that places most rooms, the coarsest on ties.
fn auto_plane(spec: &BspSpec, padding: i32) -> Plane {
    let sides = (spec.rooms.min, spec.rooms.max);
    let planes = MODULES.rev().filter_map(|module| {
        let x = Axis::separate(spec.size.width(), module, sides, padding)?;
        let y = Axis::separate(spec.size.height(), module, sides, padding)?;
        Some(Plane { x, y, z: 0 })
    });
    let placed = |plane: &Plane| plane.capacity(plane.area()).min(spec.rooms.count as i32);
    // Of equals, `max_by_key` would take the last, which is the finest.
    let best = planes.reduce(|best, next| if placed(&next) > placed(&best) { next } else { best });
    best.unwrap_or_else(|| unreachable!("module 1 always works"))
}

/// The module grid that alignment is judged by: the one asked for, or the one that `auto` took.
fn judged_grid(spec: &BspSpec, plane: &Plane) -> [i32; 2] {
    match spec.rooms.grid {
        ModuleGrid::Fixed(modules) => modules,
        ModuleGrid::Auto => [plane.x.module, plane.y.module],
    }
}

fn no_place(spec: &BspSpec, plane: &Plane, padding: i32) -> PlaceError {
    PlaceError::no_place(spec.size, spec.rooms.min, plane, padding, |axis| {
        axis.origin + 2 * axis.smallest_leaf() * axis.module
    })
}

#[cfg(test)]
mod tests;
