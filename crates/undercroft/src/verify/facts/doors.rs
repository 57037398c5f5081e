//! Doors in walls: in corners, and close to each other.
//!
//! The *run* of a door is the longest line of wall cells round it that have floor of its room right behind them; in a
//! wall that two rooms share, floor of both. Secret links and their doors do not count.

use std::ops::AddAssign;

use undercroft_grid::{Cell, Dir, MAX_SIDE};

use crate::dungeon::{Door, DoorId, DoorKind, Dungeon, Level, Link, RoomId};
use crate::fraction::Fraction;
use crate::verify::RoomGraph;
use crate::verify::owner::Owners;

use super::share::{mean_tenths, share_of};

/// Doors with at most this many wall cells between them are close. [Unit: cells]
const CLOSE: i32 = 2;

/// What was counted about the doors of some levels.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::verify) struct WallDoors {
    doors: usize,
    in_corners: usize,
    close_pairs: usize,
}

impl AddAssign for WallDoors {
    fn add_assign(&mut self, other: Self) {
        self.doors += other.doors;
        self.in_corners += other.in_corners;
        self.close_pairs += other.close_pairs;
    }
}

impl WallDoors {
    pub(super) fn corner_share(self) -> Fraction {
        share_of(self.in_corners, self.doors)
    }

    pub(super) const fn close_pairs(self) -> usize {
        self.close_pairs
    }
}

/// Counts the doors of a level.
pub(in crate::verify) fn wall_doors(dungeon: &Dungeon, level: &Level, graph: &RoomGraph, owners: &Owners) -> WallDoors {
    let doors = open_doors(dungeon, graph, |z| z == level.z);
    WallDoors {
        doors: doors.len(),
        in_corners: doors.iter().filter(|hung| hung.is_in_corner(owners)).count(),
        close_pairs: close_pairs(&doors, owners),
    }
}

/// The mean width of the doorways, in tenths of a cell.
pub(super) fn doorway_width_tenths(dungeon: &Dungeon, graph: &RoomGraph) -> u64 {
    let doors = open_doors(dungeon, graph, |_| true).into_iter().map(|hung| hung.door);
    mean_tenths(doors.filter(|door| door.kind == DoorKind::Doorway).map(|door| door.cells.len()))
}

/// A door with its rooms; twice the same where it has one.
struct Hung<'a> {
    door: &'a Door,
    sides: [Side; 2],
}

/// A room and the direction in which the door leads out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    room: RoomId,
    out: Dir,
}

/// The doors on these levels of links that are not secret, and the entrance's, each once.
fn open_doors<'a>(dungeon: &'a Dungeon, graph: &RoomGraph, is_here: impl Fn(i32) -> bool) -> Vec<Hung<'a>> {
    let links = dungeon.links.iter().filter(|link| !graph.is_secret(link.id) && is_here(dungeon.room(link.rooms[0]).z));
    let mut doors: Vec<Hung> = links.flat_map(|link| doors_of(dungeon, link)).collect();
    let entrance = dungeon.entrance.iter().map(|entrance| (dungeon.door(entrance.door), entrance.room));
    doors.extend(entrance.filter(|(door, _)| is_here(door.z)).map(|(door, room)| Hung::one_sided(door, room)));
    doors.sort_by_key(|hung| hung.door.id);
    doors.dedup_by_key(|hung| hung.door.id);
    doors
}

fn doors_of<'a>(dungeon: &'a Dungeon, link: &'a Link) -> impl Iterator<Item = Hung<'a>> {
    link.doors().iter().zip(link.rooms).map(|(&door, room)| {
        let door = dungeon.door(door);
        if link.is_shared() { Hung::two_sided(door, link.rooms) } else { Hung::one_sided(door, room) }
    })
}

impl<'a> Hung<'a> {
    fn one_sided(door: &'a Door, room: RoomId) -> Self {
        Self { door, sides: [Side { room, out: door.normal }; 2] }
    }

    /// The normal of a door in a shared wall points from the lower to the higher id.
    fn two_sided(door: &'a Door, rooms: [RoomId; 2]) -> Self {
        let (lower, higher) = (rooms[0].min(rooms[1]), rooms[0].max(rooms[1]));
        let sides = [Side { room: lower, out: door.normal }, Side { room: higher, out: door.normal.opposite() }];
        Self { door, sides }
    }

    /// Whether it stands at an end of its run, beside a ring corner, although the run has a cell more on both sides.
    fn is_in_corner(&self, owners: &Owners) -> bool {
        let along = self.door.normal.right();
        let ends = [(self.first(along.opposite()), along.opposite()), (self.first(along), along)];
        let is_run = |cell: Cell| self.sides.iter().all(|side| side.is_wall(cell, owners));
        let free = ends.map(|(end, dir)| (1..=MAX_SIDE).take_while(|&i| is_run(end.step(dir, i))).count());
        let is_corner = |cell: Cell| self.sides.iter().any(|side| side.is_corner(cell, owners));
        let is_beside = |i: usize| free[i] == 0 && is_corner(ends[i].0 + ends[i].1);
        free[0] + free[1] >= 2 && (is_beside(0) || is_beside(1))
    }

    /// Its outermost cell in a direction along the wall.
    fn first(&self, dir: Dir) -> Cell {
        let bounds = self.door.bounds();
        match dir {
            Dir::North | Dir::West => bounds.min(),
            Dir::South | Dir::East => Cell::new(bounds.right - 1, bounds.bottom - 1),
        }
    }
}

impl Side {
    fn is_floor(self, cell: Cell, owners: &Owners) -> bool {
        owners.at(cell).floor() == Some(self.room)
    }

    /// Whether a cell of the wall has floor of the room right behind it.
    fn is_wall(self, cell: Cell, owners: &Owners) -> bool {
        !self.is_floor(cell, owners) && self.is_floor(cell + self.out.opposite(), owners)
    }

    /// Whether a cell beside a wall cell is a ring corner of the room: it touches no floor of it.
    fn is_corner(self, cell: Cell, owners: &Owners) -> bool {
        !self.is_floor(cell, owners) && cell.neighbors4().into_iter().all(|cell| !self.is_floor(cell, owners))
    }
}

/// Pairs of neighbouring doors in one run with at most [`CLOSE`] cells between them.
fn close_pairs(doors: &[Hung], owners: &Owners) -> usize {
    let mut places: Vec<(Side, i32, i32, i32, DoorId)> = doors.iter().flat_map(places).collect();
    places.sort_unstable();
    places.dedup();
    let close = places.windows(2).filter_map(|pair| {
        let ((side, line, _, end, a), (other, other_line, start, _, b)) = (pair[0], pair[1]);
        let cell = |along| if side.out.is_horizontal() { Cell::new(line, along) } else { Cell::new(along, line) };
        let is_close = (side, line) == (other, other_line) && start - end <= CLOSE;
        (is_close && (end..start).all(|along| side.is_wall(cell(along), owners))).then(|| (a.min(b), a.max(b)))
    });
    // Two doors in a wall that two rooms share are a pair in both.
    let mut pairs: Vec<(DoorId, DoorId)> = close.collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.len()
}

/// For each of its rooms the side, the line of the wall, and where the door begins and ends on it.
fn places<'a>(hung: &'a Hung) -> impl Iterator<Item = (Side, i32, i32, i32, DoorId)> + 'a {
    let bounds = hung.door.bounds();
    hung.sides.iter().map(move |&side| {
        let (line, start, end) = if side.out.is_horizontal() {
            (bounds.left, bounds.top, bounds.bottom)
        } else {
            (bounds.top, bounds.left, bounds.right)
        };
        (side, line, start, end, hung.door.id)
    })
}
