//! Everything that is placed, with a journal: whatever was done since a mark can be undone, and leaves no trace.

use undercroft_grid::{Cell, Dir, Rect};

use super::world::{Misfit, World};
use crate::template::{CandidatePart, OrientedTemplate, Pool};

/// A room in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    /// The turned template.
    pub oriented: u32,
    /// Its drawing's north-west corner.
    pub at: Cell,
    /// The author-made group that it belongs to: the candidate's position.
    pub group: Option<u32>,
    /// The smallest rectangle round its floor and that of all rooms before it.
    pub sheet: Rect,
}

/// A door between two rooms that share a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    /// Its cells.
    pub cells: Rect,
    /// From the first room to the second.
    pub normal: Dir,
    /// The rooms, lower number first.
    pub rooms: [u32; 2],
}

/// One entry of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    /// A room was put; there were this many chunks before.
    Room { chunks: usize },
    /// A door was opened.
    Door,
    /// A candidate was counted.
    Candidate(u32),
}

/// A point in the journal to go back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

/// The rooms and doors so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The cells.
    pub world: World,
    /// The rooms, by number.
    pub rooms: Vec<Put>,
    /// The doors.
    pub doors: Vec<Door>,
    /// How often each candidate was placed.
    pub counts: Vec<u32>,
    /// Rooms that may have a free socket.
    pub open_rooms: Vec<u32>,
    /// Number of floor cells.
    pub floor: i64,
    /// Sum of the floor's coordinates: the centre of mass times `floor`.
    pub sum: [i64; 2],
    journal: Vec<Done>,
}

impl State {
    /// Nothing is placed yet.
    pub fn new(world: World, candidates: usize) -> Self {
        Self {
            world,
            rooms: Vec::new(),
            doors: Vec::new(),
            counts: vec![0; candidates],
            open_rooms: Vec::new(),
            floor: 0,
            sum: [0; 2],
            journal: Vec::new(),
        }
    }

    /// A point to go back to.
    pub fn mark(&self) -> Mark {
        Mark(self.journal.len())
    }

    /// Makes everything final.
    pub fn commit(&mut self) {
        self.journal.clear();
    }

    /// Undoes everything since the mark.
    pub fn undo(&mut self, pool: &Pool, mark: Mark) {
        while self.journal.len() > mark.0 {
            match self.journal.pop() {
                Some(Done::Room { chunks }) => self.take_room(pool, chunks),
                Some(Done::Door) => {
                    if let Some(door) = self.doors.pop() {
                        self.world.set_open(door.cells, false);
                    }
                }
                Some(Done::Candidate(candidate)) => self.counts[candidate as usize] -= 1,
                None => return,
            }
        }
    }

    /// Counts a candidate as placed.
    pub fn count(&mut self, candidate: u32) {
        self.counts[candidate as usize] += 1;
        self.journal.push(Done::Candidate(candidate));
    }

    /// Puts a room where it fits.
    pub fn put(&mut self, pool: &Pool, part: CandidatePart, group: Option<u32>) -> Result<u32, Misfit> {
        let oriented = pool.oriented_template(part.oriented);
        self.world.fit(oriented, part.at)?;
        let (room, chunks) = (self.rooms.len() as u32, self.world.chunks());
        self.world.add(room, oriented, part.at);
        let sheet = self.sheet(self.rooms.len()).hull(oriented.bounds.shift(part.at));
        self.rooms.push(Put { oriented: part.oriented, at: part.at, group, sheet });
        self.open_rooms.push(room);
        self.weigh(oriented, part.at, 1);
        self.journal.push(Done::Room { chunks });
        Ok(room)
    }

    /// The smallest rectangle round the floor of the first rooms.
    pub fn sheet(&self, rooms: usize) -> Rect {
        rooms.checked_sub(1).map_or(Rect::new(0, 0, 0, 0), |last| self.rooms[last].sheet)
    }

    /// Opens the door whose sockets face each other on the cell, as wide as possible; returns whether there is one.
    pub fn open(&mut self, cell: Cell, dir: Dir) -> bool {
        let Some(door) = self.possible_door(cell, dir) else { return false };
        self.world.set_open(door.cells, true);
        self.doors.push(door);
        self.journal.push(Done::Door);
        true
    }

    /// Everything that is known, written down.
    #[cfg(test)]
    pub fn bytes(&self) -> Vec<u8> {
        let Self { world, rooms, doors, counts, open_rooms, floor, sum, journal } = self;
        let rest = format!("{rooms:?}{doors:?}{counts:?}{open_rooms:?}{floor}{sum:?}{journal:?}");
        [world.bytes(), rest.into_bytes()].concat()
    }

    fn take_room(&mut self, pool: &Pool, chunks: usize) {
        let Some(put) = self.rooms.pop() else { return };
        let oriented = pool.oriented_template(put.oriented);
        self.world.remove(oriented, put.at);
        self.world.forget(chunks);
        self.open_rooms.pop();
        self.weigh(oriented, put.at, -1);
    }

    fn weigh(&mut self, oriented: &OrientedTemplate, at: Cell, sign: i64) {
        let area = i64::from(oriented.area);
        let [x, y] = oriented.cells().fold([0, 0], |[x, y], cell| [x + i64::from(cell.x), y + i64::from(cell.y)]);
        self.floor += sign * area;
        self.sum[0] += sign * (x + area * i64::from(at.x));
        self.sum[1] += sign * (y + area * i64::from(at.y));
    }
}
