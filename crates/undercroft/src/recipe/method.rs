//! The methods that lay out a dungeon, each with what only it reads.

use std::sync::Arc;

use undercroft_grid::{MAX_SIDE, Size};

use super::plan_shape::{Arrange, Bounds, PlanGate, PlanShape};
use super::template_tags::TemplateTags;
use crate::dungeon::KeyRule;
use crate::field::MethodKind;
use crate::fraction::Fraction;
use crate::program::{Footprint, Program};
use crate::shape::ShapeWeights;
use crate::template::Pool;

/// The longest corridor between two rooms that are attached to each other, with the walls of both. [Unit: cells]
const LONGEST_JOINT: i32 = 16 + 2;
/// What few rooms reach at least. [Unit: cells]
const LEAST_REACH: i64 = 256;

/// How a dungeon is laid out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// Rooms are attached to each other one after the other.
    Accrete(AccreteSpec),
    /// Binary space partition: the map is cut in two repeatedly, corridors join the rooms.
    Bsp(BspSpec),
    /// Rooms fill a building and share walls.
    House(HouseSpec),
    /// Walkers put rooms from templates side by side.
    Templates(TemplateSpec),
    /// A plan of rooms and links first, then a slot for each room.
    Plan(PlanSpec),
}

impl Method {
    /// Its kind, without what it reads.
    pub const fn kind(&self) -> MethodKind {
        match self {
            Self::Accrete(_) => MethodKind::Accrete,
            Self::Bsp(_) => MethodKind::Bsp,
            Self::House(_) => MethodKind::House,
            Self::Templates(_) => MethodKind::Templates,
            Self::Plan(_) => MethodKind::Plan,
        }
    }

    /// Cells from one window of a house to the next; `None` where there are no houses.
    pub(crate) const fn window_distance(&self) -> Option<i32> {
        match self {
            Self::House(spec) => Some(spec.windows),
            _ => None,
        }
    }

    /// What rooms that are made should be like.
    pub(crate) const fn rooms(&self) -> Option<RoomSpec> {
        match self {
            Self::Accrete(spec) => Some(spec.rooms),
            Self::Bsp(spec) => Some(spec.rooms),
            Self::House(spec) => Some(spec.rooms),
            Self::Plan(spec) => Some(spec.rooms),
            Self::Templates(_) => None,
        }
    }

    /// Changes what rooms should be like. A house of one storey has them all there.
    pub(crate) fn change_rooms(&mut self, change: impl FnOnce(&mut RoomSpec)) {
        match self {
            Self::Accrete(spec) => change(&mut spec.rooms),
            Self::Bsp(spec) => change(&mut spec.rooms),
            Self::House(spec) => {
                change(&mut spec.rooms);
                if let [count] = &mut spec.storeys[..] {
                    *count = spec.rooms.count;
                }
            }
            Self::Plan(spec) => change(&mut spec.rooms),
            Self::Templates(_) => {}
        }
    }

    /// Changes what walkers do.
    pub(crate) fn change_walkers(&mut self, change: impl FnOnce(&mut TemplateSpec)) {
        if let Self::Templates(spec) = self {
            change(spec);
        }
    }

    /// Width and height of the map, where the recipe decides both.
    pub(crate) fn size(&self) -> Option<Size> {
        let given = |[width, height]: [Option<i32>; 2]| Some(Size::of(width?, height?));
        match self {
            Self::Accrete(spec) => given(spec.size),
            Self::Bsp(spec) => Some(spec.size),
            Self::House(spec) => Some(spec.size),
            Self::Templates(spec) => given(spec.size),
            Self::Plan(_) => None,
        }
    }

    /// Changes width and height of the map.
    pub(crate) const fn set_size(&mut self, size: Size) {
        let sides = [Some(size.width()), Some(size.height())];
        match self {
            Self::Accrete(spec) => spec.size = sides,
            Self::Bsp(spec) => spec.size = size,
            Self::House(spec) => spec.size = size,
            Self::Templates(spec) => spec.size = sides,
            Self::Plan(_) => {}
        }
    }

    /// The templates to choose from, where the method has any.
    pub(crate) fn pool(&self) -> Option<&Pool> {
        match self {
            Self::Templates(spec) => Some(&*spec.pool),
            Self::Plan(spec) => Some(&*spec.pool),
            Self::Accrete(_) | Self::Bsp(_) | Self::House(_) => None,
        }
    }

    /// How far rooms reach from the origin of a map whose size follows from them, if they stood in one line. [Unit: cells]
    pub(crate) fn reach(&self) -> i32 {
        let line = match self {
            Self::Templates(spec) => i64::from(spec.floor_cells),
            _ => self.rooms().map_or(0, |rooms| i64::from(rooms.count) * i64::from(rooms.max + LONGEST_JOINT)),
        };
        line.clamp(LEAST_REACH, i64::from(MAX_SIDE)) as i32
    }

    /// Replaces the templates to choose from, where the method has any.
    pub fn use_pool(&mut self, pool: &Arc<Pool>) {
        match self {
            Self::Templates(spec) => spec.pool = Arc::clone(pool),
            Self::Plan(spec) => spec.pool = Arc::clone(pool),
            Self::Accrete(_) | Self::Bsp(_) | Self::House(_) => {}
        }
    }
}

#[cfg(test)]
impl Method {
    /// What `bsp` reads, for tests of its stage.
    pub(crate) fn bsp_spec(&self) -> &BspSpec {
        let Self::Bsp(spec) = self else { panic!("the method is {:?}", self.kind()) };
        spec
    }

    /// What `templates` reads, for tests of its stage.
    pub(crate) fn template_spec(&self) -> &TemplateSpec {
        let Self::Templates(spec) = self else { panic!("the method is {:?}", self.kind()) };
        spec
    }
}

/// The module grid of rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleGrid {
    /// Module width and height. [Unit: cells] [Limits: 1..=8]
    Fixed([i32; 2]),
    /// The largest that meets count, min and max.
    Auto,
}

/// Rooms that are made rather than drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoomSpec {
    /// Number of rooms.
    pub count: u32,
    /// Shortest side of the floor. [Unit: cells] [Limits: 3 <= min <= max <= 64]
    pub min: i32,
    /// Longest side of the floor. [Unit: cells]
    pub max: i32,
    /// The module grid.
    pub grid: ModuleGrid,
    /// Cells between floor and partition edge; rooms of a house have none.
    pub padding: i32,
}

/// What method `accrete` reads.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AccreteSpec {
    /// Width and height of the map; `None` where the rooms decide. [Unit: cells]
    pub size: [Option<i32>; 2],
    /// The rooms.
    pub rooms: RoomSpec,
    /// How likely each shape is.
    pub shapes: ShapeWeights,
    /// Longest side of a room in per cent of its shortest. [Limits: 100..=800]
    pub max_aspect: i32,
    /// Share of the rooms that are caves.
    pub natural: Fraction,
    /// How much growth prefers a small box to chance.
    pub compactness: Fraction,
    /// Chance that a room is attached to the later of two drawn rooms.
    pub chain: Fraction,
    /// Chance of a corridor to have a turn.
    pub bend: Fraction,
    /// Weights of corridors of 0, 1, 2 … cells. [Limits: 1 to 13 weights, 0..=1000, not all 0]
    pub lengths: Vec<u32>,
    /// Share of the rooms beside the axis that have a mirror image.
    pub symmetry: Fraction,
    /// The lowest and the highest level.
    pub levels: [i32; 2],
    /// The secret passages.
    pub secrets: SecretSpec,
    /// Links with a lock, each with a key somewhere.
    pub locks: usize,
    /// What their keys open.
    pub keys: KeyRule,
}

/// What method `bsp` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BspSpec {
    /// Width and height of the map.
    pub size: Size,
    /// The rooms.
    pub rooms: RoomSpec,
    /// How likely each shape is.
    pub shapes: ShapeWeights,
    /// Longest side of a room in per cent of its shortest. [Limits: 100..=800]
    pub max_aspect: i32,
    /// Share of the rooms that are caves.
    pub natural: Fraction,
}

/// What method `house` reads.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HouseSpec {
    /// Width and height of the map.
    pub size: Size,
    /// The rooms.
    pub rooms: RoomSpec,
    /// Rooms of each storey, the lowest first; one for a house of one storey.
    pub storeys: Vec<u32>,
    /// The level of the first of `storeys`. [Limits: -3..=0]
    pub lowest: i32,
    /// Which rooms the storeys have.
    pub(crate) program: Arc<Program>,
    /// The outline; `None` to draw one.
    pub(crate) footprint: Option<Footprint>,
    /// Cells from one window to the next; 0 for none. [Limits: 0, 2..=8]
    pub windows: i32,
    /// Whether the kitchen has a door to the outside.
    pub back_door: bool,
}

/// How required sockets are met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Required {
    /// By rooms that are placed together with the one that asks for them, all or nothing.
    Groups,
    /// Only by rooms that are there already.
    Strict,
}

/// What method `templates` reads.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TemplateSpec {
    /// Width and height of the map; `None` where the rooms decide. [Unit: cells]
    pub size: [Option<i32>; 2],
    /// The templates and groups to choose from.
    pub pool: Arc<Pool>,
    /// Floor cells at which placement ends.
    pub floor_cells: u32,
    /// Number of walkers that place rooms in turn.
    pub walkers: u32,
    /// Rooms that a walker places before it starts again elsewhere.
    pub rooms_per_walker: u32,
    /// Templates tried at a socket.
    pub attempts: u32,
    /// How much walkers prefer sockets near the center of mass to chance.
    pub compactness: Fraction,
    /// Turns that each walker gets at most.
    pub iterations: u32,
    /// Turns without a new room after which placement ends.
    pub stall_limit: u32,
    /// How required sockets are met.
    pub required: Required,
    /// Whether corridors join distant parts at unused sockets.
    pub corridors: bool,
}

/// Secret passages of a plan or of growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecretSpec {
    /// Chance of a level to have any.
    pub chance: Fraction,
    /// Number of passages of a level that has any.
    pub count: u32,
}

/// What method `plan` reads.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlanSpec {
    /// The rooms.
    pub rooms: RoomSpec,
    /// How they get their places.
    pub arrange: Arrange,
    /// How likely each shape is.
    pub shapes: ShapeWeights,
    /// Longest side of a room in per cent of its shortest. [Limits: 100..=800]
    pub max_aspect: i32,
    /// Weights of corridors of 0, 1, 2 … cells. [Limits: 1 to 13 weights, 0..=1000, not all 0]
    pub lengths: Vec<u32>,
    /// Share of the rooms that are caves.
    pub natural: Fraction,
    /// The shape of the levels: the one asked for, else the category's.
    pub shape: PlanShape,
    /// Chance of a line to turn at each step.
    pub bend: Fraction,
    /// Where the front door is.
    pub gate: PlanGate,
    /// Share of the pairs of a hub that are mirror images.
    pub symmetry: Fraction,
    /// Whether room 0 is a cloister where it asks for no template.
    pub has_cloister: bool,
    /// The coordinates that each level may use, as if the visitor came from the south; `None` for as many as it takes.
    pub bounds: Option<Bounds>,
    /// The lowest and the highest level, where the recipe gives them.
    pub levels: Option<[i32; 2]>,
    /// The lowest and the highest level of the category.
    pub category_levels: [i32; 2],
    /// The secret passages.
    pub secrets: SecretSpec,
    /// Links with a lock, each with a key somewhere.
    pub locks: usize,
    /// What their keys open.
    pub keys: KeyRule,
    /// The tags that templates of its rooms must have.
    pub tags: TemplateTags,
    /// The templates to choose from.
    pub pool: Arc<Pool>,
}
