//! Placement: where the rooms are. No corridors, no doors, no tiles yet.

mod accrete;
mod adjoining;
mod attach;
mod axis;
mod cave;
mod compact;
mod from_template;
mod gate;
mod joint;
mod layout_mirror;
mod partition;
mod plan_rooms;
mod separate;
mod slots;
mod stairs;
mod walker;

pub use accrete::place as place_accreted;
pub use adjoining::{fill as fill_storey, place as fill_house};
pub use attach::LevelTries;
pub use gate::Gate;
pub use layout_mirror::LayoutMirror;
pub use stairs::{FoundStairs, StairEnd, find_stairs};

use undercroft_grid::{Cell, Dir, MAX_SIDE, Rect, Size};

use self::axis::Axis;
use self::partition::Plane;
use crate::dungeon::{MAX_CELLS, PlacedTemplate, Role, RoomId, Run, Shape, Socket};
use crate::events::Event;
use crate::meter::{Halt, Meter};
use crate::plan::Plan;
use crate::plural::count;
use crate::recipe::{BspSpec, PlanSpec, Recipe, RoomSpec, TemplateSpec};
use crate::template::{Pool, TemplateSocket};

/// Doors of different links are farther apart than this, as |dx| + |dy|. [Unit: cells]
pub const DOOR_GAP: i32 = 2;
/// Doors of different links in one line, as in a wall, have at least this many cells between them.
pub const LINE_GAP: i32 = 3;
/// How far the strip before the entrance's door, which stays clear, reaches sideways. [Unit: cells]
pub const FRONT_SIDES: i32 = 4;
/// How many rows anything may lie beyond the wall of the entrance.
const FRONT_ROWS: i32 = 6;
/// What a joint that is tried counts against the budget: drawing its mask and laying it on the map.
const STEPS_PER_TRY: u64 = 16;

/// The longest corridor of a loop between near rooms: longer ones look like detours themselves. [Unit: cells]
pub const LONGEST_LOOP: i32 = 12;

/// A room that has its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The level.
    pub z: i32,
    /// The smallest rectangle round the floor.
    pub bounds: Rect,
    /// The floor.
    pub floor: Vec<Run>,
    /// The rule that made the floor.
    pub shape: Shape,
    /// Whether it lies on the module grid.
    pub aligned: bool,
    /// What it is for, as far as placement decides it.
    pub roles: Vec<Role>,
    /// The template it was made from, if it was.
    pub template: Option<PlacedTemplate>,
    /// The sockets of its template; which of them are open is known when all doors are.
    pub sockets: Vec<Socket>,
}

/// Whether a floor begins and ends on the lines of a module grid.
pub fn is_aligned(floor: Rect, [gx, gy]: [i32; 2]) -> bool {
    gx > 0
        && gy > 0
        && [floor.left, floor.right].iter().all(|line| line % gx == 0)
        && [floor.top, floor.bottom].iter().all(|line| line % gy == 0)
}

impl Placement {
    /// A rectangular room on level 0.
    pub fn rectangle(bounds: Rect, aligned: bool) -> Self {
        let floor = Run::of_rect(bounds);
        Self {
            z: 0,
            bounds,
            floor,
            shape: Shape::Rect,
            aligned,
            roles: Vec::new(),
            template: None,
            sockets: Vec::new(),
        }
    }

    /// A template's room on level 0, without roles. `oriented` is an id of [`Pool::oriented_template`], `at` the corner
    /// of its drawing.
    pub fn of_template(pool: &Pool, oriented: u32, at: Cell) -> Self {
        let (template, symmetry) = (&pool.templates()[Pool::template_of(oriented)], Pool::symmetry_of(oriented));
        let oriented = pool.oriented_template(oriented);
        let socket = |socket: &TemplateSocket| Socket {
            cell: socket.cell + at,
            dir: socket.dir,
            required: socket.required,
            open: false,
        };
        Self {
            z: 0,
            bounds: oriented.bounds.shift(at),
            floor: oriented.floor.iter().map(|run| Run { start: run.start + at, ..*run }).collect(),
            shape: Shape::Free,
            aligned: false,
            roles: Vec::new(),
            template: Some(PlacedTemplate {
                name: template.name.clone(),
                turn: symmetry.turns() as u8,
                mirror: symmetry.is_mirrored(),
                at,
            }),
            sockets: oriented.sockets.iter().map(socket).collect(),
        }
    }
}

impl Placement {
    /// Moves it with its floor, template and sockets.
    fn shift(&mut self, by: Cell) {
        self.bounds = self.bounds.shift(by);
        self.floor.iter_mut().for_each(|run| run.start += by);
        self.template.iter_mut().for_each(|template| template.at += by);
        self.sockets.iter_mut().for_each(|socket| socket.cell += by);
    }
}

/// A door that placement made or found possible between two rooms that share a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The rooms, lower number first.
    pub rooms: [RoomId; 2],
    /// The cells.
    pub cells: Rect,
    /// From the first room to the second.
    pub normal: Dir,
    /// Whether the rooms were joined here; else it is a candidate for a loop.
    pub asked: bool,
}

/// A link that placement made: the doors of two rooms and the corridor between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedJoint {
    /// The rooms, lower number first.
    pub rooms: [RoomId; 2],
    /// Their doors; the same cells where they share a wall.
    pub doors: [Rect; 2],
    /// The directions in which the doors lead out of their rooms.
    pub normals: [Dir; 2],
    /// The north-west cells of the brush from door to door; none in a shared wall.
    pub path: Vec<Cell>,
    /// Width of doors and corridor. [Unit: cells]
    pub width: i32,
    /// How many cells the corridor runs straight out from each door.
    pub runway: [i32; 2],
}

/// The rooms of a dungeon in their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Width and height of the map.
    pub size: Size,
    /// The rooms; a room's id is its position.
    pub rooms: Vec<Placement>,
    /// The module grid that alignment is judged by.
    pub module_grid: [i32; 2],
    /// Doors in shared walls that placement made or found possible.
    pub openings: Vec<Opening>,
    /// Links that placement made.
    pub joints: Vec<PlacedJoint>,
    /// Rooms of neighbouring levels between which placement wants stairs.
    pub stairs: Vec<[RoomId; 2]>,
    /// Where the entrance is, if placement decided it.
    pub gate: Option<Gate>,
    /// The axis of rooms that are images of each other.
    pub mirror: Option<LayoutMirror>,
    /// Whether rooms are caves: doors become mouths, corridors are roughened.
    pub natural: bool,
    /// Whether all rooms are from templates, which decide their roles.
    pub has_template_roles: bool,
    /// Requests of the recipe that could not be met, as sentences.
    pub warnings: Vec<String>,
}

impl Layout {
    /// Rooms that corridors or doors are still to be found for.
    pub fn of_rooms(size: Size, rooms: Vec<Placement>, module_grid: [i32; 2], warnings: Vec<String>) -> Self {
        Self {
            size,
            rooms,
            module_grid,
            openings: Vec::new(),
            joints: Vec::new(),
            stairs: Vec::new(),
            gate: None,
            mirror: None,
            natural: false,
            has_template_roles: false,
            warnings,
        }
    }
}

/// The rooms cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// The map is too small for two rooms.
    #[error(
        "a map of {size} has no place for two rooms of {min}×{min} with padding {padding} on a grid of {gx}×{gy}; \
         raise width or height to at least {need}, or lower rooms.min, rooms.padding or rooms.grid"
    )]
    NoPlace {
        /// Width and height of the map.
        size: Size,
        /// Shortest side of a room.
        min: i32,
        /// Cells between floor and partition edge.
        padding: i32,
        /// Module width.
        gx: i32,
        /// Module height.
        gy: i32,
        /// A side length of the map that is enough.
        need: i32,
    },
    /// No entrance template fits on the map.
    #[error("no entrance template has a socket on the {side} side and fits on the map; raise width or height")]
    NoEntrance {
        /// The entrance side.
        side: String,
    },
    /// A template or group that must be there often enough is not.
    #[error(
        "template {name:?}: need at least {min}, placed {placed}: no free socket has room for more; raise \
         templates.floor_cells, width or height, or lower its min"
    )]
    TooFew {
        /// The template or group.
        name: String,
        /// Its minimum.
        min: u32,
        /// How many there are.
        placed: u32,
    },
    /// The map is too small for the entrance room.
    #[error("a map of {size} has no place for an entrance room of {min}×{min} with its runway; raise width or height")]
    NoFirstRoom {
        /// Width and height of the map.
        size: Size,
        /// Shortest side of a room.
        min: i32,
    },
    /// The map of a plan would be larger than any map may be.
    #[error(
        "the plan needs {levels} of {width}×{height}, and maps have sides of at most {MAX_SIDE} and {MAX_CELLS} cells in \
         all; lower rooms.count, rooms.max or rooms.padding, or set bounds or levels", levels = count(*levels, "level")
    )]
    PlanTooLarge {
        /// Cells from west to east.
        width: i64,
        /// Cells from north to south.
        height: i64,
        /// Its levels.
        levels: usize,
    },
    /// The rooms of walkers lie too far from each other.
    #[error(
        "the rooms need a map of {size}, and maps have at most {MAX_CELLS} cells; lower templates.floor_cells, or set \
         width and height"
    )]
    MapTooLarge {
        /// Width and height of the map.
        size: Size,
    },
    /// Placement took more steps than the recipe allows.
    #[error(
        "the budget of {budget} search steps was used up while rooms were placed; raise budget, or lower rooms.count or \
         templates.floor_cells"
    )]
    OutOfBudget {
        /// The recipe's budget.
        budget: u64,
    },
    /// The events asked to stop.
    #[error("the placement of rooms was stopped")]
    Stopped,
}

impl From<Halt> for PlaceError {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Stopped,
            Halt::OutOfBudget { budget } => Self::OutOfBudget { budget },
        }
    }
}

impl PlaceError {
    /// There is no place for two rooms; `enough` is the length of an axis that would do.
    fn no_place(size: Size, min: i32, plane: &Plane, padding: i32, enough: impl Fn(&Axis) -> i32) -> Self {
        Self::NoPlace {
            size,
            min,
            padding,
            gx: plane.x.module,
            gy: plane.y.module,
            need: enough(&plane.x).max(enough(&plane.y)),
        }
    }
}

/// Places rooms that keep apart, one in each leaf of a binary space partition.
///
/// # Errors
/// When not even two rooms fit.
pub fn place_apart(recipe: &Recipe, spec: &BspSpec, meter: &mut Meter) -> Result<Layout, PlaceError> {
    let layout = separate::place(recipe, spec, meter)?;
    report_placed(&layout, meter);
    Ok(layout)
}

/// Places rooms from templates. Walkers report each room when they place it.
///
/// # Errors
/// When rooms that must be there do not fit.
pub fn place_templates(recipe: &Recipe, spec: &TemplateSpec, meter: &mut Meter) -> Result<Layout, PlaceError> {
    let layout = walker::place(recipe, spec, meter)?;
    report_warnings(&layout, meter);
    Ok(layout)
}

/// Attaches the rooms of a plan to each other; `None` where a level has used up its tries.
///
/// # Errors
/// When the budget is used up, or the events ask to stop.
pub fn attach_plan(
    recipe: &Recipe,
    spec: &PlanSpec,
    plan: &Plan,
    tries: &mut LevelTries,
    meter: &mut Meter,
) -> Result<Option<Layout>, PlaceError> {
    let layout = attach::place(recipe, spec, plan, tries, meter)?;
    layout.iter().for_each(|layout| report_warnings(layout, meter));
    Ok(layout)
}

/// Places the rooms of a plan. `widening` makes the gaps wider, for plans whose links found no path.
///
/// # Errors
/// When the map would be too large.
pub fn place_plan(
    recipe: &Recipe,
    spec: &PlanSpec,
    plan: &Plan,
    widening: i32,
    meter: &mut Meter,
) -> Result<Layout, PlaceError> {
    let layout = plan_rooms::place(recipe, spec, plan, widening, meter)?;
    report_placed(&layout, meter);
    Ok(layout)
}

/// Reports every room of a finished layout, and its warnings.
pub fn report_placed(layout: &Layout, meter: &mut Meter) {
    if meter.wants_events() {
        for (id, room) in layout.rooms.iter().enumerate() {
            meter.on_event(Event::Placed { room: RoomId(id as u32), z: room.z, floor: room.bounds });
        }
    }
    report_warnings(layout, meter);
}

fn report_warnings(layout: &Layout, meter: &mut Meter) {
    if meter.wants_events() {
        layout.warnings.iter().for_each(|text| meter.on_event(Event::Note { text: text.clone() }));
    }
}

/// The warning when fewer rooms were placed than asked for.
fn shortage(rooms: RoomSpec, placed: usize) -> Option<String> {
    let wanted = rooms.count as usize;
    (placed < wanted).then(|| {
        format!("Placed {placed} of {wanted} rooms; no more fit. Raise width or height, or lower rooms.min or rooms.padding.")
    })
}
