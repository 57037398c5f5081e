//! Recipes: what a dungeon should be like.
//!
//! A text becomes a [`RecipeFile`] (names checked, positions kept), presets and `--set` are laid over each other there,
//! and [`RecipeFile::check`] makes a [`Recipe`] whose values every stage can trust. Names, limits, defaults and
//! explanations of all fields are in one table, [`FIELDS`].

mod build;
mod error;
mod fields;
mod file;
mod plan;
mod preset;
mod tags;
mod templates;

pub use error::RecipeError;
pub use fields::{FIELDS, field};
pub use file::{Assignment, Origin, RecipeFile};
pub use plan::Planning;
pub use preset::{PRESETS, Preset, preset};
pub use tags::Tags;
pub use templates::{Required, Templates};

use undercroft_grid::{Dir, Size};

use crate::dungeon::Record;
use crate::fraction::Fraction;
use crate::seed::Seed;

/// A recipe whose values are all within their limits. The table of [`FIELDS`] tells what each means.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Width and height of the map.
    pub size: Size,
    /// The side from which the visitor comes in.
    pub entry: Dir,
    /// Side length of a cell. [Unit: feet]
    pub tile_feet: u16,
    /// How rooms get their places.
    pub place: Place,
    /// The rooms.
    pub rooms: Rooms,
    /// The rooms from templates.
    pub templates: Templates,
    /// Fraction of the possible extra links that are made.
    pub loops: Fraction,
    /// The corridors.
    pub corridors: Corridors,
    /// The doors.
    pub doors: Doors,
    /// Search steps the whole generation may take.
    pub budget: u64,
    /// The plan, where rooms are placed by one.
    pub plan: Planning,
    /// The value of every field that applies, for the record.
    pub record: Record,
    /// What all random choices come from.
    pub seed: Seed,
}

/// How rooms get their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The map is cut in two again and again; `rooms` says how.
    Bsp,
    /// Walkers put rooms from templates side by side; `templates` says how.
    Templates,
    /// By a plan, each room in a slot of a lattice.
    Lattice,
}

/// Whether rooms keep apart or share walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomStyle {
    /// With rock and corridors between them.
    Separate,
    /// The rooms fill a building; neighbours share a wall.
    Adjoining,
}

/// The module grid of rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lattice {
    /// Module width and height. [Unit: cells] [Limits: 1..=8]
    Fixed([i32; 2]),
    /// The largest that meets count, min and max.
    Auto,
}

/// What rooms should be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// Apart or adjoining.
    pub style: RoomStyle,
    /// How many.
    pub count: u32,
    /// Shortest side of the floor. [Unit: cells] [Limits: 3 <= min <= max <= 64]
    pub min: i32,
    /// Longest side of the floor.
    pub max: i32,
    /// The module grid.
    pub grid: Lattice,
    /// Cells between floor and partition edge.
    pub padding: i32,
    /// Whether a building's outline is drawn round them.
    pub house: bool,
}

/// How corridors find their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorridorStyle {
    /// By search.
    Routed,
    /// With one corner, on the module grid.
    Elbow,
}

/// What corridors should be like, and what their steps cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corridors {
    /// By search or with one corner.
    pub style: CorridorStyle,
    /// Width. [Unit: cells] [Limits: 1..=4]
    pub width: i32,
    /// Straight cells before the first turn. [Unit: cells] [Limits: 0..=8]
    pub runway: i32,
    /// Cost of a step through rock.
    pub step: u32,
    /// Cost of a step along an existing corridor, at most `step`.
    pub merge: u32,
    /// Extra cost of a turn.
    pub turn: u32,
    /// Extra cost of a step along a room's wall.
    pub hug: u32,
    /// Extra cost of a step beside an existing corridor.
    pub beside: u32,
    /// Cost of each cell that a door lies off the middle of its wall.
    pub off_centre: u32,
    /// Extra cost of a door with a single cell of wall between it and another door.
    pub crowded: u32,
    /// Extra cost of a step through hard rock, which half of it is.
    pub wander: u32,
    /// Blind stubs per link.
    pub dead_ends: Fraction,
}

/// What doors should be like. The last four concern only links that nobody needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doors {
    /// Archways.
    pub archway: Fraction,
    /// Doors that stand open.
    pub open: Fraction,
    /// Locked doors.
    pub locked: Fraction,
    /// Portcullises.
    pub portcullis: Fraction,
    /// Barred doors.
    pub barred: Fraction,
    /// Secret doors.
    pub secret: Fraction,
}

#[cfg(test)]
mod tests;
