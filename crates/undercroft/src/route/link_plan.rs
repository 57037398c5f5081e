//! Which rooms to join: Delaunay triangulation of their centres, a minimum spanning tree of it, and loops.
//!
//! Neighbours of a Delaunay triangulation see each other, so corridors along its edges are short and rarely cross. All of
//! it takes n log n steps.

use spade::{DelaunayTriangulation, HasPosition, Point2, Triangulation};
use undercroft_grid::{Cell, UnionFind};

use crate::fraction::Fraction;

/// A possible link between two rooms, the lower one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Manhattan distance of the centres; edges are ordered by this, then by the rooms.
    pub length: u32,
    /// The room with the lower number.
    pub a: u32,
    /// The room with the higher number.
    pub b: u32,
}

/// The links to make, and those that can stand in for one that cannot be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkPlan {
    /// A spanning tree: without these the rooms fall apart.
    pub tree: Vec<Edge>,
    /// Extra links that save detours.
    pub loops: Vec<Edge>,
    /// All others, shortest first.
    pub spare: Vec<Edge>,
}

impl LinkPlan {
    /// The tree, then the loops, longer edges first in both: whether a loop is worth while can be judged when all rooms
    /// are joined.
    pub fn longest_first(&self) -> Vec<Edge> {
        let mut all = [self.tree.clone(), self.loops.clone()];
        all.iter_mut().for_each(|edges| edges.sort_by_key(|edge| std::cmp::Reverse(edge.length)));
        all.concat()
    }
}

/// Edges longer than this many times the longest edge of the tree are not worth a corridor: on the rim of the map a
/// triangulation joins rooms that are far apart.
const LONGEST_LOOP: u32 = 2;

/// Sorts the candidate edges of `rooms` rooms: the shortest spanning tree, the loops, the rest.
pub fn plan_links(rooms: usize, mut edges: Vec<Edge>, loops: Fraction) -> LinkPlan {
    edges.sort_unstable();
    let mut joined = UnionFind::new(rooms);
    let (tree, rest): (Vec<Edge>, Vec<Edge>) = edges.into_iter().partition(|edge| joined.unite(edge.a, edge.b));
    add_loops(rooms, tree, rest, loops)
}

/// Adds the requested fraction of the edges outside the tree as loops, those that save the longest detour first.
pub fn add_loops(rooms: usize, tree: Vec<Edge>, rest: Vec<Edge>, loops: Fraction) -> LinkPlan {
    let longest = tree.iter().map(|edge| edge.length).max().unwrap_or(0) * LONGEST_LOOP;
    let forest = Forest::new(rooms, &tree);
    let mut taken: Vec<Edge> = rest.iter().copied().filter(|edge| edge.length <= longest).collect();
    let wanted = loops.times(taken.len());
    let saved = |edge: &Edge| forest.distance(edge.a, edge.b).saturating_sub(edge.length.into());
    taken.sort_by_cached_key(|edge| (std::cmp::Reverse(saved(edge)), *edge));
    taken.truncate(wanted);
    taken.sort_unstable();
    let spare = rest.into_iter().filter(|edge| taken.binary_search(edge).is_err()).collect();
    LinkPlan { tree, loops: taken, spare }
}

/// How many links of a spanning tree lie between the rooms of each pair.
pub fn tree_hops(rooms: usize, tree: impl Iterator<Item = [u32; 2]>, pairs: &[[u32; 2]]) -> Vec<u64> {
    let tree: Vec<Edge> = tree.map(|[a, b]| Edge { length: 1, a, b }).collect();
    let forest = Forest::new(rooms, &tree);
    pairs.iter().map(|&[a, b]| forest.distance(a, b)).collect()
}

/// The edges of the Delaunay triangulation of the centres, given in half cells.
pub fn delaunay(centres: &[Cell]) -> Vec<Edge> {
    let sites = centres.iter().enumerate().map(|(id, &at)| Site { at, id: id as u32 }).collect();
    // Coordinates are whole numbers below 2^16: the triangulation has no reason to refuse them.
    let triangulation = DelaunayTriangulation::<Site>::bulk_load_stable(sites).unwrap_or_default();
    let edge = |[a, b]: [Site; 2]| Edge { length: a.at.manhattan(b.at) as u32, a: a.id.min(b.id), b: a.id.max(b.id) };
    triangulation.undirected_edges().map(|e| edge(e.vertices().map(|vertex| *vertex.data()))).collect()
}

#[derive(Clone, Copy)]
struct Site {
    at: Cell,
    id: u32,
}

impl HasPosition for Site {
    type Scalar = f64;
    fn position(&self) -> Point2<f64> {
        Point2::new(f64::from(self.at.x), f64::from(self.at.y))
    }
}

/// A rooted spanning forest that answers distances in O(log n): each node has its parent and one far ancestor
/// (E. W. Myers, "An Applicative Random-Access Stack", 1983).
struct Forest {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    jump: u32,
    depth: u32,
    /// From the root, along the tree.
    distance: u64,
}

impl Forest {
    fn new(rooms: usize, tree: &[Edge]) -> Self {
        let mut neighbours = vec![Vec::new(); rooms];
        for edge in tree {
            neighbours[edge.a as usize].push((edge.b, edge.length));
            neighbours[edge.b as usize].push((edge.a, edge.length));
        }
        let root = |id: u32| Node { parent: id, jump: id, depth: 0, distance: 0 };
        let mut forest = Self { nodes: (0..rooms as u32).map(root).collect() };
        let mut seen = vec![false; rooms];
        for start in 0..rooms as u32 {
            let mut open = if std::mem::replace(&mut seen[start as usize], true) { vec![] } else { vec![start] };
            while let Some(id) = open.pop() {
                for &(next, length) in &neighbours[id as usize] {
                    if !std::mem::replace(&mut seen[next as usize], true) {
                        forest.attach(next, id, length);
                        open.push(next);
                    }
                }
            }
        }
        forest
    }

    fn attach(&mut self, id: u32, parent: u32, length: u32) {
        let above = self.node(parent);
        let jump = self.node(above.jump);
        let even = above.depth - jump.depth == jump.depth - self.node(jump.jump).depth;
        let jump = if even { jump.jump } else { parent };
        self.nodes[id as usize] =
            Node { parent, jump, depth: above.depth + 1, distance: above.distance + u64::from(length) };
    }

    fn node(&self, id: u32) -> Node {
        self.nodes[id as usize]
    }

    /// Along the tree. Both rooms are in one tree: they are joined by a candidate edge.
    fn distance(&self, a: u32, b: u32) -> u64 {
        let meet = self.node(self.common_ancestor(a, b)).distance;
        self.node(a).distance + self.node(b).distance - 2 * meet
    }

    fn common_ancestor(&self, a: u32, b: u32) -> u32 {
        let (mut low, mut high) = if self.node(a).depth > self.node(b).depth { (a, b) } else { (b, a) };
        while self.node(low).depth > self.node(high).depth {
            let node = self.node(low);
            low = if self.node(node.jump).depth >= self.node(high).depth { node.jump } else { node.parent };
        }
        while low != high {
            let (l, h) = (self.node(low), self.node(high));
            (low, high) = if l.jump == h.jump { (l.parent, h.parent) } else { (l.jump, h.jump) };
        }
        low
    }
}

#[cfg(test)]
mod tests;
