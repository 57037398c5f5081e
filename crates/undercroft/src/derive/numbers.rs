//! Numbers of rooms in walking order, so that neighbours have near numbers and the goal comes late.
//!
//! ```text
//!   ┌───┐ ┌───┐      The breadth-first tree of the links that are not secret, from the entrance room, is walked depth-first:
//!   │ 3 ├─┤ 4 │      branches without the goal come before the branch that holds it, smaller ones before larger ones, then
//!   └─┬─┘ └───┘      clockwise from the door one came in by. Levels follow each other in the order they are reached, and
//!   ┌─┴─┐ ┌───┐      rooms that cannot be reached come last. A passage has no number.
//!   │ 1 ├─┤ 2 │
//!   └─▲─┘ └───┘
//! ```

use std::cmp::Ordering;
use std::collections::VecDeque;

use undercroft_grid::{BitGrid, Cell, Size};

use super::secrecy::is_secret;
use crate::dungeon::{DoorId, Dungeon, Link, Room, RoomId};
use crate::template::is_shipped_corridor;

/// Numbers all rooms; none where there is no entrance.
pub fn assign_numbers(dungeon: &mut Dungeon) {
    let mut last = 0;
    let mut numbers = vec![None; dungeon.rooms.len()];
    let neighbors = neighbors(dungeon);
    let is_numbered = |room: &RoomId| !is_passage(dungeon.room(*room), neighbors[room.index()].len());
    let pinned: Vec<(RoomId, u32)> =
        dungeon.pinned_rooms().into_iter().filter_map(|(room, pin)| Some((room, pin.number?))).collect();
    pinned.iter().for_each(|&(room, number)| numbers[room.index()] = Some(number));
    let is_free = |room: &RoomId| !pinned.iter().any(|(pinned, _)| pinned == room);
    for room in walking_order(dungeon, &neighbors).into_iter().filter(is_numbered).filter(is_free) {
        last += 1;
        // Pinned numbers are skipped.
        while pinned.iter().any(|(_, number)| *number == last) {
            last += 1;
        }
        numbers[room.index()] = Some(last);
    }
    dungeon.rooms.iter_mut().zip(numbers).for_each(|(room, number)| room.number = number);
}

/// Whether a room serves only to reach others: its template says so, or it has two or more links that are not secret and
/// no place two cells wide and high.
fn is_passage(room: &Room, links: usize) -> bool {
    let is_corridor = room.template.as_ref().is_some_and(|template| is_shipped_corridor(&template.name));
    is_corridor || links >= 2 && !has_block(room)
}

/// Whether the floor has a block of two by two cells.
fn has_block(room: &Room) -> bool {
    let bounds = room.bounds();
    let mut floor = BitGrid::new(Size::of(bounds.width() + 1, bounds.height() + 1));
    for cell in room.cells() {
        floor.insert(cell - bounds.min());
    }
    let block = |cell: Cell| [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| cell - bounds.min() + Cell::new(x, y));
    room.cells().any(|cell| block(cell).into_iter().all(|cell| floor.contains(cell)))
}

/// All rooms in the order of the walk; nothing without an entrance.
fn walking_order(dungeon: &Dungeon, neighbors: &Neighbors) -> Vec<RoomId> {
    let Some(entrance) = &dungeon.entrance else { return Vec::new() };
    let tree = Tree::new(dungeon, neighbors, entrance.room);
    let mut walk = tree.walk(dungeon, entrance.room, entrance.door);
    let mut reached: Vec<i32> = Vec::new();
    for &room in &walk {
        let z = dungeon.room(room).z;
        if !reached.contains(&z) {
            reached.push(z);
        }
    }
    walk.sort_by_key(|&room| reached.iter().position(|&z| z == dungeon.room(room).z));
    let mut is_reached = vec![false; dungeon.rooms.len()];
    walk.iter().for_each(|room| is_reached[room.index()] = true);
    walk.extend(dungeon.rooms.iter().map(|room| room.id).filter(|room| !is_reached[room.index()]));
    walk
}

/// The breadth-first tree of the rooms.
struct Tree {
    /// The rooms one link farther, each with the link that leads there.
    children: Vec<Vec<(RoomId, usize)>>,
    /// How many rooms hang on each, itself included.
    sizes: Vec<u32>,
    /// Whether the goal is among them.
    has_goal: Vec<bool>,
}

impl Tree {
    /// A room hangs on the room with the lowest id among its neighbours that are one link nearer, by the first link.
    fn new(dungeon: &Dungeon, neighbors: &Neighbors, root: RoomId) -> Self {
        let (depths, order) = breadth_first(neighbors, root);
        let rooms = dungeon.rooms.len();
        let mut tree = Self { children: vec![Vec::new(); rooms], sizes: vec![1; rooms], has_goal: vec![false; rooms] };
        if let Some(goal) = dungeon.goal {
            tree.has_goal[goal.index()] = true;
        }
        for &room in order.iter().rev() {
            let is_nearer = |(near, _): &&(RoomId, usize)| depths[near.index()] + 1 == depths[room.index()];
            let Some(&(parent, link)) = neighbors[room.index()].iter().filter(is_nearer).min() else { continue };
            tree.children[parent.index()].push((room, link));
            tree.sizes[parent.index()] += tree.sizes[room.index()];
            tree.has_goal[parent.index()] |= tree.has_goal[room.index()];
        }
        tree
    }

    /// The rooms of the tree, depth-first.
    fn walk(&self, dungeon: &Dungeon, root: RoomId, entrance: DoorId) -> Vec<RoomId> {
        let mut walk = Vec::new();
        let entrance = dungeon.doors.get(entrance.index()).and_then(|door| door.cells.first()).copied();
        let mut open = vec![(root, entrance)];
        while let Some((room, came_by)) = open.pop() {
            walk.push(room);
            let mut children = self.children[room.index()].clone();
            children.sort_by(|a, b| self.compare(dungeon, room, came_by, *a, *b));
            let step = |&(child, link): &(RoomId, usize)| (child, threshold(dungeon, &dungeon.links[link], child));
            open.extend(children.iter().rev().map(step));
        }
        walk
    }

    fn compare(
        &self,
        dungeon: &Dungeon,
        room: RoomId,
        came_by: Option<Cell>,
        (a, a_link): (RoomId, usize),
        (b, b_link): (RoomId, usize),
    ) -> Ordering {
        let first = |child: RoomId| (self.has_goal[child.index()], self.sizes[child.index()]);
        let sweep = Sweep::new(dungeon.room(room), came_by);
        let direction = |link: usize| sweep.direction(threshold(dungeon, &dungeon.links[link], room));
        let turn = || sweep.compare(direction(a_link), direction(b_link));
        first(a).cmp(&first(b)).then_with(turn).then(a.cmp(&b))
    }
}

/// For each room the rooms beyond its links that are not secret, with the positions of the links.
type Neighbors = Vec<Vec<(RoomId, usize)>>;

fn neighbors(dungeon: &Dungeon) -> Neighbors {
    let mut neighbors = vec![Vec::new(); dungeon.rooms.len()];
    for (at, link) in dungeon.links.iter().enumerate().filter(|(_, link)| !is_secret(link)) {
        let [a, b] = link.rooms;
        neighbors[a.index()].push((b, at));
        neighbors[b.index()].push((a, at));
    }
    neighbors
}

/// Links between the root and each room, `u32::MAX` where it cannot be reached, and the rooms by that distance.
fn breadth_first(neighbors: &[Vec<(RoomId, usize)>], root: RoomId) -> (Vec<u32>, Vec<RoomId>) {
    let mut depths = vec![u32::MAX; neighbors.len()];
    depths[root.index()] = 0;
    let (mut queue, mut order) = (VecDeque::from([root]), Vec::new());
    while let Some(room) = queue.pop_front() {
        order.push(room);
        for &(next, _) in &neighbors[room.index()] {
            if depths[next.index()] == u32::MAX {
                depths[next.index()] = depths[room.index()] + 1;
                queue.push_back(next);
            }
        }
    }
    (depths, order)
}

/// The first cell of a link's door or stairs in a room.
fn threshold(dungeon: &Dungeon, link: &Link, room: RoomId) -> Option<Cell> {
    if let Some(&cell) = link.stairs_in(room).first() {
        return Some(cell);
    }
    let end = link.rooms.iter().position(|&end| end == room)?;
    let door = link.doors().get(end).or(link.doors().first())?;
    dungeon.doors.get(door.index())?.cells.first().copied()
}

/// Directions as seen from the middle of a room's bounds, clockwise from where one came in. [Unit: half cells]
struct Sweep {
    /// The middle, in half cells.
    middle: [i64; 2],
    /// Towards the door one came in by.
    from: [i64; 2],
}

impl Sweep {
    fn new(room: &Room, came_by: Option<Cell>) -> Self {
        let bounds = room.bounds();
        let middle =
            [i64::from(bounds.left) + i64::from(bounds.right), i64::from(bounds.top) + i64::from(bounds.bottom)];
        let mut sweep = Self { middle, from: [0, 0] };
        // Who comes up in the very middle looks north.
        sweep.from = Some(sweep.direction(came_by)).filter(|&from| from != [0, 0]).unwrap_or([0, -1]);
        sweep
    }

    fn direction(&self, cell: Option<Cell>) -> [i64; 2] {
        let Some(Cell { x, y }) = cell else { return [0, 0] };
        [2 * i64::from(x) + 1 - self.middle[0], 2 * i64::from(y) + 1 - self.middle[1]]
    }

    /// Which of two directions comes first.
    fn compare(&self, a: [i64; 2], b: [i64; 2]) -> Ordering {
        self.half(a).cmp(&self.half(b)).then_with(|| 0.cmp(&cross(a, b)))
    }

    /// 0 straight towards the beginning or nowhere, 1 on its clockwise side, 2 opposite, 3 beyond that.
    fn half(&self, to: [i64; 2]) -> u8 {
        match cross(self.from, to).cmp(&0) {
            Ordering::Greater => 1,
            Ordering::Less => 3,
            Ordering::Equal if dot(self.from, to) < 0 => 2,
            Ordering::Equal => 0,
        }
    }
}

/// Positive where the second lies clockwise of the first; y grows south.
const fn cross([ax, ay]: [i64; 2], [bx, by]: [i64; 2]) -> i64 {
    ax * by - ay * bx
}

const fn dot([ax, ay]: [i64; 2], [bx, by]: [i64; 2]) -> i64 {
    ax * bx + ay * by
}

#[cfg(test)]
mod tests;
