//! What to attach on one level, and in which order.

use std::collections::VecDeque;

use undercroft_grid::{Dir, UnionFind};

use crate::plan::{Plan, PlanLinkKind, PlanRoom};

/// A room and the one that it is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttachStep {
    /// The room that is there, by its position on the level.
    pub parent: usize,
    /// The room to attach.
    pub room: usize,
    /// From the parent to the room.
    pub dir: Dir,
}

/// One level of a plan that is seen from the south.
#[derive(Debug)]
pub struct LevelTask<'a> {
    /// The level.
    pub z: i32,
    /// The number of its first room in the plan.
    pub first: usize,
    /// Its rooms.
    pub rooms: &'a [PlanRoom],
    /// The room that comes first: that of the front door, or of the stairs.
    pub root: usize,
    /// The number of the room that the level is reached from.
    pub stairs_from: Option<usize>,
    /// All other rooms, breadth-first.
    pub steps: Vec<AttachStep>,
    /// Rooms that loops join.
    pub loops: Vec<[usize; 2]>,
}

impl<'a> LevelTask<'a> {
    /// The levels in the order of their rooms.
    pub fn all(plan: &'a Plan) -> Vec<Self> {
        let levels = plan.rooms.chunk_by(|a, b| a.z == b.z);
        levels.map(|rooms| Self::new(plan, rooms)).collect()
    }

    fn new(plan: &'a Plan, rooms: &'a [PlanRoom]) -> Self {
        let (z, first) = (rooms[0].z, rooms[0].id.index());
        let stairs = plan.links.iter().filter(|link| link.kind == PlanLinkKind::Stairs);
        let mut up = stairs.filter(|link| link.rooms[1].index() == first).map(|link| link.rooms[0].index());
        let stairs_from = up.next();
        let root = if stairs_from.is_none() { plan.gate.index() - first } else { 0 };
        let mut joined = UnionFind::new(rooms.len());
        let corridors = plan.links.iter().filter(|link| link.kind == PlanLinkKind::Corridor);
        let on_level = corridors.filter(|link| plan.room(link.rooms[0]).z == z);
        let pairs = on_level.map(|link| link.rooms.map(|room| room.index() - first));
        let (tree, loops): (Vec<_>, Vec<_>) = pairs.partition(|&[a, b]| joined.unite(a as u32, b as u32));
        let steps = breadth_first(rooms, &tree, root);
        Self { z, first, rooms, root, stairs_from, steps, loops }
    }

    /// Whether a room of the plan lies on this level.
    pub const fn has(&self, room: usize) -> bool {
        self.first <= room && room < self.first + self.rooms.len()
    }

    /// Rows of the plan that have rooms farther south than the first one.
    pub fn rows_in_front(&self) -> i32 {
        let y = self.rooms[self.root].cell.y;
        self.rooms.iter().map(|room| y - room.cell.y).max().unwrap_or(0)
    }
}

fn breadth_first(rooms: &[PlanRoom], tree: &[[usize; 2]], root: usize) -> Vec<AttachStep> {
    let mut neighbors = vec![Vec::new(); rooms.len()];
    for &[a, b] in tree {
        neighbors[a].push(b);
        neighbors[b].push(a);
    }
    let mut reached = vec![false; rooms.len()];
    reached[root] = true;
    let (mut steps, mut queue) = (Vec::new(), VecDeque::from([root]));
    while let Some(parent) = queue.pop_front() {
        for &room in &neighbors[parent] {
            let dir = Dir::ALL.into_iter().find(|&dir| rooms[parent].cell.step(dir) == rooms[room].cell);
            if let Some(dir) = dir.filter(|_| !std::mem::replace(&mut reached[room], true)) {
                steps.push(AttachStep { parent, room, dir });
                queue.push_back(room);
            }
        }
    }
    steps
}
