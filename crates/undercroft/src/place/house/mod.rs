//! Houses: storeys whose rooms share walls, divided by the lists of a program.
//!
//! ```text
//!   #############     The footprint is cut at its concave corners into wings. The list of rooms is dealt to the wings by
//!   #...+...#...#     area, and each wing is split together with its list, so that rooms get the size they want. Many
//!   #...#########     candidates are drawn, those with a room that is too small, too long or cut off are refused, and one
//!   #...#             of those with nearly the least penalty is taken: the best alone would make all houses alike.
//!   #####
//! ```

mod areas;
mod candidate_draws;
mod door_site;
mod door_tree;
mod flight;
mod footprint;
mod front;
mod leaves;
mod score;
mod space;
mod split;
mod storey;
mod strip;

#[cfg(test)]
mod tests;

pub use door_site::{DoorSite, gap, is_near_stairs};
pub use door_tree::{DoorTree, NeighborRequests, SharedWall, door_tree, shared_walls};
pub use front::front_wall;
pub use space::Space;

use undercroft_grid::{BitGrid, Cell, Dir, Rect};

use self::footprint::Ground;
use self::leaves::leaves;
use self::space::floor_of;
use self::storey::{Storey, StoreyPlace};
use super::axis::Axis;
use super::hint::shortage;
use super::mask_fit::largest_rect;
use super::partition::{Part, Plane};
use super::{Layout, PlaceError, Placement, StairPair};
use crate::dungeon::{Role, RoomId, Shape};
use crate::meter::{Halt, Meter};
use crate::program::{Footprint, ProgramRoom};
use crate::recipe::{HouseSpec, ModuleGrid, Recipe};

/// Footprints that are tried before a plain rectangle.
const FOOTPRINTS: u32 = 6;
/// Rectangles that are tried, each larger than the one before.
const RECTANGLES: u32 = 4;
/// From this many rooms on a storey is cut into leaves: a list of so many rooms fits no candidate.
const MOST_DEALT: u32 = 40;

/// What a room is in a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseRoom {
    /// What the program says about it.
    pub program: ProgramRoom,
    /// Its floor between wall lines.
    pub space: Space,
    /// Whether front door and stairs are in it.
    pub is_first: bool,
}

/// Places the rooms of all storeys, those of the ground floor first.
///
/// # Errors
/// When no room fits, or a round house has too many.
pub fn place(recipe: &Recipe, spec: &HouseSpec, meter: &mut Meter) -> Result<Layout, PlaceError> {
    let house = House::new(recipe, spec);
    house.check()?;
    let mut best: Option<(usize, Vec<Storey>)> = None;
    let mut warnings = Vec::new();
    let attempts = if spec.storeys.iter().all(|&count| count < MOST_DEALT) { FOOTPRINTS + RECTANGLES } else { 0 };
    for attempt in 0..attempts {
        // A rectangle has the fewest rooms behind others; one that was asked for is kept if it can be had.
        if attempt >= FOOTPRINTS && best.is_some() && (spec.footprint.is_some() || attempt > FOOTPRINTS + 1) {
            break;
        }
        let most = best.as_ref().map_or(usize::MAX, |(fewest, _)| *fewest);
        let Some(storeys) = house.storeys(attempt, most, meter)? else { continue };
        if let Some(kind) = spec.footprint.filter(|&kind| attempt >= FOOTPRINTS && kind != Footprint::Rect) {
            warnings.push(format!(
                "The house is a rectangle: its rooms do not fit a footprint of the kind {:?}. Raise width or height.",
                kind.name()
            ));
        }
        let faults = storeys.iter().map(|storey| storey.faults).sum();
        best = Some((faults, storeys));
        if faults == 0 {
            break;
        }
    }
    let storeys = match best {
        Some((_, storeys)) => storeys,
        None => house.leaf_storeys(&mut warnings, meter)?,
    };
    Ok(house.layout(&storeys, warnings))
}

struct House<'a> {
    recipe: &'a Recipe,
    spec: &'a HouseSpec,
    plane: Plane,
    /// The storeys, each beside one before it.
    storeys: Vec<StoreyList>,
}

/// The rooms of a storey, before they have places.
struct StoreyList {
    z: i32,
    rooms: Vec<ProgramRoom>,
    /// The same where the footprint has a court.
    with_court: Vec<ProgramRoom>,
}

impl StoreyList {
    fn new(spec: &HouseSpec, z: i32, count: u32) -> Self {
        let top = spec.lowest + spec.storeys.len() as i32 - 1;
        let rooms = |has_court: bool| spec.program.rooms(z, top, count as usize, has_court && z == 0);
        Self { z, rooms: rooms(false), with_court: rooms(true) }
    }

    fn rooms(&self, has_court: bool) -> &[ProgramRoom] {
        if has_court { &self.with_court } else { &self.rooms }
    }
}

impl<'a> House<'a> {
    fn new(recipe: &'a Recipe, spec: &'a HouseSpec) -> Self {
        let counts = (spec.lowest..).zip(spec.storeys.iter().copied());
        let mut storeys: Vec<StoreyList> = counts.map(|(z, count)| StoreyList::new(spec, z, count)).collect();
        storeys.sort_by_key(|storey| (storey.z < 0, storey.z.abs()));
        Self { recipe, spec, plane: lot(recipe, spec), storeys }
    }

    fn check(&self) -> Result<(), PlaceError> {
        let plane = &self.plane;
        if plane.capacity(plane.area()) < 2 && self.recipe.mask.is_some() {
            let what = "two rooms of a house in a rectangle with its runway".to_owned();
            return Err(PlaceError::NoMaskPlace { what });
        }
        if plane.capacity(plane.area()) < 2 {
            let enough = |axis: &Axis| 2 * axis.origin + 1 + 2 * axis.smallest_leaf() * axis.module;
            return Err(PlaceError::no_place(self.spec.size, self.spec.rooms.min, plane, plane.x.origin, enough));
        }
        if self.spec.footprint != Some(Footprint::Round) {
            return Ok(());
        }
        let Some(disc) = Ground::largest_disc(plane) else { return Ok(()) };
        let holds = 2 * disc.area / (3 * self.smallest());
        match self.storeys.iter().find(|storey| storey.rooms.len() as i64 > holds) {
            Some(storey) => {
                let (wants, diameter) = (storey.rooms.len() as u32, disc.bounds.width());
                Err(PlaceError::DiscTooSmall { storey: storey.z, wants, diameter, holds })
            }
            None => Ok(()),
        }
    }

    /// The area of the smallest room from wall line to wall line. [Unit: cells]
    fn smallest(&self) -> i64 {
        let side = |axis: &Axis| i64::from(axis.sides.0 * axis.module);
        side(&self.plane.x) * side(&self.plane.y)
    }

    /// What the rooms of a storey need from wall line to wall line, with something to spare. [Unit: cells]
    fn needed(&self, rooms: &[ProgramRoom]) -> i64 {
        let least = 3 * self.smallest() / 2;
        rooms.iter().map(|room| room.area.max(least)).sum::<i64>() * 11 / 10
    }

    /// The outline for all storeys; `None` where the lot has no place for it.
    fn ground(&self, attempt: u32) -> Option<Ground> {
        if attempt + 1 == FOOTPRINTS + RECTANGLES {
            return Some(Ground::lot(&self.plane));
        }
        let mut stream = self.recipe.seed.stream(&format!("place/footprint/try/{attempt}"));
        let mut kind = match self.spec.footprint {
            _ if attempt >= FOOTPRINTS => Footprint::Rect,
            Some(kind) => kind,
            None => Footprint::ALL[stream.weighted(&self.spec.program.footprints).unwrap_or(0)],
        };
        let needed = self.storeys.iter().map(|storey| self.needed(storey.rooms(kind == Footprint::Court)));
        // Each rectangle is larger than the one before.
        let more = i64::from(attempt.saturating_sub(if kind == Footprint::Round { 0 } else { FOOTPRINTS }));
        let area = needed.max().unwrap_or(0) * (10 + 2 * more) / 10;
        if self.spec.footprint.is_none() && kind != Footprint::Round && !Ground::fits(kind, area, &self.plane) {
            kind = Footprint::Rect;
        }
        Ground::draw(kind, area, &self.plane, &mut stream)
    }

    /// All storeys on one footprint, or `None` where one of them does not come out or they have no fewer faults than `most`.
    fn storeys(&self, attempt: u32, most: usize, meter: &mut Meter) -> Result<Option<Vec<Storey>>, Halt> {
        let Some(ground) = self.ground(attempt) else { return Ok(None) };
        let mut storeys: Vec<Storey> = Vec::new();
        for list in &self.storeys {
            let (z, rooms) = (list.z, list.rooms(ground.court.is_some()));
            let place = StoreyPlace {
                recipe: self.recipe,
                plane: &self.plane,
                ground: &ground,
                needed: self.needed(rooms),
                z,
                beside: storeys.iter().find(|storey| (storey.z - z).abs() == 1),
                attempt,
            };
            let Some(storey) = place.fill(rooms, meter)? else { return Ok(None) };
            if let Some(flight) = &storey.flight {
                let beside = storeys.iter_mut().filter(|other| (other.z - z).abs() == 1);
                beside.for_each(|other| other.runs.push(flight.bounds(0)));
            }
            storeys.push(storey);
            if storeys.iter().map(|storey| storey.faults).sum::<usize>() >= most {
                return Ok(None);
            }
        }
        Ok(Some(storeys))
    }

    /// All storeys as leaves of a partition of the lot.
    fn leaf_storeys(&self, warnings: &mut Vec<String>, meter: &mut Meter) -> Result<Vec<Storey>, Halt> {
        let mut storeys: Vec<Storey> = Vec::new();
        for list in &self.storeys {
            let (z, count) = (list.z, list.rooms.len() as u32);
            let plane = Plane { z, ..self.plane };
            let quota = plane.capacity(plane.area()).min(count as i32);
            if quota < count as i32 && self.storeys.len() > 1 {
                warnings.push(format!("Storey {z} has {quota} of {count} rooms; no more fit."));
            } else if count < MOST_DEALT {
                warnings.push(format!(
                    "Storey {z} is cut at random: its lot has no division that gives its rooms the sizes they want."
                ));
            }
            let leaves = leaves(&plane, Part { area: plane.area(), quota }, &self.recipe.seed, meter)?;
            let areas: Vec<(Rect, bool)> = leaves.iter().map(|leaf| (floor_of(&plane, leaf.area), leaf.hall)).collect();
            let rooms = list.rooms[..areas.len().min(list.rooms.len())].to_vec();
            let beside = storeys.iter().find(|storey| (storey.z - z).abs() == 1);
            let front = (z == 0).then_some(self.recipe.entrance_side);
            storeys.push(Storey::of_leaves(z, rooms, &areas, front, beside));
        }
        Ok(storeys)
    }

    fn layout(&self, storeys: &[Storey], mut warnings: Vec<String>) -> Layout {
        let (mut rooms, mut first_rooms) = (Vec::new(), Vec::new());
        let module_grid = [self.plane.x.module, self.plane.y.module];
        for storey in storeys {
            first_rooms.push((storey.z, RoomId(rooms.len() as u32)));
            rooms.extend(storey.rooms.iter().enumerate().map(|(i, (program, space))| {
                let is_hall = storey.halls.contains(&i);
                let room = placement(storey.z, program, space, module_grid, i == 0);
                Placement { roles: if is_hall { vec![Role::Hall] } else { Vec::new() }, ..room }
            }));
        }
        let at = |z: i32| first_rooms.iter().find(|(level, _)| *level == z).map(|&(_, room)| room);
        // The storey beside a storey is the one that was placed before it.
        let stairs =
            first_rooms.iter().zip(storeys).filter(|((z, _), _)| *z != 0).filter_map(|(&(z, room), storey)| {
                let runs = storey.flight.as_ref().map(|flight| flight.runs.clone());
                Some(StairPair { rooms: [at(z - z.signum())?, room], runs })
            });
        let house_stairs = stairs.collect();
        if storeys.len() == 1 {
            warnings.extend(shortage(self.spec.rooms.count as usize, rooms.len(), Vec::new));
        }
        Layout { house_stairs, ..Layout::of_rooms(self.spec.size, rooms, module_grid, warnings) }
    }
}

/// The wall lines of the lot: outside the house are the entrance's runway and the border of the map.
fn lot(recipe: &Recipe, spec: &HouseSpec) -> Plane {
    let [x, y] = match spec.rooms.grid {
        ModuleGrid::Fixed(modules) => modules,
        // Walls on every second or third line look built; coarser modules would only make the rooms alike.
        ModuleGrid::Auto => [4, 4],
    };
    let margin = recipe.corridors.runway.max(1) + 2;
    let sides = (spec.rooms.min, spec.rooms.max);
    if let Some(lot) = masked_lot(recipe, spec) {
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
fn masked_lot(recipe: &Recipe, spec: &HouseSpec) -> Option<Rect> {
    let mask = recipe.mask.as_ref()?;
    let storeys = spec.lowest..spec.lowest + spec.storeys.len() as i32;
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

/// A room in its place.
fn placement(z: i32, program: &ProgramRoom, space: &Space, [gx, gy]: [i32; 2], is_first: bool) -> Placement {
    let shape = match () {
        () if program.is_court() => Shape::Court,
        () if space.is_full() => Shape::Rect,
        () => Shape::Free,
    };
    let Rect { left, top, right, bottom } = space.bounds;
    let aligned = (left - 1) % gx == 0 && right % gx == 0 && (top - 1) % gy == 0 && bottom % gy == 0;
    let house = HouseRoom { program: program.clone(), space: space.clone(), is_first };
    Placement {
        z,
        floor: space.floor(),
        shape,
        house: Some(Box::new(house)),
        ..Placement::rectangle(space.bounds, aligned)
    }
}
