//! Placement: where the rooms are. No corridors, no doors, no tiles yet.

mod adjoining;
mod axis;
mod bsp;
mod cave;
mod lattice;
mod partition;
mod storeys;

pub use lattice::stair_cell;

use undercroft_grid::{Rect, Size};

use crate::dungeon::{Role, RoomId, Run};
use crate::plan::Plan;
use crate::recipe::{Recipe, RoomStyle};
use crate::seed::Stream;
use crate::watch::{Event, Observer};

/// A room that has its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The level.
    pub z: i32,
    /// The smallest rectangle round the floor.
    pub bounds: Rect,
    /// The floor.
    pub floor: Vec<Run>,
    /// Whether it lies on the module grid.
    pub aligned: bool,
    /// What it is for, as far as placement knows.
    pub roles: Vec<Role>,
}

impl Placement {
    /// A rectangular room on level 0.
    pub fn rectangle(bounds: Rect, aligned: bool) -> Self {
        Self { z: 0, bounds, floor: Run::of_rect(bounds), aligned, roles: Vec::new() }
    }
}

/// The rooms of a dungeon in their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Width and height of the map.
    pub size: Size,
    /// The rooms; a room's id is its position.
    pub rooms: Vec<Placement>,
    /// The module grid that alignment is judged by.
    pub lattice: [i32; 2],
    /// What did not come out as the recipe wished, as sentences.
    pub warnings: Vec<String>,
}

/// The rooms cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
    /// The map of a plan would be larger than any map may be.
    #[error(
        "the plan needs a map of {width}×{height}, and maps have at most 16384×16384 cells; lower rooms.count, rooms.max or \
         rooms.padding, or set bounds"
    )]
    PlanTooLarge {
        /// Cells from west to east.
        width: i64,
        /// Cells from north to south.
        height: i64,
    },
}

/// Places the rooms that the recipe wants.
///
/// # Errors
/// When not even two rooms fit.
pub fn place(recipe: &Recipe, mut stream: Stream, watch: &mut dyn Observer) -> Result<Layout, PlaceError> {
    let layout = match recipe.rooms.style {
        RoomStyle::Separate => bsp::place(recipe, &mut stream, watch)?,
        RoomStyle::Adjoining if !recipe.plan.storeys.is_empty() => storeys::place(recipe, &mut stream, watch)?,
        RoomStyle::Adjoining => adjoining::place(recipe, &mut stream, watch)?,
    };
    tell(&layout, watch);
    Ok(layout)
}

/// Places the rooms of a plan. `widening` makes the gaps wider, for plans whose links found no way.
///
/// # Errors
/// When the map would be too large.
pub fn place_plan(
    recipe: &Recipe,
    plan: &Plan,
    widening: i32,
    stream: &mut Stream,
    watch: &mut dyn Observer,
) -> Result<Layout, PlaceError> {
    let layout = lattice::place(recipe, plan, widening, stream)?;
    tell(&layout, watch);
    Ok(layout)
}

fn tell(layout: &Layout, watch: &mut dyn Observer) {
    if watch.listens() {
        for (id, room) in layout.rooms.iter().enumerate() {
            watch.tell(Event::Placed { room: RoomId(id as u32), z: room.z, floor: room.bounds });
        }
        layout.warnings.iter().for_each(|text| watch.tell(Event::Note { text: text.clone() }));
    }
}

/// The complaint when fewer rooms were placed than asked for.
fn shortage(recipe: &Recipe, placed: usize) -> Option<String> {
    let wanted = recipe.rooms.count as usize;
    (placed < wanted).then(|| {
        format!("Placed {placed} of {wanted} rooms; no more fit. Raise width or height, or lower rooms.min or rooms.padding.")
    })
}
