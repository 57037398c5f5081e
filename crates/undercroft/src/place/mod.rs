//! Placement: where the rooms are. No corridors, no doors, no tiles yet.

mod accrete;
mod attach;
mod axis;
mod compact;
mod error;
mod from_template;
mod gate;
mod hint;
mod house;
mod joint;
mod layout_mirror;
mod leaf_source;
mod mask_fit;
mod mask_placement;
mod near_cells;
mod partition;
mod pin_layout;
mod pin_space;
mod pin_task;
mod pinned_contents;
mod pinned_corridors;
mod pinned_house;
mod pinned_storey;
mod placed_joint;
mod plan_rooms;
mod separate;
mod slots;
mod stair_end;
mod stairs;
mod walker;

pub use accrete::place as place_accreted;
pub use attach::{LevelTries, MOST_ROOMS as MOST_ATTACHED};
pub use error::PlaceError;
pub use gate::Gate;
pub use hint::{Hint, words as hint_words};
pub use house::{
    DoorSite, DoorTree, HouseRoom, NeighborRequests, SharedWall, Space, door_tree, front_wall, gap, is_near_stairs,
    place as place_house, shared_walls,
};
pub use layout_mirror::LayoutMirror;
pub use pin_layout::{PinnedLayout, pin_layout};
pub use pin_task::PinTask;
pub use pinned_contents::PinnedContents;
pub use placed_joint::PlacedJoint;
pub use stair_end::StairEnd;
pub use stairs::{FoundStairs, find_stairs};
pub use walker::place_round_pins;

use undercroft_grid::{Cell, Dir, Rect, Size};

use crate::dungeon::{PlacedTemplate, Role, RoomId, Run, Shape, Socket};
use crate::events::Event;
use crate::meter::Meter;
use crate::plan::Plan;
use crate::recipe::{BspSpec, PlanSpec, Recipe, TemplateSpec};
use crate::template::{Pool, TemplateSocket};

/// Doors of different links are farther apart than this, as |dx| + |dy|. [Unit: cells]
pub const DOOR_GAP: i32 = 2;
/// Doors of different links in one line, as in a wall, have at least this many cells between them.
pub const LINE_GAP: i32 = 3;
/// How far the strip before the entrance's door, which stays clear, reaches sideways. [Unit: cells]
pub const FRONT_SIDES: i32 = 4;
/// How many rows anything may lie beyond the wall of the entrance.
const FRONT_ROWS: i32 = 6;
/// The shortest wall of a house that a loop has a door in. [Unit: cells]
pub const LOOP_WALL: i32 = 3;
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
    /// The author-made group that it was placed with.
    pub template_group: Option<String>,
    /// The sockets of its template; which of them are open is known when all doors are.
    pub sockets: Vec<Socket>,
    /// What it is in a house.
    pub house: Option<Box<HouseRoom>>,
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
            template_group: None,
            sockets: Vec::new(),
            house: None,
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
            template_group: None,
            sockets: oriented.sockets.iter().map(socket).collect(),
            house: None,
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

/// Rooms of neighbouring storeys of a house that have stairs between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StairPair {
    /// The rooms.
    pub rooms: [RoomId; 2],
    /// The runs in both, where placement decided them.
    pub runs: Option<[Vec<Cell>; 2]>,
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
    /// The same for houses, where placement decides their cells.
    pub house_stairs: Vec<StairPair>,
    /// Where the entrance is, if placement decided it.
    pub gate: Option<Gate>,
    /// The axis of rooms that are images of each other.
    pub mirror: Option<LayoutMirror>,
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
            house_stairs: Vec::new(),
            gate: None,
            mirror: None,
            has_template_roles: false,
            warnings,
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
