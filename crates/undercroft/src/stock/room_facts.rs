//! Facts about rooms: what conditions of purposes and groups ask for, computed once for a dungeon.

use undercroft_grid::{Cell, Grid, Rect};

use super::room_lists::RoomLists;
use crate::contents::{ConditionList, Constraint, ContentTable, PlainConditions};
use crate::dungeon::{Dungeon, Ground, HiddenDoor, Level, Link, Room, RoomId};
use crate::template::shipped_template_has_tag;

/// A fifth of the ground.
const WATER_PART: i64 = 5;

/// What is known about one room.
#[derive(Clone, Copy, Debug)]
pub struct RoomFact {
    /// Floor. [Unit: cells]
    pub area: u32,
    /// Longest side of its box in per cent of the shortest.
    pub aspect: u32,
    /// The conditions that it meets whatever the other rooms are for.
    pub met: PlainConditions,
}

/// What is known about the rooms of a dungeon.
pub struct RoomFacts {
    rooms: Vec<RoomFact>,
    /// The rooms beyond the links of each that are not secret.
    neighbors: RoomLists<RoomId>,
    /// The rooms below each: over stairs, or with the same cells on the next level. Empty where no condition asks for them.
    below: Vec<Vec<RoomId>>,
    above: Vec<Vec<RoomId>>,
}

impl RoomFacts {
    /// The facts about a dungeon whose references hold, as far as the conditions of a table ask for them.
    pub fn new(dungeon: &Dungeon, table: &ContentTable) -> Self {
        let secrets: Vec<bool> = dungeon.links.iter().map(|link| is_secret(dungeon, link)).collect();
        let neighbors = neighbors(dungeon, |link| !secrets[link.id.index()]);
        let mut rooms: Vec<RoomFact> = dungeon.rooms.iter().map(plain_fact).collect();
        mark_graph(dungeon, (&neighbors, &secrets), &mut rooms);
        mark_sizes(dungeon, &mut rooms);
        dungeon.levels.iter().for_each(|level| mark_level(dungeon, level, &mut rooms));
        let (below, above) = if asks_for_stacks(table) { stacked(dungeon) } else { Default::default() };
        Self { rooms, neighbors, below, above }
    }

    /// What is known about a room.
    pub fn room(&self, room: RoomId) -> RoomFact {
        self.rooms[room.index()]
    }

    /// The rooms beyond the links of a room that are not secret.
    pub fn neighbors(&self, room: RoomId) -> &[RoomId] {
        self.neighbors.of(room)
    }

    /// Whether a room has one link that is not secret.
    pub fn is_dead_end(&self, room: RoomId) -> bool {
        self.room(room).met.contains(&Constraint::DeadEnd)
    }

    /// Whether a room cannot be reached without a key.
    pub fn is_behind_lock(&self, room: RoomId) -> bool {
        self.room(room).met.contains(&Constraint::BehindLock)
    }

    /// Whether a secret link ends in a room.
    pub fn is_behind_secret(&self, room: RoomId) -> bool {
        self.room(room).met.contains(&Constraint::BehindSecret)
    }

    /// Whether a room meets a condition as purposes are given now.
    pub fn holds(&self, dungeon: &Dungeon, room: RoomId, constraint: &Constraint) -> bool {
        let is_for = |rooms: &[RoomId], purpose: &str| {
            rooms.iter().any(|&other| dungeon.room(other).purpose.as_deref() == Some(purpose))
        };
        match constraint {
            Constraint::Shape(shape) => dungeon.room(room).shape == *shape,
            Constraint::Template(tag) => {
                let template = dungeon.room(room).template.as_ref();
                template.is_some_and(|template| shipped_template_has_tag(&template.name, tag))
            }
            Constraint::Beside(purpose) => is_for(self.neighbors.of(room), purpose),
            Constraint::Over(purpose) => is_for(&self.below[room.index()], purpose),
            Constraint::Under(purpose) => is_for(&self.above[room.index()], purpose),
            plain => self.room(room).met.contains(plain),
        }
    }

    /// Whether a room meets all conditions of a list as purposes are given now.
    pub fn holds_all(&self, dungeon: &Dungeon, room: RoomId, conditions: &ConditionList) -> bool {
        self.room(room).met.contains_all(conditions.plain)
            && conditions.with_values().all(|condition| self.holds(dungeon, room, condition))
    }

    /// How many conditions of a list a room meets as purposes are given now.
    pub fn count_met(&self, dungeon: &Dungeon, room: RoomId, conditions: &ConditionList) -> u32 {
        let with_values = conditions.with_values().filter(|condition| self.holds(dungeon, room, condition)).count();
        self.room(room).met.count_common(conditions.plain) + with_values as u32
    }
}

/// Whether a condition of the table asks what lies above or below a room.
fn asks_for_stacks(table: &ContentTable) -> bool {
    let purposes = table.purposes.iter().flat_map(|purpose| [&purpose.needs, &purpose.wants]);
    let lists = purposes.chain(table.groups.iter().map(|group| &group.wants));
    lists
        .flat_map(ConditionList::with_values)
        .any(|condition| matches!(condition, Constraint::Over(_) | Constraint::Under(_)))
}

fn plain_fact(room: &Room) -> RoomFact {
    let bounds = room.bounds();
    let (long, short) = (bounds.width().max(bounds.height()), bounds.width().min(bounds.height()).max(1));
    RoomFact { area: room.area() as u32, aspect: (100 * long / short) as u32, met: PlainConditions::default() }
}

/// Whether a link is a secret passage or has, or had, a secret door.
pub fn is_secret(dungeon: &Dungeon, link: &Link) -> bool {
    let has_secret_door = || link.doors().iter().any(|&door| dungeon.door(door).secret);
    link.is_secret_passage() || link.hidden() != HiddenDoor::None || has_secret_door()
}

/// The rooms beyond the links of each room that count, in the order of the links.
fn neighbors(dungeon: &Dungeon, counts: impl Fn(&Link) -> bool) -> RoomLists<RoomId> {
    RoomLists::new(dungeon.rooms.len(), || {
        let links = dungeon.links.iter().filter(|link| counts(link) && link.rooms[0] != link.rooms[1]);
        links.flat_map(|link| [(link.rooms[0], link.rooms[1]), (link.rooms[1], link.rooms[0])])
    })
}

/// Links from a room to each other one; `u32::MAX` for those out of reach.
fn hops(neighbors: &RoomLists<RoomId>, from: RoomId) -> Vec<u32> {
    let mut hops = vec![u32::MAX; neighbors.rooms()];
    let mut reached = Vec::with_capacity(neighbors.rooms());
    reached.push(from);
    hops[from.index()] = 0;
    let mut next = 0;
    while let Some(&room) = reached.get(next) {
        next += 1;
        for &beyond in neighbors.of(room) {
            if hops[beyond.index()] == u32::MAX {
                hops[beyond.index()] = hops[room.index()] + 1;
                reached.push(beyond);
            }
        }
    }
    hops
}

/// What follows from links: ends, paths, depth, locks, secrets, stairs.
fn mark_graph(dungeon: &Dungeon, (neighbors, secrets): (&RoomLists<RoomId>, &[bool]), rooms: &mut [RoomFact]) {
    let deepest = dungeon.rooms.iter().map(|room| room.depth).max().unwrap_or(0);
    for (fact, room) in rooms.iter_mut().zip(&dungeon.rooms) {
        fact.met.set(&Constraint::DeadEnd, neighbors.of(room.id).len() == 1);
        fact.met.set(&Constraint::NearEntrance, 4 * room.depth <= deepest);
        fact.met.set(&Constraint::Deep, 4 * room.depth >= 3 * deepest && deepest > 0);
    }
    for link in &dungeon.links {
        for room in link.rooms {
            rooms[room.index()].met.set(&Constraint::BehindSecret, secrets[link.id.index()]);
            rooms[room.index()].met.set(&Constraint::OnStairs, link.stairs().is_some());
        }
    }
    mark_paths(dungeon, (neighbors, secrets), rooms);
    for fact in rooms {
        fact.met.set(&Constraint::OffPath, !fact.met.contains(&Constraint::OnPath));
    }
}

/// What follows from how rooms are reached from the entrance: shortest paths, locks.
fn mark_paths(dungeon: &Dungeon, (neighbors, secrets): (&RoomLists<RoomId>, &[bool]), rooms: &mut [RoomFact]) {
    let Some(entrance) = dungeon.entrance.as_ref().map(|entrance| entrance.room) else { return };
    let from_entrance = hops(neighbors, entrance);
    if let Some(goal) = dungeon.goal {
        let (from_goal, length) = (hops(neighbors, goal), from_entrance[goal.index()]);
        for (room, fact) in rooms.iter_mut().enumerate() {
            let through = from_entrance[room].checked_add(from_goal[room]);
            fact.met.set(&Constraint::OnPath, length != u32::MAX && through == Some(length));
        }
    }
    let is_open = |link: &Link| {
        let is_passable = link.doors().iter().all(|&door| dungeon.door(door).is_passable());
        is_passable && !secrets[link.id.index()]
    };
    let without_keys = hops(&self::neighbors(dungeon, is_open), entrance);
    for (fact, &hops) in rooms.iter_mut().zip(&without_keys) {
        fact.met.set(&Constraint::BehindLock, hops == u32::MAX);
    }
}

/// The upper and the lower third of the numbered rooms by area.
fn mark_sizes(dungeon: &Dungeon, rooms: &mut [RoomFact]) {
    let numbered = dungeon.rooms.iter().filter(|room| room.number.is_some());
    let mut by_area: Vec<usize> = numbered.map(|room| room.id.index()).collect();
    by_area.sort_by_key(|&room| (rooms[room].area, room));
    let third = by_area.len() / 3;
    by_area[..third].iter().for_each(|&room| rooms[room].met.set(&Constraint::Small, true));
    by_area[by_area.len() - third..].iter().for_each(|&room| rooms[room].met.set(&Constraint::Large, true));
}

/// What follows from the tiles of a level: water, and walls that face outside.
fn mark_level(dungeon: &Dungeon, level: &Level, rooms: &mut [RoomFact]) {
    let edges = LevelEdges::new(dungeon, level.z);
    for room in dungeon.rooms.iter().filter(|room| room.z == level.z) {
        let fact = &mut rooms[room.id.index()];
        fact.met.set(&Constraint::OuterWall, edges.is_outer(room));
        if level.ground.is_some() {
            let is_water = |cell: &Cell| matches!(level.ground_at(*cell), Ground::Shallow | Ground::Deep);
            let water = room.cells().filter(is_water).count() as i64;
            fact.met.set(&Constraint::Water, water * WATER_PART >= room.area());
        }
    }
}

/// For each row and column of a level, how far its rooms reach.
struct LevelEdges {
    bounds: Rect,
    rows: Vec<(i32, i32)>,
    columns: Vec<(i32, i32)>,
}

impl LevelEdges {
    fn new(dungeon: &Dungeon, z: i32) -> Self {
        let rooms = || dungeon.rooms.iter().filter(|room| room.z == z);
        let bounds = rooms().map(Room::bounds).fold(Rect::new(0, 0, 0, 0), Rect::hull);
        let none = (i32::MAX, i32::MIN);
        let mut rows = vec![none; bounds.height() as usize];
        let mut columns = vec![none; bounds.width() as usize];
        for run in rooms().flat_map(|room| &room.floor) {
            let (first, last) = (run.start.x, run.start.x + run.length - 1);
            widen(&mut rows[(run.start.y - bounds.top) as usize], first, last);
            let columns = &mut columns[(first - bounds.left) as usize..=(last - bounds.left) as usize];
            columns.iter_mut().for_each(|column| widen(column, run.start.y, run.start.y));
        }
        Self { bounds, rows, columns }
    }

    /// Whether from some cell of the room, beyond its wall, no room lies straight on to the edge of the map.
    fn is_outer(&self, room: &Room) -> bool {
        room.floor.iter().any(|run| {
            let (first, last) = (run.start.x, run.start.x + run.length - 1);
            let row = self.rows[(run.start.y - self.bounds.top) as usize];
            let is_end = |x: i32| {
                let column = self.columns[(x - self.bounds.left) as usize];
                column.0 == run.start.y || column.1 == run.start.y
            };
            row.0 == first || row.1 == last || (first..=last).any(is_end)
        })
    }
}

fn widen(range: &mut (i32, i32), first: i32, last: i32) {
    *range = (range.0.min(first), range.1.max(last));
}

/// For each room the rooms below and above it.
fn stacked(dungeon: &Dungeon) -> (Vec<Vec<RoomId>>, Vec<Vec<RoomId>>) {
    let mut below = vec![Vec::new(); dungeon.rooms.len()];
    let mut above = vec![Vec::new(); dungeon.rooms.len()];
    let mut stack = |upper: RoomId, lower: RoomId| {
        if !below[upper.index()].contains(&lower) {
            below[upper.index()].push(lower);
            above[lower.index()].push(upper);
        }
    };
    for link in dungeon.links.iter().filter(|link| link.stairs().is_some()) {
        let [a, b] = link.rooms;
        if dungeon.room(a).z > dungeon.room(b).z { stack(a, b) } else { stack(b, a) }
    }
    for pair in dungeon.levels.windows(2).filter(|pair| pair[0].z == pair[1].z + 1) {
        let mut lower: Grid<Option<RoomId>> = Grid::filled(pair[1].size(), None);
        let rooms_on = |z: i32| dungeon.rooms.iter().filter(move |room| room.z == z);
        rooms_on(pair[1].z).for_each(|room| room.cells().for_each(|cell| lower[cell] = Some(room.id)));
        for room in rooms_on(pair[0].z) {
            room.cells().filter_map(|cell| lower.get(cell).copied().flatten()).for_each(|under| stack(room.id, under));
        }
    }
    (below, above)
}
