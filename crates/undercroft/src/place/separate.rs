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
mod tests {
    use super::*;
    use crate::events::NoEvents;
    use crate::recipe::RecipeFile;
    use crate::seed::Seed;

    fn try_layout(settings: &str, seed: u64) -> Result<Layout, PlaceError> {
        let recipe = RecipeFile::parse("test", settings).unwrap().check(Seed::new(seed)).unwrap();
        place(&recipe, recipe.method.bsp_spec(), &mut Meter::new(&mut NoEvents, u64::MAX))
    }

    fn layout(settings: &str, seed: u64) -> Layout {
        try_layout(settings, seed).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn the_laws_of_placement_hold_on_every_grid_width_and_size() {
        let sizes = [(61, 83), (80, 80), (100, 57)];
        for (gx, gy) in (1..=8).flat_map(|gx| (1..=8).map(move |gy| (gx, gy))) {
            for (width, (w, h)) in (1..=4).flat_map(|width| sizes.map(|size| (width, size))) {
                let settings = format!(
                    "width={w}\nheight={h}\nrooms.count=7\nrooms.min=6\nrooms.max=17\nrooms.grid=[{gx},{gy}]\ncorridors.width={width}"
                );
                check_laws(&layout(&settings, (gx * 100 + gy * 10 + width) as u64), 6, 17, [gx, gy]);
            }
        }
    }

    fn check_laws(layout: &Layout, min: i32, max: i32, [gx, gy]: [i32; 2]) {
        for (i, room) in layout.rooms.iter().enumerate() {
            let floor = room.bounds;
            assert!(layout.size.rect().grow(-2).contains_rect(floor), "{floor:?} leaves the map");
            assert!((min..=max).contains(&floor.width()) && (min..=max).contains(&floor.height()), "{floor:?}");
            assert!(room.aligned && floor.left % gx == 0 && floor.top % gy == 0, "{floor:?} is off the grid");
            assert!(floor.width() % gx == 0 && floor.height() % gy == 0, "{floor:?} is off the grid");
            let clear = |other: &Placement| !other.bounds.overlaps(floor.grow(3));
            assert!(layout.rooms[..i].iter().all(clear), "rooms too near at {floor:?}");
        }
    }

    #[test]
    fn shapes_lie_on_the_grid_and_fill_their_bounds() {
        let names = ["l", "t", "cross", "octagon", "circle", "apse", "pillared", "alcoves", "dais", "ring"];
        let shapes = names.map(|name| format!("rooms.shapes.{name}=40\n")).concat();
        let mut seen = std::collections::BTreeSet::new();
        for (seed, (gx, gy)) in (1..=8).flat_map(|gx| (1..=8).map(move |gy| (gx, gy))).enumerate() {
            let settings = format!("{shapes}rooms.count=7\nrooms.min=6\nrooms.max=17\nrooms.grid=[{gx},{gy}]");
            let layout = layout(&settings, seed as u64);
            check_laws(&layout, 6, 17, [gx, gy]);
            for room in &layout.rooms {
                let hull = room.floor.iter().map(|run| run.rect()).reduce(Rect::hull);
                assert_eq!(hull, Some(room.bounds), "{room:?}");
                let (width, height) = (room.bounds.width(), room.bounds.height());
                assert!(width.max(height) <= 2 * width.min(height) || gx.max(gy) > 6, "{room:?}");
                seen.insert(room.shape);
            }
        }
        assert_eq!(seen.len(), names.len() + 1, "{seen:?}");
    }

    #[test]
    fn a_room_more_changes_one_leaf() {
        let mut kept = 0;
        for seed in 0..100 {
            let [few, more] = [8, 9].map(|count| layout(&format!("rooms.count = {count}\nrooms.grid = 2"), seed));
            kept += few.rooms.iter().filter(|room| more.rooms.contains(room)).count();
        }
        // At best seven of eight.
        assert!(kept > 600, "{kept} of 800 rooms stay");
    }

    #[test]
    fn rooms_spread_over_the_map() {
        let (mut x, mut y, mut n) = (0.0, 0.0, 0.0);
        for seed in 0..200 {
            for room in layout("rooms.count = 8", seed).rooms {
                x += f64::from(room.bounds.center().x) / 80.0;
                y += f64::from(room.bounds.center().y) / 80.0;
                n += 1.0;
            }
        }
        assert!((0.4..0.6).contains(&(x / n)) && (0.4..0.6).contains(&(y / n)), "mean centre {} {}", x / n, y / n);
    }

    #[test]
    fn the_requested_number_is_met_exactly_where_it_fits() {
        for seed in 0..200 {
            // 16 leaves of 9 modules of 2 on each axis of 76 cells: this is the most that fits.
            let full = layout("rooms.count = 64\nrooms.min = 4\nrooms.max = 8\nrooms.grid = 2", seed);
            assert_eq!(full.rooms.len(), 64);
        }
    }

    #[test]
    fn a_shortage_is_reported() {
        let layout = layout("width=30\nheight=30\nrooms.count = 50", 1);
        assert!(layout.rooms.len() >= 2 && layout.warnings.iter().any(|text| text.contains("of 50 rooms")));
    }

    #[test]
    fn a_grid_without_a_multiple_is_lowered_and_said() {
        let layout = layout("rooms.min=5\nrooms.max=7\nrooms.grid=4", 1);
        assert_eq!(
            layout.warnings,
            [
                "rooms.grid: no multiple of 4 lies between 5 and 7, so 3 was used along x.",
                "rooms.grid: no multiple of 4 lies between 5 and 7, so 3 was used along y.",
            ]
        );
        assert!(layout.rooms.iter().all(|room| room.bounds.width() == 6));
    }

    #[test]
    fn auto_takes_the_coarsest_grid_that_serves() {
        let layout = layout("rooms.grid=\"auto\"\nrooms.min=5\nrooms.max=10\nrooms.count=8", 1);
        assert_eq!((layout.module_grid, layout.rooms.len()), ([8, 8], 8));
        assert!(layout.warnings.is_empty(), "to choose a module is what was asked for: {:?}", layout.warnings);
    }

    #[test]
    fn a_map_without_place_for_two_rooms_says_what_to_change() {
        let error =
            try_layout("width=16\nheight=16\nrooms.min=9\nrooms.max=10\nrooms.grid=1", 1).unwrap_err().to_string();
        assert_eq!(
            error,
            "a map of 16×16 has no place for two rooms of 9×9 with padding 2 on a grid of 1×1; raise width or height to \
             at least 28"
        );
    }
}
