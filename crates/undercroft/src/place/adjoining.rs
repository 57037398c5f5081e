//! Rooms that fill a building and share walls: the leaves of the partition are the rooms, and walls lie on module lines.
//!
//! A room that could only be reached through too many others gets a hallway: the building, or a part of it, is cut by a
//! strip one hall wide, and the rooms lie on both sides of it.

use std::collections::{BTreeMap, VecDeque};

use undercroft_grid::{BitGrid, Cell, Dir, Rect};

use super::axis::Axis;
use super::hint::shortage;
use super::mask_fit::largest_rect;
use super::partition::{CutStreams, Part, Plane};
use super::{Layout, PlaceError, Placement};
use crate::dungeon::Role;
use crate::meter::{Halt, Meter};
use crate::recipe::{HouseSpec, ModuleGrid, Recipe};
use crate::seed::{Seed, Stream};

/// The most rooms to pass between the best-placed room and any other.
const MOST_PASSED: u32 = 2;
/// Cuts by halls, each halving the last parts; five make 31 halls.
const MOST_CUTS: u32 = 5;
/// Below this number of rooms a hall would take more than it gives.
const FEWEST_FOR_HALL: i32 = 5;
/// Narrowest floor of a hall. [Unit: cells]
const HALL_FLOOR: i32 = 2;

/// A leaf of the building. [Unit: modules]
#[derive(Clone, Copy, Debug)]
struct Leaf {
    area: Rect,
    hall: bool,
}

/// Fills a building with rooms.
///
/// # Errors
/// When no room fits.
pub fn place(recipe: &Recipe, spec: &HouseSpec, meter: &mut Meter) -> Result<Layout, PlaceError> {
    let mut layout = fill(recipe, spec, (0, spec.rooms.count), meter)?;
    let placed = layout.rooms.len();
    layout.warnings = shortage(spec.rooms.count as usize, placed, Vec::new).into_iter().collect();
    Ok(layout)
}

/// Fills a storey of the building with this many rooms, or as many as fit. Its outline depends on the recipe alone.
///
/// # Errors
/// When no room fits.
pub fn fill(
    recipe: &Recipe,
    spec: &HouseSpec,
    (z, count): (i32, u32),
    meter: &mut Meter,
) -> Result<Layout, PlaceError> {
    let plane = Plane { z, ..plane(recipe, spec) };
    let capacity = plane.capacity(plane.area());
    if capacity < 2 && recipe.mask.is_some() {
        let what = "two rooms of a house in a rectangle with its runway".to_owned();
        return Err(PlaceError::NoMaskPlace { what });
    }
    if capacity < 2 {
        return Err(no_place(spec, &plane));
    }
    let whole = Part { area: plane.area(), quota: capacity.min(count as i32) };
    let leaves = leaves(&plane, whole, &recipe.seed, meter)?;
    let module_grid = [plane.x.module, plane.y.module];
    let rooms: Vec<Placement> = leaves
        .iter()
        .map(|leaf| {
            let walls = plane.cells(leaf.area);
            let floor = Rect::new(walls.left + 1, walls.top + 1, walls.right, walls.bottom);
            let roles = if leaf.hall { vec![Role::Hall] } else { Vec::new() };
            Placement { roles, ..Placement::rectangle(floor, true) }
        })
        .collect();
    Ok(Layout::of_rooms(spec.size, rooms, module_grid, Vec::new()))
}

fn plane(recipe: &Recipe, spec: &HouseSpec) -> Plane {
    let [x, y] = match spec.rooms.grid {
        ModuleGrid::Fixed(modules) => modules,
        // Walls on every second or third line look built; coarser modules would only make the rooms alike.
        ModuleGrid::Auto => [4, 4],
    };
    // Outside the wall: the entrance's runway and the border of the map.
    let margin = recipe.corridors.runway.max(1) + 2;
    let sides = (spec.rooms.min, spec.rooms.max);
    if let Some(lot) = lot(recipe, spec) {
        return Plane {
            x: Axis::between([lot.left, lot.right], x, sides),
            y: Axis::between([lot.top, lot.bottom], y, sides),
            z: 0,
        };
    }
    Plane {
        x: Axis::adjoining(spec.size.width(), x, sides, margin),
        y: Axis::adjoining(spec.size.height(), y, sides, margin),
        z: 0,
    }
}

/// The largest rectangle that the mask leaves free on all storeys, without the runway of the entrance.
fn lot(recipe: &Recipe, spec: &HouseSpec) -> Option<Rect> {
    let mask = recipe.mask.as_ref()?;
    let storeys = if spec.storeys.is_empty() { 0..1 } else { -1..spec.storeys.len() as i32 - 1 };
    let inner = mask.size().rect().grow(-1);
    let is_free = |cell: Cell| {
        inner.contains(cell) && storeys.clone().all(|z| mask.free(z).is_none_or(|free| free.contains(cell)))
    };
    let lot = largest_rect(&BitGrid::from_fn(mask.size(), is_free));
    let runway = recipe.corridors.runway.max(1);
    Some(match recipe.entrance_side {
        Dir::North => Rect { top: lot.top + runway, ..lot },
        Dir::East => Rect { right: lot.right - runway, ..lot },
        Dir::South => Rect { bottom: lot.bottom - runway, ..lot },
        Dir::West => Rect { left: lot.left + runway, ..lot },
    })
}

/// The leaves, with the fewest halls that keep paths from passing too many rooms.
fn leaves(plane: &Plane, whole: Part, seed: &Seed, meter: &mut Meter) -> Result<Vec<Leaf>, Halt> {
    let mut best: Option<(u32, Vec<Leaf>)> = None;
    for cuts in 0..=MOST_CUTS {
        let name = format!("place/storey/{}/try/{cuts}", plane.z);
        let tried = with_halls(plane, whole, cuts, CutStreams { seed, name: &name }, meter)?;
        let passed = most_passed(&tried, meter)?;
        if best.as_ref().is_none_or(|(fewest, _)| passed < *fewest) {
            best = Some((passed, tried));
        }
        if passed <= MOST_PASSED {
            break;
        }
    }
    Ok(best.map(|(_, leaves)| leaves).unwrap_or_default())
}

fn with_halls(
    plane: &Plane,
    whole: Part,
    cuts: u32,
    streams: CutStreams,
    meter: &mut Meter,
) -> Result<Vec<Leaf>, Halt> {
    let mut leaves = Vec::new();
    let mut open = vec![(whole, cuts)];
    while let Some((part, cuts)) = open.pop() {
        if let Some((hall, sides)) = hall(plane, part, &mut streams.at("hall", part.area)).filter(|_| cuts > 0) {
            leaves.push(Leaf { area: hall, hall: true });
            open.extend(sides.map(|side| (side, cuts - 1)));
        } else {
            let rooms = plane.leaves(part, streams, meter)?;
            leaves.extend(rooms.into_iter().map(|area| Leaf { area, hall: false }));
        }
    }
    Ok(leaves)
}

/// A strip along the part's longer side, and the two parts beside it with their share of the rooms.
fn hall(plane: &Plane, part: Part, stream: &mut Stream) -> Option<(Rect, [Part; 2])> {
    let area = part.area;
    if part.quota < FEWEST_FOR_HALL {
        return None;
    }
    let flat = area.width() * plane.x.module >= area.height() * plane.y.module;
    let axis = if flat { plane.y } else { plane.x };
    let (start, end) = if flat { (area.top, area.bottom) } else { (area.left, area.right) };
    let thickness = (HALL_FLOOR + axis.module) / axis.module;
    let lines = start + axis.smallest_leaf()..end - axis.smallest_leaf() - thickness + 1;
    if lines.is_empty() {
        return None;
    }
    let quarter = (lines.end - lines.start) / 4;
    let line = stream.range(lines.start + quarter..lines.end - quarter);
    let cut = |from: i32, to: i32| {
        if flat { Rect::new(area.left, from, area.right, to) } else { Rect::new(from, area.top, to, area.bottom) }
    };
    let [before, after] = [cut(start, line), cut(line + thickness, end)];
    let rooms = part.quota - 1;
    let (room, other) = (plane.capacity(before), plane.capacity(after));
    if room + other < rooms {
        return None;
    }
    let fair = (i64::from(rooms) * before.area() / (before.area() + after.area())) as i32;
    let quota = fair.clamp((rooms - other).max(1), room.min(rooms - 1));
    Some((cut(line, line + thickness), [Part { area: before, quota }, Part { area: after, quota: rooms - quota }]))
}

/// The most rooms between the best-placed room and the one farthest from it, walking through shared walls.
fn most_passed(leaves: &[Leaf], meter: &mut Meter) -> Result<u32, Halt> {
    let neighbours = neighbours(leaves, meter)?;
    let centre = (0..leaves.len()).max_by_key(|&leaf| (neighbours[leaf].len(), std::cmp::Reverse(leaf))).unwrap_or(0);
    let mut hops = vec![u32::MAX; leaves.len()];
    hops[centre] = 0;
    let mut queue = VecDeque::from([centre]);
    while let Some(leaf) = queue.pop_front() {
        meter.spend(1)?;
        for &next in &neighbours[leaf] {
            if hops[next] == u32::MAX {
                hops[next] = hops[leaf] + 1;
                queue.push_back(next);
            }
        }
    }
    Ok(hops.into_iter().max().unwrap_or(0).saturating_sub(1))
}

/// The leaves that share a wall with each. Leaves that begin where another ends lie in one list, in order, so that each
/// leaf meets its neighbours and few others.
fn neighbours(leaves: &[Leaf], meter: &mut Meter) -> Result<Vec<Vec<usize>>, Halt> {
    let mut pairs = vec![Vec::new(); leaves.len()];
    for turned in [false, true] {
        let area = |leaf: usize| if turned { transposed(leaves[leaf].area) } else { leaves[leaf].area };
        let mut beginning: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
        (0..leaves.len()).for_each(|leaf| beginning.entry(area(leaf).left).or_default().push(leaf));
        beginning.values_mut().for_each(|list| list.sort_unstable_by_key(|&leaf| area(leaf).top));
        for leaf in 0..leaves.len() {
            meter.spend(2)?;
            let Rect { top, right, bottom, .. } = area(leaf);
            let Some(beyond) = beginning.get(&right) else { continue };
            let first = beyond.partition_point(|&other| area(other).bottom <= top);
            for &other in beyond[first..].iter().take_while(|&&other| area(other).top < bottom) {
                pairs[leaf].push(other);
                pairs[other].push(leaf);
            }
        }
    }
    Ok(pairs)
}

fn transposed(Rect { left, top, right, bottom }: Rect) -> Rect {
    Rect::new(top, left, bottom, right)
}

fn no_place(spec: &HouseSpec, plane: &Plane) -> PlaceError {
    let enough = |axis: &Axis| 2 * axis.origin + 1 + 2 * axis.smallest_leaf() * axis.module;
    PlaceError::no_place(spec.size, spec.rooms.min, plane, plane.x.origin, enough)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::NoEvents;
    use crate::recipe::RecipeFile;

    fn layout(settings: &str, seed: u64) -> Layout {
        let settings = format!("method = \"house\"\n{settings}");
        let recipe = RecipeFile::parse("test", &settings).unwrap().check(Seed::new(seed)).unwrap();
        place(&recipe, recipe.method.house_spec(), &mut Meter::new(&mut NoEvents, u64::MAX))
            .unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn rooms_fill_the_building_and_walls_lie_on_module_lines() {
        for (seed, (gx, gy)) in (1..=8).flat_map(|gx| (1..=8).map(move |gy| (gx, gy))).enumerate() {
            let settings = format!("width=70\nheight=52\nrooms.count=9\nrooms.max=12\nrooms.grid=[{gx},{gy}]");
            let layout = layout(&settings, seed as u64);
            let building = layout.rooms.iter().map(|room| room.bounds).reduce(Rect::hull).unwrap();
            let with_walls: i64 = layout
                .rooms
                .iter()
                .map(|room| room.bounds.grow(1))
                .map(|r| (i64::from(r.width()) - 1) * (i64::from(r.height()) - 1))
                .sum();
            let walls = building.grow(1);
            assert_eq!(
                with_walls,
                (i64::from(walls.width()) - 1) * (i64::from(walls.height()) - 1),
                "gaps or overlaps"
            );
            assert_eq!(layout.rooms.len(), 9);
            for room in &layout.rooms {
                assert!((room.bounds.left - 1) % gx == 0 && (room.bounds.top - 1) % gy == 0);
                assert!(
                    room.roles == [Role::Hall] || (room.bounds.width() >= 5 && room.bounds.height() >= 5),
                    "{room:?}"
                );
            }
        }
    }

    #[test]
    fn large_buildings_get_halls_and_small_ones_do_not() {
        let halls = |layout: &Layout| layout.rooms.iter().filter(|room| room.roles == [Role::Hall]).count();
        let large = layout("width=120\nheight=90\nrooms.count=40\nrooms.max=12", 3);
        assert!(halls(&large) >= 1);
        assert_eq!(halls(&layout("width=40\nheight=40\nrooms.count=4\nrooms.max=12", 3)), 0);
    }
}
