//! What is wrong with a candidate for a storey.

use undercroft_grid::{Dir, Rect};

use super::door_tree::{NeighborRequests, SharedWall, door_tree, few_shared_walls};
use super::front::front_wall;
use super::space::{Disc, Space, floor_of};
use super::split::StoreyTask;

/// What a room costs that is twice as large as wanted.
const AREA: i64 = 30;
const MISSING_NEIGHBOUR: i64 = 40;
const NO_OUTER_WALL: i64 = 25;
/// More than a neighbour: people find the front door by the hall behind it.
const NOT_AT_FRONT: i64 = 120;
/// What a basement costs whose first room does not lie under the kitchen.
const NOT_UNDER_KITCHEN: i64 = 40;
/// What a storey costs that is divided as the one beside it.
const REPEATED: i64 = 60;
/// What each private room costs that others are reached through.
pub const THROUGH_PRIVATE: i64 = 150;

/// A candidate that was not refused so far.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The rooms.
    pub spaces: Vec<Space>,
    /// What is wrong with it without its doors, the less the better.
    pub penalty: i64,
    /// Walls that two rooms have in common.
    walls: Vec<SharedWall>,
    /// The wall of the front door.
    front: Option<Rect>,
}

/// The doors of a candidate, as far as its placement depends on them.
#[derive(Clone, Debug)]
pub struct CandidateDoors {
    /// Private rooms that one must walk through.
    pub passed: Vec<u32>,
    /// Walls of the first room that are to have doors.
    pub of_first: Vec<Rect>,
}

/// What candidates of a storey are judged by.
pub struct Judge<'a> {
    /// The storey.
    pub task: &'a StoreyTask<'a>,
    /// The disc of a round house.
    pub disc: Option<&'a Disc>,
    /// The requests of its rooms.
    pub requests: NeighborRequests,
    /// The kitchen of the storey above a basement.
    pub kitchen: Option<&'a Space>,
    /// The rooms of the storey beside this one.
    pub beside: Vec<Rect>,
    /// The shortest wall for a door. [Unit: cells]
    pub shortest_wall: i32,
}

impl Judge<'_> {
    /// The candidate of these places, or `None` where it is refused.
    pub fn judge(&self, places: &[Rect]) -> Option<Candidate> {
        let mut spaces = Vec::with_capacity(places.len());
        for (room, &place) in places.iter().enumerate() {
            let space = Space::new(floor_of(self.task.plane, place), self.disc);
            if self.disc.is_some() && !self.is_shapely(room, &space) {
                return None;
            }
            spaces.push(space);
        }
        self.judge_spaces(spaces)
    }

    fn judge_spaces(&self, spaces: Vec<Space>) -> Option<Candidate> {
        let walls = few_shared_walls(&spaces, self.shortest_wall);
        if walls.len() + 1 < spaces.len() {
            return None;
        }
        let front = self.task.front.and_then(|side| front_wall(&spaces, 0, side, true));
        let penalty = self.areas(&spaces)
            + self.neighbours(&walls)
            + self.outer_walls(&spaces)
            + NOT_AT_FRONT * i64::from(self.task.front.is_some() && front.is_none())
            + NOT_UNDER_KITCHEN * i64::from(!self.is_under_kitchen(&spaces[0]))
            + REPEATED * i64::from(self.is_repeated(&spaces));
        Some(Candidate { spaces, penalty, walls, front })
    }

    /// The doors of a candidate, or `None` where it is refused since a room cannot be reached.
    pub fn doors(&self, candidate: &Candidate) -> Option<CandidateDoors> {
        let tree = door_tree(&self.requests, &candidate.walls);
        if tree.walls.len() + 1 < candidate.spaces.len() {
            return None;
        }
        let walls = tree.walls.iter().map(|&wall| &candidate.walls[wall]).filter(|wall| wall.rooms[0] == 0);
        let of_first = walls.map(|wall| wall.cells).chain(candidate.front).collect();
        Some(CandidateDoors { passed: tree.passed, of_first })
    }

    /// The candidate in which two rooms have traded places; `None` where one of them is too long for that.
    pub fn swap(&self, candidate: &Candidate, rooms: [usize; 2]) -> Option<Candidate> {
        let mut spaces = candidate.spaces.clone();
        spaces.swap(rooms[0], rooms[1]);
        let is_long = |&room: &usize| {
            let [w, h] = [spaces[room].bounds.width(), spaces[room].bounds.height()].map(i64::from);
            100 * w.max(h) > self.task.rooms[room].max_aspect * w.min(h)
        };
        if rooms.iter().any(is_long) { None } else { self.judge_spaces(spaces) }
    }

    /// Whether what a disc leaves of a room is still one.
    fn is_shapely(&self, room: usize, space: &Space) -> bool {
        let (plane, bounds) = (self.task.plane, space.bounds);
        let [w, h] = [bounds.width(), bounds.height()].map(i64::from);
        let is_wide = bounds.width() + 1 >= plane.x.sides.0 * plane.x.module;
        let is_high = bounds.height() + 1 >= plane.y.sides.0 * plane.y.module;
        is_wide && is_high && 100 * w.max(h) <= self.task.rooms[room].max_aspect * w.min(h) && space.is_blocky()
    }

    fn areas(&self, spaces: &[Space]) -> i64 {
        let off = |(space, wanted): (&Space, &i64)| AREA * (space.area - wanted).abs() / wanted;
        spaces.iter().zip(&self.task.wanted).map(off).sum()
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
        let rooms = self.task.rooms.iter().zip(spaces);
        NO_OUTER_WALL * rooms.filter(|(room, space)| room.outer && !self.has_outer_wall(space)).count() as i64
    }

    /// Whether a wall cell has neither house nor another room beyond it; a court is outside.
    fn has_outer_wall(&self, space: &Space) -> bool {
        if let Some(disc) = self.disc {
            return !space.is_full() || !disc.bounds.contains_rect(space.rect.grow(1));
        }
        Dir::ALL.into_iter().any(|side| !self.is_covered(beyond(space.rect, side)))
    }

    /// Whether all cells of a row or column are inside the walls of the house.
    fn is_covered(&self, line: Rect) -> bool {
        let mut open = line;
        loop {
            let covering = |wing: &Rect| wing.contains(open.min());
            let wings = self.task.wings.iter().map(|&wing| floor_of(self.task.plane, wing).grow(1));
            let Some(wing) = wings.into_iter().find(covering) else { return false };
            // The rest of the line lies beyond this wing.
            if line.width() > line.height() {
                open.left = wing.right;
            } else {
                open.top = wing.bottom;
            }
            if open.is_empty() {
                return true;
            }
        }
    }

    /// Whether the first room lies under the kitchen, if there is one above.
    fn is_under_kitchen(&self, first: &Space) -> bool {
        self.kitchen.is_none_or(|kitchen| kitchen.bounds.overlaps(first.bounds))
    }

    /// Whether the rooms are those of the storey beside this one.
    fn is_repeated(&self, spaces: &[Space]) -> bool {
        spaces.len() == self.beside.len() && spaces.iter().all(|space| self.beside.contains(&space.rect))
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
