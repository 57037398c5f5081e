//! Which rooms of a storey share walls, and the tree of doors that spares private rooms.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use undercroft_grid::{Dir, Rect};

use super::space::Space;
use crate::program::ProgramRoom;

/// What a door costs that leads on from a private room, and one between rooms that have no request for it.
const THROUGH_PRIVATE: u32 = 1000;
const UNREQUESTED: u32 = 10;

/// Which rooms are private, and which they want to be beside, with numbers for the purposes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NeighborRequests {
    purposes: Vec<u32>,
    beside: Vec<Option<u32>>,
    /// Whether no one should have to walk through a room.
    pub private: Vec<bool>,
}

impl NeighborRequests {
    /// The requests of a list of rooms.
    pub fn new<'a>(rooms: impl Iterator<Item = &'a ProgramRoom> + Clone) -> Self {
        let mut names: Vec<&str> = Vec::new();
        let mut requests = Self::default();
        for room in rooms.clone() {
            let number = names.iter().position(|name| *name == room.purpose).unwrap_or_else(|| {
                names.push(&room.purpose);
                names.len() - 1
            });
            requests.purposes.push(number as u32);
            requests.private.push(room.private);
        }
        let number = |beside: &String| names.iter().position(|name| name == beside).map(|number| number as u32);
        // A request for a room that this storey does not have is none.
        requests.beside = rooms.map(|room| room.beside.as_ref().and_then(number)).collect();
        requests
    }

    /// Whether a room wants to be beside another one.
    pub fn requests_neighbor(&self, room: u32, other: u32) -> bool {
        self.beside[room as usize] == Some(self.purposes[other as usize])
    }

    /// The rooms that want to be beside another one.
    pub fn requesting(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.beside).filter(|(_, beside)| beside.is_some()).map(|(room, _)| room)
    }
}

/// A wall that two rooms have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedWall {
    /// The rooms, lower number first.
    pub rooms: [u32; 2],
    /// From the first room to the second.
    pub normal: Dir,
    /// The cells with floor on both sides.
    pub cells: Rect,
}

impl SharedWall {
    /// Number of its cells.
    pub fn length(&self) -> i32 {
        self.cells.width().max(self.cells.height())
    }

    /// The other of its rooms.
    fn beyond(&self, room: u32) -> u32 {
        if self.rooms[0] == room { self.rooms[1] } else { self.rooms[0] }
    }
}

/// All common walls of at least this many cells. Rooms are sorted by where they begin, so that each meets only those that
/// begin at its far wall.
pub fn shared_walls(spaces: &[Space], shortest: i32) -> Vec<SharedWall> {
    let mut walls = Vec::with_capacity(2 * spaces.len());
    for is_across in [true, false] {
        let begin = |space: &Space| if is_across { space.rect.left } else { space.rect.top };
        let far = |space: &Space| if is_across { space.rect.right + 1 } else { space.rect.bottom + 1 };
        let mut order: Vec<(i32, u32)> = (0..).zip(spaces).map(|(i, space)| (begin(space), i)).collect();
        order.sort_unstable();
        for (a, space) in (0..).zip(spaces) {
            let from = order.partition_point(|&(line, _)| line < far(space));
            for &(_, b) in order[from..].iter().take_while(|(line, _)| *line == far(space)) {
                let rooms = [a.min(b), a.max(b)];
                let [first, second] = rooms.map(|room| &spaces[room as usize]);
                if let Some((normal, cells)) = first.common_wall(second) {
                    walls.push(SharedWall { rooms, normal, cells });
                }
            }
        }
    }
    walls.retain(|wall| wall.length() >= shortest);
    walls.sort_unstable_by_key(|wall| wall.rooms);
    walls
}

/// The same for few rooms, each of which meets all others.
pub fn few_shared_walls(spaces: &[Space], shortest: i32) -> Vec<SharedWall> {
    let mut walls = Vec::with_capacity(2 * spaces.len());
    for (a, first) in (0..).zip(spaces) {
        for (b, second) in (a + 1..).zip(&spaces[a as usize + 1..]) {
            if let Some((normal, cells)) = first.common_wall(second) {
                let wall = SharedWall { rooms: [a, b], normal, cells };
                walls.extend((wall.length() >= shortest).then_some(wall));
            }
        }
    }
    walls
}

/// The doors that every room of a storey is reached by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoorTree {
    /// Positions in the list of walls, from the first room outwards.
    pub walls: Vec<usize>,
    /// Private rooms that one must walk through, each once.
    pub passed: Vec<u32>,
}

/// The walls of every room, in one list.
struct RoomWalls {
    /// Where the walls of each room begin; they end where those of the next one do.
    starts: Vec<u32>,
    walls: Vec<u32>,
}

impl RoomWalls {
    fn new(rooms: usize, walls: &[SharedWall]) -> Self {
        let mut starts = vec![0; rooms + 1];
        walls.iter().flat_map(|wall| wall.rooms).for_each(|room| starts[room as usize] += 1);
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut of_rooms = vec![0; 2 * walls.len()];
        // From the last one backwards, so that each room has its own in order.
        for (wall, room) in (0..walls.len()).rev().flat_map(|wall| walls[wall].rooms.map(|room| (wall as u32, room))) {
            starts[room as usize] -= 1;
            of_rooms[starts[room as usize] as usize] = wall;
        }
        Self { starts, walls: of_rooms }
    }

    fn of_room(&self, room: u32) -> &[u32] {
        &self.walls[self.starts[room as usize] as usize..self.starts[room as usize + 1] as usize]
    }
}

/// A door that the tree may have next, in one number: what it costs, then its wall, longer ones first, then the side that it
/// is reached from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct OpenWall(u64);

impl OpenWall {
    const LENGTH_BITS: u32 = 15;

    fn new(cost: u32, length: i32, wall: u32, is_from_second: bool) -> Self {
        let shortness = (1 << Self::LENGTH_BITS) - 1 - length as u64;
        Self(
            (u64::from(cost) << Self::LENGTH_BITS | shortness) << 33 | u64::from(wall) << 1 | u64::from(is_from_second),
        )
    }

    const fn wall(self) -> usize {
        (self.0 >> 1) as u32 as usize
    }

    const fn from(self) -> usize {
        (self.0 & 1) as usize
    }
}

/// The cheapest tree from room 0 over these walls, one door after the other; it lacks the rooms that cannot be reached.
pub fn door_tree(requests: &NeighborRequests, walls: &[SharedWall]) -> DoorTree {
    let rooms = requests.private.len();
    let room_walls = RoomWalls::new(rooms, walls);
    let cost = |from: u32, to: u32| {
        let through = if requests.private[from as usize] { THROUGH_PRIVATE } else { 0 };
        through + if requests.requests_neighbor(to, from) { 0 } else { UNREQUESTED }
    };
    let mut reached = vec![false; rooms];
    let mut queue = BinaryHeap::with_capacity(walls.len());
    let mut tree = DoorTree { walls: Vec::with_capacity(rooms), passed: Vec::new() };
    let open = |room: u32, reached: &[bool], queue: &mut BinaryHeap<_>| {
        for &i in room_walls.of_room(room) {
            let wall = &walls[i as usize];
            let next = wall.beyond(room);
            if !reached[next as usize] {
                queue.push(Reverse(OpenWall::new(cost(room, next), wall.length(), i, wall.rooms[1] == room)));
            }
        }
    };
    reached[0] = true;
    open(0, &reached, &mut queue);
    while let Some(Reverse(door)) = queue.pop() {
        let from = walls[door.wall()].rooms[door.from()];
        let next = walls[door.wall()].beyond(from);
        if std::mem::replace(&mut reached[next as usize], true) {
            continue;
        }
        tree.walls.push(door.wall());
        if requests.private[from as usize] && !tree.passed.contains(&from) {
            tree.passed.push(from);
        }
        open(next, &reached, &mut queue);
    }
    tree
}
