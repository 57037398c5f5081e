//! What is wrong with a candidate for a storey.

use undercroft_grid::{Dir, Rect};

use super::door_tree::{NeighborRequests, SharedWall, door_tree, shared_walls};
use super::space::{Disc, Space, floor_of};
use super::split::StoreyTask;

/// What a room costs that is twice as large as wanted.
const AREA: i64 = 30;
const MISSING_NEIGHBOUR: i64 = 40;
const NO_OUTER_WALL: i64 = 25;
const NOT_AT_FRONT: i64 = 40;
/// What a basement costs whose first room does not lie under the kitchen.
const NOT_UNDER_KITCHEN: i64 = 40;
/// What each private room costs that others are reached through.
pub const THROUGH_PRIVATE: i64 = 150;

/// How far the path to the front door keeps from walls beside it, with the wall itself. [Unit: cells]
const FRONT_GAP: i32 = 3;
/// The shortest wall for a front door. [Unit: cells]
const FRONT_WALL: usize = 3;

/// A candidate that was not refused.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The rooms.
    pub spaces: Vec<Space>,
    /// What is wrong with it, the less the better.
    pub penalty: i64,
    /// Private rooms that one must walk through.
    pub passed: usize,
    /// Walls of the first room that are to have doors.
    pub doors: Vec<Rect>,
}

/// What candidates of a storey are judged by.
pub struct Judge<'a> {
    /// The storey.
    pub task: &'a StoreyTask<'a>,
    /// The disc of a round house.
    pub disc: Option<Disc>,
    /// The requests of its rooms.
    pub requests: NeighborRequests,
    /// The kitchen of the storey above a basement.
    pub kitchen: Option<&'a Space>,
    /// The shortest wall for a door. [Unit: cells]
    pub shortest_wall: i32,
}

impl Judge<'_> {
    /// The candidate of these places, or `None` where it is refused.
    pub fn judge(&self, places: &[Rect]) -> Option<Candidate> {
        let spaces: Vec<Space> =
            places.iter().map(|&place| Space::new(floor_of(self.task.plane, place), self.disc)).collect();
        if self.disc.is_some() && !(0..spaces.len()).all(|room| self.is_shapely(room, &spaces[room])) {
            return None;
        }
        let walls = shared_walls(&spaces, self.shortest_wall);
        let tree = door_tree(&self.requests, &walls);
        if tree.walls.len() + 1 < spaces.len() {
            return None;
        }
        let passed = tree.passed.len();
        let front = self.task.front.map(|front| front_wall(&spaces, 0, front, true));
        let of_first = tree.walls.iter().map(|&wall| &walls[wall]).filter(|wall| wall.rooms[0] == 0);
        let doors = of_first.map(|wall| wall.cells).chain(front.flatten()).collect();
        let penalty = self.areas(&spaces)
            + self.neighbours(&walls)
            + self.outer_walls(&spaces)
            + NOT_AT_FRONT * i64::from(front == Some(None))
            + NOT_UNDER_KITCHEN * i64::from(!self.is_under_kitchen(&spaces[0]));
        Some(Candidate { penalty: penalty + THROUGH_PRIVATE * passed as i64, spaces, passed, doors })
    }

    /// Whether what a disc leaves of a room is still one.
    fn is_shapely(&self, room: usize, space: &Space) -> bool {
        let (plane, bounds) = (self.task.plane, space.bounds);
        let [w, h] = [bounds.width(), bounds.height()].map(i64::from);
        let is_wide = bounds.width() + 1 >= plane.x.sides.0 * plane.x.module;
        let is_high = bounds.height() + 1 >= plane.y.sides.0 * plane.y.module;
        is_wide && is_high && space.is_blocky() && 100 * w.max(h) <= self.task.rooms[room].max_aspect * w.min(h)
    }

    fn areas(&self, spaces: &[Space]) -> i64 {
        let off = |(space, wanted): (&Space, i64)| AREA * (space.area - wanted).abs() / wanted;
        spaces.iter().zip(self.task.rooms.iter().map(|room| room.area)).map(off).sum()
    }

    fn neighbours(&self, walls: &[SharedWall]) -> i64 {
        let is_met = |room: u32| {
            walls.iter().any(|wall| match wall.rooms {
                [a, b] if a == room => self.requests.requests_neighbor(room, b),
                [a, b] if b == room => self.requests.requests_neighbor(room, a),
                _ => false,
            })
        };
        MISSING_NEIGHBOUR * self.requests.requesting().filter(|&room| !is_met(room)).count() as i64
    }

    fn outer_walls(&self, spaces: &[Space]) -> i64 {
        let lacks = |room: &usize| self.task.rooms[*room].outer && !self.has_outer_wall(&spaces[*room]);
        NO_OUTER_WALL * (0..spaces.len()).filter(lacks).count() as i64
    }

    /// Whether a wall cell has neither house nor another room beyond it; a court is outside.
    fn has_outer_wall(&self, space: &Space) -> bool {
        if let Some(disc) = self.disc {
            return !space.is_full() || !disc.bounds.contains_rect(space.rect.grow(1));
        }
        let wings: Vec<Rect> = self.task.wings.iter().map(|&wing| floor_of(self.task.plane, wing).grow(1)).collect();
        let mut beyond = Dir::ALL.into_iter().flat_map(|side| beyond(space.rect, side).cells());
        beyond.any(|cell| wings.iter().all(|wing| !wing.contains(cell)))
    }

    /// Whether the first room lies under the kitchen, if there is one above.
    fn is_under_kitchen(&self, first: &Space) -> bool {
        self.kitchen.is_none_or(|kitchen| kitchen.bounds.overlaps(first.bounds))
    }
}

/// The row or column of cells two steps outside a room's floor, beyond its wall.
fn beyond(rect: Rect, side: Dir) -> Rect {
    match side {
        Dir::North => Rect::new(rect.left, rect.top - 2, rect.right, rect.top - 1),
        Dir::East => Rect::new(rect.right + 1, rect.top, rect.right + 2, rect.bottom),
        Dir::South => Rect::new(rect.left, rect.bottom + 1, rect.right, rect.bottom + 2),
        Dir::West => Rect::new(rect.left - 2, rect.top, rect.left - 1, rect.bottom),
    }
}

/// The longest stretch of a room's wall on a side from which nothing of the house lies straight on. `is_wide` asks for one
/// that has nothing beside the path either, and is long enough for a door away from corners.
pub fn front_wall(spaces: &[Space], room: usize, side: Dir, is_wide: bool) -> Option<Rect> {
    let space = &spaces[room];
    let row = edge(space.bounds, side);
    let gap = if is_wide { FRONT_GAP } else { 1 };
    let is_ahead = |other: &&Space| match side {
        Dir::North => other.bounds.top < space.bounds.top,
        Dir::East => other.bounds.right > space.bounds.right,
        Dir::South => other.bounds.bottom > space.bounds.bottom,
        Dir::West => other.bounds.left < space.bounds.left,
    };
    let ahead: Vec<Rect> =
        spaces.iter().filter(|other| *other != space).filter(is_ahead).map(|other| other.bounds.grow(gap)).collect();
    let is_open = |cell: &undercroft_grid::Cell| {
        let is_blocked = |rect: &Rect| match side {
            Dir::North | Dir::South => (rect.left..rect.right).contains(&cell.x),
            Dir::East | Dir::West => (rect.top..rect.bottom).contains(&cell.y),
        };
        space.contains(*cell) && !ahead.iter().any(is_blocked)
    };
    let cells: Vec<_> = row.cells().collect();
    let runs = cells.chunk_by(|a, b| is_open(a) == is_open(b)).filter(|run| is_open(&run[0]));
    let floor = cells.iter().filter(|&&cell| space.contains(cell)).count();
    let shortest = if is_wide { FRONT_WALL.min(floor) } else { 1 };
    let longest = runs.max_by_key(|run| run.len()).filter(|run| run.len() >= shortest)?;
    Rect::around(longest.iter().map(|&cell| cell + side))
}

/// The outermost row or column of a rectangle.
fn edge(rect: Rect, side: Dir) -> Rect {
    match side {
        Dir::North => Rect { bottom: rect.top + 1, ..rect },
        Dir::East => Rect { left: rect.right - 1, ..rect },
        Dir::South => Rect { top: rect.bottom - 1, ..rect },
        Dir::West => Rect { right: rect.left + 1, ..rect },
    }
}
