//! Rooms.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use undercroft_grid::{BitGrid, Cell, Dir, Rect, Regions};

use super::{Hearth, Note, Shape};
use crate::fraction::Fraction;

/// The id of a room: its position in the list of rooms. People see [`Room::number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct RoomId(pub u32);

impl RoomId {
    /// Its position in [`Dungeon::rooms`](super::Dungeon::rooms).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for RoomId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A horizontal run of cells. In JSON it is `[x, y, length]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "[i32; 3]", into = "[i32; 3]")]
#[cfg_attr(feature = "schema", schemars(with = "[i32; 3]"))]
pub struct Run {
    /// Its westernmost cell.
    pub start: Cell,
    /// Number of cells, at least 1.
    pub length: i32,
}

impl Run {
    /// Its cells, west to east.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.length).map(move |i| Cell::new(self.start.x + i, self.start.y))
    }

    /// The run as a rectangle one cell high.
    pub const fn rect(self) -> Rect {
        Rect::at(self.start, self.length, 1)
    }

    /// The runs of a full rectangle, one for each row.
    pub fn of_rect(rect: Rect) -> Vec<Self> {
        (rect.top..rect.bottom).map(|y| Self { start: Cell::new(rect.left, y), length: rect.width() }).collect()
    }

    /// The runs of a set of cells, row by row.
    pub fn of_cells(cells: &BitGrid) -> impl Iterator<Item = Self> {
        let run = |y: i32, xs: Range<i32>| Self { start: Cell::new(xs.start, y), length: xs.end - xs.start };
        (0..cells.size().height()).flat_map(move |y| cells.runs(y).map(move |xs| run(y, xs)))
    }

    /// The runs of each region of a set of cells, row by row.
    pub fn of_regions(cells: &BitGrid, regions: &Regions) -> Vec<Vec<Self>> {
        let mut runs = vec![Vec::new(); regions.count()];
        for run in Self::of_cells(cells) {
            let region = regions.at(run.start).expect("a cell of the set is in a region of it");
            runs[region.index()].push(run);
        }
        runs
    }
}

impl From<[i32; 3]> for Run {
    fn from([x, y, length]: [i32; 3]) -> Self {
        Self { start: Cell::new(x, y), length }
    }
}

impl From<Run> for [i32; 3] {
    fn from(run: Run) -> Self {
        [run.start.x, run.start.y, run.length]
    }
}

/// What a room is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Role {
    /// Where the visitor comes in.
    Entrance,
    /// Where the visitor wants to get.
    Goal,
    /// The strongest guardian lives here.
    Boss,
    /// Something precious lies here.
    Treasure,
    /// A merchant trades here.
    Merchant,
    /// Something happens here.
    Event,
    /// Serves only to reach other rooms.
    Hall,
}

/// A template room's origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlacedTemplate {
    /// Name of the template.
    pub name: String,
    /// Quarter turns clockwise. [Limits: 0..=3]
    pub turn: u8,
    /// Whether it was mirrored (west to east, before turning).
    pub mirror: bool,
    /// The cell of the drawing's north-west corner after turning.
    pub at: Cell,
}

/// A place where a template room may or must be entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Socket {
    /// The wall cell.
    pub cell: Cell,
    /// Outwards.
    pub dir: Dir,
    /// Whether it must be open.
    pub required: bool,
    /// Whether it is open.
    pub open: bool,
}

/// A room: floor with a ring of wall round it.
///
/// ```
/// use undercroft::dungeon::{Room, RoomId, Run};
/// use undercroft::grid::{Cell, Rect};
///
/// let room = Room::bare(RoomId(0), 0, Run::of_rect(Rect::new(2, 2, 6, 5)));
/// assert_eq!((room.area(), room.bounds().width()), (12, 4));
/// assert!(room.contains(Cell::new(2, 4)) && !room.contains(Cell::new(6, 4)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Room {
    /// Its position in the list.
    pub id: RoomId,
    /// Its number for people, from 1 in walking order; `None` for passages and where rooms are not numbered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// A name for people; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The rule by which its floor was laid.
    #[serde(default)]
    pub shape: Shape,
    /// What people use it for, such as `kitchen`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    /// What its floor is made of, such as `flagstones`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surface: Option<String>,
    /// Its hearth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hearth: Option<Hearth>,
    /// Its raised part, where its shape has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dais: Option<Rect>,
    /// The level it lies on.
    pub z: i32,
    /// Its floor, stairs included, row by row.
    pub floor: Vec<Run>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<Role>,
    /// Links between it and the entrance.
    pub depth: u32,
    /// How hard it should be, from the entrance (0) to the goal (1).
    pub difficulty: Fraction,
    /// Its place in the plan: x, y (north is up) and z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<[i32; 3]>,
    /// The template it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<PlacedTemplate>,
    /// The author-made group of templates that it was placed with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template_group: Option<String>,
    /// The sockets of its template.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sockets: Vec<Socket>,
    /// Whether it lies on the recipe's module grid.
    #[serde(default)]
    pub aligned: bool,
    /// What there is to tell about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

impl Room {
    /// A room of which nothing is known but its floor.
    pub const fn bare(id: RoomId, z: i32, floor: Vec<Run>) -> Self {
        Self {
            id,
            number: None,
            name: String::new(),
            shape: Shape::Free,
            purpose: None,
            surface: None,
            hearth: None,
            dais: None,
            z,
            floor,
            roles: Vec::new(),
            depth: 0,
            difficulty: Fraction::ZERO,
            plan: None,
            template: None,
            template_group: None,
            sockets: Vec::new(),
            aligned: false,
            notes: Vec::new(),
        }
    }

    /// Adds cells to its floor.
    pub fn add_floor(&mut self, cells: &[Cell]) {
        let new = cells.iter().filter(|&&cell| !self.contains(cell)).map(|&start| Run { start, length: 1 });
        let mut runs: Vec<Run> = self.floor.iter().copied().chain(new).collect();
        runs.sort_unstable_by_key(|run| (run.start.y, run.start.x));
        self.floor.clear();
        for run in runs {
            match self.floor.last_mut() {
                Some(last) if last.start.step(Dir::East, last.length) == run.start => last.length += run.length,
                _ => self.floor.push(run),
            }
        }
    }

    /// Every cell of its floor, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.floor.iter().flat_map(|run| run.cells())
    }

    /// Number of floor cells.
    pub fn area(&self) -> i64 {
        self.floor.iter().map(|run| i64::from(run.length)).sum()
    }

    /// The smallest rectangle round its floor.
    pub fn bounds(&self) -> Rect {
        self.floor.iter().fold(Rect::new(0, 0, 0, 0), |bounds, run| bounds.hull(run.rect()))
    }

    /// Whether the cell is floor of this room.
    pub fn contains(&self, cell: Cell) -> bool {
        self.floor.iter().any(|run| run.rect().contains(cell))
    }
}
