//! Numbers of rooms follow the walk from the entrance.
//!
//! The walk is defined here once more, by the room graph: each room hangs on the lowest of its neighbours
//! that are one link nearer to the entrance, and the branches of a room are taken in the order of their [`Branch`].

use std::collections::BTreeMap;

use undercroft_grid::Cell;

use super::facts::is_passage;
use super::pins::pinned_numbers;
use super::{Flaw, FlawCode, RoomGraph};
use crate::dungeon::{Dungeon, Entrance, LinkId, Room, RoomId};

/// The first epoch whose rooms have numbers.
const FIRST_WITH_NUMBERS: u32 = 3;

/// Rooms that have the number of another one.
pub(super) fn twice(dungeon: &Dungeon) -> Vec<Flaw> {
    let mut rooms: BTreeMap<u32, RoomId> = BTreeMap::new();
    let twice = |room: &Room| {
        let (number, first) = (room.number?, *rooms.entry(room.number?).or_insert(room.id));
        let sentence = || format!("Rooms {first} and {} both have number {number}.", room.id);
        (first != room.id).then(|| Flaw::new(FlawCode::NumberTwice, sentence()).rooms([first, room.id]))
    };
    dungeon.rooms.iter().filter_map(twice).collect()
}

/// Judges the order of what was generated since rooms have numbers and not edited since.
pub(super) fn check(dungeon: &Dungeon, entrance: &Entrance, graph: &RoomGraph, flaws: &mut Vec<Flaw>) {
    let provenance = &dungeon.provenance;
    if dungeon.is_generated() && !provenance.edited && provenance.epoch >= FIRST_WITH_NUMBERS {
        flaws.extend(out_of_order(dungeon, entrance, graph));
    }
}

fn out_of_order(dungeon: &Dungeon, entrance: &Entrance, graph: &RoomGraph) -> Vec<Flaw> {
    let said = |number: Option<u32>| number.map_or_else(|| "no number".to_owned(), |n| format!("number {n}"));
    let wrong = |(room, number): (&Room, Option<u32>)| {
        let sentence = || format!("Room {} has {}, its place has {}.", room.id, said(room.number), said(number));
        (room.number != number).then(|| Flaw::new(FlawCode::NumberOrder, sentence()).rooms([room.id]))
    };
    dungeon.rooms.iter().zip(numbers(dungeon, entrance, graph)).filter_map(wrong).collect()
}

fn numbers(dungeon: &Dungeon, entrance: &Entrance, graph: &RoomGraph) -> Vec<Option<u32>> {
    let walk = Walk::new(dungeon, entrance, graph);
    let mut order = walk.order(entrance);
    let mut first_reached = BTreeMap::new();
    for (step, &room) in order.iter().enumerate() {
        first_reached.entry(dungeon.room(room).z).or_insert(step);
    }
    order.sort_by_key(|&room| first_reached[&dungeon.room(room).z]);
    let lost = dungeon.rooms.iter().map(|room| room.id).filter(|room| walk.hops[room.index()].is_none());
    order.extend(lost);
    let mut numbers = vec![None; dungeon.rooms.len()];
    // Pinned numbers stay where they are; the others are dealt without them.
    let pinned = pinned_numbers(dungeon);
    pinned.iter().for_each(|(room, &number)| numbers[room.index()] = Some(number));
    let is_numbered = |room: &RoomId| !is_passage(dungeon.room(*room), graph) && !pinned.contains_key(room);
    let free = (1..).filter(|number| !pinned.values().any(|taken| taken == number));
    let numbered = order.into_iter().filter(is_numbered);
    numbered.zip(free).for_each(|(room, number)| numbers[room.index()] = Some(number));
    numbers
}

/// The tree of the walk.
struct Walk<'a> {
    dungeon: &'a Dungeon,
    hops: Vec<Option<u32>>,
    /// The room and the link by which each room is entered.
    entered_by: Vec<Option<(RoomId, LinkId)>>,
    branches: Vec<Branch>,
}

/// What hangs on a room, itself included.
#[derive(Clone, Copy, Default)]
struct Branch {
    has_goal: bool,
    rooms: u32,
}

impl<'a> Walk<'a> {
    fn new(dungeon: &'a Dungeon, entrance: &Entrance, graph: &RoomGraph) -> Self {
        let hops = graph.hops(entrance.room, |link| !graph.is_secret(link));
        let entered_by = |room: &Room| {
            let near = hops[room.id.index()]?.checked_sub(1)?;
            let neighbours = graph.neighbours(room.id).iter().copied();
            neighbours.filter(|&(to, link)| hops[to.index()] == Some(near) && !graph.is_secret(link)).min()
        };
        let entered_by: Vec<_> = dungeon.rooms.iter().map(entered_by).collect();
        let mut branches = vec![Branch::default(); dungeon.rooms.len()];
        let mut farthest_first: Vec<RoomId> = dungeon.rooms.iter().map(|room| room.id).collect();
        farthest_first.sort_by_key(|room| std::cmp::Reverse(hops[room.index()]));
        for room in farthest_first {
            let Branch { has_goal, rooms } = &mut branches[room.index()];
            *rooms += 1;
            *has_goal |= dungeon.goal == Some(room);
            let (has_goal, rooms) = (*has_goal, *rooms);
            if let Some((parent, _)) = entered_by[room.index()] {
                let parent = &mut branches[parent.index()];
                (parent.has_goal, parent.rooms) = (parent.has_goal | has_goal, parent.rooms + rooms);
            }
        }
        Self { dungeon, hops, entered_by, branches }
    }

    /// The rooms that can be reached, in the order of the walk.
    fn order(&self, entrance: &Entrance) -> Vec<RoomId> {
        let mut next: Vec<Vec<RoomId>> = vec![Vec::new(); self.dungeon.rooms.len()];
        for (room, entered) in (0..).map(RoomId).zip(&self.entered_by) {
            entered.iter().for_each(|(parent, _)| next[parent.index()].push(room));
        }
        let mut order = Vec::new();
        let mut stack = vec![entrance.room];
        while let Some(room) = stack.pop() {
            order.push(room);
            let mut branches = std::mem::take(&mut next[room.index()]);
            branches.sort_by_key(|&branch| self.later(entrance, room, branch));
            stack.extend(branches.into_iter().rev());
        }
        order
    }

    /// What decides when a branch of a room is taken.
    fn later(&self, entrance: &Entrance, room: RoomId, branch: RoomId) -> (bool, u32, Bearing, RoomId) {
        let Branch { has_goal, rooms } = self.branches[branch.index()];
        let entered = self.entered_by[room.index()].map(|(_, link)| self.gap(link, room));
        let entered = entered.unwrap_or_else(|| self.dungeon.door(entrance.door).cells[0]);
        let left = self.entered_by[branch.index()].map_or(entered, |(_, link)| self.gap(link, room));
        (has_goal, rooms, Bearing::new(self.dungeon.room(room), entered, left), branch)
    }

    /// The first cell of the door or of the stairs by which a link leaves a room.
    fn gap(&self, link: LinkId, room: RoomId) -> Cell {
        let link = self.dungeon.link(link);
        let end = usize::from(link.rooms[1] == room);
        match (link.stairs(), link.doors()) {
            (Some(runs), _) => runs[end][0],
            (None, &[door]) => self.dungeon.door(door).cells[0],
            (None, doors) => self.dungeon.door(doors[end]).cells[0],
        }
    }
}

/// A direction as a quarter turn and the slope within it, clockwise from the cell where one came in.
#[derive(Clone, Copy)]
struct Bearing {
    quarter: u8,
    /// How far along the quarter's first axis and along its second one.
    along: [i128; 2],
}

impl Bearing {
    fn new(room: &Room, from: Cell, to: Cell) -> Self {
        let bounds = room.bounds();
        let from_middle = |cell: Cell| {
            let [x, y] = [cell.x, cell.y].map(|c| 2 * i128::from(c) + 1);
            [
                x - i128::from(bounds.left) - i128::from(bounds.right),
                y - i128::from(bounds.top) - i128::from(bounds.bottom),
            ]
        };
        let ahead = Some(from_middle(from)).filter(|ahead| *ahead != [0, 0]).unwrap_or([0, -1]);
        let to = from_middle(to);
        // In coordinates where one came in from ahead and clockwise is to the right.
        let forward = ahead[0] * to[0] + ahead[1] * to[1];
        let right = ahead[0] * to[1] - ahead[1] * to[0];
        let (quarter, along) = match (forward, right) {
            (0, 0) => (0, [1, 0]),
            (1.., 0..) => (0, [forward, right]),
            (..=0, 1..) => (1, [right, -forward]),
            (..=-1, ..=0) => (2, [-forward, -right]),
            _ => (3, [-right, forward]),
        };
        Self { quarter, along }
    }
}

impl Ord for Bearing {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let slope = (self.along[1] * other.along[0]).cmp(&(other.along[1] * self.along[0]));
        self.quarter.cmp(&other.quarter).then(slope)
    }
}

impl PartialOrd for Bearing {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Bearing {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Bearing {}

#[cfg(test)]
mod tests;
